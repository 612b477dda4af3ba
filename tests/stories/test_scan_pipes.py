"""`memsync scan` reads a pipe that is named, and passes over those in folders."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.tokens import aws_key

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def hasty(tmp_path: Path) -> Machine:
    """A machine on which no command may wait for ever."""
    return Machine(tmp_path / "hasty", patience=20)


def test_pipes_and_sockets_in_a_folder_are_passed_over(
    hasty: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = hasty.folder / "run"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        (folder / "log.txt").write_text(f"key = {aws_key()}\n")
        ran = hasty.memsync("scan", "run", "--json", want=1)
        assert ran.json["scanned"] == 1
        assert "error" not in ran.json
        named = hasty.memsync("scan", "run/socket", want=16)
    assert "'run/socket': " in named.err


def test_pipes_in_a_memory_are_passed_over(hasty: Machine) -> None:
    root = hasty.repository()
    hasty.memsync("init", cwd=root)
    os.mkfifo(root / ".coyote/memory/pipe.md")
    assert hasty.memsync("scan", cwd=root).out == ""


def test_the_output_of_a_program_is_read_through_a_named_pipe(hasty: Machine) -> None:
    script = f"memsync scan <(echo key = {aws_key()}) --json"
    ran = hasty.run("bash", "-c", script, want=1)
    (found,) = ran.json["findings"]
    assert found["path"].startswith("/dev/fd/")
    assert found["rule"] == "aws-access-key"
