"""The lint check at a commit: errors in the staged notes themselves.

`memsync lint` warns of age, orphans and drift; here they never block. Nor does a link
to a note of the user memory, or one that may be such a link: see `Links`.
"""

from __future__ import annotations

import os

from memsync.guard.checks import staged
from memsync.guard.checks.from_memory import from_memory
from memsync.guard.checks.plain import is_fine

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.guard.checks.staged import File

# As text here, since importing `memsync.paths` would load pathlib.
_MEMORY = ".coyote/memory"


def check(
    files: Iterable[File], environ: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """A line for each error in a staged note or memory index; one for each warning."""
    notes = [file for file in files if _is_note(file.path)]
    if not notes:
        return [], []
    known = _names(notes, environ)
    notes = [file for file in notes if not _is_plain(file, known)]
    if not notes:
        return [], []
    from memsync.terminal import printable

    faults: list[str] = []
    warnings: list[str] = []
    elsewhere = Links(environ)
    for file in notes:
        path = os.fsdecode(file.path)
        folder, _, base = path.rpartition("/")
        names = known.get(folder, set()) | {base.removesuffix(".md")}
        found = [Fault(1, "symlink", "is a symlink, which memsync never reads")]
        if not file.is_link:
            found = _in_text(base.removesuffix(".md"), file.data, names)
            found = _without_aliases(found, folder, environ)
        for fault in found:
            doubt = elsewhere.doubt(fault, staged=file.staged)
            said = f"{fault.rule}: {printable(doubt or fault.message)}"
            line = f"{printable(path)}:{fault.line}: {said}"
            (warnings if doubt else faults).append(line)
    return faults, warnings


class Links:
    """Links that may lead to the user memory, as far as can be told here.

    A person may link to a note of their own, and `rename` keeps such links. At a commit
    the user memory can be read. In CI it cannot: there a broken link is only a warning,
    since the commit of its author was not blocked either.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._own: set[str] | None = None
        self._looked = False

    def doubt(self, fault: Fault, *, staged: bool) -> str:
        """Why a broken link may be valid; empty if it is broken."""
        if fault.rule != "broken-link":
            return ""
        if not self._looked:
            self._looked = True
            self._own = self._names()
        if self._own is None:
            return "" if staged else f"{fault.message} in this memory"
        if fault.link not in self._own:
            return ""
        return f"links to '{fault.link}', which is only in your own memory"

    def _names(self) -> set[str] | None:
        """The names of the user memory's notes; None without a user memory."""
        from memsync.errors import Broken
        from memsync.paths import Places

        try:
            paths = list(Places(self._environ).user_memory.iterdir())
        except (OSError, Broken):
            return None
        return {path.stem for path in paths if path.suffix == ".md"}


def _is_plain(file: File, known: dict[str, set[str]]) -> bool:
    folder, _, base = file.path.rpartition(b"/")
    names = {os.fsencode(name) for name in known.get(os.fsdecode(folder), ())}
    return not file.is_link and is_fine(base.removesuffix(b".md"), file.data, names)


class Fault:
    """One error; `link` is the target of a broken link or dead entry."""

    __slots__ = ("line", "link", "message", "rule")

    def __init__(self, line: int, rule: str, message: str, link: str = "") -> None:
        self.line = line
        self.rule = rule
        self.message = message
        self.link = link


def _is_note(path: bytes) -> bool:
    folder, _, base = os.fsdecode(from_memory(path)).rpartition("/")
    inside = folder == _MEMORY or folder.endswith("/" + _MEMORY)
    return inside and base.endswith(".md") and not base.startswith(".")


def _names(notes: list[File], environ: Mapping[str, str]) -> dict[str, set[str]]:
    """The names of all staged notes, by memory folder."""
    folders = sorted({b":(top,literal)" + f.path.rpartition(b"/")[0] for f in notes})
    listed = staged.git(environ, "ls-files", "-z", "--", *folders)
    known: dict[str, set[str]] = {}
    for path in filter(None, listed.split(b"\0")):
        if _is_note(path):
            folder, _, base = os.fsdecode(path).rpartition("/")
            known.setdefault(folder, set()).add(base.removesuffix(".md"))
    return known


def _without_aliases(
    found: list[Fault], folder: str, environ: Mapping[str, str]
) -> list[Fault]:
    """The faults, without links to a note's name in its frontmatter."""
    if not any(fault.link for fault in found):
        return found
    from memsync.memory.note.note import Note

    paths = [b":(top,literal)" + os.fsencode(folder)]
    notes = staged.tracked(environ, paths, _is_note)
    aliases = {Note.parse(file.data).fields.get("name", "") for file in notes} - {""}
    return [fault for fault in found if fault.link not in aliases]


def _in_text(name: str, data: bytes, names: set[str]) -> list[Fault]:
    from memsync.memory.index import memory_index

    if name != "MEMORY":
        return _in_note(name, data, names)
    text = data.decode("utf-8", "replace")
    return _conflict(data) + [
        Fault(
            entry.line,
            "dead-entry",
            f"an entry for '{entry.name}', which does not exist",
            entry.name,
        )
        for entry in memory_index.entries(text)
        if entry.name not in names
    ]


def _conflict(data: bytes) -> list[Fault]:
    from memsync.memory.note.conflict import CONFLICT, conflict_line

    line = conflict_line(data)
    return [] if line is None else [Fault(line, "conflict", CONFLICT)]


def _in_note(name: str, data: bytes, names: set[str]) -> list[Fault]:
    from memsync.memory.note import links
    from memsync.memory.note.names import NAME, is_reserved, twin_key
    from memsync.memory.note.note import Note

    note = Note.parse(data)
    found = _conflict(data)
    found += [Fault(p.line, "frontmatter", p.message) for p in note.problems]
    if not NAME.fullmatch(name) or is_reserved(name):
        found.append(Fault(1, "name", f"'{name}' is not a valid note name"))
    alias = note.fields.get("name", "")
    if alias and alias != name:
        found.append(Fault(1, "name", f"its frontmatter names it '{alias}'"))
    found += [
        Fault(1, "twin", f"differs from '{other}' only by case or form")
        for other in sorted(names - {name})
        if twin_key(other) == twin_key(name)
    ]
    above = data.count(b"\n", 0, len(data) - len(note.parts.body))
    return found + [
        Fault(
            above + link.line,
            "broken-link",
            f"links to '{link.name}', which does not exist",
            link.name,
        )
        for link in links.find(note.body)
        # A link to `x.md` may mean any file; only `[[x]]` must mean a note.
        if link.wiki and link.name not in names
    ]
