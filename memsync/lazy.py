"""Patterns that are compiled on first use.

Compiling all of them takes longer than scanning ten notes, and a clean commit needs
only two or three; so does a command that prints one note.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import AnyStr

# The methods that are copied at once; any other asks `__getattr__` each time.
_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "split", "sub")


class _Lazy:
    def __init__(self, source: str | bytes) -> None:
        self._source = source

    def __getattr__(self, name: str) -> object:
        import re

        compiled = re.compile(self._source)
        # The methods become attributes, so that `__getattr__` is not called again.
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def any_of(words: str) -> bytes:
    """A part of a pattern: one of several words, with blanks between them."""
    return "|".join(words.split()).encode()


def lazy(source: AnyStr) -> re.Pattern[AnyStr]:
    """Like `re.compile`; write flags into the pattern, such as `(?i)`."""
    return _Lazy(source)  # type: ignore[return-value]
