"""Where notes and links are drawn: a column of few, a circle of many."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.page.views.drawing import MOST, Drawing, Node, drawn

COLUMN = 60


def graph(links: dict[str, list[str]]) -> list[Node]:
    """Nodes with these links; what no node is called is missing."""
    return [
        Node(
            name,
            "workspace",
            f"/{name}",
            tuple(t for t in to if t in links),
            tuple(other for other, its in links.items() if name in its),
            tuple(t for t in to if t not in links),
        )
        for name, to in links.items()
    ]


def ring(count: int) -> list[Node]:
    """Notes of which each links to the next."""
    return graph({f"n{at}": [f"n{(at + 1) % count}"] for at in range(count)})


def order(drawing: Drawing) -> list[str]:
    return [dot.node.name for dot in drawing.dots]


def test_nothing_makes_an_empty_drawing() -> None:
    drawing = drawn([])
    assert (list(drawing.dots), list(drawing.edges)) == ([], [])
    assert drawing.width > 0
    assert drawing.height > 0


def test_a_note_without_links_is_not_drawn() -> None:
    drawing = drawn(graph({"a": ["b"], "b": [], "alone": [], "lost": ["gone"]}))
    assert order(drawing) == ["a", "b"]
    assert [edge.title for edge in drawing.edges] == ["a to b"]


def test_links_that_go_both_ways_are_two() -> None:
    drawing = drawn(graph({"a": ["b"], "b": ["a"]}))
    assert [edge.title for edge in drawing.edges] == ["a to b", "b to a"]


def test_what_is_linked_stands_together() -> None:
    links = {"a": ["z"], "m": ["n"], "n": [], "z": ["y"], "y": []}
    assert order(drawn(graph(links))) == ["a", "z", "y", "m", "n"]


def test_the_degree_counts_links_both_ways() -> None:
    nodes = {n.name: n.degree for n in graph({"a": ["b", "c", "x"], "b": [], "c": []})}
    assert nodes == {"a": 2, "b": 1, "c": 1}


@pytest.mark.parametrize(("count", "column"), [(COLUMN, True), (COLUMN + 1, False)])
def test_many_are_on_a_circle(count: int, *, column: bool) -> None:
    drawing = drawn(ring(count))
    assert drawing.column is column
    assert len(drawing.dots) == len(drawing.edges) == count


def test_a_column_has_a_row_for_each() -> None:
    drawing = drawn(ring(5))
    heights = [dot.y for dot in drawing.dots]
    steps = {b - a for a, b in pairwise(heights)}
    assert len(steps) == 1
    assert drawing.height == 5 * steps.pop()
    assert len({dot.x for dot in drawing.dots}) == 1
    assert 0 < heights[0] < heights[-1] < drawing.height


def test_a_circle_is_round_and_its_names_are_upright() -> None:
    drawing = drawn(ring(80))
    middle = drawing.width / 2
    far = [math.hypot(dot.x - middle, dot.y - middle) for dot in drawing.dots]
    assert max(far) - min(far) < 0.5
    assert [dot.node.name for dot in drawing.dots if dot.end != (dot.x < middle)] == []
    turned = [math.cos(math.radians(dot.angle)) for dot in drawing.dots]
    assert min(turned) > -0.01


def test_no_more_than_the_most_are_drawn() -> None:
    drawing = drawn(ring(MOST + 20))
    assert len(drawing.dots) == MOST
    names = set(order(drawing))
    for edge in drawing.edges:
        assert set(edge.title.split(" to ")) <= names


def test_a_note_with_more_links_has_a_larger_dot() -> None:
    leaves: dict[str, list[str]] = {f"leaf{n}": [] for n in range(9)}
    drawing = drawn(graph({"hub": list(leaves), **leaves}))
    size = {dot.node.name: dot.radius for dot in drawing.dots}
    assert size["hub"] > size["leaf0"]
    assert max(size.values()) <= 8


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefghxy"), max_size=4)
    )
)
def test_each_linked_note_is_drawn_once_inside_the_drawing(
    links: dict[str, list[str]],
) -> None:
    nodes = graph({name: sorted({*to} - {name}) for name, to in links.items()})
    drawing = drawn(nodes)
    assert sorted(order(drawing)) == sorted(n.name for n in nodes if n.degree)
    assert len(drawing.edges) == sum(len(n.to) for n in nodes)
    for dot in drawing.dots:
        assert dot.radius < dot.x < drawing.width
        assert 0 < dot.y < drawing.height
    for edge in drawing.edges:
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", edge.path)]
        assert len(numbers) == 6
        # The curve's middle, which is the farthest point that it reaches.
        reach = numbers[0] / 4 + numbers[2] / 2 + numbers[4] / 4
        assert 0 < reach < drawing.width
