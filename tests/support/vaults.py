"""Encrypted vaults between real machines, and the host that would like to read."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

_NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\n{1}\n"


def note(name: str, body: str = "A fact.") -> str:
    return _NOTE.format(name, body)


class Member(Machine):
    """A machine of the vault."""

    @property
    def machine_id(self) -> str:
        return (self.state / "machine").read_text().strip()

    @property
    def head(self) -> str:
        return self.git("-C", self.state / "mirror", "rev-parse", "main")


def put(machine: Machine, name: str, text: str) -> None:
    machine.user_memory.mkdir(parents=True, exist_ok=True)
    (machine.user_memory / f"{name}.md").write_text(text)


def edit(machine: Machine, name: str, old: str, new: str) -> None:
    path = machine.user_memory / f"{name}.md"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


class Host:
    """A bare repository, seen by whoever runs the server."""

    def __init__(self, path: Path, *, made: bool = False) -> None:
        self.path = path
        self.code = path.with_name(f"{path.name}.code")
        if not made:
            subprocess.run(["git", "init", "-q", "--bare", path], check=True)

    def git(self, *arguments: str | Path, stdin: bytes = b"") -> str:
        return self.raw(*arguments, stdin=stdin).decode("utf-8", "replace").strip()

    def raw(self, *arguments: str | Path, stdin: bytes = b"") -> bytes:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            input=stdin,
            capture_output=True,
            check=True,
            env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull},
        )
        return done.stdout

    def knows_nothing_of(self, *words: str) -> None:
        """No object, no name of a file or ref, and no file at all holds a word."""
        objects = self.raw("cat-file", "--batch-all-objects", "--batch")
        for word in words:
            assert word.encode() not in objects, word
        for path in self.path.rglob("*"):
            below = str(path.relative_to(self.path))
            assert not any(word in below for word in words), below
            if path.is_file() and path.name not in ("config", "description"):
                data = path.read_bytes()
                assert not any(word.encode() in data for word in words), below


def new_vault(folder: Path, host: Host) -> Member:
    machine = Member(folder)
    machine.memsync(*("sync", "init", host.path, "--encrypt", "--code-file", host.code))
    return machine


def joined(folder: Path, host: Host) -> Member:
    machine = Member(folder)
    machine.memsync(*("sync", "init", host.path, "--encrypt", "--key-file", host.code))
    return machine
