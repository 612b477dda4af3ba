"""The least work of a scanner in Python: list the files, read each and search it once.

    python tests/bench/scan_floor.py re|hyperscan

It searches for the names that a setting with a secret has, either with one pattern of
`re` or with the gates that `memsync[fast]` compiles, and judges nothing. `scan_speed`
runs it beside the scanners: no scanner in Python that judges what it finds takes less.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = re.compile(rb"(?i)pass|pwd|secret|token|key|auth|cred")


def main() -> None:
    """Read and search everything below the current folder."""
    search = _compiled() if sys.argv[1] == "hyperscan" else _NAMES.findall
    for folder, _, names in os.walk("."):
        for name in names:
            handle = os.open(f"{folder}/{name}", os.O_RDONLY)
            search(os.read(handle, os.fstat(handle).st_size + 1))
            os.close(handle)


def _compiled() -> Callable[[bytes], object]:
    """The first of three searches that `memsync[fast]` does."""
    from memsync.guard.scan import compiled
    from memsync.paths import Places
    from memsync.secrets.searcher import Searcher
    from memsync.secrets.texts.text import Text

    compiled.enable(Places(os.environ).state, sys.maxsize)
    if not isinstance(Text.search, Searcher):
        raise SystemExit("memsync[fast] is not installed")
    database = Text.search._databases[0]
    return lambda data: database.scan(data, match_event_handler=_ignore)


def _ignore(*_match: object) -> bool:
    return False


if __name__ == "__main__":
    main()
