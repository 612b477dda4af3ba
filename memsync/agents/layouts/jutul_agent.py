"""jutul-agent: `workspaces/<hash of the path>/memory/` below its state home.

Descriptions stand there as they are, so that some of its frontmatter is no YAML; an
index line ends with the file's name. Format: jutul-agent,
src/jutul_agent/agent/memory.py.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines.folder import NotesFolder
from memsync.agents.layouts.engines.index import Line
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.where import Where

# An index line; the file's name is at its end.
_LINE = re.compile(
    r"- `(?P<title>[^`]*)` \u2014 (?P<about>.*) \(file: `(?P<file>[^`]+)`\)"
)


def workspace(path: str) -> str:
    """The folder's name for a workspace."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def home(where: Where) -> Path:
    """Its state home."""
    return where.xdg("XDG_DATA_HOME", ".local/share") / "jutul-agent"


def line(file: str, title: str, about: str) -> str:
    """An index line."""
    return f"- `{title}` \u2014 {about or title} (file: `{file}`)"


def _lines(content: str) -> dict[str, Line]:
    found = (_LINE.fullmatch(each) for each in content.splitlines())
    return {m["file"]: Line(m["title"], m["about"]) for m in found if m}


LAYOUT = Layout(
    agent="jutul-agent",
    kind="A",
    project=lambda where: (
        home(where) / "workspaces" / workspace(os.path.realpath(where.top)) / "memory"
    ),
    person=nowhere,
    home=home,
    engine=NotesFolder(
        "jutul-agent",
        index_line=line,
        index_heading="# Memory index\n\n",
        index_is_generated=True,
        read_index=_lines,
    ),
    loses="nothing; it knows five types and takes others for project",
)
