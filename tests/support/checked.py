"""What must hold on several machines, whatever they did."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis.stateful import RuleBasedStateMachine

from memsync.errors import Refused, Unreachable
from memsync.sync.folder.naming import rivals
from memsync.sync.merge.canonical import canonical
from memsync.sync.merge.notes import mergeable
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.layout import (
    Kind,
    agent_of,
    blob_id,
    label,
    note_path,
    place,
    unlabel,
)
from memsync.sync.tree.names import twins
from support.fleet import SECRET, START_MS, Peer, texts_reached
from support.kill_points import Killed
from support.memory_mirror import MemoryRemote

if TYPE_CHECKING:
    from collections.abc import Iterable

PRIVATE = "private"


class Checked(RuleBasedStateMachine):
    """Machines and a remote, and what to look at after each of their rounds."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="fleet-", dir=_fast_folder()))
        self.remote = MemoryRemote()
        self.peers: list[Peer] = []
        self.now_ms = START_MS
        self.seen: set[bytes] = set()
        self.sound = True
        self.joined = False
        self.settled: dict[str, bytes] = {}
        self.touched: dict[str, set[str]] = {}
        self.latest: dict[str, bytes | None] = {}
        """What was last written of each note since all agreed, by anybody."""
        self.apart: set[str] = set()
        """Notes that somebody wrote who had not seen what was the latest then."""
        self.secrets: set[bytes] = set()
        """The lines of the note that is purged now and then, since it was last."""
        self.purged: set[bytes] = set()
        """Those that nobody may have any more."""
        self.forgetful: set[int] = set()
        """Machines that may have old versions in the archive, not knowing their age."""

    def touch(self, name: str, what: str) -> None:
        self.touched.setdefault(name, set()).add(what)

    def note_edit(self, name: str, before: bytes | None, after: bytes | None) -> None:
        """Somebody who saw one text of a note made another of it."""
        known = self.latest.get(name, self.settled.get(name))
        if (before and canonical(before)) != (known and canonical(known)):
            self.apart.add(name)
        self.latest[name] = after and canonical(after)

    def run_purge(self, peer: Peer) -> None:
        self.touch(PRIVATE, "purge")
        files = peer.files()
        files.pop(PRIVATE, None)
        before = set(peer.said_purged().splitlines())
        with contextlib.suppress(Killed, Unreachable):
            peer.purge(PRIVATE, self.now_ms)
        new = set(peer.said_purged().splitlines()) - before
        if any(b"-%08x " % (peer.number + 1) in line for line in new):
            # Else there was nothing of it here, or it was killed before it began. What
            # another machine purged came in with the round.
            self.purged |= self.secrets
            self.secrets.clear()
        kept = set(peer.files().values()) | peer.archived() | peer.history()
        assert set(files.values()) <= kept
        self.seen |= peer.history()

    def without_private(self, texts: Iterable[bytes]) -> set[bytes]:
        """Those that no purge takes out."""
        return {text for text in texts if b"\nprivate " not in text}

    def run_round(self, peer: Peer, written: str = "") -> bool:
        """Run a round and check that no file of before is lost by it.

        Except that of a held note which an agent has `written` over meanwhile:
        nobody but the folder has it, and memsync did not touch it. Of another
        one the history has the text, though not always this machine's line ends.
        """
        files = peer.files()
        try:
            changed = peer.sync(self.now_ms).changed
        except (Killed, Unreachable):
            changed = True
        except Refused:
            if not peer.mirror.refused:
                raise
            changed = True
        kept = set(peer.files().values()) | peer.archived() | peer.history()
        if written in peer.held() or canonical(files.get(written, b"")) in kept:
            files.pop(written, None)
        assert self.without_private(files.values()) <= kept
        assert not peer.litter()
        self.seen |= peer.history()
        return changed

    def texts_at_the_remote(self) -> set[bytes]:
        """Every text in the history of the remote's main."""
        return texts_reached(self.remote, self.remote.main)

    def _files(self) -> dict[str, bytes]:
        """The remote's files by their paths."""
        main = self.remote.main
        if main is None:
            return {}
        top = parse_commit(self.remote.objects[main].data).tree
        tree = self.remote.trees[top]
        return {path: self.remote.objects[item.oid].data for path, item in tree.items()}

    def _notes(self) -> dict[str, bytes]:
        return {
            label(path): data
            for path, data in self._files().items()
            if place(path).kind in (Kind.NOTE, Kind.LOG)
        }

    def check_agreement(self) -> None:
        sent = {path_of(name): blob_id(data) for name, data in self._notes().items()}
        for peer in self.peers:
            assert peer.mirror.main == self.remote.main
            held = peer.held()
            local = {
                path_of(name): blob_id(canonical(data))
                for name, data in peer.files().items()
                if name not in held and not name.endswith("MEMORY")
            }
            here = {
                path: oid
                for path, oid in sent.items()
                if label(path) not in held and place(path).home in peer.homes
            }
            assert local == here
            collide = rivals_of(peer)
            for name, data in peer.files().items():
                if name in held - {PRIVATE, *collide, *collide.values()}:
                    assert SECRET in data
            for home in peer.homes:
                index = note_path(home, "MEMORY")
                if index in self._files():
                    assert label(index) in peer.files()
        if self.sound:
            assert all(map(mergeable, self._notes().values()))
        for data in self._notes().values():
            assert b"<<<<<<<" not in data

    def check_history(self) -> None:
        """Whatever any round committed is still reached from the remote."""
        reached = self.texts_at_the_remote()
        assert not any(SECRET in data for data in reached)
        assert self.without_private(self.seen) <= reached
        self.check_purged(reached)

    def check_purged(self, reached: set[bytes]) -> None:
        """What was purged is nowhere but in an unsent edit that is held."""
        assert not self.purged_in(reached)
        for peer in self.peers:
            assert not self.purged_in(peer.history())
            if peer.number not in self.forgetful:
                assert not self.purged_in(peer.archived())
            if PRIVATE not in peer.held():
                assert not self.purged_in(peer.files().values())

    def purged_in(self, texts: Iterable[bytes]) -> list[bytes]:
        return [text for text in texts if self.purged & set(text.splitlines(True))]

    def check_deletions(self) -> None:
        """What was only deleted is gone; what nobody touched is as it was."""
        if self.joined or any("rename" in what for what in self.touched.values()):
            return
        now = self._notes()
        for name, data in self.settled.items():
            what = self.touched.get(name, set())
            if what == {"delete"}:
                assert name not in now, f"{name} came back"
            elif not what:
                assert now.get(name) == data, f"{name} changed by itself"

    def check_latest(self) -> None:
        """A note that nobody changed behind another's back is as it was last written.

        That holds for deleted ones, too, and whatever stopped the rounds in between.
        """
        if self.joined:
            return
        now = self._notes()
        unsent = {name for peer in self.peers for name in peer.held()}
        every = [name.lower() for name in {*self.latest, *self.settled}]
        for name, text in self.latest.items():
            usual = self.touched.get(name, {"index"}) <= {"write", "delete"}
            alone = every.count(name.lower()) == 1
            if usual and alone and name not in self.apart | unsent:
                assert now.get(name) == text, f"{name} is not as it was last written"


def rivals_of(peer: Peer) -> dict[str, str]:
    """Notes that collide with others of their memory on some machines, by label."""
    found = twins([name for name in peer.files() if "/" not in name])
    for home in filter(agent_of, peer.homes):
        own = label(f"{home}/")
        names = [n.removeprefix(own) for n in peer.files() if n.startswith(own)]
        for one, other in rivals(home, names, list).items():
            found[own + one] = own + other
    return found


def path_of(name: str) -> str:
    """Where the note of a label lies in the tree."""
    return note_path(*unlabel(name))


def _fast_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 -- no fsync there
