"""Which path of a command is written to settings that must find it later."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memsync.installed import command

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that this installation has its commands in."""
    folder = tmp_path / "venv/bin"
    folder.mkdir(parents=True)
    for name in ("memsync", "memsync-guard"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(folder / "memsync")])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "elsewhere/python"))
    return folder


def test_a_command_is_found_beside_the_one_that_runs(scripts: Path) -> None:
    assert command("memsync-guard") == scripts / "memsync-guard"


def test_else_it_is_found_beside_python(
    scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["pytest"])
    assert command("memsync-guard") is None
    monkeypatch.setattr(sys, "executable", str(scripts / "python"))
    assert command("memsync-guard") == scripts / "memsync-guard"


def test_the_link_on_path_is_named_where_it_leads_here(
    scripts: Path, tmp_path: Path
) -> None:
    linked = tmp_path / "local-bin"
    linked.mkdir()
    (linked / "memsync-guard").symlink_to(scripts / "memsync-guard")
    assert command("memsync-guard", str(linked)) == linked / "memsync-guard"


def test_another_installation_on_path_is_not_ours(
    scripts: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "memsync-guard").write_text("#!/bin/sh\n")
    (other / "memsync-guard").chmod(0o755)
    assert command("memsync-guard", str(other)) == scripts / "memsync-guard"


def test_a_relative_path_is_not_named(
    scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(scripts.parent)
    assert command("memsync-guard", "bin") == scripts / "memsync-guard"


def test_a_folder_of_that_name_is_no_command(scripts: Path) -> None:
    (scripts / "memsync-lint").mkdir()
    assert command("memsync-lint") is None
