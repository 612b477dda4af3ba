"""What becomes of one note's file at an agent: nothing that is not ours is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.outgoing import ours, sent

from memsync.agents.layouts.engines.one_file import (
    CHANGED,
    Rendered,
    path_of,
    plan_file,
)
from memsync.agents.layouts.engines.rules import RulesFolder
from memsync.agents.layouts.engines.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Change, FileChange, Outgoing

NEW = b"new\n"


def planned(
    folder: Path, note: Outgoing, used: set[str] | None = None
) -> tuple[Change, FileChange | None]:
    return plan_file(folder, note, "a.md", Rendered(NEW), used or set())


def test_a_file_is_created_where_there_is_none(tmp_path: Path) -> None:
    change, write = planned(tmp_path, ours("a"))
    assert (change.action, change.reason) == ("created", "")
    assert write is not None
    assert (write.data, write.expected, write.names) == (NEW, None, ("a",))
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(NEW)
    change, write = planned(tmp_path, ours("a"))
    assert (change.action, write) == ("unchanged", None)


def test_a_file_that_is_not_ours_is_a_conflict(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"theirs\n")
    change, write = planned(tmp_path, ours("a"))
    assert (change.action, change.reason) == (
        "conflict",
        "it is not memsync's: import it, or move it away",
    )
    assert write is None


def test_what_we_wrote_is_updated_until_somebody_changes_it(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"old\n")
    change, write = planned(tmp_path, sent(ours("a"), "a.md", b"old\n"))
    assert change.action == "updated"
    assert write is not None
    assert write.expected == b"old\n"
    (tmp_path / "a.md").write_bytes(b"edited there\n")
    change, write = planned(tmp_path, sent(ours("a"), "a.md", b"old\n"))
    assert (change.action, change.reason) == (
        "conflict",
        CHANGED,
    )
    assert write is None


def test_two_notes_do_not_go_to_one_file_on_any_system(tmp_path: Path) -> None:
    used: set[str] = {"other"}
    plan_file(tmp_path, ours("a"), "Note.md", Rendered(NEW), used)
    change, write = plan_file(tmp_path, ours("b"), "note.md", Rendered(NEW), used)
    assert (change.action, change.reason) == ("conflict", "another note goes there")
    assert write is None


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "elsewhere")
    change, write = planned(tmp_path, ours("a"))
    assert change.action == "refused"
    assert "symlink" in change.reason
    assert write is None


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    rendered = Rendered(NEW, refused="too long")
    change, write = plan_file(tmp_path, ours("a"), "a.md", rendered, set())
    assert (change.action, change.reason, write) == ("refused", "too long", None)


def test_a_note_goes_where_it_went_before() -> None:
    assert path_of(ours("a"), ".md", "memsync/") == "memsync/a.md"
    assert path_of(sent(ours("a"), "sub/b.md", b""), ".md") == "sub/b.md"


def test_a_tree_takes_notes_from_all_folders(tmp_path: Path) -> None:
    for path, data in (
        ("a.md", b"---\nname: a\ndescription: d\n---\n\nx\n"),
        ("sub/a.md", b"words\n"),
        ("sub/empty.md", b" \n"),
        ("b.txt", b"not wanted\n"),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    reading = Tree(endings=(".md",)).read(tmp_path, 100)
    assert [(f.source, f.name) for f in reading.found] == [
        ("a.md", "a"),
        ("sub/a.md", "sub-a"),
    ]
    assert reading.found[0].note == reading.found[0].raw
    assert [(u.source, u.reason) for u in reading.unfit] == [
        ("sub/empty.md", "it is empty")
    ]
    assert Tree().read(tmp_path, 100).found[-1].source == "sub/a.md"


def test_a_tree_writes_what_its_agent_takes(tmp_path: Path) -> None:
    engine = Tree(cap=60)
    short, long = ours("a", "x\n"), ours("b", "y" * 99)
    plan = engine.plan(tmp_path, [short, long])
    assert [(c.name, c.action) for c in plan.changes] == [
        ("a", "created"),
        ("b", "refused"),
    ]
    assert [file.data for file in plan.files] == [short.data]
    (tmp_path / "b.md").write_bytes(long.data)
    assert engine.seen(tmp_path).lost == ("b.md",)


def test_a_rule_has_its_agents_keys_and_loses_ours(tmp_path: Path) -> None:
    engine = RulesFolder(ending=".mdc", keys=("globs",), new={"globs": "*.py"})
    plan = engine.plan(tmp_path, [ours("a", "Do it.\n", type="user")])
    assert plan.changes[0].lost == ("type",)
    assert plan.files[0].path == "a.mdc"
    assert plan.files[0].data == (
        b"---\ndescription: about a\nglobs: *.py\n---\n\nDo it.\n"
    )
    given = engine.plan(tmp_path, [ours("b", "x\n", globs="'*.md'")]).files[0]
    assert b"globs: *.md\n" in given.data


def test_a_rule_without_frontmatter_begins_with_its_description(tmp_path: Path) -> None:
    engine = RulesFolder(has_description=False, title=True, prefix="memsync/")
    one, two = engine.plan(
        tmp_path, [ours("a", "Do it.\n"), ours("b", "# Own\n\nx\n")]
    ).files
    assert (one.path, one.data) == ("memsync/a.md", b"# about a\n\nDo it.\n")
    assert two.data == b"# Own\n\nx\n"


def test_the_agents_own_file_and_a_long_rule_are_not_written(tmp_path: Path) -> None:
    engine = RulesFolder(cap=40, foreign=("made.md",))
    plan = engine.plan(tmp_path, [ours("made"), ours("long", "x" * 50)])
    assert [change.action for change in plan.changes] == ["refused", "refused"]
    assert plan.changes[0].reason == "the agent makes this file itself: change it there"
    assert plan.files == []


def test_rules_are_read_with_a_name_each(tmp_path: Path) -> None:
    for path in ("a.mdc", "sub/a.mdc", "sub/b.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"---\nglobs: *.py\n---\nBody\n")
    found = RulesFolder(ending=".mdc").read(tmp_path, 100).found
    assert [(f.source, f.name) for f in found] == [("a.mdc", "a"), ("sub/a.mdc", "a-2")]
