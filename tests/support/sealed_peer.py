"""A machine of the fleet that syncs with an encrypted vault."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memsync.clock import Now
from memsync.errors import KeyTrouble, Refused, Unreachable
from memsync.files.lock import Held
from memsync.sync.members import founding
from memsync.sync.members.joining import Candidate
from memsync.sync.members.members import Members
from memsync.sync.members.membership import Membership
from memsync.sync.round import round as rounds
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.holder import Holder
from memsync.sync.sealed.key_store import KeyStore
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.sealing import no_key
from memsync.sync.sealed.vetting import read_ring
from memsync.sync.tree.clock import Who
from memsync.sync.tree.layout import PURGED_FILE
from memsync.sync.tree.remote import Remote
from memsync.vault import slots
from memsync.vault.codes import code_text
from support.fleet import START_MS, Peer
from support.kill_points import FaultyEffects, FaultyMirror
from support.memory_mirror import MemoryMirror

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.files.lock import Round
    from memsync.sync.round.context import RoundContext
    from memsync.sync.state.result import Result
    from memsync.vault.machine_keys import MachineKeys
    from support.memory_mirror import MemoryRemote

CODE = bytes(range(32))

# What commits hold, by id: no two have the same, and none ever changes.
_texts: dict[str, frozenset[bytes]] = {}


class SealedPeer(Peer):
    """A member of the vault; the first one makes it, and the others join by the code.

    With `asks` a machine only asks to be let in, and another member approves.
    """

    def __init__(
        self, folder: Path, number: int, remote: MemoryRemote, *, asks: bool = False
    ) -> None:
        super().__init__(folder, number, remote)
        self.store = KeyStore(folder / "config/keys")
        self.lost = KeyStore(folder / "config/lost")
        self.determined = False
        """Somebody sits at the machine and does what it says."""
        self.accepting = False
        self.forked = False
        """A host showed it an old state, and took what it sent on top of that."""
        if not asks:
            self.enter(START_MS)

    def candidate(self, now_ms: int) -> Candidate:
        self.vault.folder.mkdir(parents=True, exist_ok=True)
        utc = datetime.fromtimestamp(now_ms / 1000, UTC)
        return Candidate(
            self.mirror,
            self.store,
            SealedCache(self.vault.sealed_file),
            Who(f"{self.number + 1:08x}", now_ms),
            Now(utc, utc.date()),
            f"m{self.number}",
            Held(),
            self.accepting,
        )

    def enter(self, now_ms: int) -> None:
        """Become a member by the recovery code; the old keys go."""
        if self.mirror.fetch() is None:
            place = self.candidate(now_ms)
            vault = founding.begin(place, CODE)
            founding.settle(place, vault, founding.publish(place, vault, None))
        else:
            self.membership(now_ms).join(code_text(CODE))

    def membership(self, now_ms: int) -> Membership:
        """What the commands of `memsync keys` work on."""
        mirror: Any = self.mirror  # the twin stands in
        return Membership(mirror, Remote("", "file", ""), self.candidate(now_ms))

    def ask(self) -> bytes:
        """The public key with which this machine asks to be let in."""
        ring = read_ring(self.mirror, self.mirror.fetch() or "")
        machine = slots.machine_secret()
        self.store.save_waiting(machine, Held())
        return slots.public_of(machine, ring.vault)

    def lose_keys(self) -> None:
        """Somebody deleted memsync's keys and pins on this machine."""
        if self.store.keys():
            shutil.rmtree(self.lost.folder, ignore_errors=True)
            self.store.folder.rename(self.lost.folder)

    def known_keys(self) -> MachineKeys:
        """The keys it has, or had."""
        keys = self.store.keys() or self.lost.keys()
        assert keys is not None
        return keys

    def public(self) -> bytes:
        """What its slot in the keyring is known by."""
        keys = self.known_keys()
        return slots.public_of(keys.secret, keys.vault)

    def sealed(self) -> SealedMirror:
        """Its mirror, as a round opens it."""
        keys = self.store.keys()
        if keys is None:
            raise no_key(self.store.waiting())
        return SealedMirror(
            self.mirror,
            Holder(self.store, keys, held=Held()),
            SealedCache(self.vault.sealed_file),
            accept_rewind=self.accepting,
        )

    def looking_at(self, inner: MemoryMirror) -> SealedMirror:
        """Somebody else's mirror, opened with this machine's keys; nothing is kept."""
        store = self.store if self.store.keys() else self.lost
        holder = Holder(store, self.known_keys())
        return SealedMirror(inner, holder, SealedCache(None))

    def effects(self, held: Held[Round]) -> FaultyEffects:
        self.vault.folder.mkdir(parents=True, exist_ok=True)
        made = FaultyEffects(self.vault, self.mirror, held)
        made.mirror = self.sealed()
        return made

    def members(self, now_ms: int) -> Members:
        place = self.candidate(now_ms + self.drift_ms)
        return Members(self.sealed(), place.who, place.now)

    def sync(self, now_ms: int) -> Result:
        return self.insist(lambda: super(SealedPeer, self).sync(now_ms), now_ms)

    def purge(self, name: str, now_ms: int) -> Result:
        return self.insist(lambda: super(SealedPeer, self).purge(name, now_ms), now_ms)

    def context(self, now_ms: int) -> RoundContext:
        context = super().context(now_ms)
        allowed = replace(context.allowed, rewind=self.accepting)
        return replace(context, allowed=allowed)

    def bare_round(self, now_ms: int) -> Result:
        """A round that nobody looks at."""
        return rounds.run(self.context(now_ms))

    def insist(self, work: Callable[[], Result], now_ms: int) -> Result:
        """Work, and where that is refused do what memsync says, or let it be.

        A machine that was taken out comes back by the code; one that lost its
        mirror cannot tell a purge from a rewound remote, and is told. Who comes back
        sends a keyring, which the others have yet to hear of.
        """
        came_back = False
        try:
            for _ in range(4):
                try:
                    done = work()
                except (KeyTrouble, Refused) as trouble:
                    self.obey(trouble, now_ms + self.drift_ms)
                    came_back |= not self.accepting
                else:
                    self.forked &= done.trouble is not None
                    done.changed |= came_back
                    return done
        finally:
            self.accepting = False
        raise AssertionError("what memsync says does not help")

    def obey(self, trouble: KeyTrouble | Refused, now_ms: int) -> None:
        """Do what the hint of an error says, if anybody is there to read it."""
        rewound = trouble.word == "remote-rewound" and self.needs_a_person
        if not (rewound or isinstance(trouble, KeyTrouble)):
            raise trouble
        if not self.determined:
            raise Unreachable(trouble.message, word="offline") from trouble
        if rewound:
            assert "--accept-rewind" in (trouble.hint or "")
            self.accepting = True
            return
        # What a killed join leaves is another matter than what a round does.
        self.mirror.kill_point.left = None
        try:
            self.enter(now_ms)
        except Refused as again:
            if "keys import --accept-rewind" not in (again.hint or ""):
                raise
            self.accepting = True
            self.enter(now_ms)
            self.accepting = False

    @property
    def needs_a_person(self) -> bool:
        """It cannot tell an honest remote from one that went back."""
        return self.mirror.agreed_with is None or self.forked

    def history(self) -> set[bytes]:
        return texts_of(self.looking_at(copy_of(self.mirror)), self.mirror.main)

    def said_purged(self) -> bytes:
        if self.mirror.main is None:
            return b""
        mirror = self.looking_at(copy_of(self.mirror))
        item = mirror.tree(self.mirror.main).get(PURGED_FILE)
        return mirror.blobs([item.oid])[item.oid] if item else b""


def copy_of(mirror: FaultyMirror) -> MemoryMirror:
    """The same objects, without a kill point."""
    return MemoryMirror(
        mirror.remote, mirror.objects, mirror.trees, mirror.main, mirror.agreed_with
    )


def texts_of(mirror: SealedMirror, tip: str | None) -> set[bytes]:
    """Every text in the history of a commit, opened."""
    if tip is None:
        return set()
    found: set[bytes] = set()
    for commit in mirror.between(tip, []):
        if commit not in _texts:
            oids = {item.oid for item in mirror.tree(commit).values()}
            _texts[commit] = frozenset(mirror.blobs(oids).values())
        found |= _texts[commit]
    return found
