"""The names of the files that learning from past sessions keeps in a memory.

`learned/summary.md`, `learned/skills/<name>/SKILL.md` and `learned/sessions/<name>.md`.
As with logs, a file's name is its path in the memory without `.md`, so that the store
archives and undoes it like a note, but gives it no entry in the memory index. Beside
them is `learned/decided`, which is not a text: see `memsync.memory.files.decided`.
Pure, apart from listing a folder.
"""

from __future__ import annotations

import re

from memsync.errors import Refused
from memsync.files.unlinked import listed
from memsync.memory.note.names import NAME, SUFFIX

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path

LEARNED = "learned"
SUMMARY = "learned/summary"
SKILLS = "learned/skills"
SYNOPSES = "learned/sessions"

# A file without an ending.
DECIDED = "learned/decided"

_SKILL = "SKILL"

# Names of skills and synopses; memsync's own are shorter.
_FOLDER = r"[a-z0-9][a-z0-9_-]{0,127}"

# Characters of a slug, so that the whole name stays within common limits.
_LONGEST_SLUG = 60
# Hex digits of a digest, which keep apart ids that are equal without case.
_DIGITS = 8


def skill_name(skill: str) -> str:
    """The name of a skill's file."""
    return f"{SKILLS}/{skill}/{_SKILL}"


def skill_of(name: str) -> str | None:
    """The skill whose file has this name; None for any other file."""
    parts = name.split("/")
    if len(parts) != 4 or "/".join(parts[:2]) != SKILLS or parts[3] != _SKILL:
        return None
    return parts[2] if NAME.fullmatch(parts[2]) else None


def synopsis_name(agent: str, session: str) -> str:
    """The name of a session's synopsis: its agent, its id slugged, and a digest.

    Two sessions never share one, even if their ids differ only by case.
    """
    import hashlib

    slug = re.sub(r"[^a-z0-9]+", "-", session.lower()).strip("-")[:_LONGEST_SLUG]
    # The slug may be cut, and is the same for ids that differ by case.
    digest = hashlib.sha256(session.encode("utf-8", "surrogateescape")).hexdigest()
    parts = (agent, slug.rstrip("-"), digest[:_DIGITS])
    return f"{SYNOPSES}/{'-'.join(part for part in parts if part)}"


def is_learned(name: str) -> bool:
    """Whether a name is that of a file that learning keeps."""
    if name == SUMMARY or skill_of(name) is not None:
        return True
    folder, slash, last = name.rpartition("/")
    return bool(slash) and folder == SYNOPSES and bool(re.fullmatch(_FOLDER, last))


def folders(memory: Path) -> list[str]:
    """The folders with such files, relative to the memory; none if there are none."""
    if not (memory / LEARNED).is_dir():
        return []
    skills = [f"{SKILLS}/{name}" for name in _folders(memory / SKILLS)]
    return [LEARNED, SYNOPSES, *skills]


def entries(memory: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The regular files that learning keeps in this memory, with names, unordered.

    Follows no link to a file or folder. Use each entry before taking the next one.
    """
    for part in folders(memory):
        try:
            with listed(memory / part) as (found, _):
                for entry in found:
                    name = f"{part}/{entry.name.removesuffix(SUFFIX)}"
                    if not entry.name.endswith(SUFFIX) or not is_learned(name):
                        continue
                    if entry.is_file(follow_symlinks=False):
                        yield name, entry
        except (FileNotFoundError, NotADirectoryError, Refused):
            continue


def stored(archive: Path) -> list[str]:
    """The names of learned files that have versions in an archive."""
    skills = (skill_name(skill) for skill in _folders(archive / SKILLS))
    synopses = (f"{SYNOPSES}/{name}" for name in _folders(archive / SYNOPSES))
    found = (SUMMARY, *skills, *synopses)
    return [name for name in found if (archive / name).is_dir()]


def _folders(folder: Path) -> list[str]:
    try:
        with listed(folder) as (found, _):
            return sorted(
                entry.name
                for entry in found
                if re.fullmatch(_FOLDER, entry.name)
                and entry.is_dir(follow_symlinks=False)
            )
    except (FileNotFoundError, NotADirectoryError, Refused):
        return []
