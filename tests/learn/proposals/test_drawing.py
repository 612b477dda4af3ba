"""What a draft makes of a file: bytes in, bytes out."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.proposals import BODY, note, skill, source, summary
from support.tokens import github

from memsync.learn.proposals.drawing import (
    action_of,
    changes_nothing,
    diff,
    drawn,
    file_of,
    removes,
    sessions_of,
)
from memsync.memory.note.note import Note

TODAY = date(2026, 11, 21)
RETIRED = note(body="")._replace(kind="retire")
GONE = skill(body=" \n")


def test_each_kind_has_its_file() -> None:
    assert file_of(note()) == "deploys"
    assert file_of(RETIRED) == "deploys"
    assert file_of(summary()) == "learned/summary"
    assert file_of(skill()) == "learned/skills/release/SKILL"


def test_a_retired_note_and_a_skill_without_steps_remove_their_file() -> None:
    drafts = (note(), summary(), skill(), RETIRED, GONE)
    assert [removes(draft) for draft in drafts] == [False, False, False, True, True]
    for draft in (RETIRED, GONE):
        assert drawn(draft, b"old", TODAY, committed=False) is None


def test_only_a_note_is_created_or_updated() -> None:
    assert action_of(note(), None) == "create"
    assert action_of(note(), b"") == "update"
    assert action_of(RETIRED, b"x") == "retire"
    assert action_of(skill(), None) == "skill"
    assert action_of(summary(), b"x") == "summary"


def test_a_new_note_names_its_sessions_and_the_day() -> None:
    draft = note()._replace(
        description="From where\nto deploy",
        type="feedback",
        sources=(source(), source(session="5b")),
    )
    made = Note.parse(drawn(draft, None, TODAY, committed=False) or b"")
    assert made.body.strip() == BODY
    assert made.description == "From where to deploy"
    assert made.type == "feedback"
    assert made.fields["source"] == "claude-code:4f2a, claude-code:5b"
    assert made.fields["learned"] == "2026-11-21"
    assert sessions_of(made) == {"claude-code:4f2a", "claude-code:5b"}


def test_a_note_lists_at_most_eight_sessions() -> None:
    sources = tuple(source(session=f"s{number}") for number in range(12))
    draft = note()._replace(sources=sources)
    made = Note.parse(drawn(draft, None, TODAY, committed=False) or b"")
    assert sessions_of(made) == {f"claude-code:s{number}" for number in range(8)}


def test_in_a_committed_memory_no_note_names_a_session() -> None:
    old = drawn(note(), None, TODAY, committed=False)
    assert old is not None
    for live in (None, old):
        new = drawn(note(), live, TODAY, committed=True)
        assert new is not None
        assert b"4f2a" not in new
        assert sessions_of(Note.parse(new)) == frozenset()


def test_a_note_without_description_gets_one_from_its_body() -> None:
    made = Note.parse(drawn(note(), None, TODAY, committed=False) or b"")
    assert made.description.startswith("Deploys leave from")
    assert made.type == "project"


def test_an_update_keeps_the_fields_that_it_does_not_know() -> None:
    live = (
        b"---\nname: deploys\ndescription: Old\ntype: feedback\ncolour: red\n"
        b"created: 2026-01-02\n---\n\nOld words.\n"
    )
    draft = note()._replace(description="New")
    made = Note.parse(drawn(draft, live, TODAY, committed=False) or b"")
    assert made.fields["colour"] == "red"
    assert str(made.fields["created"]) == "2026-01-02"
    assert str(made.fields["updated"]) == "2026-11-21"
    assert (made.type, made.description) == ("feedback", "New")
    assert made.body.strip() == BODY


def test_a_note_whose_header_cannot_be_read_is_made_anew() -> None:
    live = b"---\nname: [unclosed\n---\n\nOld words.\n"
    made = Note.parse(drawn(note(), live, TODAY, committed=False) or b"")
    assert made.sound
    assert made.body.strip() == BODY


def test_a_skill_has_a_name_and_a_description_that_yaml_reads_back() -> None:
    draft = skill()._replace(description="How: to #release\nit")
    made = Note.parse(drawn(draft, None, TODAY, committed=False) or b"")
    assert made.fields == {"name": "release", "description": "How: to #release it"}
    assert made.body.strip() == draft.body


def test_a_summary_is_its_text_alone_with_one_end() -> None:
    draft = summary("One.\r\nTwo.\n\n\n")
    assert drawn(draft, None, TODAY, committed=False) == b"One.\nTwo.\n"


def test_the_day_and_the_sources_alone_are_no_change() -> None:
    old = drawn(note(), None, date(2025, 1, 1), committed=False)
    new = drawn(
        note()._replace(sources=(source(session="5b"),)), old, TODAY, committed=False
    )
    assert old != new
    assert changes_nothing(note(), old, new)
    other = drawn(note(body="Other."), old, TODAY, committed=False)
    assert not changes_nothing(note(), old, other)


def test_what_is_gone_already_is_no_change_and_what_is_new_is_one() -> None:
    assert changes_nothing(RETIRED, None, None)
    assert not changes_nothing(RETIRED, b"x", None)
    assert not changes_nothing(note(), None, b"x")


def test_line_ends_alone_are_no_change() -> None:
    assert changes_nothing(summary(), b"One.\r\nTwo.\r\n", b"One.\nTwo.\n")
    assert not changes_nothing(summary(), b"One.\n", b"One.\nTwo.\n")


def test_a_diff_says_which_side_is_missing() -> None:
    assert diff("deploys", None, b"One.\n") == (
        "--- /dev/null\n+++ b/deploys.md\n@@ -0,0 +1 @@\n+One.\n"
    )
    assert diff("deploys", b"One.\n", None) == (
        "--- a/deploys.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-One.\n"
    )
    assert diff("deploys", b"One.\r\n", b"One.\n") == ""


def test_a_diff_has_no_secret_and_no_escape() -> None:
    token = github()
    shown = diff("deploys", b"\x1b[2Jold \xff\n", f"key {token}\n".encode())
    assert token not in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("text", ["none", "", ", ,", "a b"])
def test_a_source_that_names_no_session_is_passed_over(text: str) -> None:
    made = Note.parse(f"---\nname: x\nsource: '{text}'\n---\n\nB.\n".encode())
    assert sessions_of(made) == frozenset()


LINES = st.text(st.sampled_from("ab: #-\n[]'\"é\u2028"), min_size=1, max_size=60)


@settings(max_examples=40)
@given(LINES.filter(str.strip), LINES)
def test_what_was_drawn_changes_nothing_when_it_is_drawn_again(
    body: str, about: str
) -> None:
    draft = note(body=body)._replace(description=about)
    once = drawn(draft, None, TODAY, committed=False)
    again = drawn(draft, once, TODAY, committed=False)
    assert changes_nothing(draft, once, again)
    assert diff("deploys", again, again) == ""
