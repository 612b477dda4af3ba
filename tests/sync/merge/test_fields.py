"""Frontmatter merged key by key, every byte that nobody changed kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.merge.fields import (
    MergedHeader,
    Times,
    day_of,
    has_twice,
    items_of,
    merge_headers,
    value_of,
)

BASE = b"name: n\ndescription: d\ntags: [a, b]\ncreated: 2026-01-05\n"


def merged(base: bytes, lo: bytes, hi: bytes) -> bytes:
    """The merge, where nobody had to lose."""
    found = merge_headers(base, lo, hi)
    assert not found.decided
    return found.data


def test_changes_of_two_keys_are_both_in() -> None:
    lo = BASE.replace(b"name: n", b"name: new")
    hi = BASE.replace(b"description: d", b"description: other")
    assert merged(BASE, lo, hi) == lo.replace(b"n: d", b"n: other")


def test_of_two_new_values_the_later_clocks_stays_and_that_is_said() -> None:
    lo = BASE.replace(b"description: d", b"description: early")
    hi = BASE.replace(b"description: d", b"description: late")
    assert merge_headers(BASE, lo, hi) == MergedHeader(hi, decided=True)


def test_a_change_beats_a_removal_on_either_side() -> None:
    without = BASE.replace(b"description: d\n", b"")
    changed = BASE.replace(b"description: d", b"description: kept")
    for lo, hi in ((without, changed), (changed, without)):
        data = merged(BASE, lo, hi)
        assert b"description: kept\n" in data
        assert data.count(b"description") == 1


def test_a_key_that_one_side_removed_goes() -> None:
    lo = BASE.replace(b"tags: [a, b]\n", b"")
    hi = BASE.replace(b"name: n", b"name: new")
    assert merged(BASE, lo, hi) == lo.replace(b"name: n", b"name: new")


@pytest.mark.parametrize(
    ("lo", "hi", "tags"),
    [
        (b"[a, b, c]", b"[a, b, d]", b"[a, b, c, d]"),
        (b"[a]", b"[a, b, d]", b"[a, d]"),
        (b"[b]", b"[a]", b"[]"),
        (b"[a, b, c]", b"[a, b, c]", b"[a, b, c]"),
        (b"['x y', a]", b'[a, b, "z"]', b"['x y', a, \"z\"]"),
    ],
)
def test_lists_of_plain_items_merge_as_sets(lo: bytes, hi: bytes, tags: bytes) -> None:
    one, two = (BASE.replace(b"[a, b]", side) for side in (lo, hi))
    assert b"tags: " + tags + b"\n" in merged(BASE, one, two)


def test_a_list_in_block_style_stays_in_it() -> None:
    base = b"tags:\n  - a\n  - b\n"
    lo, hi = b"tags:\n  - a\n  - b\n  - c\n", b"tags:\n  - b\n"
    assert merged(base, lo, hi) == b"tags:\n  - b\n  - c\n"
    assert merged(base, b"tags:\n  - a\n", hi) == b"tags: []\n"


def test_a_list_of_more_than_plain_items_is_one_value() -> None:
    lo = BASE.replace(b"[a, b]", b"[{a: 1}]")
    hi = BASE.replace(b"[a, b]", b"[[b]]")
    assert merge_headers(BASE, lo, hi) == MergedHeader(hi, decided=True)


@pytest.mark.parametrize(
    ("key", "early_side", "late_side", "stays"),
    [
        ("created", "2026-01-02", "2026-01-03", "2026-01-02"),
        ("created", "2026-01-03", "2026-01-02", "2026-01-02"),
        ("updated", "2026-01-02", "2026-01-03", "2026-01-03"),
        ("updated", "2026-01-03", "2026-01-02", "2026-01-03"),
    ],
)
def test_times_have_a_rule_and_nobody_loses(
    key: str, early_side: str, late_side: str, stays: str
) -> None:
    base, lo, hi = (
        f"{key}: {day}\n".encode() for day in ("2026-01-09", early_side, late_side)
    )
    assert merged(base, lo, hi) == f"{key}: {stays}\n".encode()


def test_what_is_no_day_is_any_value() -> None:
    base, lo, hi = b"updated: x\n", b"updated: y\n", b"updated: 2026-01-01\n"
    assert merge_headers(base, lo, hi) == MergedHeader(hi, decided=True)


def test_a_map_is_merged_by_its_own_keys() -> None:
    base = b"metadata:\n  type: user\n  node: 1\n"
    lo = base.replace(b"user", b"project")
    hi = base.replace(b"node: 1", b"node: 2")
    assert merged(base, lo, hi) == b"metadata:\n  type: project\n  node: 2\n"
    both = merge_headers(base, lo, base.replace(b"user", b"feedback"))
    assert both == MergedHeader(base.replace(b"user", b"feedback"), decided=True)


def test_times_below_a_map_follow_the_rule_where_it_says_so() -> None:
    base = b"m:\n  updated: 2026-01-01\n"
    lo, hi = (base.replace(b"01-01", day) for day in (b"03-03", b"02-02"))
    assert merge_headers(base, lo, hi).decided
    assert merge_headers(base, lo, hi, Times(nested=True)) == MergedHeader(
        lo, decided=False
    )


@pytest.mark.parametrize(
    ("span", "value", "day"),
    [
        (b"created: 2026-01-02\n", "2026-01-02", "2026-01-02"),
        (b"created: '2026-01-02'\n", "2026-01-02", "2026-01-02"),
        (b"created: 2026-1-2\n", "2026-1-2", None),
        (b"created:\n", "", None),
        (b"created: [2026-01-02]\n", "", None),
        (b"created: \xff\n", "\ufffd", None),
    ],
)
def test_a_plain_value_is_read(span: bytes, value: str, day: str | None) -> None:
    assert value_of(span) == value
    assert day_of(span) == day


def test_a_key_may_stand_once() -> None:
    assert has_twice(b"a: 1\nb: 2\na: 3\n")
    assert not has_twice(b"a: 1\nb:\n  a: 2\n# a: 3\n")


@pytest.mark.parametrize(
    "span",
    [
        b"tags: a, b\n",
        b"tags: [a\n",
        b"tags: [[a]]\n",
        b"tags: [a: b]\n",
        b"tags: [*a]\n",
        b"tags:\n  - a: b\n",
        b"tags:\n  - a\n   more\n",
        b"tags: [a, b] # why\n",
    ],
)
def test_only_plain_items_are_items(span: bytes) -> None:
    assert items_of(span) is None


PLAIN = st.sampled_from([b"a", b"b c", b'"d, e"', b"'f'", b"g-h"])


@given(st.lists(PLAIN, min_size=1, max_size=5))
def test_items_are_read_alike_in_both_styles(items: list[bytes]) -> None:
    flow = items_of(b"tags: [" + b", ".join(items) + b"]\n")
    block = items_of(b"tags:\n" + b"".join(b"- " + item + b"\n" for item in items))
    assert flow is not None
    assert block is not None
    assert flow.items == block.items == items
    assert flow.rendered(items) == flow.span
    again = items_of(block.rendered([*items, b"new"]))
    assert again is not None
    assert again.items == [*items, b"new"]


LINE = st.sampled_from(
    [
        b"name: a",
        b"name: b",
        b"tags: [x]",
        b"tags: [y]",
        b"created: 2026-01-01",
        b"created: 2025-01-01",
        b"# said",
        b"other: 1",
    ]
)
HEADER = st.lists(LINE, max_size=4, unique_by=lambda line: line[:4]).map(
    lambda lines: b"".join(line + b"\n" for line in lines)
)


@given(base=HEADER, lo=HEADER, hi=HEADER)
def test_what_one_side_left_alone_is_the_others(
    base: bytes, lo: bytes, hi: bytes
) -> None:
    assert merge_headers(base, lo, base) == MergedHeader(lo, decided=False)
    assert merge_headers(base, base, hi) == MergedHeader(hi, decided=False)
    assert merge_headers(base, hi, hi) == MergedHeader(hi, decided=False)
    assert not has_twice(merge_headers(base, lo, hi).data)
