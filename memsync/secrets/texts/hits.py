"""What a native search says of a text, as `texts.text` reads it."""

from __future__ import annotations


class Hits:
    """What a native search says of a text: it may name too much, never too little."""

    __slots__ = ("escapes", "literals", "tiers")

    def __init__(
        self,
        tiers: dict[str | bytes, list[int]],
        literals: list[bytes],
        escapes: list[int] | None,
    ) -> None:
        self.tiers = tiers
        """The tiers and stems that may find something, with where (`gates.table`)."""
        self.literals = literals
        """The providers' literals that the text holds, sorted."""
        self.escapes = escapes
        """Where the first bytes of escapes end, in order; None if it has too many."""
