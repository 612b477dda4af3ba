"""`typing.NamedTuple` for the modules of a fast path: importing typing costs 15 ms.

Type checkers see the real one.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:

    class NamedTuple(tuple):
        """A base whose subclasses get the fields that they annotate."""

        __slots__ = ()

        def __init_subclass__(cls) -> None:
            """Copy the methods of the tuple that `namedtuple` makes from the fields."""
            fields = list(cls.__dict__.get("__annotations__", {}))  # noqa: RUF063 -- inspect costs as much as typing
            defaults = [cls.__dict__[name] for name in fields if name in cls.__dict__]
            made = namedtuple(cls.__name__, fields, defaults=defaults)  # noqa: PYI024 -- typing's is what we stand in for
            own = cls.__dict__.keys() - set(fields)
            for name, value in vars(made).items():
                if name not in own and name not in ("__dict__", "__doc__", "__slots__"):
                    setattr(cls, name, value)
            cls.__new__ = made.__new__


__all__ = ["NamedTuple"]
