"""Passwords in command lines and calls, which no keyword names."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.tiers.forms import FORMS, HINTS, LATE, OPTION, PIPED, WITHIN
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found
    from memsync.secrets.tiers.positions import Form

# Bytes of a command line that are checked before its option.
_LEFT = 200

# Options of a line that are checked, so that a hostile line takes linear time.
_CROWD = 16

# What follows an element such as `<app-password title="…">`.
_ATTRIBUTE = lazy(rb"[A-Za-z][\w.:-]{0,40}=(?:[\"'{]|\Z)")

_PASS = b"-pass"
# The gate of what is on one line, which tells where, and that of other settings.
_LINES, _BLOCKS = "commands", "blocks"

# What precedes a password, with its word's place in it. They are sorted by word, and by
# the byte before the word, so that one look excludes most places of a word.
_Forms = list[tuple[bytes, int]]
_BY_WORD: dict[bytes, tuple[dict[int, _Forms], _Forms]] = {}
# Those that begin as an option, by its letter.
_BY_LETTER: dict[bytes, list[bytes]] = {}


def _sort_forms() -> None:
    for opens in dict.fromkeys([*(form[0] for form in FORMS + LATE), *PIPED]):
        if opens.startswith(OPTION):
            _BY_LETTER.setdefault(opens[2:3], []).append(opens)
            continue
        word, offset = WITHIN.get(opens, (opens, 0))
        by_before, begin = _BY_WORD.setdefault(word, ({}, []))
        forms = by_before.setdefault(opens[offset - 1], []) if offset else begin
        forms.append((opens, offset))
    for by_before, begin in _BY_WORD.values():
        for forms in by_before.values():
            forms.extend(begin)


_sort_forms()
FORM_WORDS = frozenset(_BY_WORD)
LETTERS = frozenset(_BY_LETTER)
# It begins with a sign, because `re` finds that as fast as a single byte.
_OPTION = lazy(rb"-(?<= -)([%b])" % b"".join(sorted(LETTERS)))


def find(text: Text) -> tuple[list[Found], list[Found]]:
    """Every password that a command or a call gets as an argument or from a pipe.

    And those that only count if no other tier finds anything in the same place.
    """
    data, low = text.data, text.low
    opened = _opened(text)
    if not opened:
        return [], []
    found = [*_arguments(data, low, opened, FORMS)]
    for opens, piped in PIPED.items():
        for at in _not_crowded(low, opened.get(opens, [])):
            match = piped.search(data, *_before(low, at))
            if match and is_password(match["value"], sure=True):
                span = match.span("value")
                found.append((match.start(), *span, "command-password"))
    return found, [*_arguments(data, low, opened, LATE)]


def _arguments(
    data: bytes, low: bytes, opened: dict[bytes, list[int]], forms: tuple[Form, ...]
) -> Iterator[Found]:
    for form in [form for form in forms if form[0] in opened]:
        for at in _not_crowded(low, opened[form[0]]):
            match = _argument(data, low, at, form)
            if match:
                yield at, *match.span("value"), "command-password"


def _argument(data: bytes, low: bytes, at: int, form: Form) -> re.Match[bytes] | None:
    """The value of a form that begins at an offset, if it is a password."""
    opens, value, program, sure = form
    # `<app-password …>` is an element, not an option.
    if opens == _PASS and low[at - 1 : at].isalnum() and at:
        return None
    match = value.match(data, at + len(opens))
    if match is None:
        return None
    # Only a passphrase may be without a digit, and a form that takes one says so.
    if isinstance(sure, bool) and not has_digit(match["value"]):
        return None
    if program and not _is_of(program, HINTS.get(opens), low, at):
        return None
    # What must be there is a password, or looks like what may be there.
    if sure is True or sure is False:
        return match if is_password(match["value"], sure=sure) else None
    return match if sure(match["value"]) else None


def _is_of(
    program: re.Pattern[bytes], hints: tuple[bytes, ...] | None, low: bytes, at: int
) -> bool:
    """Whether a program is before its option or argument at an offset."""
    start, end = _before(low, at)
    if hints and not any(low.find(hint, start, end) >= 0 for hint in hints):
        return False
    return program.search(low, start, end) is not None


def _opened(text: Text) -> dict[bytes, list[int]]:
    """Where each of the forms begins, with one search for each word."""
    low = text.low
    found: dict[bytes, list[int]] = {}
    whole = text.may_hold(_BLOCKS)
    for start, end in [(0, len(low))] if whole else text.parts_before(_LINES):
        # A gate may end before the letter of an option.
        for option in _OPTION.finditer(low, start, end + 1):
            at = option.start() - 1
            for opens in _BY_LETTER[option[1]]:
                if low.startswith(opens, at):
                    found.setdefault(opens, []).append(at)
    if not text.says_any(FORM_WORDS):
        return found
    for word in text.among(_BY_WORD):
        by_before, begin = _BY_WORD[word]
        for at in text.places(word) if whole else text.places_before(word, _LINES):
            # At the beginning of a text this is its last byte, where none begins.
            for opens, offset in by_before.get(low[at - 1], begin):
                if at >= offset and low.startswith(opens, at - offset):
                    found.setdefault(opens, []).append(at - offset)
    return found


def _not_crowded(low: bytes, places: list[int]) -> Iterator[int]:
    line_end = crowd = 0
    for at in places:
        if at >= line_end:
            line_end = low.find(b"\n", at)
            line_end = len(low) if line_end < 0 else line_end
            crowd = 0
        crowd += 1
        if crowd <= _CROWD:
            yield at


def _before(low: bytes, at: int) -> tuple[int, int]:
    start = max(0, at - _LEFT)
    return max(start, low.rfind(b"\n", start, at) + 1), at + 1


def is_password(value: bytes, *, sure: bool) -> bool:
    """Whether a value is a password; `sure`: nothing else can be there."""
    return (
        not value.startswith((b"(", b"["))
        and not _ATTRIBUTE.match(value)
        and has_digit(value)
        and not not_secret(value)
        and (sure or not shapes.is_slug(value))
        and shapes.looks_like_password(value)
    )
