"""WordPiece over BERT's vocabulary (Devlin et al. 2018; Wu et al. 2016, section 4.1).

`vocab.txt` is BERT's own list for uncased English, under the Apache licence: see
NOTICE. A piece's id is its line, from 0.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("vocab.txt")

# Characters; a longer word is one unknown piece, as in BERT.
_LONGEST_WORD = 100

# The most pieces of a text on which the model was trained; the rest is cut.
LONGEST = 256

_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """A vocabulary, made by `vocabulary` or from a model's own `vocab.txt`."""

    def __init__(self, text: str) -> None:
        pieces = text.removesuffix("\n").split("\n")
        self._ids = {piece.rstrip("\r"): at for at, piece in enumerate(pieces)}
        self._unknown = self._ids["[UNK]"]
        self._first = self._ids["[CLS]"]
        self._last = self._ids["[SEP]"]

    def __len__(self) -> int:
        return len(self._ids)

    def ids(self, text: str) -> list[int]:
        """The ids of a text's pieces, between the ids that begin and end a text."""
        found = [at for word in _words(text) for at in self._pieces(word)]
        return [self._first, *found[: LONGEST - 2], self._last]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > _LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        begin = 0
        while begin < len(word):
            end = len(word)
            mark = "##" if begin else ""
            while end > begin and mark + word[begin:end] not in self._ids:
                end -= 1
            if end == begin:
                return [self._unknown]
            found.append(self._ids[mark + word[begin:end]])
            begin = end
        return found


def _words(text: str) -> list[str]:
    """Lower-case words without accents; punctuation and CJK characters stand alone."""
    spaced: list[str] = []
    # The model was trained on lower-case text without accents.
    for char in unicodedata.normalize("NFD", _clean(text).lower()):
        if unicodedata.category(char) == "Mn":
            continue
        alone = _is_punctuation(char) or _is_cjk(char)
        spaced.append(f" {char} " if alone else char)
    return "".join(spaced).split()


def _clean(text: str) -> str:
    return "".join(
        " " if char in "\t\n\r" else char
        for char in text
        if char in "\t\n\r"
        or (char != "\ufffd" and unicodedata.category(char)[0] != "C")
    )


def _is_punctuation(char: str) -> bool:
    # BERT counts every ASCII sign as punctuation; Unicode does not, such as $ and ^.
    if char.isascii():
        return char.isprintable() and not char.isalnum() and char != " "
    return unicodedata.category(char)[0] == "P"


def _is_cjk(char: str) -> bool:
    return char >= "\u3400" and any(a <= ord(char) <= b for a, b in _CJK)


@cache
def vocabulary() -> WordPiece:
    """BERT's vocabulary, read once."""
    return WordPiece(_FILE.read_text("utf-8"))
