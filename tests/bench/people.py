"""Notes in the words of many people, each with passwords that are drawn anew.

People who had not seen the guard wrote them, each a file of notes/: somebody in
operations, in an office, at home, in a laboratory, an agent, and so on. About three of
five hold passwords, codes or tokens; the others are alike and hold none. Nobody has
read those whose names begin with `kept`: what is found of them is counted, no more.
`alike` has lines that were false alarms, `shapes` sentences that rules were made for,
`passphrases-*` and `kept-passphrases-*` notes with words that blanks separate.

A line is a list: the text with `{0}`, `{1}` in place of its secrets, and for each of
these its pieces: a word (`w5`, capitalised `W5`, in capitals `U5`), one of everyday.txt
(`e5`, capitalised `E5`), so many letters
(`l2`, `u2`) or figures (`d3`), a year (`y`), and any other sign (`=!`, a blank `=s`).
"""

from __future__ import annotations

import json
import random
import string
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from careless import WORDS

import memsync

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).with_name("notes")
_EVERYDAY = Path(__file__).with_name("everyday.txt")
_THESAURUS = Path(memsync.__file__).parent / "retrieval/words/thesaurus.txt"


class Note(NamedTuple):
    """One note, who wrote it, and what in it is secret."""

    author: str
    text: str
    secrets: list[str]


def notes(seed: int, *, kept: bool) -> Iterator[Note]:
    """The notes of those that nobody has read, or of the others."""
    draw = _Draw(seed)
    for file in sorted(FOLDER.glob("*.jsonl")):
        if file.stem.startswith("kept") == kept:
            for line in file.read_text(encoding="utf-8").splitlines():
                text, *forms = json.loads(line)
                secrets = [draw.value(form) for form in forms]
                for i, secret in enumerate(secrets):
                    text = text.replace(f"{{{i}}}", secret)
                yield Note(file.stem, text, secrets)


class _Draw:
    """Draws values of a form."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 -- repeatable, not secret
        self._words: dict[int, list[str]] = defaultdict(list)
        self._everyday: dict[int, list[str]] = defaultdict(list)
        for word in _EVERYDAY.read_text(encoding="utf-8").split():
            self._everyday[len(word)].append(word)
        said = _THESAURUS.read_text(encoding="utf-8").replace("|", " ").split()
        for word in sorted({*WORDS, *filter(str.isalpha, said)}):
            if word.isascii():
                self._words[len(word)].append(word.lower())

    def value(self, form: str) -> str:
        return "".join(map(self._piece, form.split()))

    def _piece(self, piece: str) -> str:
        kind, rest = piece[0], piece[1:]
        if kind == "=":
            return " " if rest == "s" else rest
        if kind == "y":
            return str(self._random.randrange(1950, 2030))
        if kind in "eE":
            word = self._random.choice(self._everyday[int(rest)])
            return word if kind == "e" else word.title()
        if kind in "wWU":
            word = self._word(int(rest))
            return {"w": word, "W": word.title(), "U": word.upper()}[kind]
        letters = {
            "l": string.ascii_lowercase,
            "u": string.ascii_uppercase,
            "d": string.digits,
        }[kind]
        return "".join(self._random.choices(letters, k=int(rest)))

    def _word(self, length: int) -> str:
        """A word of this length, or two that have it together."""
        if length in self._words:
            return self._random.choice(self._words[length])
        return self._word(length // 2) + self._word(length - length // 2)
