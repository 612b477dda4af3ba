"""How sure a finding is."""

from __future__ import annotations

# From the lowest to the highest.
LOW, MEDIUM, HIGH = LEVELS = ("low", "medium", "high")


def at_least(confidence: str, level: str) -> bool:
    """Whether a confidence reaches a level."""
    return LEVELS.index(confidence) >= LEVELS.index(level)
