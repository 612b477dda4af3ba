"""The address of each page: on the server, or as one of several files."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Mapping

# The pages of the navigation, with their names in it.
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
    """Makes the addresses that templates need."""

    @property
    def live(self) -> bool:
        """Whether a server answers the page's forms."""

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
        """See `Links.page`."""
        tail = f"?{urlencode(query)}" if query else ""
        return f"/{self._folder}/{'' if name == 'now' else name}{tail}"

    def note(self, scope: str, name: str, part: str = "") -> str:
        """See `Links.note`."""
        tail = f"/{part}" if part else ""
        return f"/{self._folder}/notes/{scope}/{quote(name, safe='')}{tail}"

    def asset(self, name: str) -> str:
        """See `Links.asset`."""
        return f"/{name}"


class Filed:
    """Addresses of files in one folder."""

    live = False

    def page(self, name: str, query: Mapping[str, object] | None = None) -> str:
        """See `Links.page`; only the agent in a query selects another file."""
        if name == "prompt" and query and "agent" in query:
            return f"prompt-{query['agent']}.html"
        return "index.html" if name == "now" else f"{name}.html"

    def note(self, scope: str, name: str, part: str = "") -> str:  # noqa: ARG002 -- one file has all its parts
        """See `Links.note`; the digest replaces a name that no file can have."""
        if not re.fullmatch(r"[a-z0-9_-]{1,64}", name):
            digest = hashlib.sha256(name.encode("utf-8", "surrogateescape"))
            name = f"note-{digest.hexdigest()[:16]}"
        return f"{scope}.{name}.html"

    def asset(self, name: str) -> str:
        """See `Links.asset`."""
        return name
