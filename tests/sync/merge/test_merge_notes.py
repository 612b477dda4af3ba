from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memsync.sync.merge.notes import (
    Merged,
    Side,
    merge_note,
    mergeable,
    nothing_lost,
)
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.layout import MAX_BLOB

if TYPE_CHECKING:
    from pathlib import Path

EARLY = Clock(1000, 0, "aaaaaaaa")
LATE = Clock(2000, 0, "bbbbbbbb")

HEAD = "---\nname: n\ndescription: d\ncreated: 2026-01-02\nupdated: 2026-01-02\n---\n\n"


def note(*body: str, head: str = HEAD) -> bytes:
    return (head + "".join(f"{line}\n" for line in body)).encode()


def merge(base: bytes | None, early: bytes | None, late: bytes | None) -> Merged:
    """Merge, and hold what always holds."""
    a, b = Side(early, EARLY), Side(late, LATE)
    merged = merge_note(base, a, b)
    assert merged == merge_note(base, b, a)
    if merged.data is not None:
        versions = [v for v in (early, late) if v is not None]
        losers = [side.data or b"" for side in merged.losers]
        assert nothing_lost(base, versions, merged.data, losers)
        if all(map(mergeable, versions)):
            assert mergeable(merged.data)
    return merged


def body_of(merged: Merged) -> list[str]:
    assert merged.data is not None
    return merged.data.decode().partition("---\n\n")[2].splitlines()


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


def header(**fields: str) -> bytes:
    keys = {"name": "n", "description": "d", **fields}
    text = "".join(f"{key}: {value}\n" for key, value in keys.items() if value)
    return f"---\n{text}---\n\nbody\n".encode()


def test_created_is_the_earlier_day_and_updated_the_later() -> None:
    merged = merge(
        header(created="2026-01-05", updated="2026-01-05"),
        header(created="2026-01-03", updated="2026-02-09"),
        header(created="2026-01-04", updated="2026-02-01"),
    )
    assert merged == Merged(
        header(created="2026-01-03", updated="2026-02-09"), Outcome.MERGED
    )


def test_one_sides_correction_of_created_stands() -> None:
    base = header(created="2026-01-05", x="1")
    merged = merge(
        base, header(created="2026-01-09", x="1"), header(created="2026-01-05", x="2")
    )
    assert merged.data == header(created="2026-01-09", x="2")


def test_lists_merge_as_sets_in_either_style() -> None:
    merged = merge(
        header(tags="[a, b, c]"), header(tags="[a, c, d]"), header(tags="[e, a, b, c]")
    )
    assert merged.data == header(tags="[a, c, d, e]")
    block = "\n  - {}".format
    merged = merge(
        header(tags=block("a") + block("b")),
        header(tags=block("a") + block("'x: y'")),
        header(tags="[a, b, z]"),
    )
    assert merged.data == header(tags=block("a") + block("'x: y'") + block("z"))


def test_unknown_keys_merge_one_by_one_and_comments_stay() -> None:
    base = b"---\n# mine\nname: n\ndescription: d\nx: {a: 1}   # why\n---\n\nbody\n"
    early = base.replace(b"a: 1", b"a: 2")
    late = base.replace(b"description: d\n", b"description: d\nnew: 'q'\n# end\n")
    merged = merge(base, early, late)
    assert merged.data == late.replace(b"a: 1", b"a: 2")
    assert not merged.losers


def block(*lines: str) -> bytes:
    """A note with a map among its keys."""
    text = "".join(f"{line}\n" for line in lines)
    return f"---\nname: n\nmetadata:\n{text}x: 1\n---\n\nbody\n".encode()


def test_a_map_is_merged_key_by_key_with_its_bytes_kept() -> None:
    merged = merge(
        block("  type: 'user'   # kept", "  source: chat", "  seen: 1"),
        block("  type: 'user'   # kept", "  source: chat", "  seen: 2", "  early: [a]"),
        block("  type: 'user'   # kept", "  source: mail", "  seen: 1", "  late: b"),
    )
    assert merged == Merged(
        block(
            "  type: 'user'   # kept",
            "  source: mail",
            "  seen: 2",
            "  early: [a]",
            "  late: b",
        ),
        Outcome.MERGED,
    )


def test_maps_in_maps_are_merged_by_key_too() -> None:
    merged = merge(
        block("  origin:", "    app: one", "    id: 1", "  tags:", "    - a"),
        block(
            "  origin:", "    app: two", "    id: 1", "  tags:", "    - b", "    - a"
        ),
        block(
            "  origin:", "    app: one", "    id: 2", "  tags:", "    - a", "    - c"
        ),
    )
    assert merged == Merged(
        block(
            *("  origin:", "    app: two", "    id: 2"),
            *("  tags:", "    - b", "    - a", "    - c"),
        ),
        Outcome.MERGED,
    )


def test_one_key_of_a_map_changed_twice_is_the_later_clocks_alone() -> None:
    early = block("  a: early", "  b: 1")
    merged = merge(block("  a: 0", "  b: 0"), early, block("  a: late", "  b: 0"))
    assert merged.data == block("  a: late", "  b: 1")
    assert merged.losers == (Side(early, EARLY),)


@pytest.mark.parametrize(
    ("early", "late"),
    [
        (["  a: 1"], ["    a: 2"]),
        (["  a: 1"], ["  - a"]),
        (["  a: 1"], ["  {a: 2}"]),
        (["  a: 1", "  a: 3"], ["  a: 2"]),
        (["  a: 1"], ["  ? a", "  : 2"]),
    ],
)
def test_what_is_no_map_on_both_sides_is_decided_whole(
    early: list[str], late: list[str]
) -> None:
    merged = merge(block("  a: 0"), block(*early), block(*late))
    assert merged.data == block(*late)
    assert merged.losers


def test_a_changed_key_beats_its_removal() -> None:
    merged = merge(
        header(expires="2027-01-01", x="1"), header(expires="2028-01-01"), header(x="1")
    )
    assert merged.data == header(expires="2028-01-01")


def test_a_key_changed_twice_is_the_later_clocks() -> None:
    early = header(description="early")
    merged = merge(header(), early, header(description="late"))
    assert merged == Merged(
        header(description="late"), Outcome.DECIDED, (Side(early, EARLY),)
    )


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


def test_frontmatter_that_one_side_adds_or_drops() -> None:
    bare = b"one\ntwo\nthree\nfour\n"
    assert merge(bare, BASE, bare + b"five\n").data == note(
        "one", "two", "three", "four", "five"
    )
    changed = BASE.replace(b"description: d", b"description: e")
    merged = merge(BASE, bare, changed)
    assert merged.data is not None
    assert b"description: e\n" in merged.data
    assert mergeable(merged.data)


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


# Few different lines, so that they repeat and collide.
a_line = st.sampled_from(
    ["", "a", "b", "c", "- x", "- y", "```", "---", "k: v", "<<<<<<< ", "  - i", "#"]
)
some_lines = st.lists(a_line, max_size=8)
a_value = st.sampled_from(
    [
        *("1", "2", "2026-01-02", "2026-03-04", "[a, b]", "[b, c]", "'q'"),
        *("\n  a: 1", "\n  a: 2\n  b:\n    c: 1", "\n  b:\n    c: 2\n  # d"),
    ]
)
a_header = st.dictionaries(
    st.sampled_from(["name", "created", "updated", "tags", "k", "# c"]), a_value
).map(lambda keys: "".join(f"{k}: {v}\n" for k, v in keys.items()))
a_version = st.one_of(
    st.builds(
        lambda head, lines, eol, end: (
            f"---\n{head}---\n{''.join(line + eol for line in lines)}{end}".encode()
        ),
        a_header,
        some_lines,
        st.sampled_from(["\n", "\r\n"]),
        st.sampled_from(["", "end"]),
    ),
    some_lines.map(lambda lines: "\n".join(lines).encode()),
    st.binary(max_size=12),
)


@given(st.none() | a_version, st.none() | a_version, st.none() | a_version)
@settings(max_examples=400)
@example(b"---\n---\n", b"---\nk: 1\n---\n", b"x\n")
def test_every_merge_is_symmetric_parses_and_loses_nothing(
    base: bytes | None, a: bytes | None, b: bytes | None
) -> None:
    merged = merge(base, a, b)
    if merged.data is not None and a is not None and b is not None:
        before = a.splitlines() + b.splitlines()
        for line in merged.data.splitlines():
            if line.startswith(b"<<<<<<<"):
                assert line in before


@given(st.none() | a_version, a_version)
def test_what_both_made_or_one_left_alone_is_taken(
    base: bytes | None, x: bytes
) -> None:
    assert merge(base, x, x).data == x
    assert merge(base, base, x).data == x
    assert merge(base, x, base).data == x


@given(a_version, a_version, a_version)
def test_merging_a_side_again_adds_nothing(base: bytes, a: bytes, b: bytes) -> None:
    merged = merge(base, a, b)
    for side in (a, b):
        again = merge(side, side, merged.data)
        assert again.data == merged.data


@given(st.none() | a_version, a_version, a_version, a_version)
@settings(max_examples=150)
def test_three_machines_end_with_one_text_whoever_syncs_first(
    base: bytes | None, a: bytes, b: bytes, c: bytes
) -> None:
    clocks = [EARLY, LATE, Clock(3000, 0, "cccccccc")]
    versions = [
        Side(data, clock) for data, clock in zip((a, b, c), clocks, strict=True)
    ]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        # Each machine merges with the remote in turn, then once more.
        remote = versions[order[0]]
        for i in order[1:]:
            merged = merge_note(base, versions[i], remote)
            remote = Side(merged.data, max(versions[i].clock, remote.clock))
        for i in order:
            settled = merge_note(versions[i].data, versions[i], remote)
            assert settled.data == remote.data


def test_the_result_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    script = tmp_path / "merge.py"
    script.write_text(
        "from memsync.sync.merge.notes import Side, merge_note\n"
        "from memsync.sync.tree.clock import Clock\n"
        "def n(*keys): return ('---\\n' + ''.join(f'{k}: {k}\\n' for k in keys)"
        " + '---\\n\\n' + ''.join(f'{k}\\n' for k in keys)).encode()\n"
        "sides = [Side(n(*t), Clock(1, 0, 'a')) for t in ('qwertz', 'yxcvbe')]\n"
        "print(merge_note(n('t', 'x'), *sides))\n"
    )
    results = {
        subprocess.run(
            [sys.executable, script],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": place, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for seed, place, zone in (("1", "C", "UTC"), ("2", "C.UTF-8", "Asia/Tokyo"))
    }
    assert len(results) == 1
