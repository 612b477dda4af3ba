from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.merge.line_sets import merged_lines

FILES = st.none() | st.lists(st.sampled_from("abcdef")).map(
    lambda lines: "".join(f"{line}\n" for line in sorted(set(lines))).encode()
)


def members(data: bytes | None) -> set[bytes]:
    return set((data or b"").split()) - {b""}


@given(FILES, FILES, FILES)
def test_what_a_side_put_in_stays_and_what_one_took_out_leaves(
    base: bytes | None, one: bytes | None, other: bytes | None
) -> None:
    merged = merged_lines(base, one, other)
    assert merged == merged_lines(base, other, one)
    added = (members(one) | members(other)) - members(base)
    kept = members(base) & members(one) & members(other)
    assert members(merged) == added | kept
    assert merged.splitlines() == sorted(merged.splitlines())


@given(FILES, FILES)
def test_an_unchanged_side_gives_way(base: bytes | None, one: bytes | None) -> None:
    assert merged_lines(base, base, one) == (one or b"")


def test_without_a_base_nothing_leaves() -> None:
    assert merged_lines(None, b"a\nc\n", b"b\n") == b"a\nb\nc\n"
