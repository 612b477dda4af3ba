"""The fleet of the plain state machine over an encrypted vault."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from memsync.errors import KeyTrouble, Refused, Unreachable
from memsync.sync.members import joining
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.holder import Holder
from memsync.sync.sealed.key_store import KeyStore
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.vetting import read_ring
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher, Forged
from memsync.vault.codes import code_text
from memsync.vault.machine_keys import MachineKeys
from memsync.vault.names import Names, token_at
from memsync.vault.sealed_file import open_file
from support.kill_points import Killed
from support.memory_mirror import MemoryMirror, MemoryRemote
from support.sealed_peer import CODE, SealedPeer, texts_of
from support.state_machine import Fleet, machines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.vault.keyring import Opened
    from support.fleet import Peer

CANARIES = [b"description", b"projects/shop", b"long words", b"deploy", b"MEMORY"]
CANARIES += [b"created: 20", b"memsync: save", b"private 1", b"meanwhile", b"SECRET"]
_MOST = 6


class Former(NamedTuple):
    """A machine that was taken out, as it was then."""

    keys: MachineKeys
    ring: Opened
    main: str
    """Where the remote was just before."""
    sent: frozenset[str]
    """The objects that the host had just before,"""
    clocks: frozenset[str]
    """and the clocks of their commits, which those keep that a purge makes anew."""
    checked: set[tuple[str, str]]
    """What it was seen not to open."""

    @property
    def epochs(self) -> dict[int, bytes]:
        """The keys of the epochs that it was in."""
        return dict(enumerate((*self.ring.past, self.ring.keys.epoch), 1))

    def looking_at(self, inner: MemoryMirror) -> SealedMirror:
        """What it makes of somebody's mirror."""
        ring = keyring_file.rendered(self.ring.keyring)
        holder = Holder(KeyStore(Path("nobody")), self.keys, ring)
        return SealedMirror(inner, holder, SealedCache(None))


class SealedFleet(Fleet):
    """All that the plain fleet does, with keys and members that change.

    Members that are taken out go on writing and syncing in vain, until they come
    back by the code or somebody approves them.
    """

    did: ClassVar[Counter[str]] = Counter()
    """What really happened, in all fleets: a rule may find nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self.attic = MemoryRemote()
        """All that the remote ever had, also what was purged."""
        self.states: list[str] = []
        """Where its main was, each once."""
        self.formers: list[Former] = []
        self.counted: dict[tuple[str, int], str] = {}
        self.examined: set[str] = set()
        self.numbered: set[str] = set()
        self.moved = False
        """Something was done since all machines agreed."""

    def new_peer(self, folder: Path, number: int) -> Peer:
        peer = SealedPeer(folder, number, self.remote)
        self.hoard()
        return peer

    def peer(self, number: int) -> Peer:
        self.hoard()
        self.moved = True
        return super().peer(number)

    def sealed_peer(self, number: int) -> SealedPeer:
        peer = self.peer(number)
        assert isinstance(peer, SealedPeer)
        return peer

    def sealed_peers(self) -> list[SealedPeer]:
        return [peer for peer in self.peers if isinstance(peer, SealedPeer)]

    def hoard(self) -> None:
        """The host forgets nothing."""
        self.attic.objects |= self.remote.objects
        self.attic.trees |= self.remote.trees
        if self.remote.main and self.remote.main not in self.states:
            self.states.append(self.remote.main)

    def all_there_was(self) -> MemoryMirror:
        """Whatever the remote had, as somebody's mirror."""
        self.hoard()
        attic = self.attic
        return MemoryMirror(attic, attic.objects, attic.trees, self.remote.main)

    def opened(self) -> SealedMirror:
        """The same, as who holds the recovery code sees it."""
        inner = self.all_there_was()
        ring = read_ring(inner, self.remote.main or "")
        found = joining.open_by(ring, code_text(CODE))
        keys = MachineKeys(ring.vault, bytes(32), ring.epoch, found.keys)
        store = KeyStore(self.folder / "nobody")
        holder = Holder(store, keys, keyring_file.rendered(ring))
        return SealedMirror(inner, holder, SealedCache(None))

    def texts_at_the_remote(self) -> set[bytes]:
        return texts_of(self.opened(), self.remote.main)

    def _files(self) -> dict[str, bytes]:
        mirror = self.opened()
        tree = mirror.tree(self.remote.main or "")
        texts = mirror.blobs(item.oid for item in tree.values())
        return {path: texts[item.oid] for path, item in tree.items()}

    def run_round(self, peer: Peer, written: str = "") -> bool:
        try:
            return super().run_round(peer, written)
        finally:
            self.hoard()

    def settle_everywhere(self) -> None:
        """All machines sync, with somebody at each who does what it says."""
        for peer in self.sealed_peers():
            peer.determined = True
        super().settle()
        for peer in self.sealed_peers():
            peer.determined = False

    @precondition(lambda self: self.moved)
    @rule()
    def settle(self) -> None:
        self.moved = False
        self.settle_everywhere()
        self.did["settle"] += 1
        self.check_nothing_shows()
        self.check_counts()
        for former in self.formers:
            self.check_opens_nothing(former)

    def edit_on_the_web(self, *_: object, **__: object) -> None:
        """No rule here: such a commit is refused, see `HostileFleet.forge`."""

    # Keys that change.

    @contextlib.contextmanager
    def trying(self, what: str, peer: SealedPeer) -> Iterator[None]:
        """Something that a machine may not be able to do just now."""
        try:
            yield
        except (KeyTrouble, Unreachable):
            self.did[f"{what} in vain"] += 1
        except Refused as error:
            if error.word != "remote-rewound" or not peer.needs_a_person:
                raise
            self.did[f"{what} in vain"] += 1
        except Killed:
            self.did[f"{what} and be killed"] += 1
        else:
            self.did[what] += 1
        peer.mirror.kill_point.left = None
        self.hoard()

    @rule(machine=machines)
    def rotate(self, machine: int) -> None:
        peer = self.sealed_peer(machine)
        with self.trying("rotate", peer):
            peer.members(self.now_ms).rotate()

    @rule(machine=machines, step=st.integers(0, 7))
    def rotate_and_be_killed(self, machine: int, step: int) -> None:
        peer = self.sealed_peer(machine)
        peer.mirror.kill_point.left = step
        with self.trying("rotate", peer):
            peer.members(self.now_ms).rotate()

    @rule(machine=machines, other=machines)
    def rotate_while_another_rotates(self, machine: int, other: int) -> None:
        peer, faster = self.sealed_peer(machine), self.sealed_peer(other)
        if peer is faster:
            return
        done: list[bool] = []

        def meanwhile() -> None:
            with self.trying("rotate", faster):
                done.append(faster.members(self.now_ms).rotate())

        peer.mirror.meanwhile = meanwhile
        with self.trying("rotate at once", peer):
            done.append(peer.members(self.now_ms).rotate())
        peer.mirror.meanwhile = None
        assert sum(done) <= 1

    @rule(machine=machines, other=machines, step=st.none() | st.integers(0, 7))
    def revoke(self, machine: int, other: int, step: int | None) -> None:
        peer, gone = self.sealed_peer(machine), self.sealed_peer(other)
        if peer is gone or not self.is_member(gone):
            return
        former = self.as_former(gone)
        peer.mirror.kill_point.left = step
        with self.trying("revoke", peer):
            peer.members(self.now_ms).revoke(self.slot_of(gone))
        if not self.is_member(gone):
            self.formers.append(former)
            self.did["former members"] += 1

    def slot_of(self, peer: SealedPeer) -> str:
        """The id of a machine's slot in the newest keyring, or nothing."""
        ring = self.opened().ring_of(self.remote.main or "")
        public = peer.public()
        found = [slot.id.hex() for slot in ring.keyring.slots if slot.public == public]
        return "".join(found)

    def is_member(self, peer: SealedPeer) -> bool:
        return bool(self.slot_of(peer))

    # Members that come.

    @rule(machine=machines)
    def lose_keys(self, machine: int) -> None:
        self.sealed_peer(machine).lose_keys()

    @rule(machine=machines)
    def import_keys(self, machine: int) -> None:
        """A member that was taken out, or lost its keys, comes back by the code."""
        peer = self.sealed_peer(machine)
        if not (peer.store.keys() and self.is_member(peer)):
            with self.trying("import", peer):
                peer.enter(self.now_ms)

    @precondition(lambda self: len(self.peers) < _MOST)
    @rule()
    def join(self) -> None:
        number = len(self.peers)
        self.peers.append(self.new_peer(self.folder / f"m{number}", number))
        self.did["join"] += 1
        self.joined = True

    @precondition(lambda self: len(self.peers) < _MOST)
    @rule(machine=machines, rotates=st.booleans())
    def join_by_approval(self, machine: int, rotates: bool) -> None:
        member = self.sealed_peer(machine)
        number = len(self.peers)
        folder = self.folder / f"asks{self.now_ms}"
        asks = SealedPeer(folder, number, self.remote, asks=True)
        public = asks.ask()
        with self.trying("approve", member):
            words = member.members(self.now_ms).admit(public, f"m{number}")
            if rotates:
                member.members(self.now_ms).rotate()
            asks.membership(self.now_ms).confirm(words)
            self.peers.append(asks)
        self.joined = True

    # What must hold.

    def check_nothing_shows(self) -> None:
        """No text, name or message is to be read in anything the host ever got."""
        objects = self.attic.objects
        for oid in objects.keys() - self.examined:
            data = objects[oid].data
            assert not any(canary in data for canary in CANARIES), oid
        for top in self.attic.trees.keys() - self.examined:
            places = self.attic.trees[top].keys() - {"memsync.json", "v1/keyring.json"}
            assert all(map(token_at, places))
        self.examined |= objects.keys() | self.attic.trees.keys()

    def check_counts(self) -> None:
        """No machine ever gave one number to two saves."""
        mirror, inner = self.opened(), self.all_there_was()
        commits = {o for o, found in inner.objects.items() if found.kind == "commit"}
        for oid, commit in inner.commits(commits - self.numbered).items():
            data = stamps.stamp_in(commit.message)
            assert data
            cipher = mirror.holder.cipher(stamps.epoch_of(data))
            stamp = stamps.read(cipher, data)
            self.numbered.add(oid)
            if stamp.seq is not None:
                key = (stamp.clock.rpartition("-")[2], stamp.seq)
                known = self.counted.setdefault(key, stamp.clock)
                assert known == stamp.clock, (key, stamp)

    def as_former(self, peer: SealedPeer) -> Former:
        """A machine as it is, should it be taken out now."""
        main = self.remote.main or ""
        ring = self.opened().ring_of(main)
        keys = peer.known_keys()._replace(epoch=ring.keyring.epoch, keys=ring.keys)
        objects = self.attic.objects
        commits = [oid for oid in objects if objects[oid].kind == "commit"]
        clocks = {str(each.clock) for each in self.opened().commits(commits).values()}
        return Former(keys, ring, main, frozenset(objects), frozenset(clocks), set())

    def check_opens_nothing(self, former: Former) -> None:
        """Its keys open nothing that was sent for the first time after it went."""
        inner = self.all_there_was()
        names = Names(former.keys.vault, former.keys.keys.root)
        new = inner.objects.keys() - former.sent
        commits = [oid for oid in new if inner.objects[oid].kind == "commit"]
        read = self.opened().commits(commits)
        own = [o for o in commits if str(read[o].clock) not in former.clocks]
        trees = [inner.tree(oid) for oid in own]
        files = {(p, i.oid) for tree in trees for p, i in tree.items()}
        for path, oid in files - former.checked:
            former.checked.add((path, oid))
            data = inner.objects[oid].data
            token = token_at(path)
            if oid in former.sent or path == "memsync.json":
                continue
            if token is None:
                ring = keyring_file.parse(data)
                assert keyrings.opened_by_secret(ring, former.keys.secret) is None
                assert ring.epoch not in former.epochs
                continue
            for epoch, key in former.epochs.items():
                cipher = Cipher(former.keys.vault, epoch, key)
                with contextlib.suppress(Forged):
                    open_file(cipher, names, token, data)
                    raise AssertionError("a former member reads what is new")
