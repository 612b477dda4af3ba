"""Places notes and links: a few in a column, many on a circle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The most notes that are drawn: those with the most links.
MOST = 300

# The most notes in a column, where every name is horizontal.
_COLUMN = 60

# The height of a row in the drawing, in pixels.
_ROW = 34

# The width of the widest arc beside a column, in units.
_WIDEST = 96

# The width of the longest name that is shown, in units.
_NAME = 250

_CIRCLE = 1000

# The space for names around the circle, in units.
_ROOM = 180


class Node(NamedTuple):
    """One note."""

    name: str
    scope: str
    address: str
    to: tuple[str, ...]
    by: tuple[str, ...]
    missing: tuple[str, ...]
    """Names to which it links, but which no note has."""

    @property
    def degree(self) -> int:
        """The number of links from it and to it."""
        return len(self.to) + len(self.by)


class Dot(NamedTuple):
    """The position of a note, and the angle of its name."""

    node: Node
    x: float
    y: float
    radius: float
    angle: float = 0.0
    end: bool = False
    """On the left of a circle the name ends at the dot."""


class Edge(NamedTuple):
    """A drawn link."""

    path: str
    title: str


class Drawing(NamedTuple):
    """The whole drawing."""

    width: int
    height: int
    dots: Sequence[Dot]
    edges: Sequence[Edge]
    column: bool


def drawn(nodes: Sequence[Node]) -> Drawing:
    """Place the notes that have links, with linked notes near each other."""
    order = _in_groups([node for node in nodes if node.degree][:MOST])
    return _column(order) if len(order) <= _COLUMN else _circle(order)


def _column(order: Sequence[Node]) -> Drawing:
    """Place names in a column, and links as arcs beside them."""
    steps = {node.name: at for at, node in enumerate(order)}
    farthest = max(
        (abs(at - steps[to]) for at, n in enumerate(order) for to in _in(steps, n)),
        default=1,
    )
    wide = min(_WIDEST, 40 + 8 * farthest)
    dots = {
        node.name: Dot(node, wide + 12, _ROW * at + _ROW / 2, _radius(node, 8))
        for at, node in enumerate(order)
    }
    edges = []
    for dot in dots.values():
        for name in _in(dots, dot.node):
            far = abs(steps[dot.node.name] - steps[name])
            # A quadratic curve reaches half as far as its control point.
            out = dot.x - 2 * (wide - 8) * (0.25 + 0.75 * far / farthest)
            middle = (dot.y + dots[name].y) / 2
            path = (
                f"M{dot.x:g} {dot.y:g}Q{out:.1f} {middle:g} {dot.x:g} {dots[name].y:g}"
            )
            edges.append(Edge(path, f"{dot.node.name} to {name}"))
    width = wide + 12 + 14 + _NAME
    return Drawing(width, max(_ROW, _ROW * len(order)), [*dots.values()], edges, True)


def _circle(order: Sequence[Node]) -> Drawing:
    middle = _CIRCLE / 2
    radius = middle - _ROOM
    dots = {}
    for at, node in enumerate(order):
        turn = 2 * math.pi * at / len(order) - math.pi / 2
        x, y = middle + radius * math.cos(turn), middle + radius * math.sin(turn)
        end = math.cos(turn) < -1e-9
        angle = math.degrees(turn) + (180 if end else 0)
        dots[node.name] = Dot(
            node, round(x, 1), round(y, 1), _radius(node, 12), round(angle, 1), end
        )
    edges = [
        Edge(
            f"M{dot.x} {dot.y}Q{middle:g} {middle:g} {dots[name].x} {dots[name].y}",
            f"{dot.node.name} to {name}",
        )
        for dot in dots.values()
        for name in _in(dots, dot.node)
    ]
    return Drawing(_CIRCLE, _CIRCLE, [*dots.values()], edges, False)


def _in(drawn: Mapping[str, object], node: Node) -> list[str]:
    return [name for name in node.to if name in drawn]


def _radius(node: Node, most: float) -> float:
    return round(min(most, 4 + 1.2 * math.sqrt(node.degree)), 1)


def _in_groups(nodes: Sequence[Node]) -> list[Node]:
    by_name = {node.name: node for node in nodes}
    seen: dict[str, None] = {}
    for node in nodes:
        waiting = [node.name]
        while waiting:
            name = waiting.pop()
            if name in seen or name not in by_name:
                continue
            seen[name] = None
            waiting += sorted((*by_name[name].to, *by_name[name].by), reverse=True)
    return [by_name[name] for name in seen]
