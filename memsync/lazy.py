"""Patterns that are compiled when a text first calls for them.

Compiling all of them takes longer than scanning ten notes, and a clean commit
needs two or three; so does a command that shows one note.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import AnyStr

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "split", "sub")


class _Lazy:
    def __init__(self, source: str | bytes) -> None:
        self._source = source

    def __getattr__(self, name: str) -> object:
        import re

        compiled = re.compile(self._source)
        # From now on the methods are found without coming by here.
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: AnyStr) -> re.Pattern[AnyStr]:
    """A pattern like that of `re.compile`; flags stand in it, as `(?i)`."""
    return _Lazy(source)  # type: ignore[return-value]
