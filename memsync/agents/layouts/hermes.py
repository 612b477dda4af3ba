"""Hermes Agent: `~/.hermes/memories/MEMORY.md` and `USER.md`, one agent a home.

Entries stand between lines of `§`. It refuses what passes 2,200 and 1,375 characters.
Format: NousResearch/hermes-agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import cutting, text
from memsync.agents.layouts.engines.entries import Content, EntriesFile, Written
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import nowhere

if TYPE_CHECKING:
    from memsync.agents.layouts.layout import Outgoing

# Hermes separates entries by a line with this sign alone.
_MARK = "\N{SECTION SIGN}"
# Characters of each file, above which Hermes refuses an entry.
_CAPS = {"MEMORY.md": 2_200, "USER.md": 1_375}


def _written(note: Outgoing) -> Written:
    body = text.plain_body(note.note).strip("\n")
    kept = ["name"]
    if not body or note.note.description == text.describe(body, note.name):
        kept.append("description")
    body = body or note.note.description
    if any(line.strip() == _MARK for line in body.splitlines()):
        return Written("", refused=f"its text has a line of '{_MARK}' alone")
    return Written(body, text.keys_beyond(note.note, tuple(kept)))


def _joined(before: str, core: str) -> str:
    if not before.strip():
        return f"{core}\n"
    return f"{before.rstrip()}\n{_MARK}\n{core}\n"


LAYOUT = Layout(
    agent="hermes",
    kind="A",
    project=nowhere,
    person=lambda where: where.folder("HERMES_HOME", ".hermes") / "memories",
    home=lambda where: where.folder("HERMES_HOME", ".hermes"),
    engine=EntriesFile(
        wanted=lambda path: path in _CAPS,
        split=lambda content: cutting.by_separator(content, _MARK),
        content=lambda core, path: Content(
            core, type="user" if path == "USER.md" else "", skip="" if core else "empty"
        ),
        write=_written,
        place=lambda note: "USER.md" if note.note.type == "user" else "MEMORY.md",
        joined=_joined,
        cap=_CAPS.get,
    ),
    inner=("memories",),
    not_there="it keeps one memory for a person: use --scope user",
    loses="all keys; what passes its caps is refused",
)
