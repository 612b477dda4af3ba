"""The commands that the page names, as a person can paste them into a shell."""

from __future__ import annotations

from shlex import quote


def called(verb: str, argument: str, options: str = "") -> str:
    """A command with its argument, which must not read as an option."""
    if argument.startswith("-"):
        return f"{verb}{options} -- {quote(argument)}"
    return f"{verb} {quote(argument)}{options}"
