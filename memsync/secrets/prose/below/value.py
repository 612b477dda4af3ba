"""A value with nothing else on its line, below the line that names it."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.texts.glance import has_digit_and_letter, line_at
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import LIKELY, WEAK, certainty
from memsync.secrets.values.drawn import is_drawn
from memsync.secrets.values.given import is_hex_key, is_token, stands_out
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Who says it, in a chat or in questions and answers.
_SPEAKER = lazy(
    rb"\A[ \t>*-]{0,8}(?:\[[\d:, /T.APM-]{4,24}\][ \t]*)?"
    rb"(?:<[\w .@-]{1,24}>|[\w .@-]{1,24}:)[ \t]+"
)
# The same on a line of its own: `ann 14:03`.
_SPEAKS = lazy(
    rb"(?i)[ \t>*_]{0,8}[\w .@-]{1,30}?[ \t,]+(?:at )?\d{1,2}:\d\d(?: ?[ap]m)?\W{0,4}"
)
# The next setting of a file whose previous one is empty, or the next line of a report.
_SETTING = lazy(rb"[\w.:-]{1,80}=[^=]|[A-Za-z]{3,40}:")
# Markdown around a value.
_MARKS = b" \t\r>-*+`\"'_"

# The characters of keys.
_OF_KEYS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=/."
# Lines below the name that are read: blank ones, the mark that opens a block, who says
# it, and the value; and bytes of each.
_LINES, _LONGEST = 3, 200


# `behind` is where a text goes on behind the name, on the line above.
def password(text: Text, behind: int) -> Iterator[Found]:
    """The password below a line that ends with its name."""
    yield from _below(text.data, behind, _is_password)


def answer(text: Text, behind: int) -> Iterator[Found]:
    """The password below a line that asks for it."""
    yield from _below(text.data, behind, _is_answer)


def token(text: Text, behind: int) -> Iterator[Found]:
    """The token below a line that ends with its name."""
    yield from _below(text.data, behind, is_token)


def key(text: Text, behind: int) -> Iterator[Found]:
    """The key or token that answers a question, or that a command prints."""
    yield from _below(text.data, behind, _is_key, said_more=True)


def drawn(text: Text, behind: int) -> Iterator[Found]:
    """What was drawn, below a line that has no sign of a value."""
    yield from _below(text.data, behind, _is_drawn)


def _below(
    data: bytes,
    behind: int,
    is_one: Callable[[bytes], bool],
    *,
    said_more: bool = False,
) -> Iterator[Found]:
    """The one word of the first line below that is no mark, if it is such a value.

    `said_more`: where a line says who speaks, further words may follow the value.
    """
    at = data.find(b"\n", behind) + 1
    for _ in range(_LINES):
        line = line_at(data, at, _LONGEST)
        said = _SPEAKER.sub(b"", line)
        value = said.strip(_MARKS)
        fence = line.lstrip(b" >").startswith(b"```")
        if value and not fence and not _SPEAKS.fullmatch(line):
            break
        at += len(line) + 1
    # `secure: …`, as CI services encrypt it.
    if called.is_other(line[: len(line) - len(said)].strip()):
        return
    if said_more and said != line:
        value = value.partition(b" ")[0]
    if len(value.split()) == 1 and has_digit_and_letter(value):
        value = value.rstrip(b".,;")
        start = data.find(value, at)
        if (said != line or not _SETTING.match(value)) and is_one(value):
            yield behind, start, start + len(value), "prose-password"


def _is_key(value: bytes) -> bool:
    return not value.translate(None, _OF_KEYS) and (
        is_token(value) or is_hex_key(value)
    )


def _is_drawn(value: bytes) -> bool:
    return certainty(value) >= LIKELY and is_drawn(value)


def _is_answer(value: bytes) -> bool:
    return certainty(value) >= WEAK


def _is_password(value: bytes) -> bool:
    return (
        not is_harmless(value)
        and not shapes.is_slug(value)
        and not value.startswith(b"(")
        and b"\\" not in value
        and shapes.looks_like_password(value)
        and stands_out(value)
    )
