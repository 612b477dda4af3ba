"""The result of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from memsync.memory.archive.journal import moment_of

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.page.html.notices import Notice


class Did(NamedTuple):
    """A completed action: the page to show next, and the message on it."""

    to: str
    notice: Notice


def undo_of(now: Now, page: str = "undo", **query: str) -> str:
    """The address of the form that undoes the change of one moment, and no other.

    Another command may change notes between a change and the click on its Undo.
    """
    return f"{page}?{urlencode({'of': moment_of(now), **query})}"
