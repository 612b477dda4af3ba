"""What becomes of texts and queries on their way into the index."""

from __future__ import annotations

from memsync.sessions import words
from memsync.sessions.moments import iso, moment
from memsync.sessions.reading.inserted import CLAUDE_CODE, persons_words
from memsync.sessions.recall import query, snippet


def test_identifiers_are_told_from_words() -> None:
    text = "call getQuayNumber in quay_test.py (HTTPServer2, v1.2) Then STOP, 2026"
    assert words.parts(text) == "getQuayNumber quay_test.py HTTPServer2 v1.2"


def test_characters_without_spaces_are_words() -> None:
    assert words.spaced("a港b").split() == ["a", "港", "b"]
    assert query.raw("港の OR test") == '"港  の" OR test'
    assert query.words("港の番号") == ["港", "の", "番", "号"]


def test_months_of_a_query() -> None:
    assert query.months("what was it in March 2026?") == {(2026, 3)}
    assert query.months("may we march in june") == {(None, 6)}
    assert query.months("since 2025-11-02") == {(2025, 11)}


def test_what_is_inserted_goes_and_what_is_typed_stays() -> None:
    for text, want in {
        "<system-reminder>x</system-reminder>typed": "typed",
        "a <system-reminder> alone": "a <system-reminder> alone",
        "<command-name>x</command-name>": "",
        "<skill>typed as an example</skill>": "<skill>typed as an example</skill>",
        "<memory>512</memory>": "<memory>512</memory>",
        '<memory note="x">\nold\n</memory>\nnew': "new",
        '<memory note="Kept from earlier sessions, as reference: cut': "",
    }.items():
        assert persons_words(text, CLAUDE_CODE) == want


def test_moments_are_read_as_agents_write_them() -> None:
    for written in (
        "2026-03-04T10:00:00Z",
        1772618400,
        1772618400000,
        1772618400000000,
    ):
        assert iso(moment(written)) == "2026-03-04T10:00:00Z"
    odd: list[object] = [
        None,
        True,
        "",
        "soon",
        float("nan"),
        float("inf"),
        [],
        "9" * 99,
    ]
    assert [moment(each) for each in odd] == [None] * len(odd)
    assert iso(moment("0001-01-01T00:00:00Z")) == "0001-01-01T00:00:00Z"
    assert iso(1e15) is None


def test_a_snippet_shows_most_words_and_stays_one_line() -> None:
    text = "lost words\n" * 100 + "the tests\nfailed here " + "more words " * 100
    found = snippet.snippet(text, snippet.pattern(["test", "failing"]))
    assert "the tests failed here" in found
    assert found[0] == found[-1] == "…"
    assert len(found) < 250
    assert snippet.snippet("short", None) == "short"
