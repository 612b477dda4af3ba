"""Names of notes, and the two scopes they live in."""

from __future__ import annotations

from enum import StrEnum

from memsync.errors import BadUsage
from memsync.lazy import lazy
from memsync.terminal import printable

# What memsync writes; use `fullmatch`. Other existing names are only read.
NAME = lazy(r"[a-z0-9][a-z0-9_-]{0,63}")

SUFFIX = ".md"

# The memory index's name in the archive; no note can have it.
MEMORY_INDEX_NAME = "MEMORY"

_LONGEST = 64
# With its suffix, what common file systems take.
_LONGEST_READ = 252
# Windows opens a device for these, whatever ending follows, so that a note of such a
# name could not be made there.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    device + digit for device in ("com", "lpt") for digit in "0123456789"
}
_RESERVED = {"memory", "index"} | _DEVICES
_UNSAFE = lazy(r"[/\\\x00-\x1f\x7f]|\.\.|\A[.~-]")


class Scope(StrEnum):
    """Whose memory: this repository's, or this person's everywhere."""

    WORKSPACE = "workspace"
    USER = "user"

    @property
    def other(self) -> Scope:
        """The scope that this one is not."""
        return Scope.USER if self is Scope.WORKSPACE else Scope.WORKSPACE

    @classmethod
    def parse(cls, text: str) -> Scope:
        """Read a scope, also in Coyote's spellings; raises `BadUsage`."""
        found = _SPELLINGS.get(text.strip().lower())
        if found is None:
            raise BadUsage(
                f"no scope is called '{printable(text)}'",
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
    """The name, when memsync may write a note under it; raises `BadUsage`."""
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
    """The name, when a file of that name may be looked for; raises `BadUsage`.

    Wider than `check_name`, since agents and people have made files with
    capitals, spaces and dots, and a file called `nul.md` is one where no device
    is; nothing that leads out of the folder passes, nor the memory index.
    """
    if not text or len(text) > _LONGEST_READ or _UNSAFE.search(text):
        raise BadUsage(
            f"'{_short(text)}' is not a note name",
            hint="use 1 to 64 of a-z, 0-9, - and _, starting with a letter or digit",
        )
    if text.casefold() == MEMORY_INDEX_NAME.casefold():
        raise _reserved(text)
    return text


def _reserved(text: str) -> BadUsage:
    return BadUsage(f"'{_short(text)}' is a reserved name", hint="choose another name")


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def slug(title: str) -> str:
    """The title as a name, transliterated; `note` when nothing of it is left."""
    from slugify import slugify

    found = slugify(title, max_length=_LONGEST, word_boundary=True)
    name = found[:_LONGEST].strip("-") or "note"
    return f"{name}-note" if is_reserved(name) else name


def numbered(name: str, number: int) -> str:
    """The name's `number`th form: itself, then `name-2`, `name-3` and on."""
    if number == 1:
        return name
    suffix = f"-{number}"
    return name[: _LONGEST - len(suffix)].rstrip("-_") + suffix


def twin_key(name: str) -> str:
    """Equal for two names that some file system takes for one."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", name).casefold())
