"""A person's instruction file: the block between the marks is ours, all else is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.outgoing import ours

from memsync.agents.layouts.engines.block import EDITED, MarkedBlock
from memsync.agents.layouts.engines.rules import RulesFolder

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Outgoing, Plan

ENGINE = MarkedBlock(file="AGENTS.md", also=("OTHER.md",), name="instructions")


def exported(folder: Path, *notes: Outgoing, engine: MarkedBlock = ENGINE) -> Plan:
    """Plan, and write what is planned."""
    plan = engine.plan(folder, notes)
    for file in plan.files:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.data)
    return plan


def text(folder: Path) -> str:
    return (folder / "AGENTS.md").read_text()


def test_a_new_file_holds_the_block_alone(tmp_path: Path) -> None:
    plan = exported(tmp_path, ours("a", "Fact one.\n"))
    assert [(c.name, c.action) for c in plan.changes] == [("a", "created")]
    assert "Fact one." in text(tmp_path)
    assert ENGINE.read(tmp_path, 1000).found == []


def test_a_persons_text_stays_around_it(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("# Mine\n\nDo this.\n")
    exported(tmp_path, ours("a", "Fact one.\n"))
    assert text(tmp_path).startswith("# Mine\n\nDo this.\n")
    with (tmp_path / "AGENTS.md").open("a") as file:
        file.write("\nAnd that.\n")
    exported(tmp_path, ours("a", "Fact two.\n"))
    assert "Fact one." not in text(tmp_path)
    assert "Fact two." in text(tmp_path)
    assert text(tmp_path).endswith("And that.\n")
    (found,) = ENGINE.read(tmp_path, 1000).found
    assert found.name == "instructions"
    assert b"Do this." in found.raw
    assert b"Fact two." not in found.raw


def test_the_same_again_writes_nothing(tmp_path: Path) -> None:
    exported(tmp_path, ours("a"), ours("b"))
    again = ENGINE.plan(tmp_path, [ours("a"), ours("b")])
    assert [change.action for change in again.changes] == ["unchanged"] * 2
    assert again.files == []


def test_a_block_that_somebody_changed_is_a_conflict(tmp_path: Path) -> None:
    exported(tmp_path, ours("a", "Fact one.\n"))
    file = tmp_path / "AGENTS.md"
    file.write_text(text(tmp_path).replace("Fact one.", "Fact I."))
    plan = exported(tmp_path, ours("a", "Fact two.\n"))
    assert [(c.action, c.reason) for c in plan.changes] == [("conflict", EDITED)]
    assert "Fact I." in text(tmp_path)


@pytest.mark.parametrize("copies", [2, 3])
def test_marks_that_stand_there_twice_are_left_alone(
    tmp_path: Path, copies: int
) -> None:
    exported(tmp_path, ours("a"))
    (tmp_path / "AGENTS.md").write_text(text(tmp_path) * copies)
    before = text(tmp_path)
    plan = exported(tmp_path, ours("a", "Other.\n"))
    assert [change.action for change in plan.changes] == ["conflict"]
    assert text(tmp_path) == before


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a\0b\xff"])
def test_a_file_that_is_no_text_is_not_written(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "AGENTS.md").write_bytes(data)
    plan = exported(tmp_path, ours("a"))
    assert [(c.action, c.reason) for c in plan.changes] == [
        ("refused", "the file is not UTF-8")
    ]
    assert (tmp_path / "AGENTS.md").read_bytes() == data


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("theirs\n")
    (tmp_path / "AGENTS.md").symlink_to(tmp_path / "real")
    plan = exported(tmp_path, ours("a"))
    assert [change.action for change in plan.changes] == ["refused"]
    assert (tmp_path / "real").read_text() == "theirs\n"
    assert [u.reason for u in ENGINE.read(tmp_path, 99).unfit] == ["a symlink"]


def test_beyond_what_agents_read_it_warns_or_refuses(tmp_path: Path) -> None:
    long = ours("a", "x" * 500)
    plan = exported(tmp_path, long, engine=MarkedBlock(file="AGENTS.md", cap=100))
    ((said, hint),) = plan.warnings
    assert "agents read 100" in said
    assert hint == "export fewer notes with --only"
    strict = MarkedBlock(file="B.md", cap=100, strict=True)
    plan = strict.plan(tmp_path, [long])
    assert [c.reason for c in plan.changes] == ["the file would exceed its 100 bytes"]
    assert plan.files == []


def test_notes_beyond_the_room_are_named_in_a_line(tmp_path: Path) -> None:
    engine = MarkedBlock(file="AGENTS.md", room=100)
    exported(tmp_path, ours("a", "first " * 10), ours("b", "b" * 200), engine=engine)
    assert "first first" in text(tmp_path)
    assert "b" * 200 not in text(tmp_path)
    assert "about b" in text(tmp_path)


def test_rules_beside_the_file_are_notes_of_their_own(tmp_path: Path) -> None:
    rules = RulesFolder(ending=".md")
    engine = MarkedBlock(file="AGENTS.md", rules=rules, rules_folder="rules")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/style.md").write_text("Short.\n")
    (tmp_path / "AGENTS.md").write_text("Mine.\n")
    found = engine.read(tmp_path, 1000).found
    assert [(f.source, f.name) for f in found] == [
        ("AGENTS.md", "agents"),
        ("rules/style.md", "style"),
    ]
    seen = engine.seen(tmp_path)
    assert (seen.notes, seen.over) == (2, 0)


def test_a_file_too_long_for_a_note_is_named(tmp_path: Path) -> None:
    (tmp_path / "OTHER.md").write_text("x" * 50)
    (unfit,) = ENGINE.read(tmp_path, 40).unfit
    assert (unfit.source, unfit.action) == ("OTHER.md", "refused")
    assert "50 bytes are more than 40" in unfit.reason
