"""The secrets of a list below a line such as `Passwords:`.

Each entry has a label in front: `- router: …`, `- nas (upstairs) = …`.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import line_at
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import LIKELY, WEAK, certainty
from memsync.secrets.values.given import is_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# An entry: its mark, its label, what separates this from the value, and a remark.
_ENTRY = lazy(
    rb"[ \t>]{0,8}(?P<mark>(?:[-*+|]|\xe2\x80\xa2|\d{1,2}[.)])[ \t]+)?"
    rb"(?P<label>[\w\x80-\xff][\w\x80-\xff@.()/&'`:, -]{0,60}?)[*`]{0,3}[ \t]*"
    rb"(?:[:=/]|--?>|=>|\xe2\x86\x92|[ \t](?:-|\xe2\x80[\x93\x94])(?=[ \t])|[ \t])"
    rb"[*]{0,2}[ \t]*[\"'`]{0,2}(?P<value>[^\s\"'`<>]{6,128})[\"'`]{0,2}[.,;]?"
    rb"[ \t]*(?:[(#\[].{0,80})?\r?\Z"
)
# The most entries that are read, bytes of one, and words of its label.
_MOST_ENTRIES, _LONGEST, _MOST_WORDS = 40, 240, 6
# What else a list of accounts has.
_OTHERS = frozenset(
    b"user username users name login email mail id host hostname server port url uri "
    b"version path file region account-id secure".split()
)


def passwords(text: Text, behind: int) -> Iterator[Found]:
    """Every password in the list below the line that goes on at `behind`."""
    yield from _entries(text, behind, _is_password)


def logins(text: Text, behind: int) -> Iterator[Found]:
    """The same below `Logins:`, where other facts of an account may be listed."""
    yield from _entries(text, behind, _is_certain)


def tokens(text: Text, behind: int) -> Iterator[Found]:
    """The same for tokens."""
    yield from _entries(text, behind, _is_token)


def _entries(
    text: Text, behind: int, is_one: Callable[[bytes], bool]
) -> Iterator[Found]:
    data = text.data
    at = data.find(b"\n", behind) + 1
    marked = None
    for count in range(_MOST_ENTRIES):
        line = line_at(data, at, _LONGEST)
        if not line.strip():
            # Only the first entry may be apart from the heading.
            if count or not at:
                return
            at += len(line) + 1
            continue
        entry = _ENTRY.match(line)
        if entry is None or (marked is not None and marked != bool(entry["mark"])):
            return
        # `name=value` is the next setting of a file.
        if (
            not entry["mark"]
            and b" " not in line[entry.end("label") : entry.start("value")]
        ):
            return
        marked = bool(entry["mark"])
        value = entry["value"].rstrip(b".,;")
        label = entry["label"].lower().split()
        if len(label) <= _MOST_WORDS and label[-1] not in _OTHERS and is_one(value):
            start = at + entry.start("value")
            yield start, start, start + len(value), "prose-password"
        at += len(line) + 1


def _is_token(value: bytes) -> bool:
    return is_token(value) and not shapes.is_hex(value)


def _is_certain(value: bytes) -> bool:
    return certainty(value) >= LIKELY


def _is_password(value: bytes) -> bool:
    return certainty(value) >= WEAK
