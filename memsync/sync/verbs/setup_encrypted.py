"""`sync init --encrypt`: make a vault at a remote, or join the one that is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.config.file import set_value
from memsync.errors import BadUsage, KeyTrouble, Refused, Unreachable
from memsync.files import lock
from memsync.sync.members import founding, joining
from memsync.sync.members.joining import Candidate, called
from memsync.sync.mirror import requests
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.mirror.remote_kinds import check_work_tree
from memsync.sync.mirror.requests import list_requests
from memsync.sync.sealed.aside import (
    PLAIN,
    forget_agreement,
    former_mirrors,
    open_placement,
)
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.sealed.key_store import user_keys
from memsync.sync.sealed.own_machine import who_is
from memsync.sync.sealed.vetting import downgraded, read_ring
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.url import NOWHERE, parse_remote
from memsync.sync.verbs import plain_remote
from memsync.vault.codes import code_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.members.founding import Begun
    from memsync.sync.mirror.bare import BareMirror
    from memsync.sync.sealed.aside import Placement
    from memsync.sync.tree.remote import Remote

How = Literal["created", "replaced", "joined", "member", "waiting"]


class Asked(NamedTuple):
    """What a person provides and is shown while a vault is set up."""

    secret: Callable[[], str]
    """Returns a recovery code or passphrase; raises `KeyTrouble` if none is given."""
    show: Callable[[str], None]
    """Shows a new recovery code, once."""
    shown: Callable[[], str | None]
    """Returns the recovery code that an earlier run wrote to a file, if any."""
    name: str
    """This machine's name in the keyring; empty for the usual one."""
    to_be_let_in: bool
    """Whether it has no secret, and will ask another member to let it in."""
    replace_plain: bool = False
    """Whether a vault may replace the unencrypted memory that the remote holds."""
    join_only: bool = False
    """Whether to join an existing vault only, and never make one."""


class Encrypted(NamedTuple):
    """What `sync init --encrypt` did."""

    shown: str
    """The remote, for people."""
    how: How
    """`created`, `replaced` for a vault that replaced an unencrypted memory, `joined`,
    `member` where this machine already was one, or `waiting` where another member has
    to let it in."""
    head: str | None
    """The mirror's main, if it has one."""
    aside: Sequence[Path]
    """Where this machine keeps the earlier, unencrypted history."""
    beside: Sequence[str] = ()
    """The remote's other refs, by name, where an unencrypted memory was replaced."""


def prepare(
    places: Places,
    settings: Settings,
    cwd: Path,
    now: Now,
    text: str | None,
    asked: Asked,
    *,
    allow_http: bool,
    interactive: bool,
) -> Encrypted:
    """Make this machine a member of the vault at a remote; an empty one gets a vault.

    `text` is the remote's URL; without it the one in the settings counts.
    `interactive` lets git and ssh ask the person for what they need. If killed at any
    step, the same call again goes on. Raises `BadUsage`, `KeyTrouble`, `Refused`,
    `Unreachable` and `OSError`; then nothing was set up, and nothing was sent except
    what the message says.
    """
    _refuse_profiles(settings)
    text = text or settings.text("sync.remote")
    if text in ("", NOWHERE):
        raise BadUsage("--encrypt needs the URL of a repository")
    http = allow_http or settings.flag("sync.allow_http")
    home = places.environ.get("HOME")
    remote = parse_remote(text, cwd=cwd, home=home, allow_http=http)
    vault = state_folder_of(places)
    wait = float(settings.number("sync.wait"))
    with lock.hold_round(vault.lock, what="sync init", wait=wait) as held:
        who = who_is(vault, places, settings, now)
        placement = open_placement(vault, places, remote, held)
        if interactive:
            placement = placement._replace(
                bare=replace(placement.bare, quiet=placement.bare.git.environ)
            )
        candidate = Candidate(
            placement.bare,
            user_keys(places),
            SealedCache(vault.sealed_file),
            who,
            now,
            called(asked.name or who.name, who.machine),
            held,
        )
        moves = remote.url != settings.text("sync.remote")
        how = _become_member(candidate, placement, asked, moves=moves)
        # Before the URL: from here on nothing leaves this machine unencrypted.
        set_value(places, None, "sync.encrypted", "true")
        if remote.kind == "http" and not settings.flag("sync.allow_http"):
            set_value(places, None, "sync.allow_http", "true")
        if moves:
            set_value(places, None, "sync.remote", remote.url)
        bare = open_mirror(vault.mirror, places.environ, remote, held)
        beside = _beside(bare, remote) if how == "replaced" else []
        former = former_mirrors(vault, PLAIN)
        return Encrypted(remote.shown, how, bare.tip(), former, beside)


def _beside(bare: BareMirror, remote: Remote) -> list[str]:
    """Withdraw requests to be let in; return the names of the remote's other refs."""
    online = bare.git._replace(environ=bare.quiet)
    try:
        for request in list_requests(online, remote)[: requests.MOST_SHOWN]:
            requests.withdraw(online, remote, request.public)
        return requests.refs_beside(online, remote)
    except Unreachable:
        return []  # the vault is there already, so this must not fail the command


def _refuse_profiles(settings: Settings) -> None:
    if settings.profiles:
        raise Refused(
            f"the profile '{settings.profiles[0]}' sends its notes unencrypted, and"
            " only the default profile can be encrypted",
            hint="take that profile out of the settings first: its notes come along",
            word="plain-profile",
        )


def _become_member(
    candidate: Candidate, placement: Placement, asked: Asked, *, moves: bool
) -> How:
    """Make or join a vault, unless this machine is a member; see `Encrypted.how`."""
    tip = candidate.inner.fetch()
    member = candidate.store.pins() is not None or placement.is_encrypted
    if tip is None and member:
        return _fill_again(candidate, moves=moves)
    if tip is None or tip not in candidate.inner.blobs_at([tip], KEYRING_FILE):
        if member:
            raise downgraded()
        return _found(candidate, placement, asked, tip, moves=moves)
    ring = read_ring(candidate.inner, tip)
    keys = candidate.store.keys()
    if keys is not None and keys.vault != ring.vault and member:
        raise KeyTrouble(
            f"'{candidate.store.folder}' has the keys of another encrypted memory",
            hint=f"move '{candidate.store.folder}' away to join this one",
            word="key-other-vault",
        )
    if keys is not None and keys.vault == ring.vault:
        founding.check_slot(keys, ring)
        with placement.taken(candidate.now):
            founding.take_up(candidate, keys)
            forget_agreement(placement.state_folder, ring.vault.hex(), placement.held)
        return "member"
    secret = None
    if not asked.to_be_let_in:
        secret = asked.secret()
        joining.open_by(ring, secret)
    if not member:
        # Keys of a vault that was begun here: another vault reached the remote first.
        candidate.store.forget(candidate.held)
    with placement.taken(candidate.now) as bare:
        if secret is not None:
            joining.join(candidate._replace(inner=bare), tip, secret)
        forget_agreement(placement.state_folder, ring.vault.hex(), placement.held)
    return "waiting" if secret is None else "joined"


def _fill_again(candidate: Candidate, *, moves: bool) -> How:
    """Let a member of a vault send it to another, empty remote.

    Raises `Refused` where the remote is the same, and has lost the vault.
    """
    if not moves:
        raise Refused(
            "the remote is empty, but held this machine's encrypted memory before",
            hint="`memsync sync --accept-rewind` sends all of it again",
            word="remote-rewound",
        )
    pins = candidate.store.pins()
    if pins:
        candidate.store.save_pins(pins._replace(commit=None), candidate.held)
    return "member"


def _found(
    candidate: Candidate,
    placement: Placement,
    asked: Asked,
    tip: str | None,
    *,
    moves: bool,
) -> How:
    """Make a vault at an empty remote, or replace the unencrypted memory at `tip`."""
    if asked.join_only:
        raise plain_remote.no_vault() if tip else joining.empty_remote()
    if tip and not asked.replace_plain:
        raise plain_remote.refused(candidate, placement, tip, moves=moves)
    # Before the recovery code is shown: it would open nothing.
    check_work_tree(placement.bare.git, placement.remote)
    plain = plain_remote.taken(candidate, placement, tip) if tip else None
    vault = _with_a_code(candidate, asked)
    made = founding.publish(candidate, vault, plain)
    with placement.taken(candidate.now) as bare:
        moved = (plain.tip, made) if plain else None
        forget_agreement(
            placement.state_folder, vault.keys.vault.hex(), placement.held, moved
        )
        founding.settle(candidate._replace(inner=bare), vault, made)
    return "replaced" if plain and plain.tree else "created"


def _with_a_code(candidate: Candidate, asked: Asked) -> Begun:
    """Begin a vault and show its recovery code, or go on with one already shown."""
    vault, text = founding.begun(candidate.store), asked.shown()
    if vault is not None and text is not None:
        try:
            joining.open_by(vault.ring.keyring, text)
        except KeyTrouble:
            pass  # the file has the code of another vault
        else:
            return vault
    code = joining.new_code()
    vault = founding.begin(candidate, code)
    try:
        asked.show(code_text(code))
    except BaseException:
        # There must be no vault whose recovery code nobody has seen.
        candidate.store.forget(candidate.held)
        raise
    return vault
