"""Members that change the keyring at once, and one that lost its own keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS
from support.memory_mirror import MemoryRemote
from support.sealed_peer import SealedPeer

from memsync.vault import stamp as stamps

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ACTS: dict[str, Callable[[SealedPeer], object]] = {
    "rotate": lambda peer: peer.members(START_MS).rotate(),
    "add": lambda peer: peer.members(START_MS).add_code(b"x" * 32, "code"),
    "revoke": lambda peer: peer.members(START_MS).revoke("recovery code"),
}


@pytest.fixture
def two(tmp_path: Path) -> tuple[SealedPeer, SealedPeer]:
    """Two members that have both seen the vault's one note."""
    remote = MemoryRemote()
    desk = SealedPeer(tmp_path / "desk", 0, remote)
    laptop = SealedPeer(tmp_path / "laptop", 1, remote)
    desk.write("auth", b"---\nname: auth\n---\n\none\n")
    for peer in (desk, laptop, desk):
        peer.sync(START_MS)
    return desk, laptop


@pytest.mark.parametrize("slower", ACTS)
@pytest.mark.parametrize("faster", ACTS)
def test_of_two_changes_at_once_one_comes_first_and_the_other_sees_it(
    two: tuple[SealedPeer, SealedPeer], slower: str, faster: str
) -> None:
    desk, laptop = two
    done: list[object] = []
    desk.mirror.meanwhile = lambda: done.append(ACTS[faster](laptop))
    done.append(ACTS[slower](desk))
    if slower == faster == "rotate":
        assert done == [True, False]
    for peer in (desk, laptop, desk):
        peer.write(f"of-{peer.number}", b"---\nname: x\n---\n\none\n")
        peer.sync(START_MS + 1000)
    assert desk.files() == laptop.files()
    assert desk.mirror.main == laptop.mirror.main
    pins = [peer.store.pins() for peer in two]
    assert [p and p.number for p in pins] == [p and p.number for p in pins[::-1]]


def test_a_change_of_keys_below_another_machines_work_is_not_made_twice(
    two: tuple[SealedPeer, SealedPeer], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, laptop = two
    publish = desk.mirror.publish

    def and_then_another(tip: str, limit: float) -> bool:
        done = publish(tip, limit)
        laptop.write("late", b"---\nname: late\n---\n\none\n")
        laptop.sync(START_MS + 1000)
        return done

    monkeypatch.setattr(desk.mirror, "publish", and_then_another)
    desk.members(START_MS).add_code(b"x" * 32, "one")
    ring = desk.sealed().ring_of(desk.mirror.remote.main or "")
    assert [about.name for about in ring.about.values()].count("one") == 1


def test_a_machine_that_lost_its_keys_goes_on_counting_its_saves(
    two: tuple[SealedPeer, SealedPeer],
) -> None:
    desk, laptop = two
    for number in range(3):
        desk.write("auth", b"---\nname: auth\n---\n\n%d\n" % number)
        desk.sync(START_MS + 1000 * number)
    desk.write("auth", b"---\nname: auth\n---\n\nunsent\n")
    desk.remote.online = False
    desk.sync(START_MS + 8000)
    desk.remote.online = True
    desk.lose_keys()
    desk.enter(START_MS + 9000)
    desk.write("auth", b"---\nname: auth\n---\n\nlast\n")
    desk.sync(START_MS + 10000)
    laptop.sync(START_MS + 10000)
    mirror = laptop.sealed()
    numbers = []
    for oid in mirror.between(laptop.mirror.main or "", []):
        data = stamps.stamp_in(mirror.inner.commits([oid])[oid].message) or b""
        stamp = stamps.read(mirror.holder.cipher(stamps.epoch_of(data)), data)
        if stamp.clock.endswith("00000001") and stamp.seq is not None:
            numbers.append(stamp.seq)
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
