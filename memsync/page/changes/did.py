"""What a change says once it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from memsync.memory.archive.journal import moment_of

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.page.html.notices import Notice


class Did(NamedTuple):
    """An action that was carried out: the page that follows, and what it says."""

    to: str
    notice: Notice


def undo_of(now: Now, page: str = "undo", **query: str) -> str:
    """The address of the form that takes back what was done at a moment, and no more.

    Another command may change notes between a change and the click on its Undo.
    """
    return f"{page}?{urlencode({'of': moment_of(now), **query})}"
