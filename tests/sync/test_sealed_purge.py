"""Changes of keys by a machine that has not heard of a purge yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS
from support.kill_points import Killed
from support.memory_mirror import MemoryRemote
from support.sealed_peer import SealedPeer

from memsync.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _come_back(peer: SealedPeer) -> None:
    peer.lose_keys()
    peer.enter(START_MS + 2000)


CHANGES: dict[str, Callable[[SealedPeer], object]] = {
    "none": lambda peer: peer,
    "rotate": lambda peer: peer.members(START_MS + 2000).rotate(),
    "add": lambda peer: peer.members(START_MS + 2000).add_code(b"x" * 32, "code"),
    "import": _come_back,
}


@pytest.fixture
def two(tmp_path: Path) -> tuple[SealedPeer, SealedPeer]:
    """Two members that have both seen the notes that one is to be purged from."""
    remote = MemoryRemote()
    desk = SealedPeer(tmp_path / "desk", 0, remote)
    laptop = SealedPeer(tmp_path / "laptop", 1, remote)
    for name in ("private", "keep"):
        desk.write(name, b"---\nname: %s\n---\n\nmy neighbour\n" % name.encode())
    for peer in (desk, laptop, desk):
        peer.sync(START_MS)
    return desk, laptop


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("unsent", [False, True], ids=["all sent", "unsent"])
def test_a_purged_note_goes_also_where_the_keys_were_changed_first(
    two: tuple[SealedPeer, SealedPeer], change: str, *, unsent: bool
) -> None:
    desk, laptop = two
    if unsent:
        laptop.write("own", b"---\nname: own\n---\n\nnot sent yet\n")
        desk.remote.online = False
        laptop.sync(START_MS + 500)
        desk.remote.online = True
    desk.purge("private", START_MS + 1000)
    CHANGES[change](laptop)
    for peer in (laptop, desk, laptop):
        peer.sync(START_MS + 3000)
    wanted = {"keep", "own"} if unsent else {"keep"}
    assert set(laptop.files()) == set(desk.files()) == wanted
    assert laptop.held() == set()
    assert laptop.mirror.main == desk.mirror.main == desk.remote.main
    assert not any(b"name: private" in text for text in laptop.history())


def test_an_unsent_edit_of_a_purged_note_stays_where_the_keys_were_changed_first(
    two: tuple[SealedPeer, SealedPeer],
) -> None:
    desk, laptop = two
    desk.purge("private", START_MS + 1000)
    laptop.write("private", b"---\nname: private\n---\n\nmy own words\n")
    laptop.members(START_MS + 2000).rotate()
    laptop.sync(START_MS + 3000)
    assert laptop.held() == {"private"}
    assert set(laptop.files()) == {"keep", "private"}


def test_a_host_that_goes_back_to_before_that_change_is_refused(
    two: tuple[SealedPeer, SealedPeer],
) -> None:
    desk, laptop = two
    old = dict(desk.remote.objects), dict(desk.remote.trees), desk.remote.main
    desk.purge("private", START_MS + 1000)
    purged = dict(desk.remote.objects), dict(desk.remote.trees), desk.remote.main
    laptop.members(START_MS + 2000).rotate()
    for objects, trees, main in (old, purged):
        desk.remote.objects, desk.remote.trees, desk.remote.main = objects, trees, main
        with pytest.raises(Refused, match="was rewound"):
            laptop.bare_round(START_MS + 3000)
        with pytest.raises(Refused, match="was rewound"):
            laptop.members(START_MS + 3000).rotate()


@pytest.mark.parametrize("offline", [False, True])
def test_a_machine_that_was_killed_before_it_pinned_a_purge_goes_on(
    two: tuple[SealedPeer, SealedPeer],
    monkeypatch: pytest.MonkeyPatch,
    *,
    offline: bool,
) -> None:
    desk, laptop = two
    desk.purge("private", START_MS + 1000)
    agree = laptop.mirror.advance

    def and_die(tip: str, expected: str | None, agreed: str | None = None) -> None:
        agree(tip, expected, agreed)
        if agreed:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(laptop.mirror, "advance", and_die)
        with pytest.raises(Killed):
            laptop.sync(START_MS + 2000)
    desk.remote.online = not offline
    laptop.sync(START_MS + 3000)
    desk.remote.online = True
    laptop.write("own", b"---\nname: own\n---\n\nmine\n")
    for peer in (laptop, desk, laptop):
        assert peer.bare_round(START_MS + 4000).trouble is None
    assert set(laptop.files()) == set(desk.files()) == {"keep", "own"}
    assert laptop.held() == set()
