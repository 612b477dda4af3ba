"""Which note a query finds, and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.ranking.rank import rank
from memsync.retrieval.words.documents import Document

DEPLOY = Document("deploy-steps", "project", "How a release is made", "Run make ship.")
AUTH = Document("auth-tokens", "project", "JWT refresh", "The cache is seeded first.")
TASTE = Document("terse", "feedback", "Keep replies short", "No emoji, no praise.")
NOTES = [AUTH, DEPLOY, TASTE]


def names(
    query: str, notes: list[Document] = NOTES, strategy: str = "bm25"
) -> list[str]:
    return [notes[at].name for at, _ in rank(query, Texts(notes), strategy)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("releases", "deploy-steps"),
        ("deployment", "deploy-steps"),
        ("going to production", "deploy-steps"),
        ("sign in", "auth-tokens"),
        ("caching", "auth-tokens"),
        ("authTokens", "auth-tokens"),
        ("please answer in a concise way", "terse"),
        ("feedback", "terse"),
        ("emojy", "terse"),
    ],
)
def test_stems_synonyms_identifiers_and_misspellings_find_a_note(
    query: str, first: str
) -> None:
    assert names(query)[0] == first


def test_the_exact_word_comes_before_one_of_its_meaning() -> None:
    exact = Document("a", "", "", "We mock the clock in these.")
    other = Document("b", "", "", "We fake and stub the clock in these.")
    assert names("mock", [other, exact]) == ["a", "b"]


def test_the_name_counts_more_than_the_description_and_that_more_than_the_body() -> (
    None
):
    notes = [
        Document("one", "", "about things", "kafka is used here and there"),
        Document("two", "", "kafka and things", "is used here and there"),
        Document("kafka", "", "about things", "is used here and there"),
    ]
    assert names("kafka", notes) == ["kafka", "two", "one"]


def test_a_heading_counts_more_than_a_line() -> None:
    notes = [
        Document("one", "", "", "text about\nkafka topics here"),
        Document("two", "", "", "text about\n# kafka topics here"),
    ]
    assert names("kafka", notes) == ["two", "one"]


def test_equal_notes_stay_in_their_order_and_the_best_scores_one() -> None:
    notes = [Document(name, "", "kafka", "") for name in ("b", "a", "c")]
    ranked = rank("kafka", Texts(notes), "bm25")
    assert [at for at, _ in ranked] == [0, 1, 2]
    assert {score for _, score in ranked} == {1.0}


def test_keyword_takes_words_as_they_are() -> None:
    assert names("release", strategy="keyword") == ["deploy-steps"]
    assert names("releases", strategy="keyword") == []
    assert names("cache jwt short", strategy="keyword") == ["auth-tokens", "terse"]


class Said:
    """A model's word on how like any query each note is."""

    def __init__(self, *scores: float) -> None:
        self.asked: list[str] = []
        self._scores = scores

    def scores(self, query: str) -> dict[int, float]:
        self.asked.append(query)
        return dict(enumerate(self._scores))


def test_without_a_model_auto_and_semantic_are_bm25() -> None:
    notes = Texts(NOTES)
    for strategy in ("auto", "semantic"):
        assert rank("sign in", notes, strategy) == rank("sign in", notes, "bm25")


def test_what_no_note_says_is_found_by_what_it_means() -> None:
    meaning = Said(0.1, 0.9, 0.2)
    found = rank("zzzz qqqq", Texts(NOTES), "auto", meaning=meaning)
    assert NOTES[found[0].at].name == "deploy-steps"


def test_auto_asks_no_model_where_a_note_has_all_of_the_query() -> None:
    meaning = Said(0.1, 0.1, 0.9)
    notes = Texts(NOTES)
    found = rank("jwt refresh cache", notes, "auto", meaning=meaning)
    assert found == rank("jwt refresh cache", notes, "bm25")
    assert meaning.asked == []
    assert rank("jwt refresh cache", notes, "semantic", meaning=meaning)
    assert meaning.asked == ["jwt refresh cache"]


def test_the_exact_words_of_a_note_win_over_a_headline_that_has_some() -> None:
    exact = Document(
        "one", "", "about", "the nightly export writes parquet to a bucket"
    )
    sibling = Document("nightly-export", "", "nightly export", "somebody looks at it")
    others = [Document(f"n{i}", "", "", f"words number {i}") for i in range(5)]
    notes = [sibling, exact, *others]
    assert names("nightly export parquet bucket", notes)[0] == "one"


@pytest.mark.parametrize("query", ["", "  ", "zzzzqqqq", "!!!"])
def test_what_stands_for_nothing_finds_nothing(query: str) -> None:
    assert rank(query, Texts(NOTES), "bm25") == []
    assert rank("anything", Texts([]), "bm25") == []


def test_notes_in_other_scripts_are_found() -> None:
    notes = [Document("db", "", "数据库迁移", "每晚备份数据库"), AUTH]
    assert names("数据库", notes) == ["db"]
    assert names("naïve café", [Document("x", "", "", "NAIVE Cafe"), AUTH]) == ["x"]


@settings(deadline=None)
@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=5))
def test_any_query_over_any_notes_gives_falling_scores_up_to_one(
    query: str, bodies: list[str]
) -> None:
    notes = [Document(f"n{i}", "t", body[:9], body) for i, body in enumerate(bodies)]
    for strategy in ("bm25", "keyword"):
        scores = [score for _, score in rank(query, Texts(notes), strategy)]
        assert scores == sorted(scores, reverse=True)
        assert scores[:1] in ([], [1.0])
        assert all(0 < score <= 1 for score in scores)
