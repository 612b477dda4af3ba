"""Values that a person makes up to stand for a password: `secret123`, `Pass123$`.

They consist of words for a secret, sequences and digits; some have digits in place of
letters, escapes, or are in base64.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import shapes

# The share of a value that is a sequence, from which on it is a stand-in.
MOST_OF = 0.6

# What reads more like words than this is made of words.
_WORDS = 0.7

# A value that consists of such words, sequences of digits and signs between them.
_STAND_IN = lazy(
    rb"(?i)(?:my|your|our|some|the|a|an|new|old|default|initial|temp|test|demo|dev|local"
    rb"|super|very|top|really|user|admin|root|guest|db|app|sample|example|dummy|fake"
    rb"|mock|orig(?:inal)?|updated?|wrong|correct|bad|good|valid|invalid|plain|strong"
    rb"|weak|secure|secret|encoded|encrypted|access|refresh|api|client|auth|bearer"
    rb"|random|alphanumeric|characters|chars|put|enter|insert|replace|here"
    rb"|pass|passw(?:or)?d|pwd|pw|key|token|value|string|word|text|code|hello|world|foo"
    rb"|bar|baz|abc|xyz|sk|pk|live|qwerty|letmein|welcome|changeme|postgres|mysql|redis|mongo|env|is"
    rb"|and|for|of|with|[._,$#@!?*+&^%=:/\\-]|\d{1,4}(?!\d)|12345\d{0,5}){2,16}"
)

# Figures and signs for letters; 1 stands for one of two.
_LEET = bytes.maketrans(b"013457@$", b"oleastas")
_LEET_I = bytes.maketrans(b"013457@$", b"oieastas")
_FIGURES_AND_SIGNS = b"0123456789!#$%&*+-.?@_~^="

# The keys on which fingers rest, and how many letters tell that they were hit blindly:
# of drawn letters a third are among them.
_NOT_REST = bytes(c for c in range(256) if c not in b"asdfghjklASDFGHJKL")
_HIT, _RESTING = 14, 0.85

# The most figures and signs behind a word that stands for a password.
_BEHIND = 3

# A value that has these, also with digits for letters, names what it stands for.
_SPELT = (b"password", b"passwd", b"passphrase", b"charshere")
_NUMBER, _YEAR = lazy(rb"\d{4,}"), lazy(rb"(?:19|20)\d\d")
_TRAILING_ESCAPES = lazy(rb"(?:\\+[nrt])+\Z")
_MAIL = lazy(rb"[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}")
_SHORTEST_BASE64 = 8
_NOT_LETTERS = bytes(c for c in range(256) if not chr(c).isalpha() or c > 0x7F)
# What follows each other by chance is shorter than the fewest of these.
_FEWEST = 3
_SEQUENCES = (
    b"abcdefghijklmnopqrstuvwxyz",
    b"zyxwvutsrqponmlkjihgfedcba",
    b"01234567890123456789",
    b"98765432109876543210",
    b"qwertyuiopasdfghjklzxcvbnm",
    b"a1b2c3d4e5f6g7h8i9j0",
    b"1a2b3c4d5e6f7g8h9i0j",
)
_PAIRS = frozenset(
    each[at : at + 2] for each in _SEQUENCES for at in range(len(each) - 1)
)


def is_made_of_words(value: bytes) -> bool:
    """Whether it consists of several words of a stand-in: `user1,pass1`."""
    return _STAND_IN.fullmatch(value) is not None and not value.isdigit()


def is_stand_in(value: bytes) -> bool:
    """Whether a person made it up to stand for a password: `secret123`, `Pass123$`.

    It may be escaped (`pass%2Bword`, `password\\n`) or in base64 (of `foobar`). Nothing
    but line breaks that code writes is one, too.
    """
    value = _unescaped(value)
    return not value or _stands_in(value) or _holds_stand_in(value)


def _stands_in(value: bytes) -> bool:
    counts = share_of_sequences(value) >= MOST_OF and not _has_number(value)
    if _STAND_IN.fullmatch(value) or counts or _is_word_for_one(value):
        return True
    bare = value.rstrip(_FIGURES_AND_SIGNS)
    return any(
        _STAND_IN.fullmatch(spelt)
        for text in (value, bare)
        for spelt in (text.translate(_LEET), text.translate(_LEET_I))
    )


def _is_word_for_one(value: bytes) -> bool:
    """Whether it is the word for a password in some language, as in `root:senha`."""
    from memsync.secrets.model.words import KINDS

    bare = value.lower().rstrip(_FIGURES_AND_SIGNS)
    return len(value) - len(bare) <= _BEHIND and b"secret" in KINDS.get(bare, ())


def _has_number(value: bytes) -> bool:
    """Whether it has a number that is neither a sequence nor a year: `zxcvasdf4187`."""
    return any(
        share_of_sequences(number) < MOST_OF and not _YEAR.fullmatch(number)
        for number in _NUMBER.findall(value)
    )


def is_hit(value: bytes) -> bool:
    """Whether somebody hit keys without looking: `sdf3kjfh4jkldsjkf`.

    That is no stand-in: people give passwords this way, too.
    """
    letters = len(value.translate(None, _NOT_LETTERS))
    resting = len(value.translate(None, _NOT_REST))
    return letters >= _HIT and resting >= _RESTING * letters


def names_itself(value: bytes) -> bool:
    """Whether it contains a word for a password, also with digits for letters."""
    spelt = _unescaped(value).translate(_LEET).lower()
    return any(map(spelt.count, _SPELT))


def without_escapes(value: bytes) -> bytes:
    """A value without the line breaks that code writes at its end."""
    return _TRAILING_ESCAPES.sub(b"", value)


def _unescaped(value: bytes) -> bytes:
    value = without_escapes(value)
    if b"%" not in value:
        return value
    from urllib.parse import unquote_to_bytes

    # An address within an address is escaped twice.
    return unquote_to_bytes(unquote_to_bytes(value))


def _holds_stand_in(value: bytes) -> bool:
    """Whether it is base64 of a stand-in, of words or of a mail address."""
    from memsync.secrets.texts.decode import decoded
    from memsync.secrets.values.phrase import is_hyphened

    text = decoded(value) if len(value) >= _SHORTEST_BASE64 else None
    if not text:
        return False
    held = text.rpartition(b":")[2] or text
    # Drawn words are a passphrase.
    words = not (has_digit(held) or is_hyphened(held))
    words = words and shapes.word_score(held) > _WORDS
    return words or _stands_in(held) or _MAIL.fullmatch(text) is not None


def share_of_sequences(value: bytes) -> float:
    """The share of a value that sequences of letters, digits or keys make."""
    low = value.lower()
    at = counted = 0
    while at < len(low):
        # Most pairs are in no sequence.
        begins = low[at : at + 2] in _PAIRS
        run = max(_run(low, at, each) for each in _SEQUENCES) if begins else 0
        if run >= _FEWEST:
            counted += run
        at += max(run, 1)
    return counted / len(low)


def _run(low: bytes, at: int, sequence: bytes) -> int:
    """How many characters from an offset on follow each other as in a sequence."""
    start = sequence.find(low[at : at + 2])
    if start < 0 or at + 1 >= len(low):
        return 0
    run = 2
    while (
        at + run < len(low)
        and start + run < len(sequence)
        and low[at + run] == sequence[start + run]
    ):
        run += 1
    return run
