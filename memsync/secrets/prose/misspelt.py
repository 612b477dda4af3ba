"""How people misspell and shorten the word for a password."""

from __future__ import annotations

# `pass…` and the others, by how they go on; and what of them is looked for.
AFTER_PASS = (b"wrod", b"owrd", b"wrd", b"woord", b"swor")
OTHERS = {
    b"pasw": (b"ord", b"d"),
    b"pssw": (b"ord", b"d"),
    b"p/w": (b":", b" ", b"="),
}

# The same as a pattern.
SPELT = rb"pass(?:wrod|owrd|wrd|woord|sword)|p[as]sw(?:or)?d|p/w"
