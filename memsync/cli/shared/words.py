"""Says in a few words what was done to a file, which names, and when."""

from __future__ import annotations

from datetime import datetime

from memsync.clock import local
from memsync.terminal import printable

# The most names in a question.
_SHOWN = 10


def in_words(action: str, path: str, *, dry_run: bool = False) -> str:
    """Such as `removed: FILE`; `removed` is said only if the whole file is gone."""
    if action == "entry removed":
        action = "entry removed from" if not dry_run else "removed from"
        said = f"entry would be {action}" if dry_run else action
    else:
        said = f"would be {action}" if dry_run else action
    return f"{said}: {printable(path)}\n"


def listed(names: list[str]) -> str:
    """The names in one line; of many, the first ones and how many more."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return printable(f"{', '.join(names[:_SHOWN])}{more}")


def local_time(time: str) -> str:
    """A moment in ISO 8601 by the local clock, to the second."""
    return f"{local(datetime.fromisoformat(time)):%Y-%m-%d %H:%M:%S}"
