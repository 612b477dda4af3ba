"""Join a vault: by a recovery code, a passphrase, or another member's approval."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import KeyTrouble, Refused
from memsync.sync.members.rekey import change_keyring
from memsync.sync.sealed.holder import Holder
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.vetting import read_ring
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file, slots
from memsync.vault.codes import CODE_BYTES, parse_code
from memsync.vault.keyring_file import About
from memsync.vault.machine_keys import MachineKeys
from memsync.vault.slots import Secret

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.clock import Now
    from memsync.files.lock import Held, Round
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.key_store import KeyStore
    from memsync.sync.tree.clock import Who
    from memsync.vault.keyring import Opened
    from memsync.vault.keyring_file import Keyring
    from memsync.vault.machine_keys import Protection


class Candidate(NamedTuple):
    """What is needed to make this machine a member of a vault."""

    inner: Mirror
    store: KeyStore
    cache: SealedCache
    who: Who
    now: Now
    name: str
    """This machine's name in the keyring; only members can read it."""
    held: Held[Round]
    accept_rewind: bool = False
    """Whether a person accepts that the remote was rewound behind the pins here."""


def about(name: str, now: Now) -> About:
    """What members can read of a slot: its name, and the hour in which it was added."""
    return About(name, now.utc.strftime("%Y-%m-%dT%H:00Z"))


def join(candidate: Candidate, tip: str, text: str) -> None:
    """Become a member of the vault at `tip` by a recovery code or a passphrase.

    The key file is written last, over a former one. So the keyring lists every
    machine that has the keys, and a former member stays one at every moment. Until
    then the secret of the new slot is in a file of its own, so that a run that was
    killed leaves no slot that nobody can use. Raises `KeyTrouble` for a text that
    opens no slot, `Refused` for a history that was rewound or that no machine of
    the vault made, and `Unreachable`.
    """
    ring = read_ring(candidate.inner, tip)
    opened = open_by(ring, text)
    machine = candidate.store.waiting() or slots.machine_secret()
    keys = MachineKeys(ring.vault, machine.data, ring.epoch, opened.keys)
    mirror = _mirror(candidate, keys, keyring_file.rendered(ring))
    own = slots.new_slot(ring.vault, machine, opened.keys)
    name = about(candidate.name, candidate.now)

    def add(found: Opened) -> Opened | None:
        if any(slot.public == own.public for slot in found.keyring.slots):
            return None
        slot = slots.wrap(ring.vault, own, found.keys)
        return keyrings.changed(found, [*keyrings.entries_of(found), (slot, name)])

    candidate.store.save_waiting(machine, candidate.held)
    try:
        with _naming_the_way_out():
            if change_keyring(mirror, candidate.who, add) is None:
                mirror.settle(mirror.fetch() or tip)
    except (KeyTrouble, Refused):
        candidate.store.forget_waiting(candidate.held)
        raise
    candidate.store.save_keys(mirror.holder.machine, candidate.held)
    candidate.store.forget_waiting(candidate.held)


def enter(candidate: Candidate, keys: MachineKeys, ring: bytes) -> None:
    """Become a member by a slot that another member has added to the keyring.

    `ring` is the content of the keyring file. Gives the slot this machine's id, and
    its name unless the other member gave it one. Raises `Refused` and `Unreachable`
    as `join` does.
    """
    mirror = _mirror(candidate, keys, ring)
    own = slots.public_of(keys.secret, keys.vault)

    def name(found: Opened) -> Opened | None:
        entries = keyrings.entries_of(found)
        named = [
            (slot, _called(known, own, candidate) if slot.public == own else known)
            for slot, known in entries
        ]
        return None if named == entries else keyrings.changed(found, named)

    with _naming_the_way_out():
        if change_keyring(mirror, candidate.who, name) is None:
            tip = mirror.fetch()
            if tip is not None:
                mirror.settle(tip)
    candidate.store.save_keys(mirror.holder.machine, candidate.held)


def _called(known: About, own: bytes, candidate: Candidate) -> About:
    """What the slot `own` is called: as `admitted` left it, or by this machine's name.

    The machine's id goes along, as for every other machine.
    """
    if known.name == admitted(own):
        return known._replace(name=candidate.name)
    if candidate.who.machine in known.name:
        return known
    return known._replace(name=called(known.name, candidate.who.machine))


def admitted(public: bytes) -> str:
    """What a machine is called that another member let in without a name."""
    first, second, *_ = slots.fingerprint(public).split("-")
    return f"machine {first}-{second}"


def called(name: str, machine: str) -> str:
    """A machine's name in the keyring: `name`, if any, and its id in commits."""
    own = f"machine {machine}"
    return f"{name} ({own})" if name else own


def open_by(ring: Keyring, text: str) -> Opened:
    """Open the keyring with a recovery code or a passphrase that a person gave.

    Raises `KeyTrouble` for a text that opens no slot.
    """
    for secret in _secrets(ring, text):
        opened = keyrings.opened_by_secret(ring, secret)
        if opened is not None:
            return opened
    raise KeyTrouble(
        "this recovery code, key file or passphrase does not open this memory",
        hint="try it again; on a machine that has joined, `memsync keys status`"
        " lists what opens it",
        word="key-wrong",
    )


def _secrets(ring: Keyring, text: str) -> Iterator[Secret]:
    """The secrets that the text may be; making one of a passphrase takes time."""
    found = [slot.stretch for slot in ring.slots if slot.stretch]
    try:
        yield Secret("code", parse_code(text))
    # Not a code: a passphrase, if this vault has a slot for one.
    except KeyTrouble as error:
        if not found:
            raise KeyTrouble(
                f"{error.message}, and no passphrase opens this memory",
                hint="give a recovery code, seven groups of eight letters and digits;"
                " or add a passphrase on a machine that has joined: `memsync keys add"
                " passphrase`",
                word=error.word,
            ) from None
    else:
        return
    for stretch in found:
        yield slots.stretched(text.rstrip("\r\n"), stretch)


def new_code() -> bytes:
    """The secret of a new recovery code."""
    from secrets import token_bytes

    return token_bytes(CODE_BYTES)


def _mirror(candidate: Candidate, keys: MachineKeys, ring: bytes) -> SealedMirror:
    """The vault's mirror, opened with keys that are not saved yet."""
    kept = keys._replace(protection=_former_protection(candidate.store))
    return SealedMirror(
        candidate.inner,
        Holder(candidate.store, kept, ring, held=candidate.held),
        candidate.cache,
        accept_rewind=candidate.accept_rewind,
    )


@contextmanager
def _naming_the_way_out() -> Iterator[None]:
    """Change the hint of the error for a rewound remote.

    A machine without keys cannot run `memsync sync --accept-rewind`.
    """
    try:
        yield
    except Refused as error:
        if error.word != "remote-rewound":
            raise
        raise Refused(
            error.message,
            hint="`memsync keys import --accept-rewind` accepts it",
            word=error.word,
        ) from None


def _former_protection(store: KeyStore) -> Protection | None:
    """How the old key file is protected; None if it is missing or does not open."""
    try:
        former = store.keys()
    except KeyTrouble:
        return None
    return former.protection if former else None


def empty_remote() -> Refused:
    """The error for a machine that tries to join a vault at an empty remote."""
    return Refused(
        "the remote is empty: there is no encrypted memory to join",
        hint="check the URL; `memsync sync init URL --encrypt` makes a new one",
        word="empty-remote",
    )
