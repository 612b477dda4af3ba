"""Passphrases of words that hyphens join, where a line is about logging in.

`sign in as ann with a-b-c-d`, `entra con a-b-c-d`, or alone below such a line. Names of
packages consist of words as well, but not of four that no name has, and a sentence does
not give them. `words.worded` finds those beside a word for a passphrase.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.alone import bare, entered
from memsync.secrets.prose.alone.access import is_about_login
from memsync.secrets.prose.alone.candidates import OPENS
from memsync.secrets.texts.glance import line_around
from memsync.secrets.values.expressions import is_expression
from memsync.secrets.values.phrase import are_joined, has_namesake

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A word of such a passphrase, with a number or without.
WORD = rb"[A-Za-z][a-z]{2,9}[0-9]{0,2}"
# From its first hyphen to its fourth word: `re` finds a sign as fast as a single byte.
_FROM_HYPHEN = lazy(rb"-(?<=[a-z0-9]-)(?:%b-){2}[A-Za-z][a-z]{2}" % WORD)
_WHOLE = lazy(rb"(?:%b-){3,9}[A-Za-z][a-z]{2,9}\d{0,4}(?![\w/(=:@-]|\.\w)" % WORD)
_WORDS = lazy(rb"[A-Za-z][a-z]+")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# The most bytes of a word, and those before the end of a native match, which has four
# words and three hyphens, in which it begins.
_LONGEST_WORD = 12
_LONGEST_MATCH = 6 * _LONGEST_WORD
# What may not precede the first word: it would be a part of a path, an address, an
# option, a variable.
_NOT_BEFORE = b"_./@#:,|$%&?~-"
# What a role of reStructuredText has before its text: ``:ref:`one-two` ``.
_ROLE = b":`"
# The member of JSON for a user.
_USER = lazy(rb"[\"'](?:login|user(?:_?name)?|account)[\"'][ \t]*:[ \t]*[\"']\Z")
# Signs of code, where only its own way to take a password counts (`_TAKES`).
_CODE = lazy(rb"[={}<>$\\]|\w\(|::|;(?:\S|\Z)|\bimport\b")
# What somebody does with it, behind it; and the version of a package of that name.
_WANTED = lazy(rb"[\"'`*_)]{0,3} (?:is what|opens|unlocks|works|gets|lets)\b")
_VERSION = lazy(rb"[\"'`*_)]{0,3},? \(?v?\d")
# What code has in front of a password, up to its quotes or at once.
_TAKES = lazy(
    rb"(?i)(?:basic_?auth|passw|identified by|\blog_?in\b|credential|\bpsk\b|\bsend\b)"
    rb"[^\n]{0,100}(?:[ ,:=(\[>][\"'`]|=)\Z"
)
_OPENS = frozenset((b'"', b"'", b"`", b"="))
# The end of a line that says whose it is.
_MAIL = lazy(rb"[\w.+-]@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}[\"'`*.,:]{0,3}\Z")
# Bytes of its line that are read on both sides, and of the line above.
_REACH, _ABOVE = 300, 160


def find(text: Text) -> Iterator[Found]:
    """Every such passphrase."""
    for start in _starts(text):
        match = _at(text.data, start)
        if match and _is_given(text.data, match):
            yield match.start(), *match.span(), "prose-phrase"


def _starts(text: Text) -> Iterator[int]:
    """Where the first hyphen is of words that hyphens join."""
    ends = text.ends("joined words")
    if ends is None:
        yield from (match.start() for match in _FROM_HYPHEN.finditer(text.data))
        return
    done = 0
    for end in sorted(ends):
        start = max(done, end - _LONGEST_MATCH)
        for match in _FROM_HYPHEN.finditer(text.data, start, end):
            done = match.end()
            yield match.start()


def _at(data: bytes, sign: int) -> re.Match[bytes] | None:
    """The whole passphrase whose first hyphen is at an offset, if it is one."""
    left = data[max(0, sign - _LONGEST_WORD) : sign]
    start = sign - len(left) + len(left.rstrip(_LETTERS))
    if start and (data[start - 1] in _NOT_BEFORE or data.endswith(_ROLE, 0, start)):
        return None
    match = _WHOLE.match(data, start)
    if match is None or is_expression(match[0]):
        return None
    return match if are_joined(_WORDS.findall(match[0])) else None


def _is_given(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether the line of a passphrase, or the one above, is about logging in."""
    begin, end = match.span()
    if has_namesake(data, begin, end):
        return False
    start, stop = line_around(data, begin, end, _REACH)
    before, behind = data[start:begin], data[end:stop]
    line = before + b" " + behind
    if bare.is_alone(before, behind) or bare.is_entry(before, behind):
        above = data[max(0, start - _ABOVE) : start].rstrip().rpartition(b"\n")[2]
        if is_about_login(above) or _MAIL.search(above):
            return True
    if not _CODE.search(line):
        # What gives it takes longest to look for.
        named = _USER.search(before)
        if named or _VERSION.match(behind) or not is_about_login(line):
            return False
        left = before.rstrip(OPENS).lower()
        return _WANTED.match(behind) is not None or entered.may_give(left)
    return (
        len(line) < _REACH
        and before[-1:] in _OPENS
        and _TAKES.search(before) is not None
    )
