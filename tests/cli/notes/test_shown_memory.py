"""`show`: a memory and a note, as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.memories import NOW, make_store

from memsync.cli.notes.show import _note_text, _overview_text
from memsync.memory.store.store import read_first

if TYPE_CHECKING:
    from pathlib import Path

FOUND = {
    "scope": "user",
    "memory": "/memory",
    "index": "# Memory Index\n\n- [[port]]: 8080\n",
    "notes": [
        {"name": "port", "type": None, "description": "8080"},
        {"name": "auth", "type": None, "description": "how \x1b[31m auth works"},
    ],
    "open_items": ["ask\nAnn"],
    "days": [f"2026-11-{day:02}" for day in range(21, 11, -1)],
}


def test_a_note_that_the_index_names_is_not_named_twice() -> None:
    text = _overview_text(FOUND)
    assert text.count("port") == 1
    assert "Not in the memory index:\n\n- auth: how " in text
    assert "\x1b" not in text


def test_items_are_one_line_each_and_days_are_a_week() -> None:
    lines = _overview_text(FOUND).splitlines()
    assert "- [ ] ask Ann" in lines
    assert lines[-1].startswith("Daily logs: 2026-11-21, 2026-11-20, ")
    assert lines[-1].count(",") == 6


def test_an_empty_memory_is_its_index_alone() -> None:
    bare = {**FOUND, "notes": [], "open_items": [], "days": []}
    assert _overview_text(bare) == (
        "`user` memory in `/memory`\n\n# Memory Index\n\n- [[port]]: 8080\n"
    )


def test_a_note_begins_with_what_it_is_about(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write(
        *("port", "It is 8080.\n"),
        now=NOW,
        description="the port",
        type_="project",
        expires="2027-01-01",
    )
    assert _note_text(read_first((store,), "port")) == (
        "# port: the port\n\n"
        "*workspace scope, project, updated 2026-11-21, expires 2027-01-01*\n\n"
        "It is 8080.\n"
    )
