"""The provider tier: literal prefixes first, then only the rules they call for."""

from __future__ import annotations

from memsync.secrets import rules, shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.context import Found

_TOKEN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=:~?!|^#@$"
_TO_BLANKS = bytes(c if c in _TOKEN else 0x20 for c in range(256))
_SHORTEST_RUN = 16

_SPLIT_EARLY = (b"AKIA", b"ASIA", b"ghp_", b"gho_", b"ghs_", b"glpat-", b"xoxb-", b"xoxp-", b"npm_", b"hf_", b"AIza", b"sk_live_", b"sk-ant-", b"SG.")
"""Literals looked for in the whole text, so that a line break just behind them,
which leaves a run too short to be a candidate, does not hide the token."""

_LONGEST = 4200
_NOISE = b"`\r\n \t>\\\"'+|*"
_DISCORD = rb"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])"


def candidates(data: bytes) -> list[bytes]:
    """The long runs of token characters, where every provider's token must lie.

    Backticks are dropped first, because notes put them inside of tokens.
    """
    words = data.translate(_TO_BLANKS, b"`").split()
    return [word for word in words if len(word) >= _SHORTEST_RUN]


def find(data: bytes, runs: list[bytes]) -> Iterator[Found]:
    """Every token of the rule tables, also where a line break or backtick splits it."""
    joined = b" ".join(runs)
    for literal, rows in rules.BY_LITERAL.items():
        if literal in joined or (b" " in literal and literal in data):
            yield from _occurrences(data, literal, rows)
        elif literal in _SPLIT_EARLY and literal in data:
            yield from _occurrences(data, literal, rows)
    if joined.count(b".") >= 2:
        yield from _discord(data, joined)


def _occurrences(
    data: bytes, literal: bytes, rows: list[rules.Row]
) -> Iterator[Found]:
    lead = any(len(row) == 6 for row in rows)
    word = literal[:1].isalnum() and not lead
    at = data.find(literal)
    while at >= 0:
        if not (word and at and data[at - 1 : at].isalnum()):
            found = _match(data, at, rows) or _match_split(data, at, rows)
            if found:
                yield found
        at = data.find(literal, at + len(literal))


def _match(data: bytes, at: int, rows: list[rules.Row]) -> Found | None:
    for row in rows:
        pattern = rules.compiled(row)
        if len(row) == 6:
            match = None
            low = max(0, at - rules.MAX_LEAD - 20)
            for start in (low,):
                match = pattern.search(data, start, at + _LONGEST)
                if match and not match.start() <= at < match.end():
                    match = None
        else:
            match = pattern.match(data, at)
        if match and not shapes.is_documented_example(match[0]):
            return match.start(), match.start(), match.end(), row[0]
    return None


def _match_split(data: bytes, at: int, rows: list[rules.Row]) -> Found | None:
    end = min(len(data), at + 400)
    window, places = _without_noise(data, at, end)
    if len(window) == end - at:
        return None
    for row in rows:
        if len(row) == 6:
            continue
        match = rules.compiled(row).match(window)
        if match and match.end() < len(places) + 1 and _split_is_plausible(match[0]):
            return at, at, places[match.end() - 1] + 1, row[0]
    return None


def _without_noise(data: bytes, start: int, end: int) -> tuple[bytes, list[int]]:
    """The window with each single break between token characters taken out."""
    kept = bytearray()
    places: list[int] = []
    at = start
    while at < end:
        code = data[at]
        if code in _NOISE:
            stop = at
            while stop < end and data[stop] in _NOISE:
                stop += 1
            gap = data[at:stop]
            if not (b"`" in gap or b"\n" in gap) or stop - at > 24 or b"\n\n" in gap:
                kept.append(0x20)
                places.append(at)
            at = stop
        else:
            kept.append(code)
            places.append(at)
            at += 1
    return bytes(kept), places


def _split_is_plausible(value: bytes) -> bool:
    return not shapes.is_documented_example(value) and shapes.looks_random(value)


def _discord(data: bytes, joined: bytes) -> Iterator[Found]:
    import re

    for match in re.finditer(_DISCORD, joined):
        if shapes.looks_random(match[0]):
            at = data.find(match[0])
            if at >= 0:
                yield at, at, at + len(match[0]), "discord-token"
