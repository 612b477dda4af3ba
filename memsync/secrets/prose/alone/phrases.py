"""Passphrases whose words hyphens join, where a line is about logging in.

`sign in as ann with a-b-c-d`, `entra con a-b-c-d`, or alone below such a line. Names of
packages consist of words as well, but not of four that no name has, and a sentence does
not give them. `words.worded` finds those beside a word for a passphrase.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.alone import bare, entered
from memsync.secrets.prose.alone.access import is_about_login
from memsync.secrets.values.phrase import are_joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A word with a number or without, and from the first hyphen to the fourth word: `re`
# finds a sign as fast as a single byte.
WORD = rb"[A-Za-z][a-z]{2,9}[0-9]{0,2}"
_MORE = lazy(rb"-(?<=[a-z0-9]-)(?:%b-){2}[A-Za-z][a-z]{2}" % WORD)
_WHOLE = lazy(rb"(?:%b-){3,9}[A-Za-z][a-z]{2,9}\d{0,4}(?![\w/(=:@-]|\.\w)" % WORD)
_WORDS = lazy(rb"[A-Za-z][a-z]+")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# The most bytes of a word, words that the native search reads, and what may not precede
# the first one: it would be a part of a path, an address, an option, a variable.
_LONGEST, _MANY, _INSIDE = 12, 6, b"_./@#:,|$%&?~-"
# Signs of code.
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
# Bytes of a line on both sides, and of the line above.
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
        yield from (match.start() for match in _MORE.finditer(text.data))
        return
    done = 0
    for end in sorted(ends):
        start = max(done, end - _MANY * _LONGEST)
        for match in _MORE.finditer(text.data, start, end):
            done = match.end()
            yield match.start()


def _at(data: bytes, sign: int) -> re.Match[bytes] | None:
    """The whole passphrase whose first sign is at an offset."""
    left = data[max(0, sign - _LONGEST) : sign]
    start = sign - len(left) + len(left.rstrip(_LETTERS))
    if data[start - 1 : start] and data[start - 1] in _INSIDE and start:
        return None
    match = _WHOLE.match(data, start)
    return match if match and are_joined(_WORDS.findall(match[0])) else None


def _is_given(data: bytes, match: re.Match[bytes]) -> bool:
    begin, end = match.span()
    start = max(data.rfind(b"\n", max(0, begin - _REACH), begin) + 1, begin - _REACH)
    stop = data.find(b"\n", end, end + _REACH)
    before = data[start:begin]
    behind = data[end : end + _REACH if stop < 0 else stop]
    line = before + b" " + behind
    if bare.is_alone(before, behind) or bare.is_entry(before, behind):
        above = data[max(0, start - _ABOVE) : start].rstrip().rpartition(b"\n")[2]
        if is_about_login(above) or _MAIL.search(above):
            return True
    if not _CODE.search(line):
        # What gives it takes longest to look for.
        if _VERSION.match(behind) or not is_about_login(line):
            return False
        left = before.rstrip(b"\"'`*_([{<").lower()
        return _WANTED.match(behind) is not None or entered.may_give(left)
    return (
        len(line) < _REACH
        and before[-1:] in _OPENS
        and _TAKES.search(before) is not None
    )
