"""Lists in a YAML file, one item at a time, in bounded memory and without recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from typing import Any, BinaryIO

# Nesting; a hostile file may have any.
_DEEPEST = 50

# Bytes of a file that is read: libyaml takes some seconds for it.
_LARGEST = 64 << 20


class _Limited:
    """A file that ends at a limit."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._left = _LARGEST

    def read(self, size: int = 1 << 16) -> bytes:
        data = self._file.read(min(size if size > 0 else 1 << 16, self._left))
        self._left -= len(data)
        return data


def list_items(file: BinaryIO, lists: Container[str]) -> Iterator[tuple[str, object]]:
    """The values of the top-level mapping, those in `lists` item by item.

    Each with its key. All scalars are texts. An empty key stands for what could not be
    read: the rest of a malformed file, or an item that is nested too deep.
    """
    import yaml

    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    reading = _Reading(lists)
    try:
        for event in yaml.parse(_Limited(file), Loader=loader):
            kind = type(event).__name__
            if kind not in _FRAME:
                yield from reading.take(kind, getattr(event, "value", None))
            if reading.ended:
                return
    except (yaml.YAMLError, UnicodeDecodeError):
        yield "", None


# Events of YAML that hold no value.
_FRAME = {
    "StreamStartEvent",
    "StreamEndEvent",
    "DocumentStartEvent",
    "DocumentEndEvent",
}


class _Reading:
    """Where in the top-level mapping one is."""

    def __init__(self, lists: Container[str]) -> None:
        self._lists = lists
        self._open = False
        self._key: str | None = None
        self._inside = False
        """Whether in a list whose items are told one by one."""
        self._value = _Value()
        self.ended = False

    def take(self, kind: str, scalar: str | None) -> Iterator[tuple[str, object]]:
        """What is complete with this event."""
        if not self._open:
            self._open = kind == "MappingStartEvent"
            if not self._open:
                self.ended = True
                yield "", None
        elif self._value.started or (self._inside and kind != "SequenceEndEvent"):
            yield from self._add(kind, scalar)
        elif self._inside:
            self._inside, self._key = False, None
        elif self._key is None:
            self.ended = kind == "MappingEndEvent"
            self._key = scalar or "?"
        elif kind == "SequenceStartEvent" and self._key in self._lists:
            self._inside = True
        else:
            yield from self._add(kind, scalar)

    def _add(self, kind: str, scalar: str | None) -> Iterator[tuple[str, object]]:
        if self._value.add(kind, scalar):
            value, self._value = self._value, _Value()
            yield ("" if value.bad else self._key or ""), value.made
            if not self._inside:
                self._key = None


class _Value:
    """One value, built from its events."""

    def __init__(self) -> None:
        self.started = False
        self.bad = False
        self._depth = 0
        self._stack: list[Any] = []
        self._keys: list[str | None] = []
        self.made: object = None

    def add(self, kind: str, scalar: str | None) -> bool:
        """Take an event; whether the value is complete."""
        self.started = True
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._depth += 1
            self.bad = self.bad or self._depth > _DEEPEST
            if not self.bad:
                made: Any = {} if kind == "MappingStartEvent" else []
                self._put(made)
                self._stack.append(made)
                self._keys.append(None)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._depth -= 1
            if not self.bad:
                self._stack.pop()
                self._keys.pop()
        elif not self.bad:
            # An alias stands for nothing: memsync expands none.
            self._put("" if scalar is None else scalar)
        return self._depth == 0

    def _put(self, made: object) -> None:
        if not self._stack:
            self.made = made
        elif isinstance(self._stack[-1], list):
            self._stack[-1].append(made)
        elif self._keys[-1] is None:
            self._keys[-1] = made if isinstance(made, str) else "?"
        else:
            self._stack[-1][self._keys[-1]] = made
            self._keys[-1] = None
