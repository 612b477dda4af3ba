"""The fleet of the plain state machine over an encrypted vault, with a bad host."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from memsync.clock import Now
from memsync.errors import KeyTrouble, Refused, Unreachable
from memsync.sync import enrol, founding
from memsync.sync.commit import parse_commit
from memsync.sync.holder import Holder
from memsync.sync.key_store import KeyStore
from memsync.sync.layout import PURGED_FILE, Item, blob_id
from memsync.sync.local import Who
from memsync.sync.members import Members
from memsync.sync.objects import Object, tree_objects
from memsync.sync.sealed_cache import SealedCache
from memsync.sync.sealed_mirror import SealedMirror
from memsync.vault.codes import code_text
from support.fleet import FaultyEffects, FaultyMirror, Killed, Peer
from support.memory_mirror import MemoryMirror
from support.state_machine import Fleet, machines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.sync.result import Result
    from support.memory_mirror import MemoryRemote

CODE = bytes(range(32))


class SealedPeer(Peer):
    """A member of the vault; the first one makes it."""

    def __init__(self, folder: Path, number: int, remote: MemoryRemote) -> None:
        super().__init__(folder, number, remote)
        self.store = KeyStore(folder / "config/keys")
        self.accepting = False
        """A person says that the remote is right, and the pins are not."""
        self.enter(1_500_000_000_000)

    def place(self, now_ms: int) -> enrol.Place:
        utc = datetime.fromtimestamp(now_ms / 1000, UTC)
        return enrol.Place(
            self.mirror,
            self.store,
            SealedCache(self.vault.sealed_file),
            Who(f"{self.number + 1:08x}", now_ms),
            Now(utc, utc.date()),
            f"m{self.number}",
        )

    def enter(self, now_ms: int) -> None:
        self.vault.folder.mkdir(parents=True, exist_ok=True)
        # What a killed join leaves is another matter than what a round does.
        self.mirror.fuse.left = None
        tip = self.mirror.fetch()
        if tip is None:
            place = self.place(now_ms)
            vault = founding.begin(place, CODE)
            founding.settle(place, vault, founding.publish(place, vault, None))
            return
        old = self.store.keys()
        self.store.key_file.unlink(missing_ok=True)
        try:
            enrol.join(self.place(now_ms), tip, code_text(CODE))
        except BaseException:
            if old:
                self.store.save_keys(old)
            raise

    def sealed(self, inner: MemoryMirror | None = None) -> SealedMirror:
        keys = self.store.keys()
        assert keys is not None
        cache = SealedCache(None if inner else self.vault.sealed_file)
        holder = Holder(self.store, keys, pretend=inner is not None)
        return SealedMirror(
            inner or self.mirror, holder, cache, accept_rewind=self.accepting
        )

    def effects(self) -> FaultyEffects:
        self.vault.folder.mkdir(parents=True, exist_ok=True)
        made = FaultyEffects(self.vault, self.mirror)
        made.mirror = self.sealed()
        return made

    def members(self, now_ms: int) -> Members:
        self.vault.folder.mkdir(parents=True, exist_ok=True)
        place = self.place(now_ms + self.drift_ms)
        return Members(self.sealed(), place.who, place.now)

    def sync(self, now_ms: int) -> Result:
        return self.insist(lambda: super(SealedPeer, self).sync(now_ms), now_ms)

    def purge(self, name: str, now_ms: int) -> Result:
        return self.insist(lambda: super(SealedPeer, self).purge(name, now_ms), now_ms)

    def insist(self, work: Callable[[], Result], now_ms: int) -> Result:
        """Work, as a person would who knows what happened.

        A machine that was taken out comes back by the code; one that lost its
        mirror cannot tell a purge from a rewound remote, and is told.
        """
        try:
            return work()
        except KeyTrouble:
            self.enter(now_ms + self.drift_ms)
        except Refused as error:
            if error.word != "remote-rewound" or self.mirror.agreed_with:
                raise
            self.accepting = True
        try:
            return work()
        finally:
            self.accepting = False

    def history(self) -> set[bytes]:
        return texts_of(self.sealed(copy_of(self.mirror)), self.mirror.main)

    def said_purged(self) -> bytes:
        if self.mirror.main is None:
            return b""
        mirror = self.sealed(copy_of(self.mirror))
        item = mirror.tree(self.mirror.main).get(PURGED_FILE)
        return mirror.blobs([item.oid])[item.oid] if item else b""


def copy_of(mirror: FaultyMirror) -> MemoryMirror:
    """The same objects, where no fuse burns."""
    return MemoryMirror(
        mirror.remote, mirror.objects, mirror.trees, mirror.main, mirror.agreed_with
    )


def texts_of(mirror: SealedMirror, tip: str | None) -> set[bytes]:
    """Every text in the history of a commit, opened."""
    if tip is None:
        return set()
    oids = {
        item.oid
        for commit in mirror.between(tip, [])
        for item in mirror.tree(commit).values()
    }
    return set(mirror.blobs(oids).values())


class SealedFleet(Fleet):
    """All that the plain fleet does, keys that change, and a host that cheats."""

    def new_peer(self, folder: Path, number: int) -> Peer:
        return SealedPeer(folder, number, self.remote)

    def sealed_peer(self, number: int) -> SealedPeer:
        peer = self.peer(number)
        assert isinstance(peer, SealedPeer)
        return peer

    def inner(self) -> MemoryMirror:
        """The remote's own objects."""
        remote = self.remote
        return MemoryMirror(remote, remote.objects, remote.trees, remote.main)

    def at_the_remote(self) -> SealedMirror:
        """The remote's objects, as the member sees them that was there last."""
        inner = self.inner()
        for peer in self.peers:
            assert isinstance(peer, SealedPeer)
            mirror = peer.sealed(inner)
            with contextlib.suppress(KeyTrouble, Refused):
                mirror.ring_of(self.remote.main or "")
                return mirror
        raise AssertionError("no member is left")

    def texts_at_the_remote(self) -> set[bytes]:
        return texts_of(self.at_the_remote(), self.remote.main)

    def _files(self) -> dict[str, bytes]:
        mirror = self.at_the_remote()
        tree = mirror.tree(self.remote.main or "")
        texts = mirror.blobs(item.oid for item in tree.values())
        return {path: texts[item.oid] for path, item in tree.items()}

    def edit_on_the_web(self, *_: object, **__: object) -> None:
        """No rule here: a commit on a web page is refused, see `forge`."""

    @rule(machine=machines)
    def rotate(self, machine: int) -> None:
        peer = self.sealed_peer(machine)
        with contextlib.suppress(KeyTrouble, Unreachable):
            peer.members(self.now_ms).rotate()

    @rule(machine=machines, other=machines)
    def revoke(self, machine: int, other: int) -> None:
        peer, gone = self.sealed_peer(machine), self.sealed_peer(other)
        if peer is not gone:
            with contextlib.suppress(KeyTrouble, Unreachable):
                members = peer.members(self.now_ms)
                members.mirror.fetch()
                name = f"m{gone.number}"
                known = members.mirror.holder.newest
                if known and [a.name for a in known.about.values()].count(name) == 1:
                    members.revoke(name)

    @rule(machine=machines, step=st.integers(0, 4))
    def rotate_and_be_killed(self, machine: int, step: int) -> None:
        peer = self.sealed_peer(machine)
        peer.mirror.fuse.left = step
        with contextlib.suppress(Killed, KeyTrouble, Unreachable):
            peer.members(self.now_ms).rotate()
        peer.mirror.fuse.left = None

    @precondition(lambda self: self.remote.main)
    @rule(machine=machines, back=st.integers(1, 5))
    def show_an_old_state(self, machine: int, back: int) -> None:
        peer = self.sealed_peer(machine)
        known = peer.mirror.agreed_with
        honest = self.remote.main
        if any(other.said_purged() for other in self.peers):
            # An old state after a purge is refused too, but a machine that saw it
            # may go on refusing the honest one until a person accepts it.
            return
        old = honest
        for _ in range(back):
            parents = parse_commit(self.remote.objects[old or ""].data).parents
            old = parents[0] if parents else old
        if known is None or old is None or known in self.inner()._ancestors(old):
            return  # it has not seen anything newer, and cannot know
        self.remote.main = old
        self.refuses(peer)
        self.remote.main = honest

    @precondition(lambda self: self.remote.main)
    @rule(machine=machines, how=st.sampled_from(["swap", "drop", "repeat", "readme"]))
    def forge(self, machine: int, how: str) -> None:
        peer = self.sealed_peer(machine)
        honest = self.remote.main or ""
        head = parse_commit(self.remote.objects[honest].data)
        tree = dict(self.remote.trees[head.tree])
        places = sorted(path for path in tree if path.startswith("v1/n/"))
        message = head.message
        if how == "swap" and len(places) > 1:
            one, two = places[:2]
            tree[one], tree[two] = tree[two], tree[one]
        elif how == "drop":
            del tree[places[0]]
        elif how == "readme":
            self.remote.objects[blob_id(b"hello")] = Object("blob", b"hello")
            tree["README.md"] = Item(blob_id(b"hello"))
            message = "Update\n"
        top = tree_objects(tree)[-1].oid
        signed = f"memsync <memsync@localhost> {head.seconds} +0000"
        made = Object(
            "commit",
            f"tree {top}\nparent {honest}\nauthor {signed}\ncommitter {signed}\n\n"
            f"{message}".encode(),
        )
        self.remote.trees[top] = tree
        self.remote.objects[made.oid] = made
        self.remote.main = made.oid
        self.refuses(peer)
        self.remote.main = honest
        del self.remote.objects[made.oid]

    def refuses(self, peer: SealedPeer) -> None:
        """The round changes no file and pushes nothing; it says that it refuses."""
        files, main = peer.files(), self.remote.main
        try:
            peer.sync(self.now_ms)
        except (Refused, KeyTrouble):
            pass
        else:
            raise AssertionError("a cheating host was believed")
        assert peer.files() == files
        assert self.remote.main == main
        self.seen |= peer.history()
