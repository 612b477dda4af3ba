from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.memory.note.names import twin_key
from memsync.sync.folder.contents import Delete, Write, mass_delete, plan_folder
from memsync.sync.merge.outcome import Outcome
from memsync.sync.merge.trees import MergeSide, TreeMerge, merge_trees
from memsync.sync.tree import layout
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.incoming import validate
from memsync.sync.tree.layout import Item, Tree, TreeEntry, blob_id
from memsync.sync.tree.manifest import Manifest, manifest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

EARLY = Clock(1_767_323_045_000, 0, "aaaaaaaa")
LATE = Clock(1_767_323_046_000, 0, "bbbbbbbb")

VAULT = manifest_bytes(Manifest(1, 1, "0" * 32)).decode()


class Blobs(dict[str, bytes]):
    """The contents of every tree of a test."""

    def tree(self, files: Mapping[str, str | bytes]) -> Tree:
        tree = {}
        for path, text in files.items():
            data = text.encode() if isinstance(text, str) else text
            self[blob_id(data)] = data
            tree[path] = Item(blob_id(data))
        return tree


def merge_all(
    base: Mapping[str, str], early: Mapping[str, str], late: Mapping[str, str]
) -> tuple[TreeMerge, dict[str, str]]:
    """Merge, hold what always holds, and return the texts of the result too."""
    blobs = Blobs()
    old = blobs.tree(base)
    a = MergeSide(blobs.tree(early), lambda _: EARLY)
    b = MergeSide(blobs.tree(late), lambda _: LATE)
    merged = merge_trees(old, a, b, blobs.__getitem__)
    assert merged == merge_trees(old, b, a, blobs.__getitem__)
    texts = {**blobs, **merged.blobs}
    accept(merged.tree, texts)
    sent = {item.oid for side in (a, b) for item in side.tree.values()}
    assert not merged.blobs.keys() & sent
    for side in (a.tree, b.tree):
        again = merge_trees(
            side,
            MergeSide(side, a.clock),
            MergeSide(merged.tree, b.clock),
            texts.get,  # type: ignore[arg-type]
        )
        assert again.tree == merged.tree
    return merged, {path: texts[i.oid].decode() for path, i in merged.tree.items()}


def accept(tree: Tree, texts: Mapping[str, bytes]) -> None:
    validate(
        (
            TreeEntry(item.mode, "blob", item.oid, len(texts[item.oid]), path.encode())
            for path, item in tree.items()
        ),
        None,
    )


def note(name: str, *body: str) -> str:
    lines = body or tuple(f"line {n} of {name}" for n in range(9))
    head = f"---\nname: {name}\ndescription: about {name}\n---\n\n"
    return head + "".join(f"{line}\n" for line in lines)


def index(*names: str) -> str:
    return "# Memory Index\n\n" + "".join(f"- [[{n}]]: about {n}\n" for n in names)


BASE = {
    "memsync.json": VAULT,
    "user/MEMORY.md": index("a", "b"),
    "user/a.md": note("a"),
    "user/b.md": note("b"),
}


def without(files: Mapping[str, str], *paths: str) -> dict[str, str]:
    return {path: text for path, text in files.items() if path not in paths}


def test_each_machines_new_notes_and_entries_are_in() -> None:
    early = {**BASE, "user/c.md": note("c"), "user/MEMORY.md": index("a", "b", "c")}
    late = {**BASE, "user/d.md": note("d"), "user/MEMORY.md": index("a", "b", "d")}
    merged, texts = merge_all(BASE, early, late)
    assert texts == {**early, **late, "user/MEMORY.md": index("a", "b", "c", "d")}
    assert [(o.name, o.outcome) for o in merged.outcomes] == [("MEMORY", "merged")]


def test_a_note_changed_twice_keeps_the_later_and_archives_the_other() -> None:
    early = {**BASE, "user/a.md": note("a", "early")}
    merged, texts = merge_all(BASE, early, {**BASE, "user/a.md": note("a", "late")})
    assert texts["user/a.md"] == note("a", "late")
    (path,) = merged.archived
    assert path.startswith("user/.archive/a/20260102T030405Z-")
    assert texts[path] == early["user/a.md"]
    assert merged.outcomes == (("a", "user", Outcome.DECIDED),)


def test_a_deleted_note_leaves_with_its_entry() -> None:
    early = without(BASE, "user/a.md")
    late = {**BASE, "user/b.md": note("b", "changed")}
    _, texts = merge_all(BASE, early, late)
    assert texts == {
        **without(late, "user/a.md"),
        "user/MEMORY.md": index("b"),
    }


def test_an_edit_survives_a_deletion_with_its_entry() -> None:
    early = {**without(BASE, "user/a.md"), "user/MEMORY.md": index("b")}
    late = {**BASE, "user/a.md": note("a", "changed")}
    merged, texts = merge_all(BASE, early, late)
    assert texts["user/a.md"] == late["user/a.md"]
    assert "[[a]]" in texts["user/MEMORY.md"]
    assert ("a", "user", Outcome.REVIVED) in merged.outcomes


def test_a_rename_takes_the_other_machines_edit_along() -> None:
    text = note("a")
    early = {
        **without(BASE, "user/a.md"),
        "user/z.md": text.replace("name: a", "name: z"),
        "user/MEMORY.md": index("a", "b").replace("[[a]]", "[[z]]"),
    }
    late = {
        **BASE,
        "user/a.md": text + "added\n",
        "user/MEMORY.md": index("a", "b").replace("about a", "all about a"),
    }
    merged, texts = merge_all(BASE, early, late)
    assert "user/a.md" not in texts
    assert texts["user/z.md"] == early["user/z.md"] + "added\n"
    assert texts["user/MEMORY.md"] == index("z", "b").replace("about z", "all about a")
    assert merged.outcomes[-1] == ("z", "user", Outcome.RENAMED)


def test_a_note_renamed_differently_on_two_machines_stays_under_both_names() -> None:
    early = {**without(BASE, "user/a.md"), "user/x.md": BASE["user/a.md"]}
    late = {**without(BASE, "user/a.md"), "user/y.md": BASE["user/a.md"] + "more\n"}
    _, texts = merge_all(BASE, early, late)
    assert {"user/x.md", "user/y.md"} <= texts.keys()
    assert "user/a.md" not in texts


def test_a_note_renamed_alike_on_two_machines_is_merged_over_its_old_text() -> None:
    early = {**without(BASE, "user/a.md"), "user/z.md": BASE["user/a.md"] + "early\n"}
    late = {
        **without(BASE, "user/a.md"),
        "user/z.md": BASE["user/a.md"].replace("line 0 of a\n", ""),
    }
    _, texts = merge_all(BASE, early, late)
    assert texts["user/z.md"] == late["user/z.md"] + "early\n"


def test_an_unlike_new_note_is_no_rename() -> None:
    early = {**without(BASE, "user/a.md"), "user/z.md": note("z", "something else")}
    late = {**BASE, "user/a.md": note("a", "changed")}
    merged, texts = merge_all(BASE, early, late)
    assert {"user/a.md", "user/z.md"} <= texts.keys()
    assert merged.outcomes == (("a", "user", Outcome.REVIVED),)


def test_names_that_differ_by_case_from_two_machines_are_set_apart() -> None:
    early = {**BASE, "user/Notes.md": note("Notes", "early")}
    early["user/MEMORY.md"] = index("a", "b", "Notes")
    late = {**BASE, "user/notes.md": note("notes", "late")}
    merged, texts = merge_all(BASE, early, late)
    assert texts["user/notes.md"] == late["user/notes.md"]
    (moved,) = (p for p in texts if p.startswith("user/Notes-"))
    name = layout.place(moved).name
    assert f"name: {name}\n" in texts[moved]
    assert texts[moved].endswith("early\n")
    assert f"- [[{name}]]: about Notes\n" in texts["user/MEMORY.md"]
    assert merged.outcomes == ((name, "user", Outcome.SET_APART),)


def test_a_name_set_apart_twice_takes_no_other_notes_place() -> None:
    first = {**BASE, "user/Notes.md": "x\n"}
    _, texts = merge_all(BASE, first, {**BASE, "user/notes.md": "y\n"})
    (moved,) = (path for path in texts if path.startswith("user/Notes-"))
    again = {**without(texts, "user/notes.md"), "user/Notes.md": "z\n"}
    late = {**texts, "user/notes.md": "y\nmore\n"}
    _, final = merge_all(texts, again, late)
    assert final[moved] == "x\n"
    assert sorted(t for t in final.values() if len(t) < 9) == [
        "x\n",
        "y\nmore\n",
        "z\n",
    ]


def test_a_file_and_a_folder_of_one_name_from_two_machines_both_stay() -> None:
    early, late = {**BASE, "docs": "file"}, {**BASE, "docs/x": "in a folder"}
    _, texts = merge_all(BASE, early, late)
    assert sorted(texts.values()) == sorted([*BASE.values(), "file", "in a folder"])


def test_files_that_memsync_did_not_write_stay() -> None:
    base = {**BASE, "README.md": "1", "LICENSE": "l"}
    early = {**without(base, "LICENSE"), "README.md": "early"}
    late = {**base, "README.md": "late", ".github/x.yml": "y", "user/a.txt": "t"}
    merged, texts = merge_all(base, early, late)
    assert texts == without(late, "LICENSE")
    assert merged.outcomes == (("README.md", "", Outcome.DECIDED),)


def test_archived_versions_are_united_and_prunings_hold() -> None:
    first, second, third = (
        f"user/.archive/a/2026010{n}T000000Z-0123456789ab.md" for n in (1, 2, 3)
    )
    base = {**BASE, first: "1"}
    _, texts = merge_all(base, {**BASE, second: "2"}, {**base, third: "3"})
    assert texts == {**BASE, second: "2", third: "3"}


def test_a_deleted_memory_index_stays() -> None:
    late = {**BASE, "user/a.md": note("a", "changed")}
    _, texts = merge_all(BASE, without(BASE, "user/MEMORY.md"), late)
    assert texts == late


def test_daily_logs_of_two_machines_hold_the_lines_of_both() -> None:
    path = "user/daily/2026-01-02.md"
    _, texts = merge_all(BASE, {**BASE, path: "- one\n"}, {**BASE, path: "- two\n"})
    assert texts[path] == "- one\n- two\n"


def test_projects_have_memories_of_their_own() -> None:
    home = "projects/github.com+me+it"
    base = {**BASE, f"{home}/MEMORY.md": index("a"), f"{home}/a.md": note("a")}
    early = without(base, f"{home}/a.md")
    _, texts = merge_all(base, early, {**base, "user/a.md": note("a", "x")})
    assert texts["user/MEMORY.md"] == index("a", "b")
    assert texts[f"{home}/MEMORY.md"] == index()


def test_a_vault_of_higher_numbers_stays() -> None:
    newer = manifest_bytes(Manifest(1, 1, "f" * 32)).decode()
    _, texts = merge_all({}, {"memsync.json": VAULT}, {"memsync.json": newer})
    assert texts["memsync.json"] in (VAULT, newer)


def test_blobs_are_read_only_in_doubt() -> None:
    blobs = Blobs()
    old = blobs.tree({**BASE, **{f"user/n{i}.md": f"{i}" for i in range(50)}})
    one = {**old, **blobs.tree({"user/a.md": note("a", "early")})}
    two = {**old, **blobs.tree({"user/b.md": note("b", "late")})}
    del two["user/n7.md"]

    def read(oid: str) -> bytes:
        assert oid == old["user/MEMORY.md"].oid
        return blobs[oid]

    def clock(path: str) -> Clock:
        assert path == "user/MEMORY.md"
        return EARLY

    merged = merge_trees(old, MergeSide(one, clock), MergeSide(two, clock), read)
    assert len(merged.tree) == len(old) - 1
    assert not merged.outcomes


a_name = st.sampled_from(["a", "b", "A", "\u00e9", "c d"])
a_text = st.sampled_from(
    [
        note("a"),
        note("b"),
        note("a", "x", "y"),
        note("a", "x", "z"),
        "",
        "\0",
        "plain\n",
    ]
)
some_files = st.dictionaries(
    st.one_of(
        a_name.map("user/{}.md".format),
        st.sampled_from(["README.md", "docs", "docs/x", "Docs/y", "user/daily/1.md"]),
    ),
    a_text,
    max_size=5,
)
an_index = st.lists(a_name, unique=True, max_size=3).map(lambda names: index(*names))


@st.composite
def a_tree(draw: st.DrawFn) -> dict[str, str]:
    """A tree that every machine accepts."""
    files: dict[str, str] = {}
    keys: set[str] = set()
    for path, text in draw(some_files).items():
        key = twin_key(path)
        if not any(
            key == k or key.startswith(f"{k}/") or k.startswith(f"{key}/") for k in keys
        ):
            if path.startswith("Docs") and any(k.startswith("docs") for k in keys):
                continue
            if path.startswith("docs") and "Docs/y" in files:
                continue
            keys.add(key)
            files[path] = text
    files["user/MEMORY.md"] = draw(an_index)
    return files


@given(a_tree(), a_tree(), a_tree())
@settings(max_examples=150, deadline=None)
def test_any_three_trees_merge_into_one_that_every_machine_accepts(
    base: dict[str, str], a: dict[str, str], b: dict[str, str]
) -> None:
    merge_all(base, a, b)
    merge_all({}, a, b)


@given(a_tree(), a_tree())
@settings(max_examples=60, deadline=None)
def test_a_tree_that_one_side_left_alone_is_taken(
    base: dict[str, str], side: dict[str, str]
) -> None:
    _, texts = merge_all(base, side, side)
    assert texts == side


def test_the_folder_gets_only_what_changed() -> None:
    blobs = Blobs()
    local = blobs.tree({**BASE, "README.md": "x"})
    new = {"user/b.md": "B", "user/c.md": "c", "README.md": "y", "user/MEMORY.md": "i"}
    merged = blobs.tree({**without(BASE, "user/a.md"), **new})
    disk = {path.removeprefix("user/"): item.oid for path, item in local.items()}
    disk["MEMORY.md"] = blob_id(b"with held entries")
    planned = plan_folder("user", local, merged, disk)
    assert planned.actions == (
        Delete("a.md", local["user/a.md"].oid),
        Write("b.md", blob_id(b"B"), local["user/b.md"].oid),
        Write("c.md", blob_id(b"c"), None),
        Write("MEMORY.md", blob_id(b"i"), disk["MEMORY.md"]),
    )
    assert not planned.passed_over


def test_held_files_and_strangers_in_the_folder_stay() -> None:
    blobs = Blobs()
    local = blobs.tree(BASE)
    merged = blobs.tree(
        {**BASE, "user/a.md": "A", "user/new.md": "n", "user/same.md": "s"}
    )
    disk = {path.removeprefix("user/"): item.oid for path, item in local.items()}
    disk |= {"new.md": blob_id(b"mine, not sent"), "same.md": blob_id(b"s")}
    planned = plan_folder("user", local, merged, disk, held={"a.md"})
    assert planned == ((), ("a.md", "new.md"))


@pytest.mark.parametrize(
    ("before", "gone", "guarded"),
    [
        *[(0, 0, False), (1, 1, False), (3, 3, False), (4, 1, False), (4, 2, True)],
        *[(5, 2, False), (5, 3, True), (21, 5, False), (21, 6, True)],
        *[(24, 6, False), (100, 25, False), (100, 26, True)],
    ],
)
def test_a_mass_deletion_asks_first(before: int, gone: int, guarded: bool) -> None:
    names = [f"n{i}" for i in range(before)]
    random.Random(before).shuffle(names)  # noqa: S311 -- any order will do
    had, left = {*names, "MEMORY"}, {*names[gone:], "MEMORY", "new"}
    assert mass_delete(had, left) is guarded


def test_an_empty_folder_always_asks() -> None:
    assert mass_delete({"a"}, set())
    assert mass_delete({"MEMORY"}, set())
    assert not mass_delete(set(), set())
