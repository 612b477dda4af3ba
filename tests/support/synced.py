"""Machines of one person that share a remote, and the notes that agents put there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path

_NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\n{1}\n"


def note(name: str, body: str = "A fact.") -> str:
    """The text of a note."""
    return _NOTE.format(name, body)


def bare(path: Path) -> Path:
    """An empty repository that can be pushed to."""
    Machine(path.with_name("host")).git("init", "-q", "--bare", "--template=", path)
    return path


def joined(folder: Path, remote: Path | str) -> Machine:
    """A machine that syncs its user memory with a remote."""
    machine = Machine(folder)
    machine.memsync("sync", "init", str(remote))
    return machine


def put(machine: Machine, name: str, text: str) -> Path:
    """Write a note of the user memory as an agent does: past memsync."""
    file = machine.user_memory / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def get(machine: Machine, name: str) -> str | None:
    """What a note of the user memory says; None where there is none."""
    file = machine.user_memory / f"{name}.md"
    return file.read_text() if file.exists() else None


def notes(machine: Machine) -> dict[str, str]:
    """All notes of the user memory and its memory index."""
    return {path.stem: path.read_text() for path in machine.user_memory.glob("*.md")}


def sync(*machines: Machine, want: int | None = 0) -> list[dict[str, object]]:
    """A round on each machine, one after the other; what each says it did."""
    return [machine.memsync("sync", "--json", want=want).json for machine in machines]


def names(result: dict[str, object], key: str) -> list[str]:
    """The notes in one list of what a round did."""
    found = result[key]
    assert isinstance(found, list)
    return [item["name"] if isinstance(item, dict) else item for item in found]


def mirrored(machine: Machine) -> str:
    """Everything that the mirror's history holds."""
    mirror = machine.state / "mirror"
    return machine.git("log", "-p", "--all", "--text", cwd=mirror)
