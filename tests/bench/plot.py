"""A small plot as SVG: ratios over the number of notes, readable on any page.

The colours are a middle grey and four hues of middle lightness, since the page
behind may be light or dark.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 30, 50
COLOURS = ("#2f81f7", "#d29922", "#3fb950", "#db61a2")
GREY = "#8b949e"
DECADES = (100, 1_000, 10_000, 100_000)

# What idle and one note are held to.
BOUND = 1.3


def draw(lines: Mapping[str, Points]) -> str:
    """The picture; x is logarithmic, y begins at zero."""
    highest = max([BOUND, *(y for points in lines.values() for _, y in points)])
    top = math.ceil(highest * 2 + 0.2) / 2

    def place(x: float, y: float) -> tuple[float, float]:
        along = (math.log10(x) - 2) / 3
        return (
            round(LEFT + along * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM), 1),
        )

    parts = [
        _opening(),
        "<title>Time of memsync sync, as a multiple of git by hand</title>",
        _text(LEFT, 16, "time, as a multiple of git by hand"),
    ]
    for step in range(int(top * 2) + 1):
        begin, end = place(DECADES[0], step / 2), place(DECADES[-1], step / 2)
        parts.append(_line(begin, end, GREY, "0.4"))
        parts.append(_text(begin[0] - 8, begin[1] + 4, f"{step / 2:g}", anchor="end"))
    for notes in DECADES:
        x, y = place(notes, 0)
        parts.append(_text(x, y + 18, f"{notes:,}", anchor="middle"))
    middle, _ = place(3_162, 0)
    parts.append(_text(middle, HEIGHT - 12, "notes", anchor="middle"))
    begin, end = place(DECADES[0], BOUND), place(DECADES[-1], BOUND)
    parts.append(_line(begin, end, GREY, "1.5", dashes="4 4"))
    parts += _curves(
        {name: [place(*point) for point in points] for name, points in lines.items()}
    )
    return "\n".join([*parts, "</svg>", ""])


def _curves(lines: Mapping[str, Points]) -> Iterator[str]:
    labels: list[float] = []
    for (name, points), colour in zip(lines.items(), COLOURS, strict=False):
        if not points:
            continue
        path = " ".join(f"{x},{y}" for x, y in points)
        yield (
            f'<polyline points="{path}" fill="none" stroke="{colour}" '
            'stroke-width="2"/>'
        )
        for x, y in points:
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
        x, y = points[-1]
        while any(abs(y - other) < 14 for other in labels):
            y += 2
        labels.append(y)
        yield _text(x + 10, round(y + 4, 1), name, colour)


def _opening() -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
    )


def _text(
    x: float, y: float, said: str, colour: str = GREY, *, anchor: str = "start"
) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{said}</text>'


def _line(
    begin: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    width: str,
    *,
    dashes: str = "",
) -> str:
    style = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{begin[0]}" y1="{begin[1]}" x2="{end[0]}" y2="{end[1]}" '
        f'stroke="{colour}" stroke-width="{width}"{style}/>'
    )
