"""Names of notes, and the two scopes they live in."""

from __future__ import annotations

import os
from enum import StrEnum

from memsync.errors import BadUsage
from memsync.lazy import lazy
from memsync.terminal import printable

# The names that memsync writes; use `fullmatch`. Other names are only read.
NAME = lazy(r"[a-z0-9][a-z0-9_-]{0,63}")

SUFFIX = ".md"

# The memory index's name in the archive; no note can have it.
MEMORY_INDEX_NAME = "MEMORY"

_LONGEST = 64
# With the suffix, 255 bytes: the limit of common file systems.
_LONGEST_READ = 252
# Windows opens a device for these names, whatever the suffix, so no file could have
# one.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    device + digit for device in ("com", "lpt") for digit in "0123456789"
}
_RESERVED = {"memory", "index"} | _DEVICES
# What leads out of the folder, or hides the file from every listing of notes.
_UNSAFE = lazy(r"\A\.|[/\x00]" if os.sep == "/" else r"\A\.|[/\\\x00]")


class Scope(StrEnum):
    """Which memory: this repository's (workspace), or this user's everywhere."""

    WORKSPACE = "workspace"
    USER = "user"

    @property
    def other(self) -> Scope:
        """The opposite scope."""
        return Scope.USER if self is Scope.WORKSPACE else Scope.WORKSPACE

    @classmethod
    def parse(cls, text: str) -> Scope:
        """Parse a scope; accepts Coyote's names, too. Raises `BadUsage`."""
        found = _SPELLINGS.get(text.strip().lower())
        if found is None:
            raise BadUsage(
                f"there is no scope '{printable(text)}'",
                hint="the scopes are workspace and user",
            )
        return found


_SPELLINGS = {
    "workspace": Scope.WORKSPACE,
    "project": Scope.WORKSPACE,
    "user": Scope.USER,
    "global": Scope.USER,
}


def is_reserved(name: str) -> bool:
    """Whether the name means something else to memsync, git hosts or Windows."""
    return name.casefold() in _RESERVED


def check_name(text: str) -> str:
    """Return a name that memsync may write; raises `BadUsage` for others."""
    check_readable(text)
    if is_reserved(text):
        raise _reserved(text)
    if NAME.fullmatch(text):
        return text
    hint = "use 1 to 64 of a-z, 0-9, - and _, starting with a letter or digit"
    stem = text.removesuffix(SUFFIX)
    if NAME.fullmatch(stem):
        hint = f"did you mean '{stem}'?"
    raise BadUsage(f"'{_short(text)}' is not a note name", hint=hint)


def check_readable(text: str) -> str:
    """Return a name that a file may have; raises `BadUsage` for others.

    Wider than `check_name`: whatever file is listed as a note can be read, renamed and
    forgotten, such as `Memory.md` or one with an escape character. Refuses names that
    lead out of the folder, hidden files, and the memory index.
    """
    if not text or len(text) > _LONGEST_READ or _UNSAFE.search(text):
        raise BadUsage(
            f"'{_short(text)}' is not a note name",
            hint="use 1 to 64 of a-z, 0-9, - and _, starting with a letter or digit",
        )
    if text == MEMORY_INDEX_NAME:
        raise BadUsage(
            f"'{text}' is a reserved name: the memory index's",
            hint="`memsync show` shows it, and `memsync edit` edits it",
        )
    return text


def _reserved(text: str) -> BadUsage:
    return BadUsage(f"'{_short(text)}' is a reserved name", hint="choose another name")


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def slug(title: str) -> str:
    """The title as a name, transliterated; `note` if nothing remains."""
    from slugify import slugify

    found = slugify(title, max_length=_LONGEST, word_boundary=True)
    name = found[:_LONGEST].strip("-") or "note"
    return f"{name}-note" if is_reserved(name) else name


def numbered(name: str, number: int) -> str:
    """The `number`th variant of a name: itself, then `name-2`, `name-3` and so on."""
    if number == 1:
        return name
    suffix = f"-{number}"
    return name[: _LONGEST - len(suffix)].rstrip("-_") + suffix


def twin_key(name: str) -> str:
    """A key that is equal for two names which some file system treats as one."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    # Normalised twice, because folding case can leave a text that is not in NFC.
    return normalize("NFC", normalize("NFC", name).casefold())
