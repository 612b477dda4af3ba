"""What is kept between two pages, for as long as no file has changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.memory.note.names import Scope
from memsync.page.request.kept import Kept, Linking, fingerprint

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A memory with two notes that link to each other."""
    made = make_store(tmp_path)
    put(made, "one", "See [[two]], [[one]], [[gone]] and [[two]].")
    put(made, "two", "Back to [first](one.md).")
    return made


def put(store: Store, name: str, text: str) -> None:
    (store.memory.folder / f"{name}.md").write_text(text + "\n")


def test_the_fingerprint_stays_while_nothing_changes(store: Store) -> None:
    assert fingerprint([store]) == fingerprint([store])
    (store.memory.folder / "one.md").read_bytes()
    assert fingerprint([store]) == fingerprint([store])


def test_the_fingerprint_changes_with_a_text(store: Store) -> None:
    before = fingerprint([store])
    put(store, "one", "Another, longer text that has no link at all in it.")
    assert fingerprint([store]) != before


def test_the_fingerprint_changes_with_the_time_alone(store: Store) -> None:
    before = fingerprint([store])
    os.utime(store.memory.folder / "one.md", ns=(1, 1))
    assert fingerprint([store]) != before


def test_the_fingerprint_changes_with_a_file_more_or_less(store: Store) -> None:
    before = fingerprint([store])
    put(store, "three", "New.")
    more = fingerprint([store])
    (store.memory.folder / "two.md").unlink()
    assert len({before, more, fingerprint([store])}) == 3


def test_the_fingerprint_changes_with_a_name(store: Store) -> None:
    before = fingerprint([store])
    folder = store.memory.folder
    (folder / "one.md").rename(folder / "uno.md")
    assert fingerprint([store]) != before


def test_the_fingerprint_changes_with_what_lint_measures_by(tmp_path: Path) -> None:
    one = make_store(tmp_path)
    other = type(one)(one.memory, make_store(tmp_path / "x", caps__note=99).settings)
    assert fingerprint([one]) != fingerprint([other])


def test_a_link_that_leads_nowhere_is_seen_itself(store: Store) -> None:
    before = fingerprint([store])
    (store.memory.folder / "loop.md").symlink_to("loop.md")
    assert fingerprint([store]) != before


def test_a_memory_that_is_gone_is_an_error(store: Store) -> None:
    store.memory.folder.rename(store.memory.folder.with_name("moved"))
    with pytest.raises(FileNotFoundError):
        fingerprint([store])


def test_links_are_in_order_once_and_not_to_itself(store: Store) -> None:
    found = Kept().links([store], fingerprint([store]))
    assert found == {
        "one": Linking("workspace", ("two", "gone")),
        "two": Linking("workspace", ("one",)),
    }


def test_the_workspaces_note_shadows_the_users(store: Store, tmp_path: Path) -> None:
    user = make_store(tmp_path / "home", Scope.USER)
    put(user, "one", "See [[mine]].")
    put(user, "mine", "Mine.")
    found = Kept().links([store, user], fingerprint([store, user]))
    assert found["one"] == Linking("workspace", ("two", "gone"))
    assert found["mine"] == Linking("user", ())


def test_what_is_kept_is_read_once(store: Store) -> None:
    kept, seen = Kept(), fingerprint([store])
    first = kept.links([store], seen)
    put(store, "one", "No link.")
    assert kept.links([store], seen) is first
    again = kept.links([store], fingerprint([store]))
    assert again["one"].to == ()


def test_cards_are_made_anew_after_a_change(store: Store) -> None:
    kept = Kept()
    first = kept.cards([store], None, NOW, fingerprint([store]))
    assert [card.name for card in first] == ["one", "two"]
    assert kept.cards([store], None, NOW, fingerprint([store])) is first
    put(store, "three", "New.")
    again = kept.cards([store], None, NOW, fingerprint([store]))
    assert sorted(card.name for card in again) == ["one", "three", "two"]


def test_findings_are_made_anew_the_next_day(store: Store) -> None:
    kept, seen = Kept(), fingerprint([store])
    first = kept.findings([store], NOW, seen)
    assert kept.findings([store], NOW, seen) is first
    tomorrow = NOW._replace(today=NOW.today.replace(day=22))
    assert kept.findings([store], tomorrow, seen) is not first


def test_findings_are_of_both_memories(store: Store, tmp_path: Path) -> None:
    user = make_store(tmp_path / "home", Scope.USER)
    put(user, "mine", "See [[nowhere]].")
    found = Kept().findings([store, user], NOW, fingerprint([store, user]))
    said = " ".join(finding.message for finding in found)
    assert "gone" in said
    assert "nowhere" in said


def test_changes_are_read_anew_after_a_command(store: Store) -> None:
    kept = Kept()
    assert list(kept.changes([store], 5, fingerprint([store]))) == []
    store.write("three", "New.", now=NOW._replace(by="write"), description="new")
    found = kept.changes([store], 5, fingerprint([store]))
    assert [change.unit.command for change in found] == ["write"]
    assert [name for _, name in found[0].files] == ["three"]
