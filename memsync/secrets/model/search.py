"""Words that nothing names, but that all around them makes likely passwords."""

from __future__ import annotations

from memsync.secrets.model import candidates, score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.finding import Found

RULE = "prose-password"


def find(data: bytes, spans: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """Those of some words (`candidates.of`) that are likely passwords."""
    for start, end in spans:
        if score.is_likely(data, start, end):
            yield start, start, end, RULE


def likely(data: bytes, ends: list[int]) -> list[int]:
    """Those of the places that the native search reports whose word is such a word.

    Each is the end of a word, or of the separator behind it.
    """
    if not ends or candidates.is_code(data):
        return []
    spans = [(end, candidates.ending(data, end)) for end in ends]
    return [end for end, span in spans if span and score.is_likely(data, *span)]


def reasons(data: bytes, start: int, end: int) -> str:
    """The three things that count most for such a word; empty for any other."""
    if not score.is_likely(data, start, end):
        return ""
    return score.reasons(data, start, end)
