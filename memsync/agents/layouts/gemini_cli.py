"""Gemini CLI: `~/.gemini/tmp/<id>/memory/` for a repository, `GEMINI.md` for a person.

The id stands in `~/.gemini/projects.json`, which Gemini keeps under a lock of its own
and memsync only reads; the file `.project_root` in the folder says whose it is. Older
versions used the SHA-256 of the path. Formats: google-gemini/gemini-cli at 5411f11.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import cutting
from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.engines.entries import Content, EntriesFile
from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.layout import Layout
from memsync.errors import Broken, MemsyncError
from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Engine
    from memsync.agents.layouts.where import Where

ADDED = "## Gemini Added Memories"


def short_id(path: str) -> str:
    """The id that Gemini gives to a new project, before a number where it is taken."""
    name = re.split(r"[/\\]", path.rstrip("/\\"))[-1].lower()
    made = re.sub(r"-+", "-", re.sub(r"[^a-z0-9]", "-", name)).strip("-")
    return made or "project"


def old_id(path: str) -> str:
    """The id of older versions."""
    return hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()


def home(where: Where) -> Path:
    """Gemini's folder."""
    return where.folder("GEMINI_CLI_HOME", "") / ".gemini"


def project(where: Where) -> Path | None:
    """The repository's folder; None where Gemini has not made one yet.

    Raises `Broken` where the registry is no JSON, or names a folder that belongs to
    another project.
    """
    top = os.path.realpath(where.top)
    base = home(where) / "tmp"
    known = _registered(home(where) / "projects.json", top, where)
    if known is not None:
        owner = _owner(base / known)
        if owner is not None and os.path.realpath(owner) != top:
            raise Broken(
                f"'{base / known}' belongs to '{owner}', although projects.json says"
                " that it is this repository's",
                hint="give the right folder as PATH",
                word="ambiguous",
            )
        return base / known / "memory"
    for name in (short_id(top), *(f"{short_id(top)}-{n}" for n in range(1, 10))):
        owner = _owner(base / name)
        if owner is not None and os.path.realpath(owner) == top:
            return base / name / "memory"
    older = base / old_id(top) / "memory"
    return older if older.is_dir() else None


def _registered(file: Path, top: str, where: Where) -> str | None:
    try:
        data = atomic.read_regular(file, limit=1 << 24)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        rows = json.loads(data)["projects"]
        items = list(rows.items())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Broken(
            f"'{file}' is not a list of projects",
            hint="start gemini once in this repository, or give the folder as PATH",
            word="agent-settings",
        ) from None
    windows = where.platform == "win32"
    wanted = top.lower() if windows else top
    for path, name in items:
        if not isinstance(name, str) or not isinstance(path, str):
            continue
        if (path.lower() if windows else path) == wanted:
            # From a file of another program: it must not lead out of the folder.
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", name):
                raise Broken(
                    f"'{file}' gives this repository a name that is no folder's",
                    hint="give the right folder as PATH",
                    word="agent-settings",
                )
            return name
    return None


def _owner(folder: Path) -> str | None:
    try:
        data = atomic.read_regular(folder / ".project_root", limit=1 << 16)
    except (OSError, MemsyncError):
        return None
    return os.fsdecode(data).strip() or None


def remembered(file: str, heading: str) -> EntriesFile:
    """The facts that older versions kept as a list in an instruction file."""
    return EntriesFile(
        wanted=lambda path: path == file,
        split=lambda content: cutting.bullets_below(content, heading),
        content=lambda core, _: Content(cutting.unbulleted(core)),
        refusal=f"older versions kept it in a list of {file}, where memsync writes"
        " nothing: change it there",
    )


_GEMINI_MD = MarkedBlock(
    "GEMINI.md", section=remembered("GEMINI.md", ADDED), name="gemini-md"
)


def _at(folder: Path) -> Engine | None:
    if (folder / "GEMINI.md").is_file() and not (folder / "MEMORY.md").exists():
        return _GEMINI_MD
    return None


LAYOUT = Layout(
    agent="gemini-cli",
    kind="A",
    project=project,
    person=home,
    home=home,
    engine=NotesFolder("gemini-cli", skip=lambda path: path.startswith("skills/")),
    person_engine=_GEMINI_MD,
    engine_at=_at,
    inner=("memory",),
    file="GEMINI.md",
    loses="nothing; in GEMINI.md types, dates and all other keys",
    not_there="start gemini once in this repository",
)
