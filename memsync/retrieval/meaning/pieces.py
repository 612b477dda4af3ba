"""The pieces of a note that get a vector each: its best one is what it means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.retrieval.words.documents import Document

# Raise it when the same note would make other pieces.
VERSION = 1

# Pieces of one note; longer ones share what is left evenly.
MOST = 6

# Words of a piece of the body: a model sees one thought at a time best.
_WORDS = 40

# The end of a sentence, a blank line, or the beginning of a list item.
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")


def pieces(document: Document) -> list[str]:
    """What the note is called and about, then its body in pieces."""
    title = re.sub(r"[-_]+", " ", document.name)
    head = f"{title}. {document.description}".strip()
    sentences = [
        text
        for part in _SENTENCE.split(document.body)
        if (text := " ".join(part.split()))
    ]
    return [head, *_joined(sentences)][:MOST]


def _joined(sentences: list[str]) -> list[str]:
    """Neighbouring sentences together, up to so many words that all fit."""
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
