r"""Values as the native search sees them: so many characters, with a digit in them.

A pattern here ends at the first place that decides, so that the search reports one
match for a value, not one for each of its further characters.
"""

from __future__ import annotations

_DIGIT = rb"[0-9]"

# A character of base64, and those that base64 of text has at each of four places.
BASE64 = rb"[A-Za-z0-9+/_-]"
BASE64_OF_TEXT = (
    rb"[CDI-Za-f]",
    rb"[AC-HQS-Xgi-nwyz0-3]",
    rb"[ABEFIJMNQRUVYZcdghklopstwx014589]",
    BASE64,
)

# Words that a sign joins (`phrase.is_strung`), which need no digit.
STRUNG = rb"(?:[A-Za-z][a-z]{2,9}[-_.+]){2}[A-Za-z][a-z]{2}"

# Signs of a value, apart from its digits.
BARE = rb"\s\"'`<>"


def with_one(length: int, but: bytes = BARE, one: bytes = _DIGIT) -> bytes:
    """So many characters without those of `but`, with a `one` among them.

    Each run of characters that is long enough and has a `one` matches, and some that
    are up to half as long. `but` is the inside of a class.
    """
    half = length // 2
    inner = one[1:-1]
    before = b"[^%b%b]" % (but, inner)
    behind = b"[^%b]" % but
    late = rb"%b{%d,}%b" % (before, half, one)
    early = rb"%b{0,%d}%b%b{%d}" % (before, half - 1, one, behind, length - half)
    return b"(?:%b|%b)" % (late, early)


def with_both(but: bytes = BARE) -> bytes:
    """A value with a letter and a digit, in any case, up to where it has both."""
    sign = rb"[^%b0-9a-z]*" % but
    return rb"%b(?:[a-z][^%b0-9]*[0-9]|[0-9][^%ba-z]*[a-z])" % (sign, but, but)
