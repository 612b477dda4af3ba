"""A machine that is copied with its id, in any order of saves, rounds and kills."""

from __future__ import annotations

import contextlib
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from support.fleet import START_MS, Peer
from support.kill_points import FaultyMirror, Killed
from support.memory_mirror import MemoryRemote

from memsync.sync.state.machine import machine_id, must_say
from memsync.sync.tree.clock import Who
from memsync.sync.tree.machines import machines

if TYPE_CHECKING:
    from memsync.sync.round.context import RoundContext


class Own(Peer):
    """A machine whose id is in its state folder, as on a disk."""

    def context(self, now_ms: int) -> RoundContext:
        context = super().context(now_ms)
        id_, says = machine_id(self.vault), must_say(self.vault)
        who = Who(id_, context.who.now_ms, f"machine{self.number}", says)
        return replace(context, who=who)

    def copy(self, folder: Path) -> Own:
        """The whole machine, as `cp -a` of its disk makes it."""
        twin = Own(folder, self.number, self.remote)
        for here, there in (
            (self.vault.folder, twin.vault.folder),
            (self.memory.folder, twin.memory.folder),
        ):
            if here.exists():
                shutil.copytree(here, there, dirs_exist_ok=True)
        own = self.mirror
        twin.mirror = FaultyMirror(
            self.remote, {**own.objects}, {**own.trees}, own.main, own.agreed_with
        )
        return twin

    @property
    def id(self) -> str:
        return machine_id(self.vault)

    def listed(self) -> dict[str, str]:
        """The machines in the history here, by name."""
        tip = self.mirror.main
        assert tip is not None
        found = machines(self.mirror.commits(self.mirror.between(tip, ())))
        return {each.name: each.id for each in found.values() if not each.forgotten}


_acts = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(["write", "sync", "sync", "offline", "killed"]),
        st.integers(0, 14),
    ),
    max_size=12,
)


class Scene:
    """A desk and a laptop, which is copied at some time."""

    def __init__(self, folder: Path) -> None:
        self.remote = MemoryRemote()
        self.peers = [Own(folder / f"m{n}", n, self.remote) for n in range(2)]
        self.folder = folder
        self.now_ms = START_MS
        self.written: set[str] = set()

    def copy_the_laptop(self, drift_ms: int) -> None:
        twin = self.peers[1].copy(self.folder / "twin")
        twin.drift_ms = drift_ms
        self.peers.append(twin)

    def act(self, machine: int, what: str, step: int) -> None:
        self.now_ms += 1000
        peer = self.peers[min(machine, len(self.peers) - 1)]
        if what == "write":
            name = f"note{self.now_ms}"
            peer.write(name, b"of %d\n" % self.now_ms)
            self.written.add(name)
            return
        self.remote.online = what != "offline"
        peer.mirror.kill_point.left = step if what == "killed" else None
        with contextlib.suppress(Killed):
            peer.sync(self.now_ms)
        peer.mirror.kill_point.left = None
        self.remote.online = True

    def settle(self) -> None:
        """Each machine writes and syncs, until all agree."""
        for number, _ in enumerate(self.peers):
            self.act(number, "write", 0)
        for _ in range(4):
            for number, _ in enumerate(self.peers):
                self.act(number, "sync", 0)


@settings(max_examples=50, deadline=None)
@given(_acts, _acts, st.integers(-7_200_000, 7_200_000))
def test_two_copies_end_with_two_ids_and_all_notes(
    before: list[tuple[int, str, int]],
    after: list[tuple[int, str, int]],
    drift_ms: int,
) -> None:
    with TemporaryDirectory() as folder:
        scene = Scene(Path(folder))
        for act in before:
            scene.act(*act)
        scene.peers[1].sync(scene.now_ms)
        first = scene.peers[1].id
        scene.copy_the_laptop(drift_ms)
        for act in after:
            scene.act(*act)
        scene.settle()
        desk, *twins = scene.peers
        ids = {twin.id for twin in twins}
        assert len(ids) == 2
        assert first in ids
        names = {"machine0": desk.id, "machine1": first}
        (other,) = ids - {first}
        for peer in scene.peers:
            assert peer.listed() == {**names, "machine1-2": other}
            assert scene.written <= peer.files().keys()
            assert not must_say(peer.vault)
        assert len({peer.mirror.main for peer in scene.peers}) == 1
        scene.now_ms += 1000
        assert not any(peer.sync(scene.now_ms).changed for peer in scene.peers)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 1),
            st.sampled_from(
                ["write", "write", "sync", "sync", "offline", "killed", "lose"]
            ),
            st.integers(0, 14),
        ),
        max_size=25,
    )
)
def test_no_machine_takes_itself_for_a_copy(acts: list[tuple[int, str, int]]) -> None:
    with TemporaryDirectory() as folder:
        scene = Scene(Path(folder))
        ids = [peer.id for peer in scene.peers]
        for machine, what, step in acts:
            peer = scene.peers[machine]
            if what != "lose":
                scene.act(machine, what, step)
            elif step % 2:
                peer.mirror = FaultyMirror(scene.remote)
            else:
                peer.vault.state_file.unlink(missing_ok=True)
        scene.settle()
        assert [peer.id for peer in scene.peers] == ids
        assert set(scene.peers[0].listed().values()) == set(ids)
