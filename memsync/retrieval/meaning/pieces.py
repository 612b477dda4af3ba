"""The pieces of a note that get a vector each; the one most like a query counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.retrieval.words.documents import Document

# Raise it when a change gives other pieces for the same note.
VERSION = 1

# The most pieces of one note; a longer body is divided evenly into them.
MOST = 6

# Words of a piece of the body: a model works best on one thought at a time.
_WORDS = 40

# The end of a sentence, a blank line, or the beginning of a list item.
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")


def pieces(document: Document) -> list[str]:
    """The note's name with its description, then its body in pieces."""
    title = re.sub(r"[-_]+", " ", document.name)
    head = f"{title}. {document.description}".strip()
    sentences = [
        text
        for part in _SENTENCE.split(document.body)
        if (text := " ".join(part.split()))
    ]
    return [head, *_joined(sentences)][:MOST]


def _joined(sentences: list[str]) -> list[str]:
    """Neighbouring sentences joined, so that the pieces do not exceed their number."""
    total = sum(len(text.split()) for text in sentences)
    room = max(_WORDS, -(-total // (MOST - 1)))
    found: list[str] = []
    held = 0
    for text in sentences:
        size = len(text.split())
        if found and held + size <= room:
            found[-1] += f" {text}"
            held += size
        else:
            found.append(text)
            held = size
    return found
