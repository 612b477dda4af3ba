"""One thread for numpy: the matrices are small, and more threads only spin."""

from __future__ import annotations

import os


def one_thread() -> None:
    """Have OpenBLAS start no threads, unless the environment sets how many.

    Call it before numpy is imported. Two threads make a query take half as long again.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
