"""Values that nothing names, but that all around them makes likely secrets."""

from __future__ import annotations

from functools import lru_cache

from memsync.secrets.model import candidates, figures, form, passphrases, score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memsync.secrets.finding import Found

    Span = tuple[int, int]

# The rules of words, of figures and of words with blanks.
_PASSWORD, _CODE, _PHRASE = "prose-password", "prose-code", "prose-phrase"
_JUDGES: dict[str, Callable[[bytes, int, int], object]] = {
    _PASSWORD: score.is_password,
    _CODE: score.is_code,
    _PHRASE: score.of_passphrase,
}


def find(
    data: bytes, words: Iterable[Span], codes: Iterable[Span], clues: list[int]
) -> Iterator[Found]:
    """Those of some words and figures that are likely passwords and codes.

    And the passphrases near clues that end at some places.
    """
    for start, end in words:
        if score.is_password(data, start, end):
            yield start, start, end, _PASSWORD
    for start, end in codes:
        if score.is_code(data, start, end):
            yield start, start, end, _CODE
    for start, end in _passphrases(data, clues):
        yield start, start, end, _PHRASE


def _passphrases(data: bytes, clues: list[int]) -> Iterator[Span]:
    """The likeliest of those that overlap."""
    found = []
    for span in passphrases.near(data, clues):
        count = score.of_passphrase(data, *span)
        if count is not None:
            found.append((-count, span))
    taken: list[Span] = []
    for _, (start, end) in sorted(found):
        if all(end <= first or last <= start for first, last in taken):
            taken.append((start, end))
    yield from sorted(taken)


def passwords(data: bytes, ends: list[int]) -> list[int]:
    """Those of the places that the native search reports whose word is likely one.

    Each is the end of a word, or of the separator behind it.
    """
    words: Iterable[tuple[int, bytes]]
    words = zip(ends, candidates.words(data, ends), strict=True)
    if candidates.are_few(len(ends), data):
        words = [each for each in words if _may_be(each[1])]
    found: dict[Span, int] = {}
    some = candidates.some(_added(candidates.placed(data, words), found), data)
    return [found[span] for span in some if score.is_password(data, *span)]


def _added(
    placed: Iterable[tuple[int, Span]], found: dict[Span, int]
) -> Iterator[Span]:
    """Each value that was not yet found; adds it with where its word ends."""
    for end, span in placed:
        if span not in found:
            yield span
        found[span] = end


def _may_be(word: bytes) -> bool:
    """Whether there is a place where a word would be a likely password."""
    # There are fewer shapes than words, and most words are none by theirs.
    return _may_have(form.shape(word)) and _may_be_anywhere(word)


@lru_cache(1 << 14)
def _may_have(shape: bytes) -> bool:
    """Whether a word of a shape may be one."""
    inner = candidates.value_in(shape)
    # The shape of an entity of HTML does not show that it is one.
    return b"&" in shape or (inner is not None and score.may_have(shape[slice(*inner)]))


@lru_cache(1 << 14)
def _may_be_anywhere(word: bytes) -> bool:
    inner = candidates.value_in(word)
    return inner is not None and score.of_word(word[slice(*inner)]) is not None


def codes(data: bytes, ends: list[int]) -> list[int]:
    """The same for figures."""
    if not ends or candidates.begins_as_code(data):
        return []
    found = [(end, figures.ending(data, end)) for end in ends]
    return [end for end, span in found if span and score.is_code(data, *span)]


def clues(data: bytes, ends: list[int]) -> list[int]:
    """The same for the clues of passphrases: all of them, if there is one near by."""
    if not ends or candidates.begins_as_code(data):
        return []
    near = passphrases.near(data, ends)
    there = any(score.of_passphrase(data, *span) is not None for span in near)
    return ends if there else []


def reasons(rule: str, data: bytes, start: int, end: int) -> str:
    """The three things that count most for such a value; empty for any other."""
    judge = _JUDGES[rule]
    return score.reasons(data, start, end) if judge(data, start, end) else ""
