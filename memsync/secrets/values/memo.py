"""Results that are kept, because the same names are checked again and again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MOST = 4096


def kept(judge: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    """A function that calls `judge` once for each of the last few thousand texts.

    Use it for names and words only: a possible secret must not be kept.
    """
    # Importing `functools` would cost a hook more than this saves.
    known: dict[bytes, bool] = {}

    def asked(text: bytes) -> bool:
        answer = known.get(text)
        if answer is None:
            if len(known) >= _MOST:
                known.clear()
            answer = known[text] = judge(text)
        return answer

    return asked
