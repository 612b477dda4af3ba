"""Each rule of lint: the text that breaks it, its line, and the one that does not."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store

from memsync.memory.lint.lint import RULES, lint

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store

TODAY = date(2026, 11, 22)
PORT = "---\nname: port\ndescription: where it listens\n---\n\nIt listens on 8080.\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A memory in which nothing is wrong."""
    found = make_store(tmp_path)
    put(found, "port", PORT)
    index(found, "- [[port]]: where it listens\n")
    return found


def put(store: Store, name: str, text: str) -> None:
    store.path_of(name).write_text(text)


def index(store: Store, text: str) -> None:
    put(store, "MEMORY", f"# Memory Index\n\n{text}")


def found(store: Store, other: Store | None = None) -> list[tuple[str, str, int]]:
    """The rule, the note and the line of each finding."""
    return [(f.rule, f.note, f.line) for f in lint(store, other, TODAY)]


def test_nothing_is_wrong_with_a_sound_memory(store: Store) -> None:
    assert found(store) == []


@pytest.mark.parametrize(
    ("change", "rule", "line"),
    [
        (("name: port", "name: harbour"), "name", 2),
        (("where it listens\n---", "lunch every Friday\n---"), "description", 3),
        (("8080.\n", "8080, see\n[[none]].\n"), "broken-link", 7),
        (("\n---\n\n", "\nexpires: 2026-11-21\n---\n\n"), "expired", 4),
        (("\n---\n\n", "\nsuperseded_by: none\n---\n\n"), "superseded", 4),
        (("8080", "8080 " * 1000), "oversized", 6),
        (("description: ", "description: a: "), "frontmatter", 3),
    ],
)
def test_a_note_that_breaks_one_rule_is_named_with_its_line(
    store: Store, change: tuple[str, str], rule: str, line: int
) -> None:
    put(store, "port", PORT.replace(*change))
    assert (rule, "port", line) in found(store)


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        ("expires: 2026-11-22", []),
        ("expires: someday", []),
        ("superseded_by: port", ["superseded"]),
    ],
)
def test_the_last_day_still_counts_and_what_is_no_day_never_ends(
    store: Store, more: str, rules: list[str]
) -> None:
    put(store, "port", PORT.replace("\n---\n\n", f"\n{more}\n---\n\n"))
    assert [rule for rule, *_ in found(store)] == rules


def test_names_that_a_file_system_may_take_for_one_are_twins(store: Store) -> None:
    put(store, "Port", PORT.replace("name: port", "name: Port"))
    index(store, "- [[Port]]: where it listens\n- [[port]]: where it listens\n")
    assert found(store) == [("name", "Port", 1), ("twin", "port", 1)]


def test_a_symlink_is_not_read(store: Store) -> None:
    target = store.memory.folder / "elsewhere"
    target.write_text("[[none]]\n")
    store.path_of("odd").symlink_to(target)
    assert found(store) == [("symlink", "odd", 1), ("orphan", "odd", 1)]


def test_the_index_and_its_notes_are_held_against_each_other(store: Store) -> None:
    put(store, "host", PORT.replace("port", "host"))
    index(store, "- [[port]]: something else\n- [[gone]]: no note\n\nSee [[none]].\n")
    assert found(store) == [
        ("orphan", "host", 1),
        ("drift", "port", 3),
        ("dead-entry", "gone", 4),
        ("broken-link", "MEMORY", 6),
    ]


def test_a_link_may_lead_to_the_other_memory_and_to_an_alias(
    store: Store, tmp_path: Path
) -> None:
    other = make_store(tmp_path / "other")
    put(other, "host", PORT.replace("name: port", "name: server"))
    put(store, "port", PORT.replace("8080.", "8080, see [[host]] and [[server]]."))
    assert [rule for rule, *_ in found(store)] == ["broken-link", "broken-link"]
    assert found(store, other) == []


@given(st.text(max_size=200))
def test_any_text_at_all_is_judged_by_known_rules(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    store = make_store(tmp_path_factory.mktemp("any"))
    data = text.encode("utf-8", "surrogateescape" if "\ud800" in text else "replace")
    store.path_of("port").write_bytes(data)
    for finding in lint(store, None, TODAY):
        assert finding.severity == RULES[finding.rule]
        assert 1 <= finding.line <= data.count(b"\n") + 1
