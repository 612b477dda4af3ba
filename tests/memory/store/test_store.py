"""A memory's notes, their entries, and what is stored before they change."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.errors import BadUsage, Broken, NotFound, Refused
from memsync.memory.archive.archive import digest_of
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "AKIA" + "QWERTYUIOPASDFGH"
SCOPES = pytest.mark.parametrize("scope", list(Scope))


@SCOPES
def test_a_note_is_written_read_and_listed(tmp_path: Path, scope: Scope) -> None:
    store = make_store(tmp_path, scope)
    written = store.write("auth", "# How\nUse SSO.", now=NOW)
    assert (written.action, written.archived) == ("created", None)
    assert written.memory_index_updated
    found = store.read("auth")
    assert found.note.description == "How"
    assert found.note.type == ("project" if scope is Scope.WORKSPACE else "user")
    assert found.note.body == "# How\nUse SSO.\n"
    assert [note.name for note in store.entries()] == ["auth"]
    assert store.index_text() == "# Memory Index\n\n- [[auth]]: How\n"


@SCOPES
def test_an_overwrite_stores_the_earlier_version_and_keeps_the_rest(
    tmp_path: Path, scope: Scope
) -> None:
    store = make_store(tmp_path, scope)
    store.write("auth", "one", now=NOW, description="d", type_="Api_shape")
    before = store.read("auth").data
    written = store.write("auth", "two", now=NOW)
    assert written.action == "updated"
    (version,) = store.archived("auth")
    assert version.id == written.archived
    assert version.reason == "overwritten"
    assert version.path.read_bytes() == before
    note = store.read("auth").note
    assert (note.description, note.type, note.body) == ("d", "api-shape", "two\n")
    digest = digest_of(store.read("auth").data)
    assert store.versions({"auth": digest}) == {"auth": 1}


@SCOPES
def test_the_same_again_writes_nothing(tmp_path: Path, scope: Scope) -> None:
    store = make_store(tmp_path, scope)
    store.write("auth", "one", now=NOW)
    status = store.path_of("auth").stat()
    written = store.write("auth", "one", now=NOW)
    assert (written.action, written.archived) == ("unchanged", None)
    assert not written.memory_index_updated
    assert store.path_of("auth").stat().st_ino == status.st_ino
    assert store.archived() == []


@SCOPES
def test_a_pure_append_stores_no_earlier_version(tmp_path: Path, scope: Scope) -> None:
    store = make_store(tmp_path, scope)
    store.write("log", "one", now=NOW)
    written = store.write("log", "two", now=NOW, append=True)
    assert (written.action, written.archived) == ("updated", None)
    assert store.read("log").note.body == "one\ntwo\n"
    assert store.archived("log") == []


def test_appending_with_another_description_stores_the_earlier_one(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    store.write("log", "one", now=NOW)
    written = store.write("log", "two", now=NOW, append=True, description="new")
    assert written.archived is not None


def test_expires_is_kept_until_it_is_taken_out(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW, expires="2027-01-01")
    store.write("a", "two", now=NOW)
    assert store.read("a").note.expires == "2027-01-01"
    store.write("a", None, now=NOW, expires="")
    assert store.read("a").note.expires == ""
    assert store.read("a").note.body == "two\n"


def test_a_new_note_needs_some_text(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with pytest.raises(BadUsage):
        store.write("a", None, now=NOW)
    with pytest.raises(BadUsage):
        store.write("a", "  \n", now=NOW)
    assert not store.has("a")


def test_a_broken_note_is_archived_when_it_is_written_over(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    broken = b"---\nname: [\ndescription: d\ncustom: 1\n---\nold\n"
    store.path_of("a").write_bytes(broken)
    written = store.write("a", "new", now=NOW)
    assert store.read("a").note.problems == ()
    assert store.read("a").note.description == "d"
    assert store.archive.find(written.archived or "").path.read_bytes() == broken


def test_appending_to_a_broken_note_leaves_its_frontmatter_alone(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path)
    broken = b"---\nname: [\n---\nold\n"
    store.path_of("a").write_bytes(broken)
    store.write("a", "more", now=NOW, append=True)
    assert store.read("a").data == broken + b"more\n"


@SCOPES
def test_a_secret_is_refused_and_nothing_is_written(
    tmp_path: Path, scope: Scope
) -> None:
    store = make_store(tmp_path, scope)
    with pytest.raises(Refused) as error:
        store.write("aws", f"line\nkey {TOKEN}\n", now=NOW)
    assert "line 10" in error.value.message
    assert TOKEN not in error.value.message + str(error.value.hint)
    assert not store.has("aws")
    assert "aws" not in store.index_text()
    assert store.archive.names() == []
    with pytest.raises(Refused):
        store.remember("text", f"the key {TOKEN}", None, NOW)
    with pytest.raises(Refused):
        store.add_prose(f"the key is {TOKEN}", NOW)


def test_an_old_secret_does_not_stop_an_edit(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.path_of("aws").write_text(f"key {TOKEN}\n")
    store.write("aws", "more", now=NOW, append=True)
    with pytest.raises(Refused):
        store.write("aws", f"again {TOKEN}", now=NOW, append=True)
    store.write("aws", "clean", now=NOW)
    assert TOKEN.encode() not in store.read("aws").data


def test_an_allow_marker_lets_an_example_pass(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    line = f"key {TOKEN} <!-- memsync:allow aws-access-key -->"
    store.write("aws", line, now=NOW)
    assert store.read("aws").note.description == "aws"
    above = f"<!-- memsync:allow aws-access-key -->\nkey {TOKEN}\nfor examples"
    store.write("more", above, now=NOW)
    assert store.read("more").note.description == "for examples"
    assert TOKEN not in store.index_text()


def test_more_than_one_write_takes_is_refused(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    with pytest.raises(Broken):
        store.write("big", "x" * 65_537, now=NOW)
    assert not store.has("big")


def test_a_long_note_is_written_with_a_warning(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    written = store.write("long", "x" * 2001, now=NOW)
    assert "2001 characters" in written.warnings[0][0]


@pytest.mark.parametrize("text", ["a\0b", "\udcff"])
def test_text_that_no_note_can_hold_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadUsage):
        make_store(tmp_path).write("a", text, now=NOW)


def test_a_symlink_is_neither_read_nor_written(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    target = tmp_path / "target"
    target.write_text("private")
    store.path_of("a").symlink_to(target)
    for act in (
        lambda: store.write("a", "x", now=NOW),
        lambda: store.read("a"),
        lambda: store.forget("a", NOW),
        lambda: store.rename("a", "b", NOW),
    ):
        with pytest.raises(Refused):
            act()
    assert target.read_text() == "private"
    assert [note.unread for note in store.entries()] == ["a symlink"]


def test_a_linked_memory_index_stops_a_write_before_the_note(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    index = store.path_of("MEMORY")
    index.unlink()
    index.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused):
        store.write("a", "x", now=NOW)
    assert not store.has("a")


def test_nothing_changes_when_the_archive_cannot_be_written(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    before = store.read("a").data
    (store.memory.archive / "b").write_text("in the way")
    with pytest.raises(OSError, match="b"):
        store.write("b", "x", now=NOW)
    assert not store.has("b")
    store.archive.find(next(v.id for v in store.archive.versions("a"))).path.unlink()
    (store.memory.archive / "a").rmdir()
    (store.memory.archive / "a").write_text("in the way")
    with pytest.raises(OSError, match="a"):
        store.write("a", "two", now=NOW)
    with pytest.raises(OSError, match="a"):
        store.forget("a", NOW)
    assert store.read("a").data == before


def test_user_notes_are_for_their_owner_alone(tmp_path: Path) -> None:
    os.umask(0o022)
    store = make_store(tmp_path, Scope.USER)
    store.write("a", "one", now=NOW)
    store.path_of("a").chmod(0o644)
    written = store.write("a", "two", now=NOW)
    version = store.archive.find(written.archived or "")
    for file in (store.path_of("a"), version.path):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(version.path.parent.stat().st_mode) == 0o700


def test_a_note_is_found_by_the_only_frontmatter_name(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.path_of("a").write_text("---\nname: Old Name\ndescription: d\n---\n")
    assert store.read("Old Name").name == "a"
    store.path_of("b").write_text("---\nname: Old Name\ndescription: d\n---\n")
    with pytest.raises(BadUsage):
        store.read("Old Name")
    with pytest.raises(NotFound):
        store.read("nothing")


def test_files_with_other_names_are_read(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.path_of("Two Words").write_text("text")
    assert store.read("Two Words").note.body == "text"
    with pytest.raises(BadUsage):
        store.write("Two Words", "x", now=NOW)


def test_folders_hidden_files_and_other_files_are_no_notes(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    (store.memory.folder / "folder.md").mkdir()
    (store.memory.folder / ".hidden.md").write_text("x")
    (store.memory.folder / "text.txt").write_text("x")
    assert store.entries() == []


# --- remember


def test_the_same_title_updates_and_another_gets_a_number(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    assert store.remember("one", "Deploy!", None, NOW).name == "deploy"
    assert store.remember("two", "Deploy?", None, NOW).name == "deploy-2"
    assert store.remember("three", "Deploy...", None, NOW).name == "deploy-3"
    again = store.remember("new", "Deploy?", None, NOW)
    assert (again.name, again.action) == ("deploy-2", "updated")
    store.forget("deploy", NOW)
    assert store.remember("last", "Deploy...", None, NOW).name == "deploy-3"
    assert store.remember("free", "Deploy", None, NOW).name == "deploy"


def test_a_title_comes_from_the_first_line(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    written = store.remember("- Always use tabs\nsince 2020", "", "feedback", NOW)
    assert written.name == "always-use-tabs"
    note = store.read(written.name).note
    assert (note.description, note.type) == ("Always use tabs", "feedback")
    assert store.remember("日本語", "", None, NOW).name == "ri-ben-yu"
    assert store.remember("!!!", "", None, NOW).name == "note"


def test_a_link_in_the_place_of_a_title_is_passed_by(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.path_of("deploy").symlink_to(tmp_path)
    assert store.remember("x", "Deploy", None, NOW).name == "deploy-2"


def test_prose_is_added_to_the_memory_index(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "x", now=NOW, description="d")
    assert store.add_prose("Be terse.", NOW)
    store.add_prose("Be kind.", NOW)
    store.write("b", "x", now=NOW, description="e")
    assert store.index_text() == (
        "# Memory Index\n\n- [[a]]: d\n- [[b]]: e\n\nBe terse.\nBe kind.\n"
    )


# --- forget, rename, move
