"""What a write makes of a note: what is given, what is kept, what follows."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import BadUsage, Broken
from memsync.memory.note.compose import (
    Given,
    check_text,
    compose,
    is_pure_append,
    of_whole_note,
)
from memsync.memory.note.names import Scope
from memsync.memory.note.note import Note

DAY, LATER = date(2026, 11, 21), date(2026, 11, 22)
a_text = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), min_size=1
).filter(str.strip)


def made(
    body: str, description: str | None = None, expires: str | None = None, by: str = ""
) -> Note:
    """A note as a first write makes it."""
    said = Given(body, description, expires=expires, by=by or None).checked()
    return compose(None, "port", said, Scope.WORKSPACE, DAY)


def rewritten(note: Note, said: Given) -> Note:
    """The note after a later write."""
    return compose(note, "port", said.checked(), Scope.WORKSPACE, LATER)


@pytest.mark.parametrize(
    ("scope", "type_"), [(Scope.WORKSPACE, "project"), (Scope.USER, "user")]
)
def test_a_new_note_gets_its_scopes_type_and_the_day(scope: Scope, type_: str) -> None:
    note = compose(None, "port", Given("It is 8080.\n"), scope, DAY)
    assert (note.type, note.fields["created"]) == (type_, "2026-11-21")
    assert note.fields["updated"] == note.fields["created"]
    assert note.body.strip() == "It is 8080."


@pytest.mark.parametrize("body", ["", " \n\t\n"])
def test_nothing_makes_no_note(body: str) -> None:
    with pytest.raises(BadUsage, match="no text"):
        made(body)


def test_a_description_alone_makes_one() -> None:
    assert made("", description="the port").description == "the port"


@given(a_text)
def test_writing_the_same_again_changes_nothing(body: str) -> None:
    note = made(body)
    assert rewritten(note, Given(body)) is note


@given(a_text, a_text)
def test_a_change_bears_the_new_day_and_keeps_the_first(
    first: str, second: str
) -> None:
    note = made(first, description="d")
    later = rewritten(note, Given(second))
    changed = later.render() != note.render()
    assert later.fields["updated"] == ("2026-11-22" if changed else "2026-11-21")
    assert later.fields["created"] == "2026-11-21"


@given(a_text, a_text)
def test_an_append_keeps_every_word_and_is_known_as_one(first: str, more: str) -> None:
    note = made(first, description="d")
    later = rewritten(note, Given(more, append=True))
    assert later.body.startswith(note.body.rstrip("\n"))
    assert is_pure_append(note, later)


def test_a_replaced_text_is_no_append() -> None:
    note = made("one\n", description="d")
    assert not is_pure_append(note, rewritten(note, Given("two\n")))
    described = rewritten(note, Given(description="other"))
    assert not is_pure_append(note, described)


def test_a_description_that_was_made_follows_the_text_and_a_persons_stays() -> None:
    derived = made("The port is 8080.\n")
    assert "9090" in rewritten(derived, Given("The port is 9090.\n")).description
    own = made("The port is 8080.\n", description="where it listens")
    again = rewritten(own, Given("The port is 9090.\n"))
    assert again.description == "where it listens"


def test_none_keeps_and_an_empty_word_takes_out() -> None:
    note = made("one\n", expires="2027-01-01")
    kept = rewritten(note, Given("two\n"))
    assert kept.fields["expires"] == "2027-01-01"
    assert "expires" not in rewritten(note, Given("two\n", expires="")).fields


def test_the_writer_of_what_stays_the_same_is_not_replaced() -> None:
    note = made("one\n", by="codex/1")
    assert rewritten(note, Given("one\n", by="codex/2")).fields["by"] == "codex/1"
    assert rewritten(note, Given("two\n", by="codex/2")).fields["by"] == "codex/2"


def test_a_text_without_frontmatter_gets_all_of_it() -> None:
    bare = Note.parse(b"It is 8080.\n")
    note = rewritten(bare, Given("TLS is on 8443.\n", append=True))
    assert note.fields.keys() >= {"name", "description", "type", "created", "updated"}
    assert note.body.startswith("It is 8080.")


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_no_note_can_hold_is_a_usage_error(text: str) -> None:
    with pytest.raises(BadUsage):
        check_text(text)
    with pytest.raises(BadUsage):
        Given(description=text).checked()


def test_a_description_is_one_printable_line() -> None:
    said = Given(description="two\nlines \x1b[31m").checked().description
    assert said is not None
    assert "\n" not in said
    assert "\x1b" not in said


SLIP = (
    "---\nname: port\ndescription: salary talk: notes\nsync: false\n"
    "expires: 2027-01-01\nmine: keep  # here\n---\n\nprivate text\n"
)


def test_a_slip_in_one_key_costs_no_other_key() -> None:
    note = Note.parse(SLIP.encode())
    changed = rewritten(note, Given("new text\n", type="personal"))
    head = SLIP.partition("---\n\n")[0]
    wanted = f"{head}type: personal\nupdated: 2026-11-22\n---\n\nnew text\n"
    assert changed.render().decode() == wanted
    mended = rewritten(note, Given(description="talk about: pay", expires="")).render()
    assert Note.parse(mended).sound
    assert b"description: 'talk about: pay'\nsync: false\nmine: keep  # here" in mended
    assert b"expires" not in mended


@pytest.mark.parametrize(
    "header",
    [
        "{name: port, sync: false}",
        "description: a\n sync: false",
        'description: "a\nmine: b"',
        "description: a: b\n? mine\n: b",
    ],
)
def test_keys_that_cannot_be_told_apart_are_not_changed(header: str) -> None:
    note = Note.parse(f"---\n{header}\n---\n\none\n".encode())
    with pytest.raises(Broken, match="the frontmatter of 'port' cannot be changed"):
        rewritten(note, Given("two\n", description="other"))
    appended = rewritten(note, Given("two\n", append=True)).render()
    assert appended.decode() == f"---\n{header}\n---\n\none\ntwo\n"


def test_a_whole_note_that_stays_here_makes_one_that_stays_here() -> None:
    text = made("private\n").with_fields({"sync": "false"}).render().decode()
    whole = of_whole_note(Given(text))
    assert whole is not None
    new = compose(None, "port", whole.checked(), Scope.WORKSPACE, DAY)
    assert not new.sync
    assert not rewritten(made("ours\n"), whole).sync


@pytest.mark.parametrize("header", ["sync: false", "about: a: b\nSync: No"])
def test_a_text_that_begins_so_stays_here_too(header: str) -> None:
    note = made(f"---\n{header}\n---\n\nprivate\n")
    assert not note.sync
    assert note.body.startswith(f"---\n{header}\n---\n")
    assert made("---\n\nA rule.\n\n---\nsync: false\n").sync
