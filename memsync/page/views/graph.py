"""Graph: notes and their links, as a drawing and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.page.html.page import Page
from memsync.page.views.drawing import Node, drawn

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask


def view(ask: Ask) -> Page:
    """The page Graph."""
    nodes = sorted(_nodes(ask), key=lambda node: (-node.degree, node.name))
    drawing = drawn(nodes)
    linked = sum(bool(node.degree) for node in nodes)
    values = {
        "nodes": nodes,
        "drawing": drawing,
        "links_between": sum(len(node.to) for node in nodes),
        "orphans": len(nodes) - linked,
        "missing": sum(len(node.missing) for node in nodes),
        "left_out": linked - len(drawing.dots),
        "both": len({node.scope for node in nodes}) > 1,
    }
    return Page("graph.html", "Graph", values, "lint")


def _nodes(ask: Ask) -> list[Node]:
    every = ask.linking
    by: dict[str, list[str]] = {name: [] for name in every}
    for name, each in every.items():
        for target in each.to:
            if target in by:
                by[target].append(name)
    return [
        Node(
            name,
            each.scope,
            ask.links.note(each.scope, name),
            tuple(to for to in each.to if to in every),
            tuple(by[name]),
            tuple(to for to in each.to if to not in every),
        )
        for name, each in every.items()
    ]
