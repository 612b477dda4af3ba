"""Numbers with their nouns, as a person reads them."""

from __future__ import annotations


def amount(number: int, what: str) -> str:
    """`1 call`, `2 calls`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")
