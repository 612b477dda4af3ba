"""What was drawn, below a line of a few words that names it.

Somebody wrote `key for the push service`, or `NAS password`, above what they copied.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.below import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

_LABEL = lazy(
    rb"[ \t>*-]{0,8}(?![\w ]{0,40}public|return)[a-z][a-z0-9'-]{0,20}"
    rb"(?: [a-z][a-z0-9'-]{0,20}){0,7}[ \t\r]{0,4}"
)
# Bytes before a name in which its line begins.
_BEFORE = 90


def find(text: Text, at: int, behind: int, end: int, *, sure: bool) -> Iterator[Found]:
    """What is below the name from `at` to `behind`, on a line up to `end`.

    `sure`: it can only be that of a key, so that even hexadecimal counts.
    """
    low = text.low
    start = low.rfind(b"\n", max(0, at - _BEFORE), at) + 1
    if not low[at - 1 : at].isalnum() and _LABEL.fullmatch(low, start, end):
        yield from (value.key if sure else value.drawn)(text, behind)
