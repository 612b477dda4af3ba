"""The list of the files that a round had brought when it was killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.files.lock import Held
from memsync.sync.state.brought import Brought, add, begin, load, with_brought
from memsync.sync.state.state import Base, State

if TYPE_CHECKING:
    from pathlib import Path

TIP, OLD = "1" * 40, "2" * 40


def test_a_list_is_of_one_commit_and_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "brought"
    assert load(file) is None
    begin(file, OLD, Held())
    add(file, "user/a.md")
    begin(file, TIP, Held())
    for path in ("user/b.md", "user/caf\u00e9.md"):
        add(file, path)
    assert load(file) == Brought(TIP, {"user/b.md", "user/caf\u00e9.md"})


def test_a_line_that_was_cut_off_is_no_file(tmp_path: Path) -> None:
    file = tmp_path / "brought"
    file.write_text(f"{TIP}\nuser/a.md\nuser/b")
    assert load(file) == Brought(TIP, {"user/a.md"})
    for damaged in ("", "\0\0\0", TIP):
        file.write_text(damaged)
        found = load(file)
        assert found is not None
        assert found.paths == frozenset()


def test_what_was_brought_is_as_the_commit_has_it() -> None:
    left = {"user/a.md": None, "user/b.md": OLD}
    state = State(base=Base(TIP, left), projects={"projects/p": Base(OLD, left)})
    now = with_brought(state, Brought(TIP, {"user/a.md"}))
    assert now.base == Base(TIP, {"user/b.md": OLD})
    assert now.projects == state.projects
