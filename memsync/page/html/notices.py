"""Messages about completed actions, each shown once, on the next page."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import NamedTuple

# The most messages that wait for the next page, in case no page asks for them.
_MOST = 50


class Item(NamedTuple):
    """A note that a message is about."""

    said: str
    """What happened to it, such as `restored`."""
    name: str
    address: str
    """The address of its versions; empty for a folder that the page does not show."""


class Notice(NamedTuple):
    """One message."""

    said: str
    details: tuple[str, ...] = ()
    command: str = ""
    """The command that does the same."""
    bad: bool = False
    # The address of the form that undoes it; empty if there is none.
    undo: str = ""
    items: tuple[Item, ...] = ()


class Notices:
    """Messages that have not been shown yet."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Notice] = OrderedDict()

    def add(self, notice: Notice) -> str:
        """Store a message; return the word with which to ask for it."""
        word = secrets.token_urlsafe(6)
        self._kept[word] = notice
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return word

    def take(self, word: str) -> Notice | None:
        """Return and remove the message for a word."""
        return self._kept.pop(word, None)
