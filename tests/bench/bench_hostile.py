"""Time to scan hostile input: a line of one piece repeated, at two lengths.

Usage: python tests/bench/bench_hostile.py. Of eight times the length, eight times
the time is linear and sixty-four times would be its square.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.hostile import PIECES

from memsync.secrets.scan import scan

SMALL, LARGE = 1 << 17, 1 << 20


def seconds(piece: bytes, size: int) -> float:
    """Seconds of processor time, the least of three."""
    data = piece * (size // len(piece))
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        scan(data)
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    """Print a row for each piece."""
    print(f"{'repeated':34} {'1 MB, s':>8} {'of 8 times the length':>22}")
    for piece in PIECES:
        small, large = seconds(piece, SMALL), seconds(piece, LARGE)
        print(f"{piece!r:34} {large:8.2f} {large / small:21.1f}x")


main()
