"""Archived versions as programs get them, and what a purge and an undo ask first."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in
from support.memories import NOW, make_store

from memsync.cli.history.archive import _check, _emit, _json, _ready
from memsync.cli.history.past import Past
from memsync.cli.history.purge import _agreed as _agreed_to_purge
from memsync.cli.shared.session import Session
from memsync.cli.sync.projects import _person
from memsync.cli.sync.undo import _agreed
from memsync.errors import BadUsage, Exit
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.sync.state.last_round import FileChange, LastRound
from memsync.sync.verbs.purge import What

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def past(tmp_path: Path) -> Past:
    """The version of a note that was replaced."""
    store = make_store(tmp_path)
    for body in ("first", "second text"):
        store.write("port", body, now=NOW)
    (version,) = [v for v in store.archived("port") if v.reason == "overwritten"]
    return Past(store, version)


def test_a_version_is_told_with_its_place_and_size(past: Past) -> None:
    told = _json(past)
    assert told["id"] == past.version.id
    assert (told["name"], told["scope"]) == ("port", "workspace")
    assert (told["time"], told["reason"]) == ("2026-11-21T09:30:00Z", "overwritten")
    assert (told["path"], told["chars"]) == (str(past.version.path), 5)


def test_a_version_that_only_the_history_has_is_told_by_its_bytes(past: Past) -> None:
    assert _json(past._replace(text=b"four"))["chars"] == 4


def test_versions_are_lines_of_fields_for_programs(
    past: Past, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    key = (past.store.scope, past.version.id)
    session = session_in(tmp_path)
    _emit(session, [past])
    _emit(session, [past], {key: "port@1"})
    sys.stdout.flush()
    long, short = capfdbinary.readouterr().out.decode().splitlines()
    fields = ["workspace", "2026-11-21T09:30:00Z", "overwritten", "5"]
    assert long.split("\t") == [past.version.id, *fields]
    assert short.split("\t") == ["port@1", *fields]


def test_with_json_the_ids_are_whole(
    past: Past,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setattr(Session, "json_wanted", True)
    _emit(session_in(tmp_path), [past], {(past.store.scope, past.version.id): "x"})
    sys.stdout.flush()
    assert json.loads(capfdbinary.readouterr().out) == [_json(past)]


@pytest.mark.parametrize("name", ["../x", "", "a/b"])
def test_a_name_that_no_note_has_is_refused(name: str) -> None:
    with pytest.raises(BadUsage):
        _check(name, None)


@pytest.mark.parametrize("name", [None, "port", MEMORY_INDEX_NAME, "daily/2026-11-21"])
def test_a_name_that_may_have_versions_is_taken(name: str | None) -> None:
    _check(name, None)


def test_a_name_in_an_agent_s_folder_is_the_agent_s_business() -> None:
    _check("any/thing.mdc", "cursor")


def test_a_memory_that_exists_is_used_as_it_is(past: Past, tmp_path: Path) -> None:
    assert _ready(session_in(tmp_path), past.store) is past.store


@pytest.mark.parametrize(
    ("what", "kind"),
    [(What("port"), "every version of"), (What(None, "ab" * 8), "the value")],
)
def test_a_purge_needs_a_person_or_yes(what: What, kind: str) -> None:
    with pytest.raises(BadUsage) as caught:
        _agreed_to_purge("a\x1bb", what)
    assert caught.value.message == f"purge removes {kind} 'a?b' for good"
    assert caught.value.hint == "`--yes` confirms, `--dry-run` shows what would change"
    assert caught.value.exit_code is Exit.USAGE


def last(count: int) -> LastRound:
    """A round that changed some files."""
    names = [f"n{number:02}.md" for number in reversed(range(count))]
    change = FileChange(None, "a" * 40)
    return LastRound("2026-11-21T09:30:00Z", dict.fromkeys(names, change))


def test_an_undone_round_needs_a_person_or_yes() -> None:
    with pytest.raises(BadUsage) as caught:
        _agreed(last(2))
    assert caught.value.message == (
        "undo changes n00, n01 here, and with the next sync everywhere"
    )
    hint = "`memsync sync undo --yes` confirms, `--dry-run` shows what would change"
    assert caught.value.hint == hint


@pytest.mark.parametrize(("count", "rest"), [(10, "n09 here"), (12, "n09 and 2 more")])
def test_ten_files_of_a_round_are_named(count: int, rest: str) -> None:
    with pytest.raises(BadUsage) as caught:
        _agreed(last(count))
    assert rest in caught.value.message
    assert "n10" not in caught.value.message


def test_the_scope_of_an_agent_s_folder_goes_with_an_agent() -> None:
    assert _person("goose", "user")
    assert not _person("goose", "workspace")
    assert not _person("goose", None)
    assert not _person(None, None)
    with pytest.raises(BadUsage) as caught:
        _person(None, "user")
    assert caught.value.hint == "the user memory always syncs"
