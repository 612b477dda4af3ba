"""What `git log` says of a mirror, read for people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis.strategies import dictionaries, sampled_from, text

from memsync.sync.verbs.history import (
    Change,
    changes,
    grouped,
    logged,
    note_paths,
    user_note,
)

ONE, TWO = "1" * 40, "2" * 40
A, B, C, NONE = "a" * 40, "b" * 40, "c" * 40, "0" * 40

PATHS = text("abc /é\t'\"-:", min_size=1, max_size=9)
STATES = sampled_from([A, B, NONE])


def raw(path: str, before: str, after: str) -> str:
    return f":100644 100644 {before} {after} M\0{path}\0"


def test_no_history_says_nothing() -> None:
    assert list(logged("")) == []
    assert list(changes("")) == []


def test_each_commit_comes_with_its_paths_and_their_blobs() -> None:
    told = (
        f"commit {TWO}\0\n{raw('user/a.md', A, B)}{raw('user/b c.md', B, NONE)}\0"
        f"commit {ONE}\0\n{raw('user/a.md', NONE, A)}"
    )
    assert list(logged(told)) == [
        (TWO, {"user/a.md": [A, B], "user/b c.md": [B, NONE]}),
        (ONE, {"user/a.md": [NONE, A]}),
    ]


def test_a_merge_has_the_blobs_of_all_its_parents() -> None:
    line = f"::100644 100644 100644 {A} {B} {C} MM\0user/a.md\0"
    assert list(logged(f"commit {ONE}\0\n{line}")) == [
        (ONE, {"user/a.md": [A, B, C]}),
    ]


def test_a_commit_without_changes_is_named() -> None:
    assert list(logged(f"commit {TWO}\0commit {ONE}\0")) == [(TWO, {}), (ONE, {})]


def test_a_path_that_looks_like_a_line_of_the_log_is_a_path() -> None:
    told = f"commit {TWO}\0\n{raw(f'commit {ONE}', NONE, A)}{raw(':x', NONE, B)}"
    assert list(logged(told)) == [
        (TWO, {f"commit {ONE}": [NONE, A], ":x": [NONE, B]}),
    ]


@given(dictionaries(PATHS, STATES, max_size=4))
def test_every_path_is_read_back(files: dict[str, str]) -> None:
    told = "".join(raw(path, C, oid) for path, oid in files.items())
    [(commit, found)] = logged(f"commit {ONE}\0\n{told}")
    assert commit == ONE
    assert found == {path: [C, oid] for path, oid in files.items()}


def test_a_change_has_its_commits_date_in_utc() -> None:
    told = f"commit {ONE} 1795253400\0\n{raw('user/a.md', A, B)}"
    assert list(changes(told)) == [
        Change(ONE, "2026-11-21T09:30:00Z", "user/a.md", B, A)
    ]


def test_a_removal_brings_no_version() -> None:
    told = (
        f"commit {TWO} 60\0\n{raw('user/a.md', A, NONE)}{raw('user/b.md', NONE, B)}\0"
        f"commit {ONE} 0\0\n{raw('user/a.md', NONE, A)}"
    )
    assert [(c.commit, c.time, c.path) for c in changes(told)] == [
        (TWO, "1970-01-01T00:01:00Z", "user/b.md"),
        (ONE, "1970-01-01T00:00:00Z", "user/a.md"),
    ]


@pytest.mark.parametrize(
    ("label", "paths"),
    [
        ("a note", ["user/a note.md", "user/.archive/a note"]),
        ("MEMORY", ["user/MEMORY.md", "user/.archive/MEMORY"]),
        (
            "projects/shop/a",
            ["projects/shop/a.md", "projects/shop/.archive/a"],
        ),
        (
            "agents/goose/x.txt",
            ["agents/goose/x.txt", "agents/goose/.archive/x.txt"],
        ),
    ],
)
def test_a_label_names_a_notes_paths(label: str, paths: list[str]) -> None:
    assert note_paths(label) == paths


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("user/a note.md", "a note"),
        ("user/MEMORY.md", ""),
        ("user/daily/2026-11-21.md", ""),
        ("user/.archive/a/20261121T093000Z-0123456789ab.md", ""),
        ("projects/shop/a.md", ""),
        ("agents/goose/a.txt", ""),
        ("README.md", ""),
    ],
)
def test_only_notes_of_the_user_memory_are_its_notes(path: str, name: str) -> None:
    assert user_note(path) == name


def test_paths_are_grouped_for_people() -> None:
    version = "20261121T093000Z-0123456789ab"
    assert grouped(
        {
            "memsync.json": True,
            "user/.memsync-allow": True,
            "user/b.md": True,
            "user/MEMORY.md": True,
            "user/daily/2026-11-21.md": True,
            "projects/shop/a.md": False,
            f"user/.archive/b/{version}.md": True,
            f"projects/shop/.archive/a/{version}.md": True,
            "README.md": False,
        }
    ) == (
        ["MEMORY", "b", "daily/2026-11-21", "projects/shop/a"],
        [f"b/{version}", f"projects/shop/a/{version}"],
        ["projects/shop/a"],
    )
    assert grouped({}) == ([], [], [])
