"""Words in quotes, with blanks between, given as the password."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named.names import TESTED
from memsync.secrets.values.spaced import is_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Only its quotes tell a password of several words from a sentence.
_WORDS = lazy(
    rb"(?i)pass(?:word|phrase|wd|code)?"
    rb"(?:[\"'`*]{0,2}[ \t]{0,4}(?::|=)|\*{0,2}[ \t](?:is|was)(?=[ \t]))"
    rb"[ \t]{0,4}(?P<quote>[\"'`])"
    rb"(?P<value>%b(?: %b){1,5})(?P=quote)".replace(b"%b", rb"[^\s\"'`<>\\%{}$]{1,24}")
)


def find(text: Text) -> Iterator[Found]:
    """Three words or more, or fewer with a figure among them, in quotes."""
    for at in text.places(b"pass"):
        # `all tests pass: "make check all"`
        if text.low.endswith(TESTED, 0, at):
            continue
        match = _WORDS.match(text.data, at)
        if match and is_password(match["value"]):
            yield at, *match.span("value"), "prose-phrase"
