"""What the state machine once found, each as a story of its own."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.fleet import SECRET, START_MS, Peer
from support.kill_points import Killed
from support.memory_mirror import MemoryRemote

from memsync.files.lock import Held
from memsync.sync.state.state import load, save
from memsync.sync.tree.layout import blob_id
from memsync.sync.verbs.release import held, release

if TYPE_CHECKING:
    from pathlib import Path

HEAD = b"---\nname: a\ndescription: d\n---\n\n"


@pytest.fixture
def fleet(tmp_path: Path) -> list[Peer]:
    remote = MemoryRemote()
    return [Peer(tmp_path / f"m{n}", n, remote) for n in range(2)]


def settle(fleet: list[Peer]) -> None:
    for _ in range(3):
        for peer in fleet:
            peer.sync(START_MS)


def test_a_second_note_whose_name_differs_by_case_is_held(fleet: list[Peer]) -> None:
    desk, laptop = fleet
    desk.write("Auth", HEAD + b"first\n")
    settle(fleet)
    desk.write("auth", HEAD + b"second\n")
    settle(fleet)
    assert desk.held() == {"auth"}
    assert laptop.files() == {"Auth": HEAD + b"first\n"}


def test_a_note_held_for_its_name_is_sent_once_the_other_is_gone(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    desk.write("auth", HEAD + b"first\n")
    settle(fleet)
    desk.write("Auth", HEAD + b"second\n")
    laptop.delete("auth")
    settle(fleet)
    assert desk.files() == laptop.files() == {"Auth": HEAD + b"second\n"}


def test_a_machine_that_lost_its_state_saves_what_it_has_as_it_is(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    desk.write("a", HEAD + b"one\n")
    settle(fleet)
    own = HEAD.replace(b"\n", b"\r\n") + b"one\r\nmore\n"
    laptop.lose_state(mirror=False)
    laptop.write("a", own)
    settle(fleet)
    assert desk.files() == laptop.files() == {"a": HEAD + b"one\nmore\n"}
    assert own in desk.history()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_each_machine_keeps_its_line_endings_and_its_mark(
    fleet: list[Peer], mark: bytes
) -> None:
    desk, laptop = fleet
    desk.write("a", HEAD + b"one\n")
    settle(fleet)
    laptop.write("a", mark + (HEAD + b"one\n").replace(b"\n", b"\r\n"))
    laptop.write("MEMORY", b"# Memory\r\n\r\n- [[a]]: d\r\n")
    before = desk.mirror.main
    settle(fleet)
    assert desk.files()["a"] == HEAD + b"one\n"
    assert desk.files()["MEMORY"] == b"# Memory\n\n- [[a]]: d\n"
    assert (
        desk.mirror.tree(before or "")["user/a.md"]
        in desk.mirror.tree(desk.mirror.main or "").values()
    )
    desk.write("a", HEAD + b"one\ntwo\n")
    desk.write("b", HEAD + b"new\n")
    desk.write("MEMORY", b"# Memory\n\n- [[a]]: d\n- [[b]]: d\n")
    settle(fleet)
    assert laptop.files() == {
        "a": mark + (HEAD + b"one\ntwo\n").replace(b"\n", b"\r\n"),
        "b": HEAD + b"new\n",
        "MEMORY": b"# Memory\r\n\r\n- [[a]]: d\r\n- [[b]]: d\r\n",
    }
    assert not desk.sync(START_MS).changed
    assert not laptop.sync(START_MS).changed


def test_mixed_line_endings_arrive_byte_for_byte(fleet: list[Peer]) -> None:
    desk, laptop = fleet
    mixed = b"one\r\ntwo\nthree\r"
    desk.write("a", mixed)
    settle(fleet)
    assert laptop.files() == {"a": mixed}
    laptop.write("a", mixed + b"\nfour\n")
    settle(fleet)
    assert desk.files() == {"a": mixed + b"\nfour\n"}


def test_deleting_a_note_that_was_held_deletes_it_nowhere_else(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    desk.write("a", HEAD + b"SECRET\n")
    laptop.write("a", HEAD + b"mine\n")
    settle(fleet)
    assert desk.files() == {"a": HEAD + b"SECRET\n"}
    desk.delete("a")
    settle(fleet)
    assert desk.files() == laptop.files() == {"a": HEAD + b"mine\n"}


def test_a_note_that_is_let_go_long_after_it_was_read_is_sent_whole(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    for peer in fleet:
        peer.drift_ms = 20 * 365 * 86_400_000  # so that no file is young any more
    note = b"A note with a " + SECRET + b"\n"
    desk.write("auth", note)
    desk.write("tea", HEAD + b"first\n")
    for moment in range(3):
        desk.sync(START_MS + moment)
    assert desk.held() == {"auth"}
    state = load(desk.vault)
    save(desk.vault, replace(state, released={"auth": blob_id(note)}), Held())
    assert desk.sync(START_MS + 5).sent == ["auth"]
    laptop.sync(START_MS + 6)
    assert laptop.files()["auth"] == note


def test_a_machine_that_lost_its_state_brings_no_purged_text_back(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    private = HEAD + b"private\n"
    desk.write("a", HEAD + b"one\ntwo\n")
    desk.write("b", private)
    settle(fleet)
    laptop.lose_state(mirror=False)
    laptop.write("a", HEAD + b"one\nTWO\n")
    desk.write("a", HEAD + b"ONE\ntwo\n")
    desk.purge("b", START_MS)
    settle(fleet)
    for peer in fleet:
        assert peer.files().keys() == {"a"}
        assert private not in peer.history() | peer.archived()
        assert b"TWO" in b"".join(peer.history())
    desk.write("b", HEAD + b"another\n")
    settle(fleet)
    assert laptop.files()["b"] == HEAD + b"another\n"


@pytest.mark.parametrize("step", range(14))
def test_a_purge_that_is_killed_anywhere_is_mended_by_the_next_rounds(
    fleet: list[Peer], step: int
) -> None:
    desk = fleet[0]
    desk.write("a", HEAD + b"kept\n")
    desk.write("b", HEAD + b"private\n")
    settle(fleet)
    desk.mirror.kill_point.left = step
    with contextlib.suppress(Killed):
        desk.purge("b", START_MS)
    desk.mirror.kill_point.left = None
    begun = desk.said_purged()
    settle(fleet)
    for peer in fleet:
        assert peer.files()["a"] == HEAD + b"kept\n"
        if begun:
            assert HEAD + b"private\n" not in peer.history() | peer.archived()
            assert "b" not in peer.files()


def test_an_unsent_edit_of_what_was_purged_goes_when_a_person_says_so(
    fleet: list[Peer],
) -> None:
    desk, laptop = fleet
    desk.write("a", HEAD + b"kept\n")
    desk.write("b", HEAD + b"private\n")
    settle(fleet)
    laptop.write("b", HEAD + b"private\nmore\n")
    desk.purge("b", START_MS)
    settle(fleet)
    assert laptop.held() == {"b"}
    assert "b" not in desk.files()
    release(laptop.context(START_MS), held(laptop.context(START_MS), "b"))
    settle(fleet)
    assert not laptop.held()
    assert desk.files()["b"] == HEAD + b"private\nmore\n"
