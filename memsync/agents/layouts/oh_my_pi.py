"""oh-my-pi: `~/.omp/agent/memories/--<path>--/`, which a pipeline rewrites.

Only `learned.md` takes anything from outside: a list, the newest first, of at most 100
facts of 2,000 characters without angle brackets, backticks and tildes. Format:
oh-my-pi, packages/coding-agent/src/memories.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import cutting, text
from memsync.agents.layouts.engines.entries import Content, EntriesFile, Written
from memsync.agents.layouts.engines.tree import Tree
from memsync.agents.layouts.layout import Change, Layout, Plan, Reading
from memsync.agents.layouts.where import nowhere
from memsync.memory.note.note import one_line
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Outgoing, Seen
    from memsync.agents.layouts.where import Where

# Facts that `learned.md` keeps, and the characters of one.
_MOST = 100
_LONGEST = 2_000

# Characters that it counts as a token.
_TOKEN = 4

# The tokens of its summary that a prompt gets.
_CAP = 5_000 * _TOKEN
_LEARNED = "learned.md"


def folder_name(path: str) -> str:
    """The folder's name for a working folder."""
    bare = path[1:] if path[:1] in ("/", "\\") else path
    dashes = re.sub(r"[/\\:]", "-", bare)
    return f"--{dashes}--"


def agent_folder(where: Where) -> Path:
    """The folder of its settings."""
    return where.folder("PI_CODING_AGENT_DIR", ".omp/agent")


def _written(note: Outgoing) -> Written:
    body = one_line(text.plain_body(note.note)) or note.note.description
    lost = list(text.keys_beyond(note.note, ("name",)))
    if len(text.plain_body(note.note).strip().splitlines()) > 1:
        lost.append("line breaks")
    if len(body) > _LONGEST:
        body = note.note.description or body[:_LONGEST]
        lost.append("body")
    plain = re.sub(r"[<>`]|~~", "", printable(body)).strip()
    if plain != body:
        lost.append("markup")
    return Written(f"- {plain}", tuple(lost), "" if plain else "it has no text")


def _newest_first(before: str, core: str) -> str:
    lines = before.splitlines(keepends=True)
    at = next((i for i, line in enumerate(lines) if line[:2] in ("- ", "* ")), None)
    if at is None:
        gap = "" if not before or before.endswith("\n") else "\n"
        return f"{before}{gap}{core}\n"
    return "".join(lines[:at]) + f"{core}\n" + "".join(lines[at:])


_LESSONS = EntriesFile(
    wanted=lambda path: path == _LEARNED,
    split=cutting.by_bullets,
    content=lambda core, _: Content(cutting.unbulleted(core)),
    write=_written,
    place=lambda _: _LEARNED,
    joined=_newest_first,
    most=_MOST,
)


@dataclass(frozen=True)
class Memories:
    """Its folder: lessons go both ways, the pipeline's files are only imported."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        lessons = _LESSONS.read(folder, limit)
        taken = {found.name for found in lessons.found}
        made = Tree((".md",)).read(folder, limit)
        wanted = ("MEMORY.md", "memory_summary.md")
        found = [
            each._replace(name=text.free_name(each.name, taken))
            for each in (
                f._replace(name=_NAMES.get(f.source, f.name)) for f in made.found
            )
            if each.source in wanted or each.source.startswith("skills/")
        ]
        unfit = [
            u
            for u in made.unfit
            if u.source in wanted or u.source.startswith("skills/")
        ]
        return Reading([*lessons.found, *found], [*lessons.unfit, *unfit])

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data, *_LESSONS.identities(data))

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        changes: list[Change] = []
        lessons = []
        for note in notes:
            path = note.origin.path if note.origin else ""
            if path and not path.startswith(f"{_LEARNED}#"):
                reason = "oh-my-pi makes this file itself, and has the text already"
                changes.append(Change(note.name, path, "skipped", reason))
            else:
                lessons.append(note)
        # Each is added at the front, so go backwards.
        planned = _LESSONS.plan(folder, lessons[::-1])
        return Plan([*changes, *planned.changes], planned.files)

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        seen = Tree((".md",)).seen(folder)
        summary = folder / "memory_summary.md"
        lessons = _LESSONS.seen(folder)
        chars = lessons.chars
        if summary.is_file() and not summary.is_symlink():
            chars += len(summary.read_text("utf-8", "replace"))
        return seen._replace(
            notes=max(lessons.notes, seen.notes if chars else 0),
            chars=chars,
            cap=_CAP,
            over=max(chars - _CAP, 0),
        )


_NAMES = {"MEMORY.md": "oh-my-pi-memory", "memory_summary.md": "oh-my-pi-summary"}

LAYOUT = Layout(
    agent="oh-my-pi",
    kind="B",
    project=lambda where: (
        agent_folder(where) / "memories" / folder_name(str(where.top))
    ),
    person=nowhere,
    home=agent_folder,
    engine=Memories(),
    loses="all keys, line breaks, angle brackets and backticks",
)
