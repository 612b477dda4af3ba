"""The stylesheet, the script and the icon."""

from __future__ import annotations

from importlib.resources import files


def asset(name: str) -> bytes:
    """The content of one of these files."""
    return files("memsync.page").joinpath("assets", name).read_bytes()
