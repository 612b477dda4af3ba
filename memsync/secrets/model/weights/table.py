"""What was learned: how much each thing that is seen counts, as whole numbers."""

from __future__ import annotations

from memsync.record import NamedTuple

# Steps of a weight of one.
SCALE = 16


class Table(NamedTuple):
    """The weights of one kind of values; tests/bench/learn_weights.py writes them."""

    bias: int
    """What every value counts."""
    medium: int
    """The least sum of a likely secret."""
    least: tuple[int, ...]
    """The least sum after each step (`features.STEPS`) with which the next is taken."""
    weights: dict[tuple[str, bytes], int]
    """By the part that is seen, and what is there."""
