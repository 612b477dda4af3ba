"""Whether some words are a passphrase that somebody drew, not a sentence."""

from __future__ import annotations

# The most words of a passphrase, and the most letters of each.
MOST = 10

# Words that sentences are made of, and random phrases are not.
COMMON = frozenset(
    b"""
    about after all and any anyone are ask because been before being below between
    but can could does each environment ever every file for from generated get gets
    had has have here how into its keep kept key long made make may more most must
    never new not off one only other our out over path please protects put random
    required same see set should shown some someone stored that the their them then
    there these they this those through twelve under unlock until use used user uses
    using value vault was were what when where which while who why will with without
    words would you your
    """.split()
)


def are_drawn(words: list[bytes]) -> bool:
    """Whether they are plain words, and none that sentences are made of."""
    return (
        len(words) <= MOST
        and all(w.isalpha() and w.islower() and 3 <= len(w) <= MOST for w in words)
        and COMMON.isdisjoint(words)
    )
