"""The frontmatter of notes merges key by key."""

from __future__ import annotations

import pytest
from support.note_merge import EARLY, merge, note

from memsync.sync.merge.notes import Merged, Side, mergeable
from memsync.sync.merge.outcome import Outcome

BASE = note("one", "two", "three", "four")


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
