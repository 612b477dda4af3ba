"""Single files are linted wherever they are, against what stands beside them."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store, settings
from support.places import snapshot

from memsync.errors import Broken
from memsync.memory.lint.lint_files import lint_files

if TYPE_CHECKING:
    from memsync.memory.store.store import Store

TODAY = date(2026, 11, 21)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = make_store(tmp_path)
    store.write("good", "See [[other]].", description="d", now=NOW)
    store.write("other", "text", description="d", now=NOW)
    (store.memory.folder / "bad.md").write_text("no frontmatter\n")
    return store


def rules(store: Store, *paths: Path) -> tuple[set[tuple[str, str]], int]:
    """The rules by note that these files break, and how many notes there were."""
    found, count = lint_files(paths, [store], settings(), TODAY)
    return {(Path(finding.path).name, finding.rule) for finding in found}, count


def test_a_file_has_its_own_findings_alone(store: Store) -> None:
    folder = store.memory.folder
    assert rules(store, folder / "good.md") == (set(), 1)
    found, count = rules(store, folder / "bad.md")
    assert {name for name, _ in found} == {"bad.md"}
    assert count == 1


def test_a_folder_has_those_of_all_its_notes(store: Store) -> None:
    found, count = rules(store, store.memory.folder)
    assert "bad.md" in {name for name, _ in found}
    assert count == 3
    # Naming a file besides leaves nothing out.
    again, _ = rules(store, store.memory.folder, store.memory.folder / "good.md")
    assert again == found


def test_a_file_is_held_against_what_stands_beside_it(store: Store) -> None:
    store.forget("other", NOW)
    found, _ = rules(store, store.memory.folder / "good.md")
    assert len(found) == 1


def test_the_memory_index_is_a_file_but_no_note(store: Store) -> None:
    index = store.memory.folder / "MEMORY.md"
    found, count = rules(store, index)
    assert {name for name, _ in found} <= {"MEMORY.md"}
    assert count == 0


def test_what_is_no_note_has_no_findings(store: Store, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("x = 1\n")
    assert rules(store, tmp_path / "code.py") == (set(), 0)


def test_a_folder_that_is_no_memory_of_ours_is_only_read(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "bad.md").write_text("no frontmatter\n")
    before = snapshot(tmp_path)
    found, count = rules(store, folder)
    assert count == 1
    assert found
    assert snapshot(tmp_path) == before


def test_a_folder_behind_a_link_is_the_memory_itself(
    store: Store, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(store.memory.folder)
    assert rules(store, tmp_path / "link") == rules(store, store.memory.folder)


def test_a_lite_memory_has_the_limit_of_a_memory_index(
    store: Store, tmp_path: Path
) -> None:
    lite = tmp_path / "COYOTE.md"
    lite.write_text("short\n")
    assert rules(store, lite) == (set(), 0)
    lite.write_text("x" * 10**6)
    assert rules(store, lite) == ({("COYOTE.md", "oversized")}, 0)


def test_a_path_without_a_file_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Broken) as raised:
        rules(store, tmp_path / "nothing.md")
    assert raised.value.message == f"'{tmp_path / 'nothing.md'}': no such file"
