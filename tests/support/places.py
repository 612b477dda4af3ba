"""Folders and programs that are not as a command needs them."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def snapshot(folder: Path) -> dict[str, bytes | str]:
    """All that is in a folder: the bytes of files, the targets of links."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = "folder" if path.is_dir() else path.read_bytes()
    return found


def read_only(*folders: Path) -> None:
    """Take everybody's right to write in these folders, their owner's too."""
    for folder in folders:
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~0o222)


def obeying_modes(*argv: str) -> list[str]:
    """The command, run so that file modes hold for it: also for root they do."""
    if os.geteuid():
        return list(argv)
    overrides = "-dac_override,-dac_read_search"
    drop = [f"--bounding-set={overrides}", f"--inh-caps={overrides}"]
    return ["setpriv", *drop, *argv]


def without_terminal(*argv: str) -> list[str]:
    """The command, in a session that has no terminal to ask on."""
    script = "import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])"
    return [sys.executable, "-c", script, *argv]


def with_program(folder: Path, name: str, script: str) -> str:
    """A folder for PATH whose `name` is this shell script."""
    folder.mkdir()
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(folder)
