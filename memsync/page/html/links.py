"""Where each page is: below the server's folder, or a file among others."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Mapping

# The pages of the navigation, with the words that lead to them.
PAGES = (
    ("now", "Now"),
    ("notes", "Notes"),
    ("merges", "Merges"),
    ("sync", "Sync"),
    ("prompt", "Prompt"),
    ("sessions", "Sessions"),
    ("learned", "Learned"),
    ("graph", "Graph"),
)


class Links(Protocol):
    """What templates ask for addresses."""

    @property
    def live(self) -> bool:
        """Whether there is a server behind the page, which forms can ask."""

    def page(self, name: str, query: Mapping[str, object] | None = None) -> str:
        """The address of one of `PAGES`, or of an action."""

    def note(self, scope: str, name: str, part: str = "") -> str:
        """The address of a note, or of a part of it, such as `edit`."""

    def asset(self, name: str) -> str:
        """The address of the stylesheet or the script."""


class Served:
    """Addresses on the server."""

    live = True

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def page(self, name: str, query: Mapping[str, object] | None = None) -> str:
        """As `Links.page`."""
        tail = f"?{urlencode(query)}" if query else ""
        return f"/{self._folder}/{'' if name == 'now' else name}{tail}"

    def note(self, scope: str, name: str, part: str = "") -> str:
        """As `Links.note`."""
        tail = f"/{part}" if part else ""
        return f"/{self._folder}/notes/{scope}/{quote(name, safe='')}{tail}"

    def asset(self, name: str) -> str:
        """As `Links.asset`."""
        return f"/{name}"


class Filed:
    """Addresses of files that lie side by side."""

    live = False

    def page(self, name: str, query: Mapping[str, object] | None = None) -> str:
        """As `Links.page`; of what is asked only an agent has a file of its own."""
        if name == "prompt" and query and "agent" in query:
            return f"prompt-{query['agent']}.html"
        return "index.html" if name == "now" else f"{name}.html"

    def note(self, scope: str, name: str, part: str = "") -> str:  # noqa: ARG002 -- one file has all its parts
        """As `Links.note`; a name that no file can have is told by its digest."""
        if not re.fullmatch(r"[a-z0-9_-]{1,64}", name):
            digest = hashlib.sha256(name.encode("utf-8", "surrogateescape"))
            name = f"note-{digest.hexdigest()[:16]}"
        return f"{scope}.{name}.html"

    def asset(self, name: str) -> str:
        """As `Links.asset`."""
        return name
