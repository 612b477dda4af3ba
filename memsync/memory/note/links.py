"""Links between notes: `[[name]]`, with an anchor or alias, and `[text](name.md)`.

Text in code, in a comment or in a POSIX class such as `[[:space:]]` is not a link.
Every pass is linear in the length of the text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# A code fence, perhaps in a quote or a list item.
_FENCE = re.compile(r"[ \t]*(?:[>*+-][ \t]+)*(`{3,}|~{3,})([^\r\n]*)")
# A run of backticks, which code of one line begins and ends with.
_RUN = re.compile(r"`+")
# Masking keeps line breaks, so that positions and line numbers stay.
_NOT_BREAK = re.compile(r"[^\r\n]")
# A list item, below which indented lines are not code.
_ITEM = re.compile(r"[ \t]*(?:[*+-]|[0-9]{1,9}[.)])[ \t]")

# No blank at either end of the name: `[[ -f x ]]` is a shell's test. A bracket after it
# makes it a link with another target, a `!` before it an image.
_WIKILINK = re.compile(
    r"(?<![!\\\[])\[\[(?P<name>[^\s\[\]|#:/\\](?:[^\[\]|#/\\\r\n]*[^\s\[\]|#/\\])?)"
    r"(?P<rest>(?:#[^\[\]|\r\n]*)?(?:\|[^\[\]\r\n]*)?)\]\](?![\](])"
)
# A markdown link to a note in the same folder: no slash, no scheme, no drive.
_MARKDOWN = re.compile(
    r"(?<=\]\()(?P<start>[ \t]*<?(?:\./)?)"
    r"(?P<name>[^\s()<>\[\]/\\#:?]+)\.md(?=(?:#[^\s()<>]*)?>?[ \t]*[)\"'])"
)


class Link(NamedTuple):
    """One link to a note."""

    name: str
    line: int
    """From 1."""
    start: int
    """The position of the name in the text, in characters; `end` is after it."""
    end: int
    wiki: bool
    """Written as `[[name]]`; otherwise as `[text](name.md)`."""


def find(text: str) -> list[Link]:
    """Every link in the text, in order."""
    if "[[" not in text and "](" not in text:
        return []
    masked = mask_code(text)
    found = [(m.start("name"), m.end("name"), True) for m in _WIKILINK.finditer(masked)]
    found += [
        (m.start("name"), m.end("name"), False) for m in _MARKDOWN.finditer(masked)
    ]
    links: list[Link] = []
    line, at = 1, 0
    for start, end, wiki in sorted(found):
        line += text.count("\n", at, start)
        at = start
        name = text[start:end]
        links.append(Link(name.removesuffix(".md"), line, start, end, wiki))
    return links


def rename_links(text: str, old: str, new: str) -> str:
    """The text with links to `old` changed to `new`; all else stays."""
    pieces: list[str] = []
    at = 0
    for link in find(text):
        if link.name != old:
            continue
        suffix = ".md" if text[link.start : link.end] != old else ""
        pieces += (text[at : link.start], new, suffix)
        at = link.end
    return "".join((*pieces, text[at:]))


def mask_code(text: str) -> str:
    """The text with code and comments blanked out, every position kept."""
    return "\n".join(_masked_lines(text)[0])


def visible_lines(text: str) -> list[str]:
    """The lines of `mask_code`, except that an unclosed fence hides nothing.

    For callers that add lines at the end, which must not end up in code.
    """
    masked, unclosed = _masked_lines(text)
    return masked[:unclosed] + text.split("\n")[unclosed:]


def _masked_lines(text: str) -> tuple[list[str], int]:
    """The masked lines, and how many are above an unclosed fence."""
    text = _mask_comments(text)
    masked: list[str] = []
    paragraph: list[str] = []
    fence, opened = "", 0
    indented_is_code = True
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if fence:
            masked.append(_blanked(line))
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            _end_paragraph(paragraph, masked)
            fence, opened = found[1], len(masked)
            masked.append(_blanked(line))
        elif not line.strip():
            _end_paragraph(paragraph, masked)
            masked.append(line)
        elif not paragraph and indented_is_code and line.startswith(("    ", "\t")):
            masked.append(_blanked(line))
        else:
            # Indented lines below a list item belong to the item: they are not code.
            if not line.startswith((" ", "\t")):
                indented_is_code = not _ITEM.match(line)
            elif _ITEM.match(line):
                indented_is_code = False
            paragraph.append(line)
    _end_paragraph(paragraph, masked)
    return masked, opened if fence else len(masked)


def _end_paragraph(paragraph: list[str], masked: list[str]) -> None:
    if paragraph:
        masked.extend(_mask_inline("\n".join(paragraph)).split("\n"))
        paragraph.clear()


def _mask_inline(text: str) -> str:
    runs = [m.span() for m in _RUN.finditer(text)]
    # From the back, so that each run of backticks finds the next of its length in
    # constant time.
    following: dict[int, int] = {}
    closes: list[int | None] = [None] * len(runs)
    for i in reversed(range(len(runs))):
        length = runs[i][1] - runs[i][0]
        closes[i] = following.get(length)
        following[length] = i
    pieces: list[str] = []
    at = i = 0
    while i < len(runs):
        close = closes[i]
        start = runs[i][0]
        if close is None or (start and text[start - 1] == "\\"):
            i += 1
            continue
        end = runs[close][1]
        pieces += (text[at:start], _blanked(text[start:end]))
        at = end
        i = close + 1
    return "".join((*pieces, text[at:]))


def _mask_comments(text: str) -> str:
    pieces: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        pieces += (text[at:start], _blanked(text[start : end + 3]))
        at = end + 3
    return "".join((*pieces, text[at:]))


def _blanked(text: str) -> str:
    return _NOT_BREAK.sub(" ", text)
