"""Graph: notes and the links between them, drawn and as a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note import links
from memsync.page.html.page import Page

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask

MOST = 300
"""Notes that are drawn: those with the most links."""
_SIZES = ((12, 640), (40, 800), (MOST, 1000))
"""Notes at most, and the units of a side of the drawing."""
_ROOM = 180
"""Units around the circle, for names."""


class Node(NamedTuple):
    """One note."""

    name: str
    scope: str
    address: str
    to: tuple[str, ...]
    by: tuple[str, ...]
    missing: tuple[str, ...]
    """Names that it links to, and no note has."""

    @property
    def degree(self) -> int:
        """Links from it and to it."""
        return len(self.to) + len(self.by)


class Dot(NamedTuple):
    """A note where it is drawn, and how its name is turned."""

    node: Node
    x: float
    y: float
    radius: float
    angle: float
    end: bool
    """On the left the name ends at the dot."""


class Edge(NamedTuple):
    """A link where it is drawn: a curve through the middle."""

    path: str
    title: str


def view(ask: Ask) -> Page:
    """The page Graph."""
    nodes = sorted(_nodes(ask), key=lambda node: (-node.degree, node.name))
    drawn = [node for node in nodes if node.degree][:MOST]
    size = _size(len(drawn))
    dots = _dots(drawn, size)
    values = {
        "nodes": nodes,
        "dots": list(dots.values()),
        "edges": _edges(dots, size),
        "size": size,
        "orphans": sum(not node.degree for node in nodes),
        "missing": sum(len(node.missing) for node in nodes),
        "left_out": sum(bool(node.degree) for node in nodes) - len(drawn),
    }
    return Page("graph.html", "Graph", values, "lint")


def _nodes(ask: Ask) -> list[Node]:
    texts: dict[str, tuple[str, str]] = {}
    for store in ask.opened.stores:
        for each in store.entries():
            # The workspace's comes first and shadows, as for every reader.
            texts.setdefault(each.name, (each.scope.value, each.note.body))
    to = {
        name: dict.fromkeys(link.name for link in links.find(body) if link.name != name)
        for name, (_, body) in texts.items()
    }
    by: dict[str, list[str]] = {name: [] for name in texts}
    for name, found in to.items():
        for target in found:
            if target in by:
                by[target].append(name)
    return [
        Node(
            name,
            scope,
            ask.links.note(scope, name),
            tuple(each for each in to[name] if each in texts),
            tuple(by[name]),
            tuple(each for each in to[name] if each not in texts),
        )
        for name, (scope, _) in texts.items()
    ]


def _size(count: int) -> int:
    return next(size for most, size in _SIZES if count <= most)


def _dots(nodes: list[Node], size: int) -> dict[str, Dot]:
    """The notes on a circle, those that are linked beside each other."""
    order = _in_groups(nodes)
    radius = size / 2 - _ROOM
    found = {}
    for at, node in enumerate(order):
        turn = 2 * math.pi * at / len(order) - math.pi / 2
        x = size / 2 + radius * math.cos(turn)
        y = size / 2 + radius * math.sin(turn)
        end = math.cos(turn) < -1e-9
        angle = math.degrees(turn) + (180 if end else 0)
        dot = min(14.0, 4 + 1.5 * math.sqrt(node.degree))
        found[node.name] = Dot(
            node, round(x, 1), round(y, 1), dot, round(angle, 1), end
        )
    return found


def _in_groups(nodes: list[Node]) -> list[Node]:
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


def _edges(dots: dict[str, Dot], size: int) -> list[Edge]:
    middle = size / 2
    return [
        Edge(
            f"M{dot.x} {dot.y}Q{middle} {middle} {dots[name].x} {dots[name].y}",
            f"{dot.node.name} to {name}",
        )
        for dot in dots.values()
        for name in dot.node.to
        if name in dots
    ]
