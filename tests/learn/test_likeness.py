"""One fact in other words, and two facts of one quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.learn.fact import Source
from memsync.learn.likeness import Nearness, compare, told

if TYPE_CHECKING:
    from memsync.learn.likeness import Told

BOTH = "use uv, never pip, and run tests with -n 2"
DEPLOY = "Please deploy only from the release branch, never from main."


def said(text: str, *quotes: str, session: str = "4f2a") -> Told:
    """A fact of a session of Claude Code."""
    return told(text, (Source("claude-code", session, None, quotes),))


# Each fact twice, with the words of a person that both rest on.
SAME = [
    (BOTH, "Use uv instead of pip.", "Packages come through uv; pip is banned."),
    (BOTH, "Run the tests with -n 2.", "pytest has two workers (-n 2), as tests do."),
    (
        DEPLOY,
        "Deploys leave only from the release branch, never from main.",
        "The release branch is the only one that gets deployed; main is off limits.",
    ),
    (
        "Remember that the staging database is wiped every Sunday night",
        "Staging's database is wiped each Sunday night.",
        "Do not keep data in the staging database: it is reset on Sundays.",
    ),
    (
        "Bitte immer auf Deutsch antworten, auch wenn ich Englisch schreibe",
        "Always answer in German, even if the person writes English.",
        "The person wants German answers even when writing in English.",
    ),
    (
        "ask Maria before you change anything in billing",
        "Changes in billing need Maria's approval.",
        "Before editing billing code, ask Maria.",
    ),
    (
        "テストは必ず日本語のロケールで実行してください",
        "テストは日本語のロケールで実行する。",
        "日本語ロケールでテストを実行すること。",
    ),
    ("I squash before I push, always", "The person squashes.", "Squash, then push."),
    ("please keep answers short", "Answers are short.", "Keep each answer short."),
    (
        "the word tenant means a company, not a user",
        "In this code base a tenant is a company.",
        "'tenant' stands for a company and never for a user.",
    ),
    (
        "our CI caches node_modules by lockfile hash",
        "CI keys its node_modules cache by the lockfile's hash.",
        "The hash of the lockfile decides which node_modules cache CI uses.",
    ),
]

# Two facts that a person said in one breath.
TWO = [
    (BOTH, "Use uv instead of pip.", "Run the tests with -n 2."),
    ("use uv and commit uv's lock file", "Use uv.", "The lock file is committed."),
    (
        "both database servers are in Frankfurt, staging on 5433, production on 5432",
        "The database server of staging listens on port 5433.",
        "The database server of production listens on port 5432.",
    ),
    (
        "Deploys run on Mondays and need approval by Ann",
        "Deploys run on Mondays.",
        "Ann approves each deploy.",
    ),
    (
        "the EU cluster is patched on Mondays, the US cluster on Tuesdays",
        "The EU cluster is patched on Mondays.",
        "The US cluster is patched on Tuesdays.",
    ),
    (
        "Maria decides about billing and Tom about search",
        "Maria decides on billing.",
        "Tom decides on search.",
    ),
    ("yes, do that", "Deploys are done at noon.", "The linter is ruff."),
    (
        "invoices are sent by the worker, reminders are sent by cron",
        "The worker sends invoices.",
        "Cron sends reminders.",
    ),
    (
        "テストは日本語で書き、コミットは英語で書いてください",
        "テストは日本語で書く。",
        "コミットは英語で書く。",
    ),
]


@pytest.mark.parametrize(("quote", "one", "other"), SAME)
def test_a_fact_in_other_words_is_near(quote: str, one: str, other: str) -> None:
    assert compare(said(one, quote), said(other, quote)) is not Nearness.APART
    assert compare(said(other, quote), said(one, quote)) is not Nearness.APART


@pytest.mark.parametrize(("quote", "one", "other"), TWO)
def test_two_facts_of_one_quote_stay_two(quote: str, one: str, other: str) -> None:
    assert compare(said(one, quote), said(other, quote)) is Nearness.APART
    assert compare(said(other, quote), said(one, quote)) is Nearness.APART


@pytest.mark.parametrize(("quote", "one", "other"), SAME)
def test_without_a_common_quote_words_alone_decide(
    quote: str, one: str, other: str
) -> None:
    apart = said(other, "something else that a person said in there")
    assert compare(said(one, quote), apart) is Nearness.APART


def test_much_of_a_quote_is_enough_in_whatever_session() -> None:
    one = said("Deploys leave only from the release branch, never from main.", DEPLOY)
    part = "deploy only from the release branch, never from"
    other = said("What gets deployed is the release branch.", part, session="resumed")
    assert compare(other, one) is not Nearness.APART
    text, short = "What gets deployed is the release branch.", "the release branch"
    assert compare(said(text, short), one) is not Nearness.APART
    assert compare(said(text, short, session="other"), one) is Nearness.APART


def test_sentences_of_one_form_are_no_common_quote() -> None:
    facts = [
        said(f"{name}: by hand, said the person", f"Remember that {name} goes by hand.")
        for name in ("review-0-1-0", "review-0-9-1")
    ]
    assert compare(*facts) is Nearness.APART


def test_what_says_more_is_near_and_no_more_the_same() -> None:
    one = said("Deploy from the release branch only.", DEPLOY)
    ports = [said(f"The server of the tests has port {n}.") for n in (8080, 9090)]
    assert compare(*ports) is Nearness.APART
    for more in (
        "Deploy from the release branch only, never from main.",
        "Deploy from the release branch only, at most 3 times a day.",
        "Deploy from the release branch only, after a smoke test by the support team.",
    ):
        assert compare(said(more, DEPLOY), one) is Nearness.NEAR, more


WORDS = st.sampled_from(
    (
        *("harbour", "parser", "cache", "index", "queue", "worker", "branch"),
        *("release", "staging", "invoice", "ledger", "gateway", "fixture", "schema"),
    )
)
MANY = st.lists(WORDS, min_size=3, max_size=8, unique=True)


@given(MANY, MANY, st.randoms())
def test_the_order_of_words_never_counts(
    one: list[str], other: list[str], dice: object
) -> None:
    quote = f"{' '.join([*one, *other])} and that is all of it"
    shuffled = one.copy()
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    old = said(" ".join(other), quote)
    assert compare(said(" ".join(one), quote), old) == compare(
        said(" ".join(shuffled), quote), old
    )


@given(MANY, MANY)
def test_near_is_near_both_ways(one: list[str], other: list[str]) -> None:
    quote = f"{' '.join([*one, *other])} and that is all of it"
    first, second = said(" ".join(one), quote), said(" ".join(other), quote)
    there, back = compare(first, second), compare(second, first)
    assert (there is Nearness.APART) == (back is Nearness.APART)


@given(st.lists(WORDS, min_size=6, max_size=12, unique=True))
def test_halves_of_a_quote_are_two_facts_and_each_is_in_the_whole(
    found: list[str],
) -> None:
    half = (len(found) + 1) // 2
    quote = f"{' '.join(found)} and that is all of it"
    first, second = (
        said(" ".join(part), quote) for part in (found[:half], found[half:])
    )
    whole = said(" ".join(found), quote)
    assert compare(first, second) is Nearness.APART
    assert compare(first, whole) is Nearness.SAME
    assert compare(whole, first) is Nearness.NEAR
