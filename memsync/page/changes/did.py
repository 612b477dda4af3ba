"""What a change says once it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memsync.page.html.notices import Notice


class Did(NamedTuple):
    """An action that was carried out: the page that follows, and what it says."""

    to: str
    notice: Notice
