"""What can be said of a settings file: how our hooks stand in it, or why it stays."""

from __future__ import annotations

from typing import Literal

State = Literal["installed", "outdated", "absent"]
"""All of ours stand in the file, some, or none."""


class Unfit(ValueError):
    """The file is in a form that cannot be changed safely; says why."""
