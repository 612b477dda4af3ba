"""The size check: staged notes and memory indexes that are over their cap."""

from __future__ import annotations

from memsync.guard.checks.from_memory import from_memory

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.guard.checks.staged import File

# Enough to see what to move to a note of its own.
_SECTIONS_SHOWN = 3


class Oversized:
    """One file over its cap; all numbers are characters."""

    __slots__ = ("cap", "chars", "key", "path", "sections")

    def __init__(
        self, path: bytes, chars: int, cap: int, key: str, sections: list[Section]
    ) -> None:
        self.path = path
        self.chars = chars
        self.cap = cap
        self.key = key
        """The setting with the cap."""
        self.sections = sections
        """The longest sections, longest first."""


class Section:
    """A heading's line and how long the text below it is."""

    __slots__ = ("chars", "line")

    def __init__(self, line: int, chars: int) -> None:
        self.line = line
        self.chars = chars


def check(files: Iterable[File], caps: dict[str, int]) -> list[Oversized]:
    """The notes and memory indexes over `caps` that the commit does not make smaller.

    `caps` has `caps.note` and `caps.memory_index`.
    """
    found = []
    for file in files:
        key = kind(file.path)
        if key is None or file.is_link:
            continue
        # A text has at most as many characters as bytes: most notes need no counting.
        if len(file.data) <= caps[key]:
            continue
        chars = measure(file.data, key)
        if chars <= caps[key]:
            continue
        if any(chars < measure(parent, key) for parent in file.parents):
            continue
        found.append(Oversized(file.path, chars, caps[key], key, _longest(file.data)))
    return found


def kind(path: bytes) -> str | None:
    """Which cap applies to a path; none for logs, which are in sub-folders."""
    folder, _, name = from_memory(path).rpartition(b"/")
    if name == b"COYOTE.md":
        return "caps.memory_index"
    if folder != b".coyote/memory" and not folder.endswith(b"/.coyote/memory"):
        return None
    if name == b"MEMORY.md":
        return "caps.memory_index"
    return "caps.note" if name.endswith(b".md") and name[:1] != b"." else None


def measure(data: bytes, key: str) -> int:
    """The characters that count: of a note its body, of a memory index all."""
    if key == "caps.note":
        from memsync.memory.note.frontmatter import split

        data = split(data).body
    return len(data.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r"))


def _longest(data: bytes) -> list[Section]:
    sections: list[Section] = []
    fenced = False
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.lstrip().startswith((b"```", b"~~~")):
            fenced = not fenced
        if line.startswith(b"#") and not fenced:
            sections.append(Section(number, 0))
        elif sections:
            sections[-1].chars += len(line.decode("utf-8", "replace")) + 1
    longest = sorted(sections, key=lambda section: -section.chars)
    return longest[:_SECTIONS_SHOWN] if len(sections) > 1 else []


def caps_here(environ: Mapping[str, str]) -> dict[str, int]:
    """The caps in force in the working folder; settings are read only if there are any.

    Raises `Broken` for a broken configuration.
    """
    if is_configured(environ):
        from pathlib import Path

        from memsync.config.settings import load
        from memsync.paths import Places

        settings = load(Places(environ), Path.cwd())
        return {key: settings.number(key) for key in ("caps.note", "caps.memory_index")}
    return {"caps.note": 2000, "caps.memory_index": 6000}


# Prefixes of the variables that can change a cap or the configuration.
_VARIABLES = ("MEMSYNC_CAPS", "MEMSYNC_GUARD", "MEMSYNC_CONFIG")


def is_configured(environ: Mapping[str, str]) -> bool:
    """Whether any setting may differ from its default, without reading one."""
    import os
    import sys

    if any(name.startswith(_VARIABLES) for name in environ):
        return True
    if os.path.lexists(".coyote/memsync.yaml") or sys.platform in ("darwin", "win32"):
        return True
    base = environ.get("XDG_CONFIG_HOME") or environ.get("HOME", "") + "/.config"
    return os.path.lexists(base + "/memsync/config.yaml")
