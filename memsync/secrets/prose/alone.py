"""The prose tier: a word of a sentence that can only be a password.

Nothing beside it has to call it one: `the router takes …`, `sign in as ann with …`, `…
opens the database`. But its line must be about access to something; if the word has
signs, a line beside it may be.
"""

from __future__ import annotations

import re

from memsync.lazy import lazy
from memsync.secrets.texts import mixed
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.certainty import CERTAIN, LIKELY, POSSIBLE, certainty
from memsync.secrets.values.drawn import is_drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# Bytes of a line before and behind a word that are read.
_REACH = 300
# Bytes of the lines beside it.
_NEAR = 160

# Signs before a word, and the most of them; a value ends where such a sign does.
OPENS = b"\"'`*_([{<"
_MOST_OPENS = 4
STOPS = b"\"'`*_()[]{}<>.,;:"
# A word up to its blank, and the most bytes of one.
_MOST = 100
_WORD = lazy(rb"[^\x00-\x20\x7f-\xff]{1,%d}+(?![^\x00-\x20\x7f-\xff])" % _MOST)
# What such a word has (`_sure`): a sign that no name, path or number has, or a figure
# among at least ten letters and figures alone; or it is words with a number behind
# them, or pieces with figures within that a sign joins. Most words of code have none
# of these, and this tells it faster than anything else.
_MAY_BE = lazy(
    rb"[^\x00-\x20\x7f-\xff%b!$%%&*=?@^~]{0,43}+[!$%%&*=?@^~]"
    rb"|[*_]{0,4}(?=[A-Za-z0-9]{10,40}(?:[\x00-\x20\x7f-\xff\"'`*_()\[\]{}<>.,;:]|\Z))"
    rb"(?:[0-9]*[A-Za-z]+[0-9]+[A-Za-z]|[0-9]*[A-Za-z]*[a-z][A-Z][A-Za-z]*[a-z][A-Z])"
    rb"|[\"'`*_(\[]{0,4}(?:[A-Za-z]{3,14}[-_][A-Za-z]{3,14}[-_]?[0-9]{2}"
    rb"|[A-Za-z0-9]{3,20}\#[A-Za-z0-9]{3}|[A-Za-z0-9]{1,14}[-_+](?=[A-Za-z0-9_+-]{5})"
    rb"[A-Za-z]*[0-9]+[A-Za-z]|[A-Za-z]{0,12}[0-9]+[A-Za-z][A-Za-z0-9]*[-_+])"
    % re.escape(mixed.SEPARATES)
)

# The fewest other words of a sentence, and how many of ten must be plain.
_FEWEST, _PLAIN = 3, 6
# A table's line is no sentence; one bar may be between a user and a password.
_TABLE = b"|"
# Bytes of letters that are not ASCII, in a line without blanks between its words.
_LETTERS = 12

# Signs that a word may have for another reason: a type that may be empty, progress, a
# cell of a sheet, a variable, padding, a host behind a user, a URL, an exclamation.
_NO_NAME = lazy(
    rb"\A[$%?]|[=&?]\Z|\A\d{1,3}%|\A[A-Za-z]\w*![A-Z]{1,3}\d+\Z|\+\d+%\Z"
    rb"|\A[a-z]\w*@[A-Za-z][\w-]+\Z|%[0-9A-F]{2}.*%[0-9A-F]{2}"
    rb"|\A[A-Za-z]*\d{1,2}[A-Za-z]*!\Z"
)
# Words, figures and signs as people join them.
_JOINED = lazy(
    rb"[A-Za-z]{3,14}[-_!@#$%&*+=?]?\d{2,6}[-_!@#$%&*+=?]?[A-Za-z]{0,14}[-_!?*#$%&]?"
    rb"|[A-Za-z]{3,14}[-_!@#$%&*+=?][A-Za-z]{3,14}[-_!@#$%&*+=?]?\d{2,6}[!?*#$%]?"
)
# Characters of one that looks drawn.
_DRAWN, _LONG = 10, 20


def find(text: Text) -> Iterator[Found]:
    """Every word of a sentence that can only be a password."""
    ends = text.ends("alone")
    data = text.data
    starts = mixed.starts(data) if ends is None else [_begin(data, x) for x in ends]
    for start in starts:
        word = _word(data, start)
        if word is None:
            continue
        value = _value(word)
        begin = data.find(value, start)
        # Most such words are of code, and the line tells that faster than the word.
        if _opens(data, begin) and _is_said(data, begin, start + len(word), value):
            yield begin, begin, begin + len(value), "prose-password"


def likely(data: bytes, ends: list[int]) -> list[int]:
    """Those ends of words, or of the blanks behind them, whose word may be a password.

    Nine of ten words that the native search tells of are names in code.
    """
    return [x for x in ends if _may_be_long(data, x) and _word(data, _begin(data, x))]


def _may_be_long(data: bytes, end: int) -> bool:
    """Whether the word before an end may have enough characters; most are short."""
    word = data[max(0, end - 2 * mixed.SHORTEST) : end].rstrip(_BEHIND)
    last = word[-mixed.SHORTEST :]
    return len(last) < mixed.SHORTEST or last.translate(_GAPS).find(b" ") < 0


def _word(data: bytes, start: int) -> bytes | None:
    """The word that begins at an offset, if its value may be a password."""
    word = _WORD.match(data, start) if _MAY_BE.match(data, start) else None
    if word and mixed.is_mixed(word[0]) and _may_be(_value(word[0])):
        return word[0]
    return None


def _value(word: bytes) -> bytes:
    return word.lstrip(OPENS).rstrip(STOPS)


def _may_be(value: bytes) -> bool:
    """Whether the length and the signs of a word are those of a password."""
    return (
        mixed.SHORTEST <= len(value) <= _LONGEST
        and not value.translate(None, _NO_SEPARATES)
        # `Chapter!1` has its number at the end.
        and has_digit(value[:-1])
    )


_LONGEST = 40
_NO_SEPARATES = bytes(c for c in range(256) if c not in mixed.SEPARATES)


def _sure(value: bytes, sure: int) -> int:
    """Its certainty as a password, or 0 if it may be anything else."""
    drawn = (
        sure == LIKELY
        and len(value) >= _DRAWN
        # Services join what they name with signs as well, and addresses quote letters.
        and (value.isalnum() or (len(value) < _LONG and b"%" not in value))
        and is_drawn(value)
    )
    return sure if sure >= CERTAIN or drawn else 0


def _begin(data: bytes, end: int) -> int:
    """Where the word begins of which the native search told the end."""
    start = max(0, end - _MOST - 1)
    word = data[start:end].rstrip(_BEHIND).translate(_GAPS)
    return start + word.rfind(b" ") + 1


# What separates the words of a sentence.
_BLANKS = bytes(0x20 if c <= 0x20 or c >= 0x7F else c for c in range(256))
# The same and the signs that no value has.
_GAPS = _BLANKS.translate(
    bytes(0x20 if c in mixed.SEPARATES else c for c in range(256))
)
# What may be between a value and the end of its word, and the blank behind it.
_BEHIND = STOPS + bytes(c for c in range(256) if _BLANKS[c] == 0x20)


def _opens(data: bytes, begin: int) -> bool:
    """Whether only a few signs are between the value and what precedes its word."""
    left = data[max(0, begin - _MOST_OPENS - 1) : begin]
    signs = left[len(left.rstrip(OPENS)) :]
    before = left[: len(left) - len(signs)]
    return len(signs) <= _MOST_OPENS and _BLANKS[before[-1] if before else 0] == 0x20


def _is_said(data: bytes, begin: int, end: int, value: bytes) -> bool:
    """Whether a sentence around a word gives it away as a password."""
    start = max(data.rfind(b"\n", max(0, begin - _REACH), begin) + 1, begin - _REACH)
    stop = data.find(b"\n", end, end + _REACH)
    stop = min(len(data), end + _REACH) if stop < 0 else stop
    before, behind = data[max(0, start) : begin], data[end:stop]
    bars = before.count(_TABLE) + behind.count(_TABLE)
    if bars > 1:
        return False
    from memsync.secrets.prose import entered, notes, users

    said = not bars and _is_sentence(before, behind)
    single = not said and entered.is_alone(before, behind)
    listed = not (said or single) and entered.is_entry(before, behind)
    used = not single and users.is_behind(before, behind)
    sole = users.is_entry(before, behind)
    noted = not (said or single or bars) and notes.is_note(before, behind)
    read = said or single or listed or used or sole or noted
    known = certainty(value) if read else 0
    chosen = sole or (used and users.may_have_chosen(before, value))
    if (used and users.may_have(value, known)) or (chosen and known >= POSSIBLE):
        return True
    if known < (CERTAIN if listed and not noted else POSSIBLE):
        return False
    near = data[max(0, start - _NEAR) : max(0, start)], data[stop : stop + _NEAR]
    if said:
        return _is_told(value, before, behind, near, known)
    told = noted or (single and users.is_above(near[0]))
    return (
        (told and users.may_have(value, known))
        or (noted and users.is_two_words(value) and notes.introduces(before))
        or (
            (single or listed)
            and entered.belongs(value, near, known, sure=_sure(value, known) > 0)
        )
    )


def _speaks(value: bytes) -> bool:
    """Whether its signs are those of a password alone: drawn, or as people do it."""
    return not _NO_NAME.search(value) and (
        is_drawn(value) or _JOINED.fullmatch(value) is not None
    )


def _is_told(
    value: bytes, before: bytes, behind: bytes, near: tuple[bytes, bytes], known: int
) -> bool:
    """Whether a sentence has a word that is nothing else, or gives it as a password."""
    from memsync.secrets.prose import entered, notes, users

    sure = _sure(value, known)
    words = users.is_two_words(value)
    return bool(
        (sure >= CERTAIN and _speaks(value))
        or (words and notes.tells(before))
        or (sure and notes.hands_over(before) and not entered.is_place(before))
        or (sure and notes.is_about(before, behind))
        or (sure >= CERTAIN and any(notes.is_about(each, b"") for each in near))
        or entered.gives(value, before, behind, near)
    )


def _is_sentence(before: bytes, behind: bytes) -> bool:
    words = before.split() + behind.split()
    letters = (before + behind).translate(None, _ASCII)
    if len(letters) >= _LETTERS:
        from memsync.secrets.prose.notes import is_text

        return is_text(letters)
    # A dash between words is none.
    words = [word for word in words if word.strip(_AROUND)]
    return len(words) >= _FEWEST and (
        sum(map(_is_plain, words)) * 10 >= len(words) * _PLAIN
    )


_ASCII = bytes(range(128))
# Punctuation around a word.
_AROUND = b"\"'`*_()[]{}<>.,;:!?-"


def _is_plain(word: bytes) -> bool:
    """Whether it is a word as sentences have them, and not code."""
    bare = word.strip(_AROUND)
    if not bare.isascii():
        return True
    # `it's`, `break-glass`
    bare = bare.replace(b"'", b"", 1).replace(b"-", b"", 1)
    return bare.isalpha() and (bare[1:].islower() or len(bare) == 1 or bare.isupper())
