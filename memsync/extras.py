"""How to add packages that memsync only needs for some of its work."""

from __future__ import annotations


def with_extra(name: str) -> str:
    """What adds the extra of this name, as a hint.

    memsync is in no package registry, and anybody could register its name in one: so
    the hint is to install from the clone.
    """
    return f"add memsync[{name}]: in its clone, `pipx install --force '.[{name}]'`"
