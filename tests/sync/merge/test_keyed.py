"""Lists in which some members have keys: each is in or out, whatever is around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.merge.keyed import ListItem, merge_members


def later(
    key: str, old: bytes | None, one: bytes | None, two: bytes | None
) -> bytes | None:
    """The changed text; of two the second's; a removal counts."""
    return one if two == old else two


def members(text: str) -> list[ListItem]:
    """`a1` is a member with the key a; what has no digit is prose."""
    return [
        ListItem(word[0] if word[1:].isdigit() else None, word.encode())
        for word in text.split()
    ]


def merged(base: str, lo: str, hi: str) -> str:
    found = merge_members(members(base), members(lo), members(hi), later)
    return b" ".join(member.data for member in found).decode()


def test_members_of_both_sides_are_in() -> None:
    assert merged("a1 b1", "a1 x1 b1", "a1 b1 y1") == "a1 x1 b1 y1"


def test_a_member_has_one_text_wherever_it_stands() -> None:
    assert merged("a1 b1", "b1 a1", "a2 b1") == "b1 a2"


def test_what_a_side_removed_goes() -> None:
    assert merged("a1 b1 c1", "a1 c1", "a1 b1 c1") == "a1 c1"
    assert merged("a1 b1 c1", "a1 b1 c1", "a1 c1") == "a1 c1"


def test_prose_of_both_sides_is_kept() -> None:
    assert merged("a1", "Mine a1", "a1 Yours") == "Mine a1 Yours"


def test_a_member_kept_against_a_removal_follows_the_last_one_with_a_key() -> None:
    def keep(
        key: str, old: bytes | None, one: bytes | None, two: bytes | None
    ) -> bytes | None:
        return one or two or old

    found = merge_members(
        members("a1 b1 End"), members("a1 End"), members("a1 End"), keep
    )
    assert [member.data for member in found] == [b"a1", b"b1", b"End"]
    alone = merge_members(members("b1"), members("Word"), members("Word"), keep)
    assert [member.data for member in alone] == [b"Word", b"b1"]


def test_what_nobody_keeps_leaves_an_empty_list() -> None:
    assert merged("a1", "", "") == ""
    assert merged("", "", "") == ""


def test_a_key_that_is_no_utf8_is_a_key() -> None:
    odd = ListItem("\udcff", b"odd")
    assert merge_members([], [odd], [odd], later) == [odd]


SIDE = st.lists(
    st.sampled_from(["a1", "a2", "b1", "b2", "c1", "Prose", "Other"]),
    max_size=5,
    unique_by=lambda word: word[0],
).map(" ".join)


@given(base=SIDE, lo=SIDE, hi=SIDE)
def test_each_key_is_in_at_most_once_with_a_text_that_a_side_has(
    base: str, lo: str, hi: str
) -> None:
    found = merged(base, lo, hi).split()
    keyed = [word for word in found if word[1:].isdigit()]
    assert len({word[0] for word in keyed}) == len(keyed)
    assert set(keyed) <= {*lo.split(), *hi.split()}


@given(base=SIDE, side=SIDE)
def test_one_sides_change_is_the_merge(base: str, side: str) -> None:
    assert merged(base, side, side) == side
    assert sorted(merged(base, side, base).split()) == sorted(side.split())
