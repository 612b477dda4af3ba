"""What a hook adds to a prompt: whole notes, or their beginning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store, settings

from memsync.cli.hook.prompt import _key, _part, _size, main
from memsync.memory.note.names import Scope
from memsync.memory.note.note import Note
from memsync.memory.note.records import StoredNote
from memsync.retrieval.origins import Origins, Synced
from memsync.workspace.open import Opened
from memsync.workspace.place.spot import Spot

if TYPE_CHECKING:
    from memsync.memory.store.store import Store


def note(body: str, name: str = "port", scope: Scope = Scope.WORKSPACE) -> StoredNote:
    data = body.encode()
    return StoredNote(name, scope, f"/m/{name}.md", Note.parse(data), data)


def opened(*stores: Store, team: bool = False) -> Opened:
    """The memories that a prompt may get."""
    spot = Spot(Path("/r"), None, Path("/r/m"), False, False, team=team)
    there = {store.scope: store for store in stores}
    return Opened(
        root=None,
        workspace=there.get(Scope.WORKSPACE),
        user=there.get(Scope.USER),
        lite=None,
        warnings=(),
        settings=settings(),
        shared_with=(),
        spot=spot,
    )


def origins(tmp_path: Path, synced: Synced | None = None) -> Origins:
    store = make_store(tmp_path)
    return Origins(opened(store), [store], synced or Synced())


def test_a_note_that_fits_is_whole(tmp_path: Path) -> None:
    part = _part(note("Port 22.\n"), origins(tmp_path), lambda _: True)
    assert part == '<note name="port" scope="workspace">\nPort 22.\n</note>'


def test_a_note_from_elsewhere_says_so(tmp_path: Path) -> None:
    known = Synced(came=lambda scope, name, _: (scope, name) == ("workspace", "port"))
    part = _part(note("Port 22.\n"), origins(tmp_path, known), lambda _: True)
    assert part.startswith(
        '<note name="port" scope="workspace" from="another machine">'
    )


def test_a_note_that_is_too_long_is_cut_at_a_line(tmp_path: Path) -> None:
    long = note("The first line is here.\n" + "x" * 500)
    part = _part(long, origins(tmp_path), lambda new: _size(new) <= 200)
    assert "The first line is here.\n" in part
    assert "xx" not in part
    assert "the rest: memsync read port" in part


def test_a_note_of_which_nothing_fits_is_left_out(tmp_path: Path) -> None:
    part = _part(note("Port 22.\n"), origins(tmp_path), lambda new: _size(new) <= 20)
    assert part == ""


@given(st.integers(0, 400))
def test_no_part_is_larger_than_the_room(
    tmp_path_factory: pytest.TempPathFactory, room: int
) -> None:
    store = make_store(tmp_path_factory.mktemp("m"))
    found = Origins(opened(store), [store], Synced())
    body = "".join(f"über line {number}\n" for number in range(20))
    part = _part(note(body), found, lambda new: _size(new) <= room)
    assert _size(part) <= room


def test_sizes_are_in_bytes_and_no_text_is_without_one() -> None:
    assert _size("aé") == 3
    assert _size("\ud800") == 1


def test_notes_of_one_name_in_two_memories_are_two() -> None:
    assert _key(note("a")) == "workspace/port"
    assert _key(note("a", scope=Scope.USER)) == "user/port"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["hook"],
        ["hook", "session-start"],
        ["hook", "user-prompt", "--help"],
        ["hook", "user-prompt", "--agent"],
        ["hook", "user-prompt", "--agent", "pi", "more"],
        ["-q", "hook", "user-prompt"],
    ],
)
def test_other_command_lines_are_left_to_the_command(words: list[str]) -> None:
    assert not main(words)
