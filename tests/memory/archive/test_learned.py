"""The names of what learning keeps, and its way through store, archive and purge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import NOW, make_store

from memsync.files.lock import Held
from memsync.memory.archive import learned
from memsync.memory.archive.learned import (
    SUMMARY,
    is_learned,
    skill_name,
    skill_of,
    synopsis_name,
)
from memsync.memory.store import purging
from memsync.memory.store.undoing import undo

if TYPE_CHECKING:
    from pathlib import Path

SKILL = skill_name("release")


@pytest.mark.parametrize(
    "name",
    [
        "learned",
        "learned/",
        "learned/other",
        "learned/summary/x",
        "learned/skills/SKILL",
        "learned/skills/release",
        "learned/skills/../SKILL",
        "learned/skills/release/NOTES",
        "learned/skills/Release/SKILL",
        "learned/sessions/",
        "learned/sessions/a/b",
        "learned/decided",
        "daily/2026-11-22",
        "release",
    ],
)
def test_other_names_are_none_of_them(name: str) -> None:
    assert not is_learned(name)


@given(agent=st.from_regex(r"\A[a-z][a-z-]{0,20}[a-z]\Z"), session=st.text(min_size=1))
def test_each_session_has_a_file_of_its_own(agent: str, session: str) -> None:
    name = synopsis_name(agent, session)
    assert is_learned(name)
    assert name != synopsis_name(agent, session + "x")
    assert len(name.rpartition("/")[2]) < 100


def test_a_synopsis_is_named_after_its_agent_and_its_session() -> None:
    name = synopsis_name("codex", "019A-7f/Ä")
    assert name.startswith("learned/sessions/codex-019a-7f-")
    assert skill_of(SKILL) == "release"
    assert skill_of(SUMMARY) is None


def test_what_is_learned_is_archived_undone_and_has_no_entry(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for name in (SUMMARY, SKILL, synopsis_name("pi", "1")):
        store.replace_bytes(name, b"one\n", None, NOW)
        store.replace_bytes(name, b"two\n", b"one\n", NOW._replace(by="later"))
    assert "learned" not in store.index_text()
    assert [v.name for v in store.archived()].count(SKILL) == 1
    assert {name for name, _ in learned.entries(store.memory.folder)} == {
        *(SUMMARY, SKILL, synopsis_name("pi", "1"))
    }
    assert store.names() == []


def test_a_change_of_it_is_taken_back(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.replace_bytes(SKILL, b"one\n", None, NOW)
    undone = undo([store], NOW)
    assert undone is not None
    assert [item.name for item in undone.items] == [SKILL]
    assert not store.has(SKILL)


def test_a_purge_reaches_it(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for name in (SUMMARY, SKILL):
        store.replace_bytes(name, b"the word\n", None, NOW)

    def remains(_: str, data: bytes) -> bytes | None:
        return None if b"the word" in data else data

    assert sorted(purging.purge_live(store.memory, remains, Held())) == [SKILL, SUMMARY]
    assert len(purging.purge_archive(store.archive, remains, Held())) == 2
    assert list(learned.entries(store.memory.folder)) == []


def test_a_link_among_them_is_not_followed(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    folder = store.memory.folder / "learned"
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "SKILL.md").write_text("not ours\n")
    (folder / "skills").mkdir(parents=True)
    (folder / "skills" / "evil").symlink_to(outside)
    (folder / "summary.md").symlink_to(outside / "SKILL.md")
    assert list(learned.entries(store.memory.folder)) == []
