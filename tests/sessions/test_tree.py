"""Which lines are on the live branch: as a walk from the last record finds them."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.reading.tree import Tree


@st.composite
def parents(draw: st.DrawFn) -> list[int]:
    """Of each record the number of the one that it follows; 0 for none."""
    count = draw(st.integers(1, 30))
    return [draw(st.integers(max(0, n - 4), n)) for n in range(count)]


def left(found: tuple[tuple[int, int], ...]) -> set[int]:
    return {line for first, last in found for line in range(first, last + 1)}


@given(parents(), st.integers(0, 30))
def test_what_is_not_on_the_way_from_the_last_to_the_first_is_left(
    above: list[int], stop: int
) -> None:
    tree = Tree()
    for line, parent in enumerate(above, 1):
        if line == stop:
            # Kept between two looks, as JSON.
            tree = Tree.restored(json.loads(json.dumps(tree.saved())))
        tree.add(line, str(line), str(parent) if parent else None)
    live, at = set(), len(above)
    while at:
        live.add(at)
        at = above[at - 1]
    assert left(tree.abandoned()) == set(range(1, len(above) + 1)) - live


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans())))
def test_ids_that_circle_or_repeat_end(records: list[tuple[int, int, bool]]) -> None:
    tree = Tree()
    for line, (id_, parent, beside) in enumerate(records, 1):
        tree.add(line, str(id_), str(parent) if parent else None, beside=beside)
    assert left(tree.abandoned()) <= set(range(1, len(records) + 1))


def test_a_parent_that_nobody_wrote_down_is_what_stands_before() -> None:
    tree = Tree()
    for line, (id_, parent) in enumerate([("a", None), ("b", "a"), ("c", "x")], 1):
        tree.add(line, id_, parent)
    assert tree.abandoned() == ()
