"""The stems that come with memsync: those of every word of the thesaurus.

`python tests/support/stems.py --write` brings them up to date.
"""

from __future__ import annotations

import sys

from memsync.retrieval.words.stem import FILE, stemmer
from memsync.retrieval.words.thesaurus import thesaurus


def made() -> str:
    """What the file should hold, as the stemmer says."""
    words = {
        word for line in thesaurus().lines() for word in line.replace("|", " ").split()
    }
    asked = [
        word for word in words if len(word) > 3 and word.isascii() and word.isalpha()
    ]
    return "".join(f"{word} {stemmer()(word)}\n" for word in sorted(asked))


if __name__ == "__main__" and "--write" in sys.argv:
    FILE.write_text(made(), "ascii")
