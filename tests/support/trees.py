"""What stands below a folder, to compare before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def tree(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    """Every path below with its permissions and content; nothing is followed."""
    found: dict[str, tuple[int, bytes | str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            content: bytes | str = f"-> {path.readlink()}"
        elif path.is_file():
            content = path.read_bytes()
        else:
            content = "folder"
        found[str(path.relative_to(folder))] = (path.lstat().st_mode, content)
    return found
