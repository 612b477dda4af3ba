"""A setting as `config get` prints it, and the repository whose settings apply."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in

from memsync.cli.config import _text, _top
from memsync.config.keys import KEYS, parse_value
from memsync.errors import Exit, NoGitRoot

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.config.key import Value


def at(folder: Path, ceiling: Path) -> Session:
    return session_in(folder, GIT_CEILING_DIRECTORIES=str(ceiling))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (3000, "3000"),
        (0.5, "0.5"),
        ("all", "all"),
        ("", ""),
        (["a", "b"], "a,b"),
        ([], ""),
    ],
)
def test_a_value_is_printed_as_it_is_given(value: Value, text: str) -> None:
    assert _text(value) == text


@pytest.mark.parametrize("name", sorted(KEYS))
def test_a_default_that_is_printed_can_be_set_again(name: str) -> None:
    key = KEYS[name]
    assert parse_value(key, _text(key.default), "here") == key.default


def test_a_folder_below_the_root_has_the_settings_of_the_root(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)
    assert _top(at(below, tmp_path.parent)) == tmp_path
    assert _top(at(below, tmp_path.parent), needed=True) == tmp_path


def test_outside_git_only_the_own_settings_apply(tmp_path: Path) -> None:
    assert _top(at(tmp_path, tmp_path.parent)) is None


def test_the_settings_of_a_repository_need_one(tmp_path: Path) -> None:
    with pytest.raises(NoGitRoot) as caught:
        _top(at(tmp_path, tmp_path.parent), needed=True)
    assert caught.value.exit_code is Exit.NO_GIT_ROOT


def test_inside_a_git_folder_itself_the_own_settings_apply(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert _top(at(tmp_path / ".git" / "refs", tmp_path.parent)) is None
