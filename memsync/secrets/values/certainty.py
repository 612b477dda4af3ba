"""How sure it is that a word is a password, by the word alone."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import digits, has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.drawn import is_chance, is_drawn, may_be_drawn
from memsync.secrets.values.harmless import is_harmless
from memsync.secrets.values.noise import is_noise
from memsync.secrets.values.phrase import NAMES

# A sign that no word, path or number has.
SYMBOL = lazy(rb"[^\w.:/-]")

# Letters of a name that can be told from random ones, and how it reads.
_NAME, _WORDS, _READS = 6, 0.5, 0.7

# It is a password only where nothing else can be (`word12`); a person may have made it
# up (`Word-word-12`); it looks drawn; it has signs as well.
WEAK, POSSIBLE, LIKELY, CERTAIN = 1, 2, 3, 4

# Words, figures and signs as people join them.
_MADE_UP = lazy(
    rb"[A-Za-z]{3,14}[-_!@#$%&*+=]?(?:[A-Za-z]{3,14})?[-_!@#$%&*+=]?\d{2,6}[!?*#$%]?"
    rb"(?:[A-Za-z]{3,14})?[!?*#$%]?|[A-Za-z]{3,14}(?:[-_][A-Za-z]{3,14}){1,4}[-_]?\d{2,4}"
    rb"[!?*#$%]?"
)
# The same in letters of one case: with a sign that joins no names, or with words that
# name nothing in code; and figures for letters, in a word with a number behind it.
_OF_ONE_CASE = lazy(
    rb"(?!.*%[0-9A-Fa-f]{2})(?=[a-z0-9]*[!#$%&*?^~@])[a-z0-9][a-z0-9!#$%&*?^~@_.-]{6,39}"
    rb"|(?=[A-Z0-9]*[!#$%&*?^~@])[A-Z0-9][A-Z0-9!#$%&*?^~@_.-]{6,39}"
)
_TWO_WORDS = lazy(
    rb"(?P<one>[a-z]{3,14})[-_.](?P<two>[a-z]{3,14})[-_.]?\d{2,6}[!?*#$%]?"
)
_SPELT = lazy(rb"(?<![0-9])[0134578]{1,2}(?=[A-Za-z])|(?<=[A-Za-z])[0134578]\Z")
_TAIL = lazy(rb"\d{2,6}[!?*#$%]?\Z")
_LEET = bytes.maketrans(b"0134578", b"oieastb")
# Names and numbers that code joins (`size+1`, `60*time.Second`), a file, a package or a
# processor with its version (`node.js@10`, `Cortex-M0+`).
_PART = rb"(?:[A-Za-z]+\d{0,2}|\d+[A-Z]{0,2}|[a-z]+\d*[A-Z][A-Za-z]+)"
_JOINED = lazy(rb"[$@%?&=~]{0,2}" + _PART + rb"(?:[-+*=&?._@]+" + _PART + rb")*[+&?]?")
# Joined the same way, but with too many figures for code: `Word@4187`, `Word49*word`;
# and `Word49#word`, if no name has this number of bits (`Utf16#decode`).
_CHOSEN = lazy(
    rb"[A-Z][a-z]+(?:[@*]\d{2,}[a-z]*|\d{2,}[@*][a-z]+"
    rb"|(?!16|32|64|128|256|512)\d{2,4}[#?][a-z]{3,})"
)
# A member or a suffix, a byte in a URL, and who is mentioned.
_MEMBER = lazy(rb"\.[A-Za-z_]{3}|\A@")
_QUOTED = lazy(rb"%(?:[A-F][0-9A-F]|\d[A-F]|\d\d.*%[0-9A-F]{2})")
_NEVER = lazy(rb"[!*^#~]")
# Who has an account where, and an issue of a project.
_MAIL = lazy(rb"[A-Za-z]+\#\d+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
# A letter beyond ASCII in a URL.
_LETTER = lazy(rb"%[C-F][0-9A-F]%[89AB][0-9A-F]")
# A name in code with parts in capitals: `X509V3_EXT_d2i`.
_CONSTANT = lazy(rb"[A-Z][A-Z0-9]{2,}_[A-Z]{3,}_[A-Za-z]|[A-Z]{3,}_[A-Z]{3,}[_\d]")
# Signs that no setting and no address has between its name and its value.
_DRAWN_SIGN = lazy(rb"[!#*^?~%]")
_VARIABLE = lazy(rb"\$[A-Z][A-Z0-9_]")
# Signs that no word, path or number has, apart from those of an issue or a method and
# of algorithms (`aRSA+RC4`).
_SIGN = lazy(rb"[^\w.:/#+-]")
# Signs of code, paths and addresses, which a password in a sentence hardly has.
_CODE = b"()[]{}<>/\\|;:,\"'`"

# Characters of a password, and of one without signs that looks drawn.
_SHORTEST, _LONGEST, _DRAWN = 8, 40, 10
# The same of a weak one, and its figures.
_FEW, _FEW_DIGITS = 6, 2
# A thing with its number, a place on a map, a size, a ticket: `web-01`, `eu-west-2`,
# `16x16`, `INC-4613`.
_NUMBERED = lazy(
    rb"(?i)[a-z]{1,10}-?\d{1,2}|(?:[a-z]+-){1,3}\d{1,2}|\d+[a-z]{1,3}\d*|[a-z]{1,3}\d+"
    rb"|(?:[a-z]+_)+\w*|(?-i:[A-Z]{2,10}-\d+)"
)

_NO_CODE = bytes(c for c in range(256) if c not in _CODE)


def certainty(value: bytes) -> int:
    """How sure it is that a word is a password, or 0."""
    sure = _by_form(value)
    noise = sure < LIKELY and is_noise(value) and not is_harmless(value)
    return LIKELY if noise else sure


def _by_form(value: bytes) -> int:
    if not _may_be(value):
        return _without_one_kind(value)
    if must_be_password(value, named=True):
        signs = _SIGN.search(value) or _CHOSEN.fullmatch(value)
        return CERTAIN if signs and not _is_code(value) else LIKELY
    if is_harmless(value) or is_option(value) or not shapes.looks_like_password(value):
        return 0
    if _looks_drawn(value):
        return LIKELY
    if _MADE_UP.fullmatch(value) or is_spelt(value):
        return POSSIBLE
    return _is_weak(value) * WEAK


def _without_one_kind(value: bytes) -> int:
    """How sure it is without small letters, capitals or figures."""
    if _is_of_one_case(value):
        return POSSIBLE
    if not _is_weak(value):
        return 0
    return POSSIBLE if is_spelt(value) or _is_chance(value) else WEAK


def _is_of_one_case(value: bytes) -> bool:
    """Whether somebody made it up of small letters alone, or of capitals."""
    words = _TWO_WORDS.fullmatch(value)
    if words:
        return NAMES.isdisjoint(words.group("one", "two")) and not is_harmless(value)
    return (
        _OF_ONE_CASE.fullmatch(value) is not None
        and _is_weak(value)
        and not _is_code(value)
        and not _MAIL.fullmatch(value)
    )


def is_spelt(value: bytes) -> bool:
    """Whether figures stand for letters of its words: `h4rb0rTiger815`."""
    tail = _TAIL.search(value)
    if tail is None:
        return False
    head = value[: tail.start()]
    spelt = _SPELT.sub(lambda match: match[0].translate(_LEET), head)
    return (
        spelt != head
        and spelt.isalpha()
        and len(spelt) >= _NAME
        and shapes.word_score(spelt) >= _READS
    )


def _looks_drawn(value: bytes) -> bool:
    long = len(value) >= _DRAWN
    if value.isalnum():
        return may_be_drawn(value) or (
            long and shapes.looks_random(value, expected=True)
        )
    # Names of parts are joined with dots as well.
    name = b"." in value or _MEMBER.search(value) or _is_quoted(value)
    return long and not name and is_drawn(value)


def _is_chance(value: bytes) -> bool:
    """Whether small letters and figures were drawn by chance."""
    return len(value) >= _DRAWN and value.isalnum() and is_chance(value)


def _is_code(value: bytes) -> bool:
    """Whether code or a document may have a word of this form."""
    joined = _JOINED.fullmatch(value) and not (
        _CHOSEN.fullmatch(value) or is_drawn(value)
    )
    return bool(joined or _MEMBER.search(value) or _is_quoted(value))


def _is_quoted(value: bytes) -> bool:
    """Whether it has a byte as URLs quote it, and no sign that they would quote."""
    if _LETTER.search(value):
        return True
    return bool(_QUOTED.search(value)) and not _NEVER.search(value)


def _is_weak(value: bytes) -> bool:
    """Whether it has a sign or some figures, and is no name, number or hash."""
    return (
        _FEW <= len(value) <= _LONGEST
        and (digits(value) >= _FEW_DIGITS or _SIGN.search(value) is not None)
        and has_digit_and_letter(value)
        and not value.translate(None, _NO_CODE)
        and shapes.looks_like_password(value)
        and not (is_harmless(value) or is_option(value) or shapes.is_hash(value))
        and not _NUMBERED.fullmatch(value)
    )


def _may_be(value: bytes) -> bool:
    """Whether it has small letters, capitals and figures, and no sign of code."""
    return (
        _SHORTEST <= len(value) <= _LONGEST
        and value.isascii()
        and has_digit_and_letter(value)
        and value.lower() != value != value.upper()
        and not value.translate(None, _NO_CODE)
        and not _VARIABLE.search(value)
    )


def is_option(value: bytes) -> bool:
    """Whether it is an option, not a password: `pass -fsimple=1 to it`."""
    if _DRAWN_SIGN.search(value) and is_drawn(value):
        return value.startswith(b"-")
    name, equals, rest = value.partition(b"=")
    word = name.translate(None, b"_.-")
    return value.startswith(b"-") or bool(
        equals
        and word.isalnum()
        # Random letters before the sign are no name, but may be base64.
        and (
            not rest.strip(b"=")
            or (len(word) < _NAME and not (word.lower() != word != word.upper()))
            or (shapes.word_score(word) >= _WORDS and not is_drawn(word))
        )
    )


def must_be_password(value: bytes, *, named: bool = False) -> bool:
    """Whether a word must be a password: it has signs, or random letters.

    `Word#1234` is an issue of a project, unless it is `named` a password.
    """
    if not (8 <= len(value) <= _LONGEST and has_digit_and_letter(value)):
        return False
    if value.translate(None, _CODE) != value or value.lower() == value:
        return False
    signs = SYMBOL.search(value) is not None
    if b"@" in value and b"." in value.partition(b"@")[2]:
        return False
    issue = value.partition(b"#")[2].isdigit() and not named
    if issue or b"**" in value or is_option(value):
        return False
    if not signs and (value.upper() == value or not shapes.looks_random(value)):
        return False
    return not (
        is_harmless(value)
        or shapes.is_slug(value)
        or shapes.is_public(value)
        or _CONSTANT.match(value)
    )
