"""Says in one line what was done to a file."""

from __future__ import annotations

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
