"""Reads git's index without starting git, for the one question that this can answer.

Format: git's `gitformat-index`. Versions 2 and 3 contain every path in full. Version 4
compresses paths, a split index has them in another file, and a sparse one has folders
instead of files: for those, git must be asked.
"""

from __future__ import annotations

import os

from memsync.errors import Broken, Refused
from memsync.files.atomic import read_regular

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from pathlib import Path

# The signature and the version number of versions 2 and 3.
_WHOLE_PATHS = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3")
# The heads of the extensions, each with the first bytes of its length.
_SPLIT, _SPARSE = b"link\0\0", b"sdir\0\0\0\0"


def surely_untracked(git_dir: Path, path: str) -> bool:
    """Whether the index in a git folder cannot name a file below its work tree.

    False means unknown: ask git. Never raises.
    """
    if not path.isascii():
        return False  # macOS may store it in another Unicode form
    try:
        data = read_regular(git_dir / "index")
    except FileNotFoundError:
        return True
    except (NotADirectoryError, Refused, Broken):
        return False
    if data[:8] not in _WHOLE_PATHS or _SPLIT in data or _SPARSE in data:
        return False
    return os.fsencode(path) not in data
