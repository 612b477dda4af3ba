"""Two notes of one fact become one, and no line of either is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.proposals import note, source

from memsync.learn.likeness import Nearness, told
from memsync.learn.proposals.similar import (
    Written,
    like,
    merge,
    merge_drafts,
    merger,
    nearest,
    pairs,
    told_of,
)
from memsync.learn.proposals.words import words
from memsync.memory.note.names import Scope

QUOTE = "Please deploy only from the release branch, never from main."
ONE = "Deploys leave only from the release branch, never from main."
SAME = "The release branch is the only one that gets deployed; main is off limits."
OTHER = "The linter is ruff."
THERE = source(QUOTE)


def written(
    name: str,
    body: str,
    *,
    ours: bool = True,
    known: bool = True,
    sessions: tuple[str, ...] = (),
) -> Written:
    """A note that was learned from the quote, or one of a person."""
    sources = (THERE,) if known else ()
    return Written(
        *(name, f"About {name}", "feedback", body, ours, frozenset(sessions)),
        sources=sources,
        told=told(body, sources),
    )


def test_the_nearest_is_found_and_of_several_the_first() -> None:
    new = told_of(note(body=ONE))
    among = [
        (told(OTHER), "other"),
        (told(ONE), "first"),
        (told(ONE), "second"),
    ]
    assert nearest(new, among) == (Nearness.SAME, "first")
    assert nearest(new, among[:1]) == (Nearness.APART, None)
    assert nearest(new, ()) == (Nearness.APART, None)


def test_a_draft_is_like_a_note_that_was_learned_from_its_words() -> None:
    draft = note("new", SAME, QUOTE)
    found = like(draft, [written("other", OTHER, known=False), written("old", ONE)])
    assert found is not None
    assert found.name == "old"


def test_a_draft_is_not_like_the_note_of_its_own_name() -> None:
    assert like(note("old", SAME, QUOTE), [written("old", ONE)]) is None


def test_a_persons_note_is_left_alone_unless_it_came_of_the_same_words() -> None:
    draft = note("new", ONE, QUOTE)
    mine = written("mine", ONE, ours=False, known=False)
    assert like(draft, [mine]) is None
    changed = written("mine", ONE, ours=False)
    assert like(draft, [changed]) == changed
    from_there = written(
        *("mine", SAME), ours=False, known=False, sessions=(THERE.key,)
    )
    assert like(note("new", ONE, QUOTE), [from_there]) == from_there
    from_elsewhere = from_there._replace(sessions=frozenset({"codex:other"}))
    assert like(draft, [from_elsewhere]) is None


def test_a_merge_keeps_the_note_and_adds_only_new_lines() -> None:
    old = written("old", "One.\nTwo.\n")
    made = merge(note("new", "two!\nThree.\n\n", QUOTE), old)
    assert (made.name, made.description, made.type) == ("old", "About old", "feedback")
    assert made.body == "One.\nTwo.\nThree.\n"
    assert made.sources == (THERE,)


def test_a_merge_that_adds_nothing_leaves_the_bytes() -> None:
    old = written("old", "One.\r\nTwo.  \n\n")
    assert merge(note("new", "* ONE\n---\ntwo"), old).body == old.body


def test_two_drafts_become_one_with_the_sources_of_both() -> None:
    waiting = note("waits", "One.", "first quote")
    new = note("new", "Two.", "second quote")._replace(description="new")
    made = merge_drafts(new, waiting)
    assert (made.name, made.description) == ("waits", waiting.description)
    assert made.body == "One.\nTwo.\n"
    (merged,) = made.sources
    assert merged.quotes == ("first quote", "second quote")
    assert made.trusted
    assert not merge_drafts(new._replace(trusted=False), waiting).trusted
    assert not merge_drafts(new, waiting._replace(trusted=False)).trusted


def test_pairs_are_of_our_own_notes_each_once_in_the_order_of_names() -> None:
    notes = [
        written("d", SAME),
        written("b", ONE),
        written("c", ONE),
        written("a", OTHER, known=False),
        written("e", ONE, ours=False),
    ]
    assert [(one.name, two.name) for one, two in pairs(notes)] == [("b", "c")]
    assert pairs(notes[:1]) == []
    assert pairs([]) == []


def test_merging_a_pair_updates_the_first_and_retires_the_other() -> None:
    one, other = written("a", "One.\n"), written("b", "Two.\n")
    kept, gone = merger(one, other, Scope.USER)
    assert (kept.kind, kept.name, kept.body) == ("note", "a", "One.\nTwo.\n")
    assert (kept.description, kept.type) == ("About a", "feedback")
    assert (gone.kind, gone.name, gone.body) == ("retire", "b", "")
    assert gone.why == "is about the same as 'a'"
    assert {kept.scope, gone.scope} == {Scope.USER}
    assert kept.sources == gone.sources == (THERE,)


def test_merging_a_note_that_says_nothing_more_only_retires_it() -> None:
    (gone,) = merger(written("a", "One.\n"), written("b", "ONE\n"), Scope.WORKSPACE)
    assert (gone.kind, gone.name) == ("retire", "b")


LINES = st.lists(st.sampled_from(["One.", "one", "- Two", "Three, four", "…", ""]))


@settings(max_examples=60)
@given(LINES, LINES)
def test_no_line_is_lost_and_a_second_merge_adds_nothing(
    old: list[str], new: list[str]
) -> None:
    note_there = written("old", "\n".join(old))
    draft = note("new", "\n".join(new))
    body = merge(draft, note_there).body
    said = {tuple(words(line)) for line in body.splitlines()}
    assert {tuple(words(line)) for line in (*old, *new) if words(line)} <= said
    assert merge(draft, note_there._replace(body=body)).body == body
