"""What an action did, told on the page that follows it, once."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import NamedTuple

# Messages that wait for the next page; a tab that nobody opens must not collect more.
_MOST = 50


class Item(NamedTuple):
    """A note that a message is about."""

    said: str
    """What became of it, such as `restored`."""
    name: str
    address: str
    """Where its versions are; empty for a folder that the page does not show."""


class Notice(NamedTuple):
    """One message."""

    said: str
    details: tuple[str, ...] = ()
    command: str = ""
    """The command that does the same."""
    bad: bool = False
    # The address of the form that takes it back; empty where nothing does.
    undo: str = ""
    items: tuple[Item, ...] = ()


class Notices:
    """Those that are yet to be shown."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Notice] = OrderedDict()

    def add(self, notice: Notice) -> str:
        """Keep one; the word to ask for it by."""
        word = secrets.token_urlsafe(6)
        self._kept[word] = notice
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return word

    def take(self, word: str) -> Notice | None:
        """The one of this word, once."""
        return self._kept.pop(word, None)
