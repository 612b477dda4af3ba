"""Whether a note's frontmatter says that the note stays on this machine."""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Answer = Literal["yes", "no", "unclear"]

KEY = "sync"

_NO = {"false", "no", "off"}
# The key on a line, or in `{name: port, sync: false}`, with what follows its colon.
_LINE = lazy(
    r"(?im)(?P<before>^[ \t]*|[{,][ \t]*)[\"']?sync[\"']?[ \t]*:"
    r"[ \t]*(?P<value>[^\n,}]*)"
)
_SAYS_NO = lazy(r"(?i)[\"']?(?:false|no|off)\b")
_SAYS_YES = lazy(r"(?i)[\"']?(?:true|yes|on)[\"']?[ \t]*(?:#.*)?")
_BREAK = lazy(r"\r\n?")
_BLANK_LINE = lazy(r"\n[ \t]*\n")


def may_sync(
    fields: Mapping[str, str], header: bytes, body: str, *, sound: bool
) -> Answer:
    """Whether a note may be synced.

    One line against it is enough, in capitals or not, even in frontmatter that has the
    key twice or was never closed. It is unclear if the frontmatter has the key and
    cannot be read, unless the line itself allows it.
    """
    own = {value.lower() for key, value in fields.items() if key.lower() == KEY}
    if own & _NO:
        return "no"
    text = _BREAK.sub("\n", header.decode("utf-8", "replace"))
    unended = not header and body.lstrip("\ufeff\r\n \t").startswith("---")
    if unended:
        text = _BLANK_LINE.split(_BREAK.sub("\n", body.lstrip()), 1)[0]
    read = sound and not unended
    # In frontmatter that can be read, a key below another one is not this key.
    found = [each for each in _LINE.finditer(text) if not (read and each["before"])]
    if any(_SAYS_NO.match(each["value"]) for each in found):
        return "no"
    if read or all(_SAYS_YES.fullmatch(each["value"]) for each in found):
        return "yes"
    return "unclear"
