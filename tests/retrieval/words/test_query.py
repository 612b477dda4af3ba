"""What a query asks for, and what else in the notes may stand for each word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.words.documents import Document
from memsync.retrieval.words.query import (
    LIGHT_WEIGHT,
    PART,
    SAME,
    Facet,
    facets,
    plain_terms,
)
from memsync.retrieval.words.terms import STOPWORDS


def asked(query: str, *notes: str, alike: bool = True) -> list[Facet]:
    """The facets of a query over notes with these bodies."""
    texts = Texts([Document(f"n{n}", "", "", body) for n, body in enumerate(notes)])
    return facets(query, texts.lexicon, alike=alike)


def standing_for(facet: Facet) -> set[str]:
    return {term for slot in facet.slots for term in slot.terms}


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("How does the login work", ["login", "work"]),
        ("login LOGIN Login", ["login"]),
        # Of stop words alone all are asked for.
        ("how does the", ["how", "does", "the"]),
        ("", []),
        ("?!", []),
    ],
)
def test_stop_words_are_left_out_where_others_are_left(
    query: str, terms: list[str]
) -> None:
    assert plain_terms(query) == terms


def test_a_word_that_a_note_has_is_exact() -> None:
    (facet,) = asked("login", "The login fails.")
    assert facet.exact
    assert facet.slots[0].terms == {"login"}
    assert facet.slots[0].weight == 1.0


def test_its_forms_are_exact_too() -> None:
    (facet,) = asked("deploying", "We deploy, it was deployed.")
    assert facet.exact
    assert facet.slots[0].terms == {"deploy", "deployed"}


def test_a_word_of_the_same_meaning_counts_less() -> None:
    (facet,) = asked("repository", "Our repo is large.", "The repository.")
    same = max(slot.weight for slot in facet.slots if "repo" in slot.terms)
    assert same < facet.slots[0].weight


def test_where_no_note_has_the_word_what_stands_for_it_counts_more() -> None:
    (without,) = asked("repository", "Our repo is large.")
    most = max(slot.weight for slot in without.slots if "repo" in slot.terms)
    assert not without.exact
    assert most > SAME


def test_a_word_spelled_nearly_so_stands_where_no_form_is_there() -> None:
    (facet,) = asked("kubernets", "A kubernetes cluster.")
    assert "kubernetes" in standing_for(facet)
    (strict,) = asked("kubernets", "A cluster on kubernetes.", alike=False)
    (other,) = asked("kafka", "A kubernetes cluster.")
    assert "kubernetes" not in standing_for(other)
    assert strict.slots[0].weight <= 1


def test_light_words_count_less() -> None:
    heavy, light = asked("kafka need", "We need kafka.")
    assert light.weight == pytest.approx(LIGHT_WEIGHT * heavy.weight)


def test_of_a_compound_that_a_note_has_the_parts_count_less() -> None:
    alone = asked("retry", "The Retry-After header.")[0].weight
    found = asked("Retry-After", "The Retry-After header.")
    parts = [f.weight for f in found if "retry" in standing_for(f)]
    assert min(parts) == pytest.approx(PART * alone)
    assert max(facet.weight for facet in found) == 1.0


def test_two_words_that_a_note_writes_as_one_ask_for_it() -> None:
    found = asked("time zone", "The timezone is UTC.")
    assert any(facet.exact and "timezone" in standing_for(facet) for facet in found)


def test_what_no_note_has_has_no_slots() -> None:
    (facet,) = asked("xylophone", "The login fails.")
    assert facet == Facet((), facet.weight, exact=False)


WORDS = st.lists(
    st.sampled_from(
        ["login", "deploy", "the", "repo", "k8s", "retry-after", "\u6570\u636e"]
    )
).map(" ".join)


@given(query=WORDS | st.text(max_size=20), body=WORDS)
def test_whatever_is_asked_only_terms_of_the_notes_stand_for_it(
    query: str, body: str
) -> None:
    texts = Texts([Document("n", "", "", body)])
    found = facets(query, texts.lexicon)
    terms = {t for facet in found for t in standing_for(facet)}
    assert terms == set(texts.lexicon.present(terms))
    for facet in found:
        assert 0 < facet.weight <= 1
        assert all(slot.terms for slot in facet.slots)
    if set(plain_terms(query)) <= STOPWORDS:
        assert len(found) <= len(plain_terms(query)) * 2
