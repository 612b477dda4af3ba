"""Time to scan and redact hostile input, at two lengths.

The input is a line of one piece repeated, also below a secret and behind what a pattern
begins with.

Usage: python tests/bench/bench_hostile.py. Of eight times the length, eight times
the time is linear and sixty-four times would be its square.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.hostile import LINES, PIECES

from memsync.secrets.redact import redact

# Longer texts are scanned without their repeats (`texts.repeats`), which shows nothing.
SMALL, LARGE = 1 << 13, 1 << 16


# What stands before the pieces: a line with a secret, which redaction looks below.
BELOW = b"password = Xk29" + b"fjqZ1\n"


def seconds(begins: bytes, piece: bytes, size: int) -> float:
    """Seconds of processor time, the least of three."""
    data = begins + piece * (size // len(piece))
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        redact(data)
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    """Print a row for each piece."""
    print(f"{'repeated':34} {'64 KB, s':>8} {'of 8 times the length':>22}")
    alone, below = [(b"", piece) for piece in PIECES], [(BELOW, p) for p in PIECES]
    for begins, piece in (*alone, *below, *LINES):
        small, large = seconds(begins, piece, SMALL), seconds(begins, piece, LARGE)
        shown = repr(begins + b" + " + piece) if begins else repr(piece)
        print(f"{shown:34} {large:8.2f} {large / small:21.1f}x")


main()
