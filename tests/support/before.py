"""A scene that is played again and again from the same beginning."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Before:
    """A folder as it is now; its copy lies beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._copy = folder.with_name(f"{folder.name}-before")
        shutil.copytree(folder, self._copy, symlinks=True)

    def restore(self) -> None:
        """Make the folder what it was, in the same place."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._copy, self.folder, symlinks=True)
