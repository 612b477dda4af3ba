from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken
from memsync.process.git import GitFailed, elsewhere, here, require_version
from memsync.process.git_child import environ_elsewhere, environ_for_another_repository

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_what_a_hook_exports_never_reaches_another_repository() -> None:
    hook = {
        "GIT_DIR": "/project/.git",
        "GIT_INDEX_FILE": "/project/.git/index",
        "GIT_AUTHOR_NAME": "Employee",
        "GIT_AUTHOR_DATE": "now",
        "GIT_OBJECT_DIRECTORY": "/project/.git/objects",
        "GIT_WORK_TREE": "/project",
        "GIT_PREFIX": "",
    }
    kept = {
        "PATH": "/bin",
        "GIT_SSH_COMMAND": "ssh -i key",
        "GIT_SSL_CAINFO": "/ca",
        "GIT_HTTP_USER_AGENT": "x",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "a.b",
        "GIT_CONFIG_VALUE_0": "c",
    }
    assert environ_for_another_repository(hook | kept) == kept


def test_a_passphrase_is_not_handed_to_git_and_its_helpers() -> None:
    given = {"MEMSYNC_PASSPHRASE": "one", "MEMSYNC_KEY_PASSPHRASE": "two", "A": "b"}
    made = environ_elsewhere(given)
    assert made["A"] == "b"
    assert not {"one", "two"} & set(made.values())


def test_elsewhere_means_that_repository_and_no_other(machine: Machine) -> None:
    ours, other = machine.repository("ours"), machine.repository("other")
    environ = {**machine.environ, "GIT_DIR": str(ours / ".git")}
    assert elsewhere(other, environ).line("rev-parse", "--show-toplevel") == str(other)
    assert here(other, environ).line("rev-parse", "--absolute-git-dir") == str(
        ours / ".git"
    )


def test_a_failure_says_what_git_said(machine: Machine) -> None:
    root = machine.repository()
    with pytest.raises(GitFailed, match="git rev-parse: Needed a single revision"):
        here(root, machine.environ).run("rev-parse", "--verify", "no-such-ref")


def test_missing_git_is_said(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="git is not on PATH"):
        here(None, {"PATH": str(tmp_path)}).run("--version")


def test_an_old_git_is_refused(tmp_path: Path) -> None:
    fake = tmp_path / "git"
    fake.write_text("#!/bin/sh\necho git version 2.20.1\n")
    fake.chmod(0o755)
    git = here(None, {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"})
    with pytest.raises(Broken, match=r"2\.20\.1 is too old"):
        require_version(git)
