"""Says in one line what was done to a file."""

from __future__ import annotations

from memsync.terminal import printable


def in_words(action: str, path: str, *, dry_run: bool = False) -> str:
    """Such as `removed: FILE`; `removed` is said only if the whole file is gone."""
    if action == "entry removed":
        action = "entry removed from" if not dry_run else "removed from"
        said = f"entry would be {action}" if dry_run else action
    else:
        said = f"would be {action}" if dry_run else action
    return f"{said}: {printable(path)}\n"
