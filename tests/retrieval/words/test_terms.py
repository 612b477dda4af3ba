"""Words in any case, form and script meet their other spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.stems import made

from memsync.retrieval.words.lexicon import SortedTerms
from memsync.retrieval.words.stem import FILE, stem
from memsync.retrieval.words.terms import terms, words
from memsync.retrieval.words.thesaurus import thesaurus

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("deploy", ("deploy",)),
        ("Deploy", ("deploy",)),
        ("getUserName", ("get", "user", "name", "getusername")),
        ("parseHTTPBody2", ("parse", "http", "body", "2", "parsehttpbody2")),
        ("oauth2", ("oauth", "2", "oauth2")),
        ("auth-token", ("auth", "token", "authtoken")),
        ("snake_case", ("snake", "case", "snakecase")),
        ("trace.id", ("trace", "id", "traceid")),
        ("0x200", ("0", "200", "0x200")),
        ("K8S", ("8", "k8s")),
        ("Café", ("cafe",)),
        ("STRASSE", ("strasse",)),
        ("Straße", ("strasse",)),
        ("数据库", ("数据", "据库")),
        ("库", ("库",)),
    ],
)
def test_a_word_is_found_by_its_parts_and_as_a_whole(
    word: str, found: tuple[str, ...]
) -> None:
    assert terms(word) == found


def test_compounds_are_one_word_and_paths_are_several() -> None:
    assert words("the pre-commit hook in pkg/auth/refresh.go, it's") == [
        *("the", "pre-commit", "hook", "in", "pkg", "auth", "refresh.go", "it's")
    ]


def test_compatibility_forms_are_the_same_words() -> None:
    assert words("\uff46\uff49\uff4c\uff45 \ufb01ne") == ["file", "fine"]


@settings(deadline=None)
@given(st.text(max_size=60))
def test_every_text_gives_lower_case_terms_and_never_fails(text: str) -> None:
    for word in words(text):
        found = terms(word)
        assert found
        assert all(term and term == term.casefold() for term in found)


def test_stems_are_those_of_snowball_english() -> None:
    pairs = {
        "deployments": "deploy",
        "running": "run",
        "policies": "polici",
        "api": "api",
        "数据": "数据",
    }
    assert {word: stem(word) for word in pairs} == pairs


def test_the_stems_that_come_with_memsync_are_those_of_the_stemmer() -> None:
    assert FILE.read_text("ascii") == made()


def test_a_lexicon_finds_other_forms_and_near_spellings() -> None:
    lexicon = SortedTerms({"deploy", "deployed", "depot", "config", "kubernetes"})
    assert lexicon.with_stems({stem("deploying")}) == {"deploy": ["deploy", "deployed"]}
    assert lexicon.extending(["configuration", "conf", "dep"]) == {
        "configuration": ["config"],
        "conf": ["config"],
        "dep": [],
    }
    assert lexicon.alike("kuberentes") == ["kubernetes"]
    assert lexicon.alike("kitchen") == []


def test_a_word_of_any_length_asks_for_few_beginnings() -> None:
    asked: list[str] = []

    class Asked(SortedTerms):
        def present(self, terms: Collection[str]) -> AbstractSet[str]:
            asked.extend(terms)
            return super().present(terms)

    word = "config" + "x" * 100_000
    assert Asked(["config", "con"]).extending([word]) == {word: ["config"]}
    assert sum(map(len, asked)) < len(word)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("db", "database"),
        ("k8s", "kubernetes"),
        ("signin", "login"),
        ("fakes", "mock"),
        ("ship", "release"),
        ("credentials", "auth"),
    ],
)
def test_developers_words_stand_for_one_another(word: str, other: str) -> None:
    ideas, around = thesaurus().ideas(word)
    known = {word for idea in (*ideas, *around) for word in (*idea.same, *idea.near)}
    assert other in known


def test_every_line_of_the_thesaurus_says_something() -> None:
    wrong = [
        line
        for line in thesaurus().lines()
        if line.count("|") > 1
        or len(line.replace("|", " ").split()) < 2
        or line != line.lower()
    ]
    assert wrong == []
