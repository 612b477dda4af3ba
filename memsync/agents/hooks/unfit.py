"""The error for a settings file that cannot be changed."""

from __future__ import annotations


class Unfit(ValueError):
    """The file is in a form that cannot be changed safely; says why."""
