"""One session is one process's at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.learn.ledger.claims import hold_project, hold_session

if TYPE_CHECKING:
    from pathlib import Path


def test_a_held_session_is_nobody_elses_until_it_is_let_go(tmp_path: Path) -> None:
    with hold_session(tmp_path, "codex:1") as first:
        assert first
        with hold_session(tmp_path, "codex:1") as second:
            assert not second
        with hold_session(tmp_path, "codex:1") as third:
            assert not third
    with hold_session(tmp_path, "codex:1") as again:
        assert again


def test_sessions_and_projects_are_held_each_for_itself(tmp_path: Path) -> None:
    with (
        hold_session(tmp_path, "acme") as session,
        hold_session(tmp_path, "other") as other,
        hold_project(tmp_path, "acme") as project,
        hold_project(tmp_path, "acme") as twice,
    ):
        assert [session, other, project, twice] == [True, True, True, False]


def test_no_lock_file_is_left_also_after_an_error(tmp_path: Path) -> None:
    with (
        pytest.raises(ValueError, match="the reader's own"),
        hold_session(tmp_path, "codex:1"),
    ):
        raise ValueError("the reader's own")
    assert list((tmp_path / "learn").iterdir()) == []


@pytest.mark.parametrize("key", ["../../x", "a\0b", "x" * 5_000, "\udc80", "a\nb"])
def test_no_key_leaves_the_folder(tmp_path: Path, key: str) -> None:
    with hold_session(tmp_path / "state", key) as held:
        assert held
        files = sorted((tmp_path / "state" / "learn").iterdir())
        assert [file.suffix for file in files] == [".holder", ".lock"]
    assert [each.name for each in tmp_path.iterdir()] == ["state"]
