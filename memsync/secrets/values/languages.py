"""Words and sentences of other languages, which are no secret.

A translated interface has a text beside each of its names, also beside `password`.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit

# A letter beyond ASCII, escaped: text in another language, not a secret.
_ESCAPED_LETTER = lazy(rb"\\u0*(?:00[c-f]|0[1-9a-f]|[1-9a-f][0-9a-f])[0-9a-f]{0,2}")
_ESCAPED = lazy(rb"(?i)\\u[0-9a-f]{4}")
# A comma, a full stop and brackets, as wide as a letter of these languages, and what
# opens a question in Spanish.
_PUNCTUATION = tuple(sign.encode() for sign in "\u3001\u3002\uff0c\uff08\uff09\xbf\xa1")
# Signs of Chinese, Japanese and Korean, apart from letters that are only wider.
_FIRST_SIGN, _AFTER_SIGNS = "\u3000", "\uff00"
# A blank at which a line does not break.
_BLANK = "\u00a0"
# A word with an apostrophe as it is printed.
_APOSTROPHE = lazy(rb"[A-Za-z]+\xe2\x80\x99[a-z]{1,3}[.,!?]?")


def is_translated(value: bytes) -> bool:
    r"""A word with letters beyond ASCII, without digits: `Jaun\u0101`, `s\u0142owo`."""
    if value.isascii():
        if b"\\u" not in value or not _ESCAPED_LETTER.search(value.lower()):
            return False
        left = _ESCAPED.sub(b"", value)
    else:
        try:
            text = value.decode()
        # Text in some other encoding: do not guess, let the finding stand.
        except UnicodeDecodeError:
            return False
        if not any(map(_is_foreign, text)):
            return False
        left = value
    return not has_digit(left)


def _is_foreign(c: str) -> bool:
    """Whether it is a letter beyond ASCII, or the accent of one."""
    return not c.isascii() and (c.isalpha() or "\u0300" <= c <= "\u036f")


def is_text(value: bytes) -> bool:
    """Whether a third of it is beyond ASCII: a sentence without blanks.

    So is what has a sign of Chinese or Japanese or a blank that does not break, what
    begins with punctuation of other languages, and a shortened word.
    """
    if value.isascii():
        return False
    if value.startswith(_PUNCTUATION) or _APOSTROPHE.fullmatch(value):
        return True
    text = value.decode("utf-8", "ignore")
    return (
        _BLANK in text
        or any(_FIRST_SIGN <= c < _AFTER_SIGNS for c in text)
        or (3 * sum(not c.isascii() for c in text) > len(text))
    )
