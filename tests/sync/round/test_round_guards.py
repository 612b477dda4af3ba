"""What a round refuses, in which words, and which flag allows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from, sets

from memsync.errors import Refused
from memsync.sync.round.guards import (
    NOTHING_ALLOWED,
    Allowed,
    MassDelete,
    coming_in,
    going_out,
    names,
    unrelated,
)
from memsync.sync.tree.layout import Item, Tree, blob_id
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest

FOLDER = Path("/somewhere/memory")
SHOP = "projects/shop"
CLAUDE = f"{SHOP}/agents/claude-code"
OURS, OTHER = "a" * 32, "b" * 32


def tree(*paths: str) -> Tree:
    return {path: Item(blob_id(path.encode())) for path in paths}


def notes(count: int, home: str = "user") -> list[str]:
    return [f"{home}/note-{number}.md" for number in range(count)]


def vault(said: str) -> Manifest:
    return Manifest(FORMAT, MERGE_NUMBER, said)


def test_nothing_is_allowed_unless_a_person_said_so() -> None:
    assert Allowed() == NOTHING_ALLOWED
    explicit = Allowed(mass_delete=False, rewind=False, unrelated=False)
    assert explicit == NOTHING_ALLOWED


def test_the_names_of_a_memory_are_its_notes_and_its_index() -> None:
    paths = [
        "memsync.json",
        "user/MEMORY.md",
        "user/a note.md",
        "user/daily/2026-11-21.md",
        "user/.memsync-allow",
        "user/.archive/a note/20261121T093000Z-0123456789ab.md",
        f"{SHOP}/b.md",
        f"{CLAUDE}/c.md",
        "README.md",
    ]
    assert names(paths) == {"MEMORY", "a note"}
    assert names(paths, SHOP) == {"b"}
    assert names(paths, CLAUDE) == {"c"}
    assert names(paths, "projects/none") == set()


@given(sets(sampled_from(notes(9))), sets(sampled_from(notes(9))))
def test_what_only_adds_or_changes_notes_is_never_refused(
    before: set[str], more: set[str]
) -> None:
    old, new = tree(*before), tree(*before | more)
    going_out(old, new, "user", missing=False, folder=FOLDER)
    coming_in(old, new)


def test_a_few_deletions_go_out_and_come_in() -> None:
    before = tree(*notes(20))
    after = tree(*notes(15))
    going_out(before, after, "user", missing=False, folder=FOLDER)
    coming_in(before, after)


def test_the_loss_of_half_the_notes_is_not_spread() -> None:
    before = tree(*notes(4), "user/MEMORY.md")
    with pytest.raises(MassDelete) as found:
        going_out(
            before,
            tree("user/MEMORY.md", *notes(2)),
            "user",
            missing=False,
            folder=FOLDER,
        )
    error = found.value
    assert error.message == "2 of 4 notes are gone here"
    assert error.hint == (
        "`memsync sync --restore` brings them back;"
        " `memsync sync --allow-mass-delete` deletes them everywhere"
    )
    assert (error.home, error.word) == ("user", "mass-delete")


def test_deletions_of_another_memory_do_not_count() -> None:
    before = tree(*notes(4), *notes(4, SHOP))
    after = tree(*notes(4))
    going_out(before, after, "user", missing=False, folder=FOLDER)
    coming_in(before, after)
    with pytest.raises(MassDelete, match="is empty, and held 4 synced") as found:
        going_out(before, after, SHOP, missing=False, folder=FOLDER)
    assert found.value.home == SHOP


def test_a_folder_that_is_gone_is_told_from_an_empty_one() -> None:
    said = []
    for count, missing in ((3, True), (1, True), (3, False)):
        before = tree(*notes(count), "user/MEMORY.md")
        with pytest.raises(MassDelete) as found:
            going_out(before, {}, "user", missing=missing, folder=FOLDER)
        said.append(found.value.message)
    assert said == [
        "'/somewhere/memory' is gone, with 3 synced notes",
        "'/somewhere/memory' is gone, with 1 synced note",
        "'/somewhere/memory' is empty, and held 3 synced notes",
    ]


def test_an_agent_that_merges_its_notes_itself_is_named() -> None:
    before, after = tree(*notes(4, CLAUDE)), tree(*notes(1, CLAUDE))
    with pytest.raises(MassDelete) as found:
        going_out(before, after, CLAUDE, missing=False, folder=FOLDER)
    assert found.value.message == (
        f"3 of 4 notes are gone of '{CLAUDE}' here;"
        " Claude Code's own clean-up of its memory may have merged them"
    )
    assert found.value.hint is not None
    assert found.value.hint.startswith("`memsync sync --allow-mass-delete`")
    assert found.value.hint.endswith("`memsync sync --restore` brings them back")


def test_an_agents_folder_that_is_empty_is_not_laid_to_its_clean_up() -> None:
    with pytest.raises(MassDelete) as found:
        going_out(tree(*notes(4, CLAUDE)), {}, CLAUDE, missing=False, folder=FOLDER)
    assert "clean-up" not in found.value.message


def test_an_agent_that_rewrites_nothing_is_not_named() -> None:
    goose = "agents/goose"
    before = tree(*(f"{goose}/{n}.txt" for n in range(4)))
    after = tree(f"{goose}/0.txt")
    with pytest.raises(MassDelete) as found:
        going_out(before, after, goose, missing=False, folder=FOLDER)
    assert found.value.message == f"3 of 4 notes are gone of '{goose}' here"


def test_the_remote_may_not_empty_this_machine() -> None:
    before = tree("user/MEMORY.md", *notes(5))
    with pytest.raises(MassDelete) as found:
        coming_in(before, tree("user/MEMORY.md"))
    assert found.value.message == "the remote deletes 5 of 5 notes here"
    assert found.value.hint == (
        "`memsync sync --allow-mass-delete` deletes them, after archiving"
    )
    with pytest.raises(MassDelete) as found:
        coming_in(tree(*notes(4, SHOP)), tree(*notes(2, SHOP)), SHOP)
    assert found.value.message == f"the remote deletes 2 of 4 notes of '{SHOP}' here"
    assert found.value.home == SHOP


def test_an_empty_remote_and_what_a_host_adds_are_joined() -> None:
    unrelated({}, None, None)
    unrelated(
        tree("README.md", "LICENSE", "licence.txt", "COPYING", ".gitignore"),
        None,
        OURS,
    )


def test_a_repository_of_something_else_is_refused() -> None:
    with pytest.raises(Refused) as found:
        unrelated(tree("README.md", "src/main.c"), None, None)
    error = found.value
    assert error.message == "the remote holds something other than a memory"
    assert error.word == "unrelated-remote"
    assert error.hint is not None
    assert "`memsync sync --merge-unrelated`" in error.hint


def test_another_memory_than_the_one_synced_so_far_is_refused() -> None:
    with pytest.raises(Refused, match="a different memory") as found:
        unrelated(tree(*notes(1)), vault(OTHER), OURS)
    assert found.value.word == "unrelated-remote"
    unrelated(tree(*notes(1)), vault(OURS), OURS)
    # Whoever synced with none before joins the one that there is.
    unrelated(tree("anything"), vault(OTHER), None)
