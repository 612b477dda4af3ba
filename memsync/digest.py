"""SHA-256 without OpenSSL, which takes longer to load than a hook's hashing takes.

Python's own `random` does the same: it tries the interpreter's small module first.
"""

from __future__ import annotations

import contextlib
from importlib import import_module

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import _Hash

# The module's name in Python 3.12 and later, and in 3.11.
_LEAN = ("_sha2", "_sha256")


def _found() -> Callable[[bytes], _Hash]:
    function: Callable[[bytes], _Hash]
    for name in _LEAN:
        # Each Python has one of the two.
        with contextlib.suppress(ImportError):
            function = import_module(name).sha256
            return function
    function = import_module("hashlib").sha256
    return function


sha256 = _found()
