"""goose: `.goose/memory/<category>.txt`, and the same below its settings for a person.

A category is a note's name. Entries stand between blank lines, their tags behind a `#`
in a first line. Format: block/goose, crates/goose-mcp/src/memory at 0d2f2e5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import cutting, text
from memsync.agents.layouts.engines.entries import Content, EntriesFile, Written
from memsync.agents.layouts.layout import Layout
from memsync.agents.layouts.where import below_top

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Outgoing
    from memsync.agents.layouts.where import Where


def _content(core: str, _: str) -> Content:
    first, _, rest = core.partition("\n")
    if not first.startswith("#"):
        return Content(core)
    tags = first.lstrip("#").split()
    body = rest.strip("\r\n")
    if not body:
        return Content("", skip="it has tags and no text")
    return Content(body, type=tags[0] if tags else "", tags=" ".join(tags[1:]))


def _written(note: Outgoing) -> Written:
    body = text.plain_body(note.note).strip("\n")
    if not body.strip():
        body = note.note.description
    if any(not line.strip() for line in body.splitlines()):
        reason = "its text has blank lines, which end an entry there"
        return Written("", refused=reason)
    if body.startswith("#"):
        return Written("", refused="its text begins as a line of tags does")
    tags = [note.note.type, *note.note.fields.get("tags", "").split()]
    head = " ".join(tag for tag in tags if tag)
    kept: tuple[str, ...] = ("name", "type", "tags")
    if note.note.description == text.describe(body, note.name):
        kept = (*kept, "description")
    core = f"# {head}\n{body}" if head else body
    return Written(core, text.keys_beyond(note.note, kept))


def _joined(before: str, core: str) -> str:
    if not before:
        return f"{core}\n\n"
    gap = "" if before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
    return f"{before}{gap}{core}\n\n"


def person(where: Where) -> Path:
    """The person's folder; goose uses XDG's on macOS, too."""
    if where.platform == "win32" and (base := where.places.environ.get("APPDATA")):
        from pathlib import Path

        return Path(base) / "Block/goose/config/memory"
    return where.xdg("XDG_CONFIG_HOME", ".config") / "goose/memory"


LAYOUT = Layout(
    agent="goose",
    kind="A",
    project=below_top(".goose/memory"),
    person=person,
    home=lambda where: person(where).parent,
    engine=EntriesFile(
        wanted=lambda path: path.endswith(".txt"),
        split=cutting.by_blank_lines,
        content=_content,
        write=_written,
        place=lambda note: f"{note.name}.txt",
        joined=_joined,
    ),
    inner=(".goose/memory", "memory"),
    loses="descriptions, dates and all other keys; notes with blank lines are refused",
)
