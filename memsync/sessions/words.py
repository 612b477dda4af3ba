"""Prepares texts for the index: what counts as a word, and as a part of one.

SQLite's tokenizer takes a run of Chinese, Japanese or Korean for one word. Here each of
these characters becomes a word, so that a phrase finds any part of a run, even of two
characters. Identifiers go into a second index, by trigrams.
"""

from __future__ import annotations

import re

# Chinese, Japanese and Korean, which put no blanks between words.
_UNSPACED = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u318f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9d"
    "\U00020000-\U0003ffff"
)
_CHARACTER = re.compile(f"([{_UNSPACED}])")
# Scripts without blanks, whose single characters are not words either.
_RUN = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{3,}")
_CUTS = dict.fromkeys(map(ord, "\"'`()[]{}<>=,;!?|&*+#~^%$@\\"), " ")
# Signs inside of identifiers.
_ENDS = "_.:/-"
# Characters of an identifier; longer ones are data.
_LONGEST_PART = 200

# Images and the like, encoded as text; no word is so long.
_BLOB = re.compile(r"[A-Za-z0-9+/=_-]{600,}")


def cleaned(text: str) -> str:
    """A text that a database and a terminal can hold."""
    text = text.replace("\x00", " ")
    if len(text) > 600:
        text = _BLOB.sub("[…]", text)
    return text.encode("utf-8", "replace").decode("utf-8").strip()


def spaced(text: str) -> str:
    """The text with a blank around each character that is a word by itself."""
    return text if text.isascii() else _CHARACTER.sub(r" \1 ", text)


def parts(text: str) -> str:
    """The identifiers in a text, each once, in their order."""
    found: dict[str, None] = {}
    # A set first: most words repeat, and most are no identifiers. Faster than a
    # pattern.
    for word in dict.fromkeys(text.translate(_CUTS).split()):
        token = word.strip(_ENDS)
        if token.isascii():
            if _is_identifier(token):
                found[token] = None
        else:
            found.update(dict.fromkeys(_RUN.findall(token)))
    return " ".join(found)


def _is_identifier(token: str) -> bool:
    if token.isalpha():
        return not (token.islower() or token.isupper() or token[1:].islower())
    return 2 < len(token) <= _LONGEST_PART and not token.isdigit()


def is_unspaced(text: str) -> bool:
    """Whether any character of the text is a word by itself."""
    return not text.isascii() and bool(_CHARACTER.search(text))
