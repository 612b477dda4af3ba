"""Whether a part of a text is within something longer: a run, a picture in base64."""

from __future__ import annotations

from memsync.secrets.texts.runs import SHORTEST_RUN, TO_RUNS, WITHIN

# The characters of base64.
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# Bytes of base64 in one piece, with a plus, that are more than any token.
_BLOB = 76

# Bytes beside a part that can make its run long enough.
_AROUND = 4 * SHORTEST_RUN


def in_long_run(data: bytes, start: int, end: int) -> bool:
    """Whether the bytes from `start` to `end` are in one of the long runs."""
    left = data[max(0, start - _AROUND) : start].translate(TO_RUNS, WITHIN)
    right = data[end : end + _AROUND].translate(TO_RUNS, WITHIN)
    before = len(left) - left.rfind(b" ") - 1
    behind = right.find(b" ")
    behind = len(right) if behind < 0 else behind
    return before + end - start + behind >= SHORTEST_RUN


def in_blob(data: bytes, start: int, end: int) -> bool:
    """Whether the bytes are within a long piece of base64, such as a picture."""
    left = data[max(0, start - _BLOB) : start]
    left = left[len(left.rstrip(_BASE64)) :]
    right = data[end : end + _BLOB]
    right = right[: len(right) - len(right.lstrip(_BASE64))]
    return len(left) + end - start + len(right) >= _BLOB and b"+" in left + right
