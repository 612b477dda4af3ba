"""How numpy is to run a model: the shapes are small, and threads only wait busily."""

from __future__ import annotations

import os


def one_thread() -> None:
    """Have OpenBLAS start no threads, unless the person says how many.

    To be called before numpy is imported: two threads cost a query half again.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
