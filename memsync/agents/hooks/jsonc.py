"""Parses JSON with comments and trailing commas, with the position of each value.

For files that people edit by hand: changes are made in the text, so that every other
byte stays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

# Nesting that a settings file may have: the parser is recursive.
_DEEPEST = 100
# White space, a byte order mark, or a comment: what may stand between two tokens.
_BETWEEN = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
# A token that is not a bracket: a string, a number or a word.
_SCALAR = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?[0-9][0-9.eE+-]*|true\b|false\b|null\b'
)


class NotJson(ValueError):
    """The text is not JSON, even with comments; the message has the line."""


@dataclass(frozen=True, slots=True)
class Node:
    """One value, at `text[start:end]`."""

    start: int
    end: int
    value: object = None
    """Of a text, a number, true, false or null."""
    members: tuple[Member, ...] | None = None
    """Of an object, in order."""
    items: tuple[Node, ...] | None = None
    """Of a list, in order."""

    @property
    def parts(self) -> tuple[Member, ...] | tuple[Node, ...]:
        """The members of an object or the items of a list; none for a scalar."""
        return self.items if self.items is not None else self.members or ()

    def member(self, key: str) -> Node | None:
        """The value of an object's key; the last one, if it appears twice."""
        found = [each.node for each in self.members or () if each.key == key]
        return found[-1] if found else None

    def plain(self) -> object:
        """The value as `json.loads` gives it."""
        if self.members is not None:
            return {each.key: each.node.plain() for each in self.members}
        if self.items is not None:
            return [each.plain() for each in self.items]
        return self.value


@dataclass(frozen=True, slots=True)
class Member:
    """One key of an object with its value."""

    start: int
    key: str
    node: Node

    @property
    def end(self) -> int:
        """Where its value ends."""
        return self.node.end


def parse(text: str) -> Node:
    """Read a whole document; raises `NotJson`."""
    reader = _Reader(text)
    reader.skip()
    node = reader.value(0)
    reader.skip()
    if reader.at < len(text):
        raise reader.error()
    return node


def skip(text: str, at: int) -> int:
    """The first place from `at` that is neither white space nor comment."""
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


@dataclass
class _Reader:
    text: str
    at: int = field(default=0)

    def error(self) -> NotJson:
        line = self.text.count("\n", 0, self.at) + 1
        return NotJson(f"line {line} is not JSON")

    def skip(self) -> None:
        self.at = skip(self.text, self.at)

    def taken(self, char: str) -> bool:
        if self.text.startswith(char, self.at):
            self.at += 1
            return True
        return False

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.error()
        start = self.at
        if self.taken("{"):
            members = self._members(depth)
            return Node(start, self.at, members=members)
        if self.taken("["):
            items = self._items(depth)
            return Node(start, self.at, items=items)
        value = self._scalar()
        return Node(start, self.at, value=value)

    def _members(self, depth: int) -> tuple[Member, ...]:
        found = []
        self.skip()
        while not self.taken("}"):
            start = self.at
            key = self._scalar()
            self.skip()
            if not isinstance(key, str) or not self.taken(":"):
                raise self.error()
            self.skip()
            found.append(Member(start, key, self.value(depth + 1)))
            self._next("}")
        return tuple(found)

    def _items(self, depth: int) -> tuple[Node, ...]:
        found = []
        self.skip()
        while not self.taken("]"):
            found.append(self.value(depth + 1))
            self._next("]")
        return tuple(found)

    def _next(self, closing: str) -> None:
        self.skip()
        if self.taken(","):
            self.skip()
        elif not self.text.startswith(closing, self.at):
            raise self.error()

    def _scalar(self) -> object:
        found = _SCALAR.match(self.text, self.at)
        if found is None:
            raise self.error()
        try:
            value: object = json.loads(found[0])
        except ValueError:
            raise self.error() from None
        self.at = found.end()
        return value
