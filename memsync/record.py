"""`typing.NamedTuple` for the modules of a fast path: importing typing costs 3 ms.

And each class of typing's 0.15 ms, most of it to compile what its fields are annotated
with, which is a fifth of that here. Type checkers see the real one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple, Self
else:
    from operator import itemgetter

    try:
        from _collections import _tuplegetter as getter
    except ImportError:

        def getter(at: int, _: object) -> property:
            """What reads a field."""
            return property(itemgetter(at))

    class NamedTuple(tuple):
        """A base whose subclasses get the fields that they annotate."""

        __slots__ = ()
        _fields = ()

        def __init_subclass__(cls) -> None:
            """Read each field from its place, and take them all as arguments."""
            own = cls.__dict__
            fields = tuple(own.get("__annotations__", ()))
            defaults = tuple(own[name] for name in fields if name in own)
            for at, name in enumerate(fields):
                setattr(cls, name, getter(at, None))
            values = "".join(f"{name}, " for name in fields)
            names = {"new": tuple.__new__, "__builtins__": {}}
            made = eval(f"lambda _cls, {values}: new(_cls, ({values}))", names)  # noqa: S307 -- names of our own fields, as `namedtuple` does it
            made.__defaults__ = defaults
            made.__name__ = "__new__"
            cls.__new__ = made
            cls._fields = cls.__match_args__ = fields
            cls._field_defaults = dict(zip(fields[::-1], defaults[::-1], strict=False))

        @classmethod
        def _make(cls, values: Iterable[object]) -> Self:
            return cls(*values)

        def _replace(self, /, **changes: object) -> Self:
            kept = zip(self._fields, self, strict=True)
            return type(self)(**{**dict(kept), **changes})

        def _asdict(self) -> dict[str, object]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[object, ...]:
            """Every field, for copies."""
            return tuple(self)

        def __repr__(self) -> str:
            """Show the fields by name."""
            shown = zip(self._fields, self, strict=True)
            inside = ", ".join(f"{name}={value!r}" for name, value in shown)
            return f"{type(self).__name__}({inside})"


__all__ = ["NamedTuple"]
