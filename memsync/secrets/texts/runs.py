"""The long runs of characters that a token may have, with and without line breaks."""

from __future__ import annotations

# The characters that a token, or a word in a URL, may have.
TOKEN = (
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=:~?!|^#@$%"
)

# Replaces a line break within a run: a token may be split there.
BREAK = b"~"

LINE_ENDS = b"\r\n"
# Everything else separates runs; line breaks stay line breaks.
TO_RUNS = bytes(
    c if c in TOKEN else BREAK[0] if c in LINE_ENDS else 0x20 for c in range(256)
)

# Removed from runs, because notes put backticks inside tokens.
WITHIN = b"`"

# The same, except that a backtick is no blank, either.
_TO_WHOLE = bytes(WITHIN[0] if c == WITHIN[0] else TO_RUNS[c] for c in range(256))

_BLANK = ord(" ")
# The fewest characters of a run that can be a token by itself.
SHORTEST_RUN = 16
# The fewest characters of a run that can be one of the longer tokens.
LONG = 36

# Bytes after a place that decide whether a run begins there.
REACH = SHORTEST_RUN - 1


def between(data: bytes, edges: list[bytes], backticked: list[bytes]) -> list[bytes]:
    """All runs of a text, given what precedes, and is in, each of them by turns.

    Appends to `backticked` those with backticks, with blanks in the place of these.
    """
    found = []
    joined = data.translate(TO_RUNS)
    at = 0
    for gap, inner in zip(edges[::2], edges[1::2], strict=False):
        start = at + len(gap)
        at = start + len(inner) + 2
        # Each place from `start` on begins sixteen characters that belong to the run.
        found.append(joined[start : at + REACH - 1])
    return found if data.find(WITHIN) < 0 else _without_backticks(found, backticked)


def near(data: bytes, ends: list[int], backticked: list[bytes]) -> list[bytes]:
    """Those runs that hold the character before one of these places, which are sorted.

    Appends to `backticked` as `between` does.
    """
    found = []
    whole = data.translate(_TO_WHOLE)
    done = 0
    for end in ends:
        if end > done:
            start = whole.rfind(b" ", done, end) + 1 or done
            done = whole.find(b" ", end)
            done = len(data) if done < 0 else done
            if done - start >= SHORTEST_RUN:
                found.append(data[start:done].translate(TO_RUNS))
    return found if data.find(WITHIN) < 0 else _without_backticks(found, backticked)


def _without_backticks(runs: list[bytes], backticked: list[bytes]) -> list[bytes]:
    found = []
    for whole in runs:
        run = whole
        # Backticks are blanks by now, and it has no other blank.
        if _BLANK in whole:
            run = whole.replace(b" ", b"")
            if len(run) < SHORTEST_RUN:
                continue
            backticked.append(whole)
        found.append(run)
    return found
