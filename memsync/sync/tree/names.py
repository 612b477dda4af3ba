"""Which names every machine can store, and which are dangerous.

The answers must be the same on every machine, or one would send what another
refuses: nothing here asks the platform, and the characters are listed instead
of being taken from a Unicode table that grows with each Python.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from memsync.memory.note.names import twin_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

# See docs/format.md: the limit is part of the format.
MAX_NAME_CHARS = 100

# Of a name without `.md`; file systems stop at 255 bytes, some add to a name.
MAX_NAME_BYTES = 200

# What moves a cursor, breaks a line or reorders text (CVE-2021-42574), and what
# no font draws: C0, DEL, C1, bidi controls, separators, surrogates, tags.
_HOSTILE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufff0-\uffff\U000e0000-\U000e0fff]"
)
# Joiners, variation selectors and fillers have honest uses, in emoji and in some
# scripts, but two names that look alike may differ by them.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0]"
)
# Characters that Windows allows in no name.
_ILLEGAL = re.compile(r'[<>:"/\\|?*]')
# Windows' devices, also with superscript digits.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])")
# Most names: these need no further check.
_PLAIN = re.compile(r"[a-z0-9_][a-z0-9_-]{0,63}")


def hostile(component: str) -> str | None:
    """Why one component of a path is dangerous at any place, or None."""
    if not component or component in (".", ".."):
        return "it leaves its folder"
    if _HOSTILE.search(component):
        return "it contains control characters"
    if "\\" in component:
        return "it contains a backslash"
    # HFS+ skips invisible characters (CVE-2014-9390). NTFS drops trailing dots
    # and spaces, takes ':' as a stream, and calls .git also git~1.
    bare = _INVISIBLE.sub("", component).partition(":")[0].rstrip(". ").casefold()
    if bare in (".git", "git~1"):
        return "it means git's own folder"
    # The limit of a name in bytes on ext4, APFS and most other file systems.
    if len(component.encode()) > 255:
        return "it is longer than 255 bytes"
    return None


def illegal(component: str) -> str | None:
    """Why one component cannot be a file on some platform, or None."""
    if component[-1:] in (".", " "):
        return "it ends in a dot or a space"
    if _ILLEGAL.search(component):
        return 'it contains one of < > : " / \\ | ? *'
    if _DEVICE.fullmatch(component.partition(".")[0].rstrip(" ").casefold()):
        return "it is a device name on Windows"
    return None


def unportable(name: str) -> str | None:
    """Why a note of this name (without `.md`) stays on its machine, or None.

    Such a note is held. Names that memsync writes are always portable; among
    the others upper case, inner spaces, dots and letters of any script are.
    """
    if _PLAIN.fullmatch(name):
        return _reserved(name)
    for check in (hostile, illegal, _reserved, _unlucky):
        if reason := check(name):
            return reason
    return None


def unportable_file(name: str) -> str | None:
    """As `unportable` for a file or folder of an agent, where no name is reserved."""
    for check in (hostile, illegal, _unlucky):
        if reason := check(name):
            return reason
    return None


def _unlucky(name: str) -> str | None:
    if _INVISIBLE.search(name):
        return "it contains invisible characters"
    if name[0] in ".-~ ":
        return f"it begins with '{name[0]}'"
    # macOS may store another form than it was given, which would look like a rename.
    if unicodedata.normalize("NFC", name) != name:
        return "its letters are not in composed form (Unicode NFC)"
    if len(name) > MAX_NAME_CHARS or len(name.encode()) > MAX_NAME_BYTES:
        return f"it is longer than {MAX_NAME_CHARS} characters"
    return None


def _reserved(name: str) -> str | None:
    if twin_key(name) == "memory":
        return "it is the memory index's name"
    if _DEVICE.fullmatch(name):
        return "it is a device name on Windows"
    return None


def twins(
    names: Iterable[str], synced: Callable[[], Collection[str]] = frozenset
) -> dict[str, str]:
    """Names that are one file on some file system, each with the one that stays.

    One that is `synced` already stays, else the one that is its own key (lower
    case), else the smallest. `synced` is asked only where there are twins.
    """
    places: dict[str, list[str]] = {}
    for name in names:
        places.setdefault(twin_key(name), []).append(name)
    groups = {key: group for key, group in places.items() if len(group) > 1}
    known = synced() if groups else ()
    return {
        loser: winner
        for key, group in groups.items()
        for winner in [min(group, key=lambda n: (n not in known, n != key, n))]
        for loser in group
        if loser != winner
    }
