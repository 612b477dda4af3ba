"""Passwords in command lines and calls, which no keyword names."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.forms import FORMS, HINTS, LATE, OPTION, PIPED, WORDS
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.given import is_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.commands.parts import Form
    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Bytes of a command line that are checked before its option.
_LEFT = 200

# Options of a line that are checked, so that a hostile line takes linear time.
CROWD = 16

_PASS = b"-pass"
# The gate of what is on one line, which tells where, and that of other settings.
_LINES, _BLOCKS = "commands", "blocks"

# What precedes a password, with its word's place in it. They are sorted by word, and by
# the two bytes behind the word or else the byte before it, so that two looks exclude
# most places of a word.
_Forms = list[tuple[bytes, int]]
_BY_WORD: dict[bytes, tuple[dict[bytes, _Forms], dict[int, _Forms], _Forms]] = {}
# Those that begin as an option, by its letter.
_BY_LETTER: dict[bytes, list[bytes]] = {}
# The places in `_ALL_FORMS` of what begins the same.
_BY_OPENS: dict[bytes, list[int]] = {}
_BEHIND = 2
_ALL_FORMS = FORMS + LATE


def _sort_forms() -> None:
    for opens in dict.fromkeys([*(form[0] for form in _ALL_FORMS), *PIPED]):
        if opens.startswith(OPTION):
            _BY_LETTER.setdefault(opens[2:3], []).append(opens)
            continue
        word, offset = _word_in(opens)
        by_behind, by_before, begin = _BY_WORD.setdefault(word, ({}, {}, []))
        behind = opens[offset + len(word) :][:_BEHIND]
        if len(behind) == _BEHIND:
            forms = by_behind.setdefault(behind, [])
        elif offset:
            forms = by_before.setdefault(opens[offset - 1], [])
        else:
            forms = begin
        # All places of the word itself are those of the form.
        if opens != word:
            forms.append((opens, offset))
    for _, by_before, begin in _BY_WORD.values():
        for forms in by_before.values():
            forms.extend(begin)
    for i, form in enumerate(_ALL_FORMS):
        _BY_OPENS.setdefault(form[0], []).append(i)


def _word_in(opens: bytes) -> tuple[bytes, int]:
    """The word by which a form is looked for, and its place in it."""
    for word in WORDS:
        offset = opens.find(word)
        if offset >= 0:
            return word, offset
    return opens, 0


_sort_forms()
FORM_WORDS = frozenset(_BY_WORD)
_WHOLE = FORM_WORDS & ({form[0] for form in _ALL_FORMS} | PIPED.keys())
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
    found: list[Found] = []
    late: list[Found] = []
    places = {
        opens: each if len(each) <= CROWD else [*not_crowded(low, each)]
        for opens, each in opened.items()
    }
    for i in sorted([i for opens in places for i in _BY_OPENS.get(opens, ())]):
        opens, value, _, _ = form = _ALL_FORMS[i]
        length, match_at = len(opens), value.match
        # Hardly any place has a value, so nothing else is called for the others.
        for at in places[opens]:
            match = match_at(data, at + length)
            if match and _is_argument(match, low, at, form):
                span = match.span("value")
                kept = found if i < len(FORMS) else late
                kept.append((at, *span, "command-password"))
    for opens, piped in PIPED.items():
        for at in places.get(opens, ()):
            match = piped.search(data, *_before(low, at))
            if match and is_argument(match["value"], sure=True):
                span = match.span("value")
                found.append((match.start(), *span, "command-password"))
    return found, late


def _is_argument(match: re.Match[bytes], low: bytes, at: int, form: Form) -> bool:
    """Whether the value of a form that begins at an offset is a password."""
    opens, _, program, sure = form
    value = match["value"]
    # `<app-password …>` is an element, not an option.
    if opens == _PASS and low[at - 1 : at].isalnum() and at:
        return False
    # Only a passphrase may be without a digit, and only where nothing else can be.
    if sure is False and not has_digit(value):
        return False
    if program and not _is_of(program, HINTS.get(opens), low, at):
        return False
    # What must be there is a password, or looks like what may be there.
    return is_argument(value, sure=sure) if isinstance(sure, bool) else sure(value)


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
    if text.says_any(FORM_WORDS):
        _add_worded(text, found, whole=whole)
    return found


def _add_worded(text: Text, found: dict[bytes, list[int]], *, whole: bool) -> None:
    low = text.low
    for word in text.among(_BY_WORD):
        by_behind, by_before, begin = _BY_WORD[word]
        length = len(word)
        places = text.places(word) if whole else text.places_before(word, _LINES)
        if word in _WHOLE and places:
            found[word] = places
        for at in places if by_behind or by_before or begin else ():
            behind = at + length
            # At the beginning of a text this is its last byte, where none begins.
            forms = by_before.get(low[at - 1], begin)
            ahead = by_behind.get(low[behind : behind + _BEHIND])
            for opens, offset in forms + ahead if ahead else forms:
                if at >= offset and low.startswith(opens, at - offset):
                    found.setdefault(opens, []).append(at - offset)


def not_crowded(low: bytes, places: list[int]) -> Iterator[int]:
    """The first places on each line, so that a hostile line takes linear time."""
    line_end = crowd = 0
    for at in places:
        if at >= line_end:
            line_end = low.find(b"\n", at)
            line_end = len(low) if line_end < 0 else line_end
            crowd = 0
        crowd += 1
        if crowd <= CROWD:
            yield at


def _before(low: bytes, at: int) -> tuple[int, int]:
    start = max(0, at - _LEFT)
    return max(start, low.rfind(b"\n", start, at) + 1), at + 1
