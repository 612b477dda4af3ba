"""The first text of a new memory, in Coyote's form."""

from __future__ import annotations

_WORKSPACE = "# Workspace Memory Index\n"
_USER = "# Global Memory\n"
_LITE = "# Workspace Memory\n"
_ABOUT = (
    "\n"
    "<!-- Facts that every session needs stand here, as prose. -->\n"
    "<!-- Notes are listed below, one entry each. -->\n"
)


def workspace() -> str:
    """The memory index of a new workspace memory."""
    return _WORKSPACE + _ABOUT


def user() -> str:
    """The memory index of a new user memory."""
    return _USER + _ABOUT


def lite() -> str:
    """A new lite memory, which has no notes."""
    return _LITE + "\n<!-- Facts that every session needs stand here, as prose. -->\n"


def is_untouched(text: str) -> bool:
    """Whether nobody has changed a memory index since it was created."""
    return not text.strip() or text in (workspace(), user())
