"""The lint check at a commit: errors in the staged notes, not in their surroundings.

Age, orphans and drift are `memsync lint`'s to warn about; they never block.
"""

from __future__ import annotations

import os

from memsync.guard import staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.guard.staged import File

_MEMORY = ".coyote/memory"


def check(files: Iterable[File], environ: Mapping[str, str]) -> list[str]:
    """One line for each error in a staged note or memory index."""
    notes = [file for file in files if _is_note(file.path)]
    if not notes:
        return []
    known = _names(notes, environ)
    from memsync.terminal import printable

    faults: list[str] = []
    for file in notes:
        path = os.fsdecode(file.path)
        folder, _, base = path.rpartition("/")
        names = known.get(folder, set()) | {base.removesuffix(".md")}
        found = [(1, "symlink", "a symlink is never read as a note")]
        if not file.is_link:
            found = _in_text(base.removesuffix(".md"), file.data, names)
        faults += [
            f"{printable(path)}:{line}: {rule}: {printable(message)}"
            for line, rule, message in found
        ]
    return faults


def _is_note(path: bytes) -> bool:
    folder, _, base = os.fsdecode(path).rpartition("/")
    inside = folder == _MEMORY or folder.endswith("/" + _MEMORY)
    return inside and base.endswith(".md") and not base.startswith(".")


def _names(notes: list[File], environ: Mapping[str, str]) -> dict[str, set[str]]:
    """The names of all staged notes, by memory folder."""
    folders = sorted({b":(top,literal)" + f.path.rpartition(b"/")[0] for f in notes})
    listed = staged.git(environ, "ls-files", "-z", "--", *folders)
    known: dict[str, set[str]] = {}
    for path in listed.split(b"\0"):
        if _is_note(path):
            folder, _, base = os.fsdecode(path).rpartition("/")
            known.setdefault(folder, set()).add(base.removesuffix(".md"))
    return known


def _in_text(name: str, data: bytes, names: set[str]) -> list[tuple[int, str, str]]:
    from memsync.memory import links, memory_index
    from memsync.memory.names import NAME, is_reserved, twin_key
    from memsync.memory.note import Note

    if name == "MEMORY":
        text = data.decode("utf-8", "replace")
        return [
            (entry.line, "dead-entry", f"there is no note '{entry.name}'")
            for entry in memory_index.entries(text)
            if entry.name not in names
        ]
    note = Note.parse(data)
    found = [(p.line, "frontmatter", p.message) for p in note.problems]
    if not NAME.fullmatch(name) or is_reserved(name):
        found.append((1, "name", "not a name that memsync writes"))
    twins = sorted(n for n in names - {name} if twin_key(n) == twin_key(name))
    found += [(1, "twin", f"the same name as '{n}' on some systems") for n in twins]
    above = data[: len(data) - len(note.parts.body)].count(b"\n")
    found += [
        (above + link.line, "broken-link", f"there is no note '{link.name}'")
        for link in links.find(note.body)
        if link.name not in names
    ]
    return found
