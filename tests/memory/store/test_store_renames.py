"""Notes that are forgotten, renamed and moved to the other scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.errors import Broken, NotFound
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path


SCOPES = pytest.mark.parametrize("scope", list(Scope))


@SCOPES
def test_forgetting_archives_and_takes_the_entry(tmp_path: Path, scope: Scope) -> None:
    store = make_store(tmp_path, scope)
    store.write("auth", "x", now=NOW)
    store.write("db", "see [[auth]] and `[[auth]]`", now=NOW)
    store.add_prose("auth is important", NOW)
    removed = store.forget("auth", NOW)
    assert removed.dangling == ("db",)
    (version,) = store.archived("auth")
    assert (version.id, version.reason) == (removed.archived, "forgotten")
    assert not store.has("auth")
    assert "- [[auth]]" not in store.index_text()
    assert "auth is important" in store.index_text()
    with pytest.raises(NotFound):
        store.forget("auth", NOW)


def test_forgetting_never_falls_through(tmp_path: Path) -> None:
    store, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    user.write("auth", "mine", now=NOW)
    with pytest.raises(NotFound) as error:
        store.forget("auth", NOW, user)
    assert error.value.hint == "--scope user"
    assert user.has("auth")


def test_a_link_that_finds_the_other_scopes_note_does_not_dangle(
    tmp_path: Path,
) -> None:
    store, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    for each in (store, user):
        each.write("auth", "x", now=NOW)
    store.write("db", "[[auth]]", now=NOW)
    assert store.forget("auth", NOW, user).dangling == ()


def test_renaming_takes_entry_links_and_name_along(tmp_path: Path) -> None:
    store, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    store.write("auth", "me: [[auth]]", now=NOW, description="how")
    store.write("db", "[[auth#x|A]] auth `[[auth]]`", now=NOW, superseded_by="auth")
    user.write("mine", "[t](auth.md)", now=NOW)
    store.add_prose("First [[auth]].", NOW)
    removed = store.rename("auth", "login", NOW, user)
    assert (removed.name, removed.dangling) == ("login", ())
    assert store.read("login").note.fields["name"] == "login"
    assert store.read("login").note.body == "me: [[login]]\n"
    db = store.read("db").note
    assert (db.body, db.superseded_by) == ("[[login#x|A]] auth `[[auth]]`\n", "login")
    assert user.read("mine").note.body == "[t](login.md)\n"
    assert "- [[login]]: how\n" in store.index_text()
    assert "First [[login]].\n" in store.index_text()
    (version,) = store.archived("auth")
    assert (version.id, version.reason) == (removed.archived, "renamed")


def test_renaming_leaves_links_to_the_other_scopes_note(tmp_path: Path) -> None:
    store, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    for each in (store, user):
        each.write("auth", "x", now=NOW)
    user.write("mine", "[[auth]]", now=NOW)
    store.rename("auth", "login", NOW, user)
    assert user.read("mine").note.body == "[[auth]]\n"


def test_a_name_that_is_taken_is_not_renamed_onto(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("b", "two", now=NOW)
    with pytest.raises(Broken):
        store.rename("a", "b", NOW)
    assert store.read("b").note.body == "two\n"
    assert store.has("a")


def test_a_note_that_is_not_text_keeps_its_bytes_when_renamed(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    odd = b"---\nname: [\n---\n\xff\xfe [[b]]\n"
    store.path_of("Odd").write_bytes(odd)
    store.write("b", "x", now=NOW)
    store.rename("Odd", "even", NOW)
    assert store.read("even").data == odd
    assert store.rename("b", "c", NOW).dangling == ("even",)


def test_moving_takes_note_and_entry_to_the_other_scope(tmp_path: Path) -> None:
    store, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    store.write("auth", "x", now=NOW, description="how")
    data = store.read("auth").data
    removed = store.move_to(user, "auth", NOW)
    assert user.read("auth").data == data
    assert not store.has("auth")
    assert "auth" not in store.index_text()
    assert "- [[auth]]: how" in user.index_text()
    assert store.archived("auth")[0].id == removed.archived
    store.write("auth", "again", now=NOW)
    with pytest.raises(Broken):
        store.move_to(user, "auth", NOW)
