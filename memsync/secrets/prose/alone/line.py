"""Whether the line around a word gives it away as a password.

A sentence, a line with nothing else, the entry of a list and a short note may do so,
each in its own way; a user right before the word may do so on any line.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone import access, bare, candidates, entered, notes, users
from memsync.secrets.texts.glance import line_around
from memsync.secrets.values.certainty import CERTAIN, POSSIBLE, certainty

# Bytes of a line before and behind a word that are read, and of the lines beside it.
_REACH, _BESIDE = 300, 160

# What a line is: a sentence, nothing but the word, the entry of a list with a label in
# front of the word, or anything else, such as code.
_SENTENCE, _BARE, _ENTRY, _OTHER = range(4)

# The fewest other words of a sentence, and how many of ten must be plain.
_FEWEST_WORDS, _PLAIN_OF_TEN = 3, 6
# Bytes beyond ASCII that make a sentence of a line without blanks between its words.
_FEWEST_BEYOND_ASCII = 12
_ASCII = bytes(range(128))
# More than one is between the cells of a table; one may be between a user and a
# password, but no sentence has one.
_BAR = b"|"
# A line of a file of properties: `label12=Text`, `#207=Text`.
_SETTING = lazy(rb"#?\w[\w.-]*=[^=]")
# What the preprocessor of C reads; a heading has a blank behind its sign.
_DIRECTIVES = (b"#define", b"#if", b"#elif", b"#undef")
# Marks of a line in front of its first word, and behind that.
_MARKS, _CLOSES = b" \t>*-+#`_", b"*`_"
# Punctuation around a word.
_AROUND = b"\"'`*_()[]{}<>.,;:!?-"


def gives(data: bytes, begin: int, end: int, value: bytes) -> bool:
    """Whether the line around a word, or one beside it, gives it away as a password.

    The word is from `begin` to `end`, with the quotes and brackets behind it; `value`
    is what it is without them.
    """
    start, stop = line_around(data, begin, end, _REACH)
    before, behind = data[start:begin], data[end:stop]
    bars = before.count(_BAR) + behind.count(_BAR)
    if (
        bars > 1
        or _is_code(before, value)
        or called.is_of_member(data, begin, begin + len(value))
    ):
        return False
    kind = _kind(before, behind, bars)
    has_user = kind != _BARE and users.is_behind(before, behind)
    is_labelled = users.is_entry(before, behind) or users.is_in_columns(before, value)
    is_note = (
        kind != _SENTENCE
        and not (bars or called.is_identified(before))
        and notes.is_note(before, behind)
    )
    names_value = kind == _SENTENCE and _is_label(
        before, data[begin + len(value) : stop]
    )
    if names_value or (kind == _OTHER and not (has_user or is_labelled or is_note)):
        return False
    sure = certainty(value)
    has_chosen = has_user and users.may_have_chosen(before, value)
    if (has_user and users.may_have(value, sure)) or (
        (is_labelled or has_chosen) and sure >= POSSIBLE
    ):
        return True
    # A list may be of anything.
    if sure < (CERTAIN if kind == _ENTRY and not is_note else POSSIBLE):
        return False
    beside = data[max(0, start - _BESIDE) : start], data[stop : stop + _BESIDE]
    if kind == _SENTENCE:
        return _sentence_gives(value, before, behind, beside, sure)
    return (is_note and _note_gives(value, before, sure)) or (
        kind in (_BARE, _ENTRY) and _belongs(kind, value, beside, sure)
    )


def _is_code(before: bytes, value: bytes) -> bool:
    """Whether a preprocessor reads the line, or a file of properties has it."""
    return before.lstrip().startswith(_DIRECTIVES) or (
        not before.strip(_MARKS) and _SETTING.match(value) is not None
    )


def _is_label(before: bytes, behind: bytes) -> bool:
    """Whether it begins a line, and a colon behind it says that a value follows."""
    return not before.strip(_MARKS) and behind.lstrip(_CLOSES).startswith(b": ")


def _kind(before: bytes, behind: bytes, bars: int) -> int:
    """What the line around a word is, by what is before and behind it."""
    if not bars and _is_sentence(before, behind):
        return _SENTENCE
    if bare.is_alone(before, behind):
        return _BARE
    return _ENTRY if bare.is_entry(before, behind) else _OTHER


def _sentence_gives(
    value: bytes, before: bytes, behind: bytes, beside: tuple[bytes, bytes], sure: int
) -> bool:
    """Whether a word of a sentence is nothing else, or is given as a password."""
    only = candidates.unmistakable(value, sure)
    if only >= CERTAIN and (
        candidates.speaks_for_itself(value)
        or any(access.is_about(line) for line in beside)
    ):
        return True
    if only and (
        access.is_about(before + b" " + behind)
        or (entered.hands_over(before) and not entered.is_place(before))
    ):
        return True
    if users.is_two_words(value) and entered.says_entered(before):
        return True
    return entered.gives(value, before, behind, beside)


def _note_gives(value: bytes, before: bytes, sure: int) -> bool:
    """Whether a word of a short note about access is a password."""
    return users.may_have(value, sure) or (
        users.is_two_words(value) and notes.introduces(before)
    )


def _belongs(kind: int, value: bytes, beside: tuple[bytes, bytes], sure: int) -> bool:
    """Whether what fills a line, but for its label, belongs to a line beside it."""
    above, _ = beside
    if (
        kind == _BARE
        and users.is_above(above)
        and (users.may_have(value, sure) or access.is_about_login(above))
    ):
        return True
    only = candidates.unmistakable(value, sure) > 0
    return bare.belongs(value, beside, sure, bare=kind == _BARE, only=only)


def _is_sentence(before: bytes, behind: bytes) -> bool:
    """Whether what is around a word are mostly plain words."""
    words = before.split() + behind.split()
    letters = (before + behind).translate(None, _ASCII)
    if len(letters) >= _FEWEST_BEYOND_ASCII:
        return notes.is_text(letters)
    # A dash between words is none.
    words = [word for word in words if word.strip(_AROUND)]
    return len(words) >= _FEWEST_WORDS and (
        sum(map(_is_plain, words)) * 10 >= len(words) * _PLAIN_OF_TEN
    )


def _is_plain(word: bytes) -> bool:
    """Whether it is a word as sentences have them, and not code."""
    bare = word.strip(_AROUND)
    if not bare.isascii():
        return True
    # `it's`, `break-glass`
    bare = bare.replace(b"'", b"", 1).replace(b"-", b"", 1)
    return bare.isalpha() and (bare[1:].islower() or len(bare) == 1 or bare.isupper())
