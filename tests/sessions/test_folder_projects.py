"""Which repository the folder of a session belongs to."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memsync.files import tables
from memsync.sessions.index.schema import TABLES
from memsync.sessions.projects import (
    Project,
    known_tops,
    learn_places,
    project_of,
    top_of,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

NOTHING = Project(None, None)
NOW = 1781784000.0
DAY = 86400.0


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home").mkdir()
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
    }


def git(folder: Path, environ: dict[str, str], *arguments: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", *arguments], cwd=folder, env=environ, check=True)


@pytest.fixture
def shop(tmp_path: Path, environ: dict[str, str]) -> Path:
    """A repository with a remote."""
    top = tmp_path / "shop"
    git(top, environ, "init", "-q")
    git(top, environ, "remote", "add", "origin", "https://git.example/acme/shop.git")
    return top


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = tables.opened(tmp_path / "state" / "sessions.sqlite3", TABLES)
    yield connection
    connection.close()


def held_in(index: sqlite3.Connection, *folders: str) -> None:
    """Sessions that were held in these folders."""
    rows = [(f"s{number}", folder) for number, folder in enumerate(folders)]
    put = "INSERT INTO session (agent, name, cwd, messages) VALUES ('pi', ?, ?, 1)"
    index.executemany(put, rows)


def places(index: sqlite3.Connection) -> dict[str, tuple[str | None, str | None]]:
    rows = index.execute("SELECT cwd, root, identity FROM place")
    return {cwd: (root, identity) for cwd, root, identity in rows}


def test_every_folder_of_a_repository_is_its_project(
    shop: Path, environ: dict[str, str]
) -> None:
    below = shop / "src" / "deep"
    below.mkdir(parents=True)
    wanted = Project(str(shop), "git.example+acme+shop")
    assert project_of(shop, environ) == wanted
    assert project_of(below, environ) == wanted
    assert top_of(below, environ) == shop


def test_a_folder_that_is_gone_belongs_where_its_parent_does(
    shop: Path, environ: dict[str, str]
) -> None:
    assert project_of(shop / "gone" / "deeper", environ).root == str(shop)


def test_a_repository_without_a_remote_has_no_identity(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    git(tmp_path / "own", environ, "init", "-q")
    assert project_of(tmp_path / "own", environ) == (str(tmp_path / "own"), None)


def test_outside_git_there_is_no_project(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    assert project_of(tmp_path / "home", environ) == NOTHING
    assert top_of(tmp_path / "home", environ) is None


def test_a_lost_folder_is_not_counted_to_a_home_that_is_a_repository(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    home = tmp_path / "home"
    git(home, environ, "init", "-q")
    assert project_of(home / "gone", environ) == NOTHING
    assert project_of(home, environ).root == str(home)


def test_a_broken_repository_has_no_project(
    shop: Path, environ: dict[str, str]
) -> None:
    (shop / ".git" / "HEAD").unlink()
    (shop / ".git" / "config").write_bytes(b"[[[\x00")
    assert project_of(shop, environ).identity is None


def test_a_path_that_no_system_has_belongs_nowhere(environ: dict[str, str]) -> None:
    assert project_of(Path("/a\x00b"), environ).identity is None


def test_places_are_learned_once_and_kept_when_the_folder_is_gone(
    tmp_path: Path, shop: Path, index: sqlite3.Connection, environ: dict[str, str]
) -> None:
    held_in(index, str(shop), "relative", "/not/there")
    learn_places(index, environ, NOW, tmp_path / "data")
    known = (str(shop), "git.example+acme+shop")
    assert places(index) == {
        str(shop): known,
        "relative": (None, None),
        "/not/there": (None, None),
    }
    assert known_tops(index) == [shop]
    shutil.rmtree(shop)
    learn_places(index, environ, NOW + 2 * DAY, tmp_path / "data")
    assert places(index)[str(shop)] == known
    # Also when the index was lost meanwhile.
    index.execute("DELETE FROM place")
    learn_places(index, environ, NOW + 3 * DAY, tmp_path / "data")
    assert places(index)[str(shop)] == known


def test_a_folder_is_looked_up_again_after_a_day_or_if_the_clock_went_back(
    tmp_path: Path, shop: Path, index: sqlite3.Connection, environ: dict[str, str]
) -> None:
    held_in(index, str(shop))
    learn_places(index, environ, NOW, tmp_path / "data")
    url = "https://git.example/acme/store.git"
    git(shop, environ, "remote", "set-url", "origin", url)
    learn_places(index, environ, NOW + DAY - 1, tmp_path / "data")
    assert places(index)[str(shop)][1] == "git.example+acme+shop"
    learn_places(index, environ, NOW + DAY + 1, tmp_path / "data")
    assert places(index)[str(shop)][1] == "git.example+acme+store"
    git(shop, environ, "remote", "remove", "origin")
    learn_places(index, environ, NOW - 1, tmp_path / "data")
    assert places(index)[str(shop)][1] is None
