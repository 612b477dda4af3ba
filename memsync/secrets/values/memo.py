"""Answers that are kept, because the same names are asked about again and again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MOST = 4096


def kept(judge: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    """A function that asks `judge` once for each of the last few thousand texts.

    For names and words only: what may be a secret is not kept.
    """
    # `functools` would cost a hook more than this spares it.
    known: dict[bytes, bool] = {}

    def asked(text: bytes) -> bool:
        answer = known.get(text)
        if answer is None:
            if len(known) >= _MOST:
                known.clear()
            answer = known[text] = judge(text)
        return answer

    return asked
