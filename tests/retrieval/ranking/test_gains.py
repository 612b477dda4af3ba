"""No note scores more than the words that it has can give it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.retrieval.ranking.bm25 import bm25
from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.words.documents import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.retrieval.ranking.weights import Bound, Gain

WORDS = ["login", "logins", "session", "auth", "kafka", "deploy", "release", "token"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


class Noted(Texts):
    """A corpus that notes what it said of each note, and leaves none out."""

    def candidates(
        self, gains: Mapping[str, Gain], bound: Bound, least: float = 0.0
    ) -> Iterator[tuple[int, float]]:
        found = list(super().candidates(gains, bound, least))
        self.said = dict(found)
        return iter(found)


@settings(max_examples=200)
@given(
    notes=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6),
    query=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
)
def test_no_note_scores_more_than_its_words_can_give(
    notes: list[tuple[str, str]], query: str
) -> None:
    documents = [Document(f"n{at}", "", *text) for at, text in enumerate(notes)]
    corpus = Noted(documents)
    scores = bm25(query, corpus, len(notes)).scores
    assert all(score <= corpus.said[at] + 1e-9 for at, score in scores.items())
    best = sorted(scores.values(), reverse=True)[:1]
    few = bm25(query, Texts(documents), 1).scores
    assert sorted(few.values(), reverse=True)[:1] == best
