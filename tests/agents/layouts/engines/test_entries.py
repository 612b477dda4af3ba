"""Files of many entries: each is a note, known by its words and not by its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.outgoing import ours, sent

from memsync.agents.layouts.engines.chunks import Chunk, EntriesText
from memsync.agents.layouts.engines.entries import Content, EntriesFile, Written
from memsync.agents.layouts.engines.text import plain_body

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Outgoing, Plan


def split(content: str) -> list[Chunk]:
    """Each line is an entry; a blank one belongs to the one before."""
    found: list[Chunk] = []
    for line in content.splitlines(keepends=True):
        if line.strip() or not found:
            found.append(Chunk(line, line.strip()))
        else:
            found[-1] = found[-1]._replace(raw=found[-1].raw + line)
    return [chunk for chunk in found if chunk.core]


def joined(before: str, core: str) -> str:
    return before + ("" if not before or before.endswith("\n") else "\n") + core + "\n"


def written(note: Outgoing) -> Written:
    body = plain_body(note.note).strip()
    refused = "an entry is one line" if "\n" in body else ""
    return Written(body, refused=refused)


ENGINE = EntriesFile(
    wanted=lambda path: path == "facts.md",
    split=split,
    content=lambda core, _: Content(core),
    write=written,
    place=lambda _: "facts.md",
    joined=joined,
    cap=lambda _: 60,
    most=3,
)


def exported(folder: Path, *notes: Outgoing) -> Plan:
    plan = ENGINE.plan(folder, notes)
    for file in plan.files:
        (folder / file.path).write_bytes(file.data)
    return plan


def put(folder: Path, text: str) -> None:
    (folder / "facts.md").write_text(text)


def test_each_entry_is_a_note(tmp_path: Path) -> None:
    put(tmp_path, "The port is 80.\n\nWe use tabs.\n")
    found = ENGINE.read(tmp_path, 100).found
    assert [(f.source, f.name) for f in found] == [
        ("facts.md#1", "facts-the-port-is-80"),
        ("facts.md#2", "facts-we-use-tabs"),
    ]
    assert b"".join(f.raw for f in found) == (tmp_path / "facts.md").read_bytes()
    assert found[0].identity == b"The port is 80."


def test_a_single_entry_is_called_as_its_file(tmp_path: Path) -> None:
    put(tmp_path, "The port is 80.\n")
    assert [f.name for f in ENGINE.read(tmp_path, 100).found] == ["facts"]


def test_an_entry_is_added_changed_and_left(tmp_path: Path) -> None:
    put(tmp_path, "Theirs.\n")
    plan = exported(tmp_path, ours("a", "Ours.\n"))
    assert [change.action for change in plan.changes] == ["created"]
    assert (tmp_path / "facts.md").read_text() == "Theirs.\nOurs.\n"
    changed = sent(ours("a", "Ours, new.\n"), "facts.md", b"Ours.")
    assert [c.action for c in exported(tmp_path, changed).changes] == ["updated"]
    assert (tmp_path / "facts.md").read_text() == "Theirs.\nOurs, new.\n"
    again = exported(tmp_path, changed)
    assert [c.action for c in again.changes] == ["unchanged"]
    assert again.files == []


def test_what_was_changed_there_is_a_conflict(tmp_path: Path) -> None:
    put(tmp_path, "Edited by the agent.\n")
    note = sent(ours("a", "Ours, new.\n"), "facts.md", b"Ours.")
    (change,) = exported(tmp_path, note).changes
    assert (change.action, change.reason) == (
        "conflict",
        "it was changed or removed there since: import it, or forget the note",
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("x" * 70, "'facts.md' takes 60 characters, and has no room for it"),
        ("two\nlines", "an entry is one line"),
    ],
)
def test_what_the_file_does_not_take_is_refused(
    tmp_path: Path, body: str, reason: str
) -> None:
    (change,) = exported(tmp_path, ours("a", body)).changes
    assert (change.action, change.reason) == ("refused", reason)
    assert not (tmp_path / "facts.md").exists()


def test_a_file_takes_so_many_entries(tmp_path: Path) -> None:
    put(tmp_path, "1\n2\n")
    plan = exported(tmp_path, ours("a", "3"), ours("b", "4"))
    assert [c.action for c in plan.changes] == ["created", "refused"]
    assert plan.changes[1].reason == "'facts.md' takes 3 entries"


def test_a_byte_order_mark_belongs_to_the_first_entry() -> None:
    chunks = ENGINE.chunks("\ufeffone\ntwo\n")
    assert [chunk.core for chunk in chunks] == ["one", "two"]
    assert "".join(chunk.raw for chunk in chunks) == "\ufeffone\ntwo\n"
    assert ENGINE.identities("\ufeffone\n".encode()) == (b"one",)


def test_a_file_that_is_no_text_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "facts.md").write_bytes(b"\xff")
    assert [u.reason for u in ENGINE.read(tmp_path, 99).unfit] == ["it is not UTF-8"]
    (change,) = exported(tmp_path, ours("a")).changes
    assert (change.action, change.reason) == ("refused", "the file is not UTF-8")


LINES = st.lists(st.sampled_from(["one", "two", "three", ""]), max_size=6).filter(
    lambda lines: lines[:1] != [""]
)


@given(LINES, st.sampled_from(["one", "two", "nine"]))
def test_replacing_an_entry_leaves_all_others(lines: list[str], old: str) -> None:
    before = "".join(f"{line}\n" for line in lines)
    file = EntriesText(before, split, joined)
    file.replace(old, "new")
    assert file.text() == before.replace(old, "new", 1)
    assert file.has("new") is (old in lines)
