"""The optional native search: Hyperscan finds all words and literals in one pass.

`memsync[fast]` brings it. It only says where to look, so that findings are the same
with it and without; to load it takes longer than to scan ten notes, and only a scan of
many files asks for it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from memsync.secrets import commands, rules
from memsync.secrets.text import SOUGHT, TOKEN, Hits, Text, in_long_run

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = (*SOUGHT, b"pw", commands.OPTION)
_LITERALS = tuple(x for x in rules.BY_LITERAL if not x.translate(None, TOKEN))
# These two stand in every list and table: only the ones that can count are told.
_LETTERS = b"".join(sorted(commands.LETTERS))
_NARROWER = {commands.OPTION: (b" -[%b]" % _LETTERS, 3), b"|": (rb"[0-9]\|", 1)}
"""What is searched for instead of a word, and from where in it to the end."""
_BASE64 = r"[A-Za-z0-9+/_=-]"
_EDGE = r"[^A-Za-z0-9_./+=:?!|^#@$%`\r-]"
_SHAPES = (
    # Base64 of text: of its first six bits, a whole word but for dots and colons.
    rf"(?:^|{_EDGE})[.:`\r]{{0,8}}[CDI-Za-f]{_BASE64}{{23,}}[.:`\r]{{0,8}}(?:{_EDGE}|$)",
    # A bot token of Discord.
    r"[\w-]{23}\.[\w-]{6}\.[\w-]{27}",
)


def enable() -> bool:
    """Search natively from now on, in this process; False where it is not installed."""
    try:
        Text.search = staticmethod(_searcher())
    except ImportError:
        return False
    return True


def disable() -> None:
    """Search in Python again."""
    Text.search = None


@cache
def _searcher() -> Callable[[bytes], Hits]:
    """What searches one text; raises `ImportError` where Hyperscan is missing."""
    import hyperscan

    words = [
        _NARROWER[word][0] if word in _NARROWER else re.escape(word)
        for word in (*_WORDS, *_LITERALS)
    ]
    sources = [*words, *(shape.encode() for shape in _SHAPES)]
    caseless, once = hyperscan.HS_FLAG_CASELESS, hyperscan.HS_FLAG_SINGLEMATCH
    flags = [caseless] * len(_WORDS) + [0] * len(_LITERALS) + [once] * len(_SHAPES)
    database = hyperscan.Database()
    database.compile(
        expressions=sources,
        ids=list(range(len(sources))),
        flags=flags,
        elements=len(sources),
    )
    n = len(_WORDS)
    shapes = n + len(_LITERALS)
    lengths = [
        _NARROWER[word][1] if word in _NARROWER else len(word)
        for word in (*_WORDS, *_LITERALS)
    ]

    def search(data: bytes) -> Hits:
        found: list[tuple[int, int]] = []

        def hit(number: int, _start: int, end: int, _flags: int, _: object) -> None:
            found.append((number, end))

        database.scan(data, match_event_handler=hit)
        places: dict[bytes, list[int]] = {word: [] for word in _WORDS}
        called: set[bytes] = set()
        runs = False
        for number, end in found:
            if number < n:
                places[_WORDS[number]].append(end - lengths[number])
            elif number >= shapes:
                runs = True
            else:
                literal = _LITERALS[number - n]
                if literal not in called and in_long_run(
                    data, end - lengths[number], end
                ):
                    called.add(literal)
        return Hits(places, sorted(called), needs_runs=runs)

    return search
