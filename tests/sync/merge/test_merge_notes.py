"""Bodies of notes merge line by line; what cannot be merged is decided whole."""

from __future__ import annotations

import pytest
from support.note_merge import EARLY, body_of, merge, note

from memsync.sync.merge.notes import Merged, Side, merge_note
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.layout import MAX_BLOB

BASE = note("one", "two", "three", "four")


def test_edits_at_two_places_are_both_in() -> None:
    merged = merge(BASE, note("ONE", "two", "three", "four"), note("one", "two", "3"))
    assert body_of(merged) == ["ONE", "two", "3"]
    assert merged.outcome is Outcome.MERGED


def test_edits_of_neighbouring_lines_are_both_in() -> None:
    merged = merge(
        BASE, note("one", "TWO", "three", "four"), note("one", "two", "THREE", "four")
    )
    assert body_of(merged) == ["one", "TWO", "THREE", "four"]


def test_two_machines_append_and_both_texts_stay_in_the_order_of_their_clocks() -> None:
    merged = merge(
        BASE,
        note("one", "two", "three", "four", "early"),
        note("one", "two", "three", "four", "late"),
    )
    assert body_of(merged)[4:] == ["early", "late"]
    assert merged.outcome is Outcome.MERGED


def test_a_line_that_both_append_stands_once() -> None:
    merged = merge(
        BASE,
        note("one", "two", "three", "four", "- same", "- mine"),
        note("one", "two", "three", "four", "- yours", "- same"),
    )
    assert body_of(merged)[4:] == ["- same", "- mine", "- yours"]


def test_paragraphs_that_both_append_stay_apart() -> None:
    merged = merge(
        note("one"), note("one", "", "early says"), note("one", "", "late says")
    )
    assert body_of(merged) == ["one", "", "early says", "", "late says"]


def test_two_code_blocks_that_both_append_stay_whole() -> None:
    one = ["```", "make", "make test", "```"]
    two = ["```", "make", "make lint", "```"]
    merged = merge(note("x"), note("x", *one), note("x", *two))
    assert body_of(merged) == ["x", *one, *two]


def test_one_line_changed_twice_is_the_later_clocks_and_the_loser_is_whole() -> None:
    early = note("one", "two early", "three", "four", "extra")
    merged = merge(BASE, early, note("one", "two late", "three", "four"))
    assert body_of(merged) == ["one", "two late", "three", "four", "extra"]
    assert merged.outcome is Outcome.DECIDED
    assert merged.losers == (Side(early, EARLY),)


def test_a_change_that_contains_the_other_needs_no_decision() -> None:
    merged = merge(
        BASE,
        note("one", "TWO", "and more", "three", "four"),
        note("one", "TWO", "three", "four"),
    )
    assert body_of(merged) == ["one", "TWO", "and more", "three", "four"]
    assert not merged.losers


def test_an_edited_line_survives_its_deletion() -> None:
    merged = merge(BASE, note("one", "four"), note("one", "TWO", "three", "four"))
    assert "TWO" in body_of(merged)


def test_edit_beats_delete() -> None:
    edited = note("one", "two", "three", "four", "five")
    assert merge(BASE, None, edited) == Merged(edited, Outcome.REVIVED)
    assert merge(BASE, edited, None) == Merged(edited, Outcome.REVIVED)


def test_a_deletion_of_what_nobody_changed_deletes() -> None:
    assert merge(BASE, None, BASE) == Merged(None, Outcome.DELETED)


def test_notes_written_apart_under_one_name_keep_the_lines_of_both() -> None:
    merged = merge(
        None, note("common", "early", "end"), note("common", "late", "end", "more")
    )
    assert body_of(merged) == ["common", "early", "late", "end", "more"]


def test_unrelated_texts_under_one_name_are_not_woven_together() -> None:
    merged = merge(None, note("a", "", "b", "", "c"), note("x", "", "y", "", "z"))
    assert body_of(merged) == ["a", "", "b", "", "c", "x", "", "y", "", "z"]


@pytest.mark.parametrize(
    "broken",
    [
        b"---\nname: [\n---\n\nx\n",
        b"---\nname: n\nname: m\n---\n\nx\n",
        b"---\nname: n\nno end\n",
        b"---\nname: &a n\n---\n\nx\n",
        b"\xff\xfe\n",
        b"nul \0 byte\n",
    ],
)
def test_a_side_that_cannot_be_read_wins_or_loses_whole(broken: bytes) -> None:
    edited = note("one", "two", "three", "five")
    assert merge(BASE, broken, edited) == Merged(
        edited, Outcome.DECIDED, (Side(broken, EARLY),)
    )
    assert merge(BASE, edited, broken).data == broken
    assert merge(broken, edited, note("other")).data is not None


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def test_line_endings_alone_are_no_conflict() -> None:
    late = note("one", "two", "three", "four", "five")
    assert merge(BASE, crlf(BASE), late).data == crlf(late)
    assert merge(crlf(BASE), crlf(late), note("1", "two", "three", "four")).data == (
        note("1", "two", "three", "four", "five")
    )
    assert merge(None, crlf(BASE), BASE) == Merged(BASE, Outcome.MERGED)


def test_a_mark_or_a_missing_final_newline_is_no_conflict() -> None:
    late = note("one", "two", "three", "four", "five")
    assert merge(BASE, b"\xef\xbb\xbf" + BASE, late).data == b"\xef\xbb\xbf" + late
    assert merge(BASE, BASE[:-1], late).data == late[:-1]


def test_mixed_line_endings_stay_as_they_are() -> None:
    base = note("one\r", "two", "three\r")
    merged = merge(
        base, note("one\r", "two", "three\r", "x"), note("1", "two", "three\r")
    )
    assert merged.data == note("1", "two", "three\r", "x")


def test_a_merge_never_outgrows_what_may_be_sent() -> None:
    half = "x" * (MAX_BLOB // 2)
    early = note("early " + half)
    merged = merge(note(), early, note("late " + half))
    assert merged.data == note("late " + half)
    assert merged.losers == (Side(early, EARLY),)


def test_equal_clocks_are_decided_by_content() -> None:
    sides = [Side(note(text), EARLY) for text in ("x", "y")]
    merged = merge_note(note("base"), *sides)
    assert merged == merge_note(note("base"), *reversed(sides))
    assert merged.outcome is Outcome.DECIDED
