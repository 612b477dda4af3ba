"""A new vault: first its keys and its recovery code, then its first commit.

This machine saves the keys before it pushes, so that after a run that was killed, or
that got no answer from the remote, the next run goes on with the same vault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, Refused
from memsync.sync.members.joining import about
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.sealed.holder import Holder, revoked
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.tree.clock import tick
from memsync.sync.tree.commit import commit_bytes
from memsync.sync.tree.layout import MANIFEST_FILE, Item, blob_id
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file, slots
from memsync.vault.cipher import KEY_BYTES, VAULT_BYTES, Forged
from memsync.vault.machine_keys import MachineKeys
from memsync.vault.pins import Pins
from memsync.vault.slots import Keys, Secret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.sync.members.joining import Candidate
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.key_store import KeyStore
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree
    from memsync.vault.keyring import Opened
    from memsync.vault.keyring_file import Keyring

# The time limit of one call of git to the remote, in seconds.
_LIMIT = 60.0

# The sequence number that the vault's first commit takes.
_FIRST_SAVE = 1


class Begun(NamedTuple):
    """A vault that may not be at any remote yet."""

    keys: MachineKeys
    ring: Opened


class Plain(NamedTuple):
    """What the remote holds, and the vault replaces."""

    tip: str
    tree: Tree
    """The files of an unencrypted memory; empty where there is none."""
    texts: Mapping[str, bytes]
    clock: Clock | None
    """That of the memory's last commit."""


def begin(candidate: Candidate, code: bytes) -> Begun:
    """Make a vault's keys and save them; `code` is the secret of its recovery code.

    They replace those of a vault that was begun before. Raises `OSError`.
    """
    from secrets import token_bytes

    vault = token_bytes(VAULT_BYTES)
    keys = Keys(token_bytes(KEY_BYTES), token_bytes(KEY_BYTES))
    machine = slots.machine_secret()
    entries = [
        (slots.new_slot(vault, machine, keys), about(candidate.name, candidate.now)),
        (
            slots.new_slot(vault, Secret("code", code), keys),
            about("recovery code", candidate.now),
        ),
    ]
    made = Begun(
        MachineKeys(vault, machine.data, 1, keys),
        keyrings.first(vault, keys, entries),
    )
    ring = keyring_file.rendered(made.ring.keyring)
    candidate.store.save_keyring(ring, candidate.held)
    candidate.store.save_keys(made.keys, candidate.held)
    return made


def begun(store: KeyStore) -> Begun | None:
    """What `begin` made in a run that did not finish; None if there is none.

    Raises `KeyTrouble` for keys that cannot be opened.
    """
    keys, data = store.keys(), store.keyring()
    if keys is None or data is None or store.pins() is not None:
        return None
    try:
        ring = keyrings.opened_by_keys(keyring_file.parse(data), keys.keys)
    except Forged:
        return None  # that run was killed between the two files
    return Begun(keys, ring) if ring.keyring.vault == keys.vault else None


def check_slot(keys: MachineKeys, ring: Keyring) -> None:
    """Raise `KeyTrouble` if the keyring has no slot for this machine's keys."""
    own = slots.public_of(keys.secret, keys.vault)
    if all(slot.public != own for slot in ring.slots):
        raise revoked()


def take_up(candidate: Candidate, keys: MachineKeys) -> None:
    """Pin the vault of these keys, unless a vault is pinned.

    A run may have been killed between its push and this step. Raises `OSError`.
    """
    if candidate.store.pins() is None:
        pins = Pins(keys.vault, keys.epoch, 0, "", own=_FIRST_SAVE)
        candidate.store.save_pins(pins, candidate.held)


def plain_memory(mirror: Mirror, tip: str, now_ms: int) -> Plain:
    """All that the unencrypted memory at the remote holds now.

    `tip` is the remote's main. Raises `Refused` unless it is also this machine's
    main, and the commit on which both last agreed.
    """
    if mirror.agreed() is None:
        raise Refused(
            "this machine has never synced with that memory",
            hint="run the same command on a machine that syncs with it, or give the"
            " URL of a new, empty repository",
            word="not-agreed",
        )
    if not tip == mirror.tip() == mirror.agreed():
        raise Refused(
            "the remote and this machine differ",
            hint="`memsync sync`, then the same command again",
            word="not-agreed",
        )
    tree = mirror.tree(tip)
    texts = mirror.blobs({item.oid for item in tree.values()})
    return Plain(tip, tree, texts, Lineage(mirror, now_ms, [tip]).clock_of(tip))


def no_memory(tip: str) -> Plain:
    """A remote whose main, `tip`, holds nothing that a vault has to keep."""
    return Plain(tip, {}, {}, None)


def publish(candidate: Candidate, vault: Begun, plain: Plain | None) -> str:
    """Push the vault's first commit to the remote; return the commit's id.

    An empty remote gets an empty vault. With `plain` the commit has no parents and
    holds all files of the unencrypted memory; it replaces the remote's main only
    if that is still the tip of `plain`. Raises `Unreachable`, `Refused` where
    another machine pushed first, and `Broken` where the remote did not keep it.
    """
    mirror = SealedMirror(
        candidate.inner,
        Holder(candidate.store, vault.keys),
        candidate.cache,
    )
    tree, texts = _first_tree(vault, plain)
    clock = tick(
        candidate.who.now_ms,
        candidate.who.machine,
        *([plain.clock] if plain and plain.clock else []),
    )
    made = mirror.save_under(
        vault.ring, tree, texts, lambda top: commit_bytes(top, [], clock)
    )
    if plain is None:
        sent = candidate.inner.publish(made, _LIMIT)
    else:
        sent = candidate.inner.replace(made, plain.tip, _LIMIT)
    if not sent:
        raise Refused(
            "another machine was faster just now",
            hint="run the same command again",
            word="race",
        )
    if candidate.inner.remote_tip() != made:
        raise Broken("the remote did not keep what was pushed", word="not-kept")
    return made


def _first_tree(vault: Begun, plain: Plain | None) -> tuple[Tree, dict[str, bytes]]:
    data = manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, vault.keys.vault.hex()))
    oid = blob_id(data)
    tree = {path: Item(item.oid) for path, item in plain.tree.items()} if plain else {}
    texts = dict(plain.texts) if plain else {}
    return {**tree, MANIFEST_FILE: Item(oid)}, {**texts, oid: data}


def settle(candidate: Candidate, vault: Begun, made: str) -> None:
    """Record the first commit as agreed with the remote, and pin the vault.

    Raises `OSError`.
    """
    take_up(candidate, vault.keys)
    holder = Holder(candidate.store, vault.keys, held=candidate.held)
    mirror = SealedMirror(candidate.inner, holder, candidate.cache)
    mirror.advance(made, None, made)
    mirror.tidy()
