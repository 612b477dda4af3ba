"""One agent's folder of one repository, on one machine that syncs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from support.agent_sync import FOLDERS, add, clone

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


class Side(NamedTuple):
    """One machine with one agent's folder of one repository."""

    machine: Machine
    root: Path
    folder: Path
    agent: str

    def put(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def get(self, file: str) -> str | None:
        path = self.folder / file
        return path.read_text() if path.exists() else None

    def files(self) -> dict[str, str]:
        return {
            path.relative_to(self.folder).as_posix(): path.read_text()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }

    def sync(self, *arguments: str, want: int | None = 0) -> Any:  # noqa: ANN401 -- JSON
        return self.machine.memsync("sync", "--json", *arguments, want=want).json


def side(machine: Machine, agent: str, name: str) -> Side:
    root = clone(machine, name)
    folder = FOLDERS[agent](machine, root)
    add(machine, agent, root)
    return Side(machine, root, folder, agent)
