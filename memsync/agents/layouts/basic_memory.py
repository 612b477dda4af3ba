"""basic-memory: projects of markdown notes that `~/.basic-memory/config.json` names.

Any key is kept there as metadata, and its database is made from the files. Format:
basic-memory, docs/NOTE-FORMAT.md at 4d1dfdb.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import is_inside
from memsync.errors import Broken
from memsync.files import atomic

if TYPE_CHECKING:
    from memsync.agents.layouts.where import Where


def home(where: Where) -> Path:
    """The folder of its settings."""
    return where.folder("BASIC_MEMORY_CONFIG_DIR", ".basic-memory")


def projects(where: Where) -> tuple[dict[str, Path], str]:
    """The folders of all projects by name, and the default project's name."""
    file = home(where) / "config.json"
    try:
        data = atomic.read_regular(file, limit=1 << 22)
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    try:
        read = json.loads(data)
        rows = read.get("projects", {}).items()
    except (ValueError, AttributeError, RecursionError):
        raise Broken(
            f"'{file}' is not a JSON file with projects",
            hint="fix it, or give the folder as PATH",
            word="agent-settings",
        ) from None
    found = {}
    for name, row in rows:
        value = row.get("path") if isinstance(row, dict) else row
        if isinstance(value, str) and value:
            path = where.home / value[2:] if value.startswith("~/") else Path(value)
            if path.is_absolute():
                found[name] = path
    return found, str(read.get("default_project") or "")


def project(where: Where) -> Path | None:
    """The project whose folder is in the work tree; None where there is none."""
    found, _ = projects(where)
    if where.root is None:
        return None
    inside = [p for p in found.values() if is_inside(p, where.root.top)]
    return min(inside, default=None)


def person(where: Where) -> Path:
    """The default project's folder."""
    found, default = projects(where)
    return found.get(default) or where.folder("BASIC_MEMORY_HOME", "basic-memory")


LAYOUT = Layout(
    agent="basic-memory",
    kind="A",
    project=project,
    person=person,
    home=home,
    engine=NotesFolder("basic-memory", index=None, title_key="title"),
    not_there="give the folder as PATH, or add it with `basic-memory project add`",
)
