"""Lists of users with their passwords in the files of programs.

chpasswd:                    [users]            PlainLoginModule required
  list: |                    ann = …              user_ann="…"
    root:…
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.parts import made_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

_NAME = rb"[\w.@+-]{1,64}"
_VALUE = rb"(?P<value>[^\s\"'`,;]{6,128})"
_END = rb"[\"']?[ \t]{0,8};?[ \t]{0,8}(?=[\r\n,#]|\Z)"
_PAIR = lazy(rb"[ \t]{1,40}(?:-[ \t]{1,4})?[\"']?" + _NAME + rb":" + _VALUE + _END)
_ASSIGNED = lazy(_NAME + rb"[ \t]{0,20}=[ \t]{0,8}[\"']?" + _VALUE + _END)
_OF_MODULE = lazy(
    rb"[ \t]{1,40}user_" + _NAME + rb"[ \t]{0,4}=[ \t]{0,4}\"" + _VALUE + _END
)

# What heads a list, the word in it that a search finds, and how its lines look.
HEADS: dict[bytes, tuple[bytes, re.Pattern[bytes]]] = {
    b"chpasswd:": (b"pass", _PAIR),
    b"[users]": (b"[users]", _ASSIGNED),
    b"loginmodule required": (b"log", _OF_MODULE),
}
# Lines of a list that are read, and what ends one earlier.
_LINES = 40
_ENDS = (b"[", b"}", b"---")


def find(text: Text) -> Iterator[Found]:
    """Every password in such a list."""
    data, low = text.data, text.low
    for head, (word, line) in HEADS.items():
        offset = head.index(word)
        for at in text.places(word):
            if low.startswith(head, at - offset) and at >= offset:
                yield from _listed(data, at, at - offset + len(head), line)


def _listed(
    data: bytes, at: int, behind: int, line: re.Pattern[bytes]
) -> Iterator[Found]:
    begin = data.find(b"\n", behind) + 1
    for _ in range(_LINES):
        if not begin or data.startswith(_ENDS, begin):
            return
        match = line.match(data, begin)
        if match and made_up(match["value"]):
            yield at, *match.span("value"), "command-password"
        begin = data.find(b"\n", begin) + 1
