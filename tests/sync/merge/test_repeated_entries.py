"""Entries of a memory index that two machines changed with the same note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.sync.merge.outcome import Outcome
from memsync.sync.merge.trees import MergeSide, TreeMerge, merge_trees
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.layout import Item, Tree, blob_id

if TYPE_CHECKING:
    from collections.abc import Mapping

EARLY = Clock(1_767_323_045_000, 0, "aaaaaaaa")
LATE = Clock(1_767_323_046_000, 0, "bbbbbbbb")
INDEX = "user/MEMORY.md"
NOTE = "user/style.md"


def note(about: str, *body: str, name: str = "style") -> str:
    lines = "\n".join(body or (about,))
    return f"---\nname: {name}\ndescription: {about}\n---\n\n{lines}\n"


def index(about: str, head: str = "- [[style]]: ") -> str:
    return f"# Memory Index\n\nProse.\n\n{head}{about}\n- [[other]]: another\n"


def files(about: str, *body: str, head: str = "- [[style]]: ") -> dict[str, str]:
    return {INDEX: index(about, head), NOTE: note(about, *body)}


BASE = files("full sentences")


def merge(
    base: Mapping[str, str], early: Mapping[str, str], late: Mapping[str, str]
) -> tuple[TreeMerge, dict[str, str]]:
    """Merge both ways round; the texts of the result, too."""
    blobs: dict[str, bytes] = {}

    def tree(texts: Mapping[str, str]) -> Tree:
        made = {}
        for path, text in texts.items():
            data = text.encode()
            blobs[blob_id(data)] = data
            made[path] = Item(blob_id(data))
        return made

    a = MergeSide(tree(early), lambda _: EARLY)
    b = MergeSide(tree(late), lambda _: LATE)
    old = tree(base)
    merged = merge_trees(old, a, b, blobs.__getitem__)
    assert merged == merge_trees(old, b, a, blobs.__getitem__)
    texts = blobs | merged.blobs
    return merged, {path: texts[i.oid].decode() for path, i in merged.tree.items()}


def archived(merged: TreeMerge) -> set[str]:
    return {path.split("/")[2] for path in merged.archived}


def outcomes(merged: TreeMerge) -> dict[str, Outcome]:
    return {each.name: each.outcome for each in merged.outcomes}


def test_an_entry_that_repeats_its_note_is_no_conflict_of_its_own() -> None:
    merged, texts = merge(BASE, files("short"), files("as a list"))
    assert texts[INDEX] == index("as a list")
    assert archived(merged) == {"style"}
    assert outcomes(merged) == {"MEMORY": Outcome.MERGED, "style": Outcome.DECIDED}


def test_the_entry_follows_the_description_that_the_merge_keeps() -> None:
    """The early side alone changed the description, the late one another line."""
    base = files("full sentences", "one", "", "two")
    early = files("short", "one", "", "two")
    late = {
        NOTE: note("full sentences", "one", "", "TWO"),
        INDEX: index("full  sentences"),
    }
    merged, texts = merge(base, early, late)
    assert texts[NOTE] == note("short", "one", "", "TWO")
    assert texts[INDEX] == index("short")
    assert archived(merged) == set()


def test_words_that_only_the_index_has_stay_over_a_repeated_description() -> None:
    late = {**BASE, INDEX: index("what Ann wrote by hand")}
    merged, texts = merge(BASE, files("short"), late)
    assert texts[INDEX] == late[INDEX]
    assert texts[NOTE] == note("short")
    assert archived(merged) == set()


@pytest.mark.parametrize(
    ("early", "late"),
    [
        ({**BASE, INDEX: index("by hand")}, files("short")),
        ({**BASE, INDEX: index("by hand")}, {**BASE, INDEX: index("by another hand")}),
        (files("short", head="- [[style|My style]]: "), files("as a list")),
    ],
    ids=["hand-then-note", "hand-and-hand", "alias"],
)
def test_words_that_only_the_index_has_are_archived_when_they_lose(
    early: dict[str, str], late: dict[str, str]
) -> None:
    merged, texts = merge(BASE, early, late)
    assert texts[INDEX] == late[INDEX]
    (path,) = (each for each in merged.archived if "/MEMORY/" in each)
    assert texts[path] == early[INDEX]


def test_memories_that_never_met_agree_on_the_entry_of_their_common_note() -> None:
    merged, texts = merge({}, files("short"), files("as a list"))
    assert texts[INDEX] == index("as a list")
    assert archived(merged) == {"style"}


def test_the_entry_of_a_note_that_one_side_renamed_follows_it_too() -> None:
    body = tuple(f"line {number}" for number in range(9))
    base = files("full sentences", *body)
    early = {
        "user/tone.md": note("short", *body, name="tone"),
        INDEX: index("short", "- [[tone]]: "),
    }
    merged, texts = merge(base, early, files("as a list", *body))
    assert texts[INDEX] == index("as a list", "- [[tone]]: ")
    assert archived(merged) == {"tone"}


words = st.sampled_from(["full sentences", "short", "as a list", "by hand", ""])
heads = st.sampled_from(["- [[style]]: ", "* [[style]] - ", "- [[style|S]]: "])
side = st.builds(
    lambda about, told, head: {NOTE: note(about), INDEX: index(told, head)},
    words,
    words,
    heads,
)


@given(side | st.just({}), side, side)
@settings(max_examples=200)
def test_no_word_of_a_note_or_an_entry_is_lost(
    base: dict[str, str], early: dict[str, str], late: dict[str, str]
) -> None:
    _, texts = merge(base, early, late)
    kept = "\n".join((*texts.values(), *base.values()))
    for each in (early, late):
        about = each[INDEX].splitlines()[4].split("]]", 1)[1].lstrip(": -")
        assert about in kept
        for head in ("[[style|", "* [[style]]"):
            if head in each[INDEX]:
                assert head in kept
    assert len(texts[INDEX].split("[[style")) == 2
