"""The vault's members: list, add and revoke the slots of its keyring."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, NotFound
from memsync.meant import nearest
from memsync.sync.members.joining import about
from memsync.sync.members.rekey import change_keyring
from memsync.vault import keyring as keyrings
from memsync.vault import slots
from memsync.vault.cipher import KEY_BYTES
from memsync.vault.slots import Secret, Stretch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.clock import Now
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.sealed.mirror import SealedMirror
    from memsync.sync.tree.clock import Who
    from memsync.vault.keyring import Opened
    from memsync.vault.keyring_file import About
    from memsync.vault.slots import Kind, Slot

# The fewest characters of an id that a person may type instead of all of it.
_LEAST_OF_ID = 4
# A machine's name in the keyring, as `joining.called` makes it.
_CALLED = re.compile(r"(?:(.*) \()?machine ([0-9a-f]{8})\)?", re.DOTALL)


class Member(NamedTuple):
    """One slot of the keyring, as people see it."""

    id: str
    """16 hex digits."""
    kind: Kind
    name: str
    machine: str | None
    """Its eight hex digits in commits. None for a machine that was let in and did not
    come back yet, and for a slot that is not a machine's."""
    since: str
    """When it was added: ISO 8601, UTC, to the hour."""
    this: bool
    """Whether it is this machine's own slot."""


class VaultStatus(NamedTuple):
    """What this machine knows of its vault, without asking the remote."""

    vault: str
    epoch: int
    number: int
    """The keyring's number, which grows with every change to the keyring."""
    words: str
    """This machine's fingerprint."""
    members: list[Member]
    seen: Mapping[str, int]
    """How many saves of each machine this one has seen."""
    head: str | None
    """The last commit that the remote and this machine agreed on."""


def vault_status(holder: Holder) -> VaultStatus:
    """The status of the vault, from this machine's own files alone."""
    ring = holder.newest
    own = slots.public_of(holder.machine.secret, holder.vault)
    entries = keyrings.entries_of(ring) if ring else []
    return VaultStatus(
        holder.vault.hex(),
        holder.pins.epoch,
        holder.pins.number,
        slots.fingerprint(own),
        [_member(slot, known, own) for slot, known in entries],
        holder.pins.seen,
        holder.pins.commit,
    )


def _member(slot: Slot, known: About, own: bytes) -> Member:
    found = _CALLED.fullmatch(known.name) if slot.kind == "machine" else None
    return Member(
        slot.id.hex(),
        slot.kind,
        (found and found[1]) or known.name,
        found[2] if found else None,
        known.since,
        slot.public == own,
    )


class Members(NamedTuple):
    """Changes that this machine makes to the keyring; each pushes one commit."""

    mirror: SealedMirror
    who: Who
    now: Now

    def add_code(self, code: bytes, name: str) -> None:
        """Let a recovery code or a key file open the vault."""
        self._add(Secret("code", code), name, None)

    def add_passphrase(self, passphrase: str, name: str) -> None:
        """Let a passphrase open the vault."""
        from secrets import token_bytes

        stretch = Stretch(token_bytes(slots.SALT_BYTES))
        self._add(slots.stretched(passphrase, stretch), name, stretch)

    def _add(self, secret: Secret, name: str, stretch: Stretch | None) -> None:
        vault = self.mirror.holder.vault
        known = about(name, self.now)

        def add(ring: Opened) -> Opened:
            slot = slots.new_slot(vault, secret, ring.keys, stretch)
            return keyrings.changed(ring, [*keyrings.entries_of(ring), (slot, known)])

        change_keyring(self.mirror, self.who, add)

    def admit(self, public: bytes, name: str) -> str:
        """Let in the machine with this public key; return the words to type there.

        A machine that already has a slot does not get a second one.
        """
        vault = self.mirror.holder.vault
        known = about(name, self.now)
        seen: list[Opened] = []

        def add(ring: Opened) -> Opened | None:
            seen.append(ring)
            if any(slot.public == public for slot in ring.keyring.slots):
                return None
            slot = slots.wrap(vault, slots.blank(public), ring.keys)
            return keyrings.changed(ring, [*keyrings.entries_of(ring), (slot, known)])

        change_keyring(self.mirror, self.who, add)
        return slots.confirmation(seen[-1].keys, vault, public)

    def secrets(self) -> list[Member]:
        """The recovery codes, key files and passphrases that open the vault now."""
        found = vault_status(self.mirror.holder).members
        return [member for member in found if member.kind != "machine"]

    def rotate(self) -> bool:
        """Begin a new epoch; False where another machine began one meanwhile.

        An epoch that began before this call does not count: a person who rotates
        now wants keys that nobody had until now.
        """
        from secrets import token_bytes

        looked: list[int] = []

        def rotated(ring: Opened) -> Opened | None:
            looked.append(ring.keyring.epoch)
            if ring.keyring.epoch > looked[0]:
                return None
            return keyrings.changed(
                ring, keyrings.entries_of(ring), token_bytes(KEY_BYTES)
            )

        return change_keyring(self.mirror, self.who, rotated) is not None

    def revoke(self, text: str) -> list[Member]:
        """Begin an epoch without a member; return its slots, the newest last.

        `text` is a slot's name, its id or the start of it (at least four
        characters), or a machine's id, which means every slot of that machine.
        Raises `NotFound`, and `BadUsage` for this machine's own slot and for a text
        that fits several members.
        """
        from secrets import token_bytes

        own = slots.public_of(
            self.mirror.holder.machine.secret, self.mirror.holder.vault
        )
        found: list[Member] = []

        def without(ring: Opened) -> Opened | None:
            entries = keyrings.entries_of(ring)
            if not found:
                found.extend(self._named_now_or_before(text, ring, own))
            gone = {member.id for member in found}
            stay = [e for e in entries if e[0].id.hex() not in gone]
            if len(stay) == len(entries):
                return None
            return keyrings.changed(ring, stay, token_bytes(KEY_BYTES))

        change_keyring(self.mirror, self.who, without)
        return found

    def _named_now_or_before(self, text: str, ring: Opened, own: bytes) -> list[Member]:
        """The slots that `text` names, in `ring` or in the last keyring with them.

        A run that was killed may have removed them from `ring` already.
        """
        try:
            return _named(text, _members(ring, own))
        except NotFound:
            for former in self.mirror.former_rings():
                # An older keyring may have no such member, or two of that name.
                with suppress(NotFound, BadUsage):
                    return _named(text, _members(former, own))
            raise


def _members(ring: Opened, own: bytes) -> list[Member]:
    return [_member(*entry, own) for entry in keyrings.entries_of(ring)]


def _named(text: str, members: list[Member]) -> list[Member]:
    matching = [
        member
        for member in members
        if member.name == text
        or (len(text) >= _LEAST_OF_ID and member.id.startswith(text))
    ]
    whole = [member for member in members if member.machine == text]
    if whole and not matching:
        matching = sorted(whole, key=lambda member: member.since)
    elif len(matching) > 1 or whole:
        raise BadUsage(
            f"'{text}' names {len(matching) + len(whole)} members",
            hint="give the id that `memsync keys status` shows",
        )
    if not matching:
        near = nearest(text, [member.name for member in members])
        listed = "`memsync keys status` has their ids and names"
        raise NotFound(
            f"the encrypted memory has no member '{text}'",
            hint=f"did you mean '{near}'? {listed}" if near else listed,
        )
    if any(member.this for member in matching):
        raise BadUsage(
            "a machine cannot revoke itself",
            hint="run it on another member, and remove the keys here",
        )
    return matching
