"""The provider tier: literal prefixes first, then only the rules they call for."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets import rules
from memsync.secrets.rules import probes
from memsync.secrets.texts.within import in_blob, in_long_run
from memsync.secrets.tiers import discord, literals
from memsync.secrets.values import fillers, shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

_JOINT = lazy(
    rb"[\w.+/=-]{0,200}+"
    rb"(?:`(?:[ \t]?`)?|\\?\r?\n|\\n|[\"'][ \t]*[+\\]?[ \t]*\r?\n)"
)

_BREAKS = frozenset((b"\\n", b"\\r", b"\\t"))
_PERCENT, _BY_NUMBER = b"%", b"\\u"
_HEX = b"0123456789abcdefABCDEF"

# Bytes between literals that crowd, and how many such may be split: no token consists
# of its own beginning repeated, and checking takes long.
_NEXT, _CROWD = 16, 64
_BACKSLASH, _QUOTE = b"\\", b">"
# `re` finds two such bytes in half the time of `find`.
_APART = ((_BACKSLASH, lazy(rb"\\\n")), (_QUOTE, lazy(rb"\n>")))

# Bytes before such a joint, and words beside it, in which a token may begin.
_REACH, _BESIDE = 200, 2
_NOISE = b"`\r\n \t>\\\"'+|*"
_PIECES = lazy(rb"[`\r\n \t>\\\"'+|*]+|[^`\r\n \t>\\\"'+|*]+")
_MOST_JOINTS = 12

# Between two strings it joins them; within a token it is base64.
_PLUS = b"+"
_BASE64_SIGNS = (b"+", b"/")
_MARK = 4

# Bytes of `sha512-`.
_NAMED = 7

# Bytes that the joints before a literal may take.
_GAPS = 40


def find(text: Text, samples: list[Found]) -> Iterator[Found]:
    """Every token of the rule tables, also where a line break or backtick splits it.

    Appends to `samples` what has the length and the beginning of a token, but is
    filled up with a sequence or repeated characters, as in documents.
    """
    data = text.data
    called = text.literals
    if called is None:
        around = _around_joints(data)
        called = literals.held(text, around) if around or text.runs else []
    for literal in called:
        rows = rules.BY_LITERAL[literal]
        for found, sample in _occurrences(data, literal, rows):
            if sample:
                samples.append(found)
            else:
                yield found
    if text.runs and text.long:
        yield from discord.find(text, samples)


def _around_joints(data: bytes) -> bytes:
    """The words beside joints, which may hold a token's beginning or mark.

    Joints are those of a quoted line, and of one that goes on after a backslash.
    """
    words = []
    for rare, joint in _APART:
        # Searching for a single byte is fast, and most texts have neither.
        for found in joint.finditer(data) if data.find(rare) >= 0 else ():
            at, behind = found.span()
            words += data[max(0, at - _REACH) : at].rsplit(None, _BESIDE)[-_BESIDE:]
            words += data[behind : behind + _GAPS + _NEXT].split(None, _BESIDE)[
                :_BESIDE
            ]
    return b" ".join(words)


def _occurrences(
    data: bytes, literal: bytes, rows: list[rules.Row]
) -> Iterator[tuple[Found, bool]]:
    lead = any(len(row) == 6 for row in rows)
    word = literal[:1].isalnum() and not lead
    at = last = _following(data, literal, rows, 0)
    crowd = 0
    beside_joint: bool | None = None
    while at >= 0:
        after = at + len(literal)
        before = data[at - 1 : at] if at else b""
        inside = word and before.isalnum() and not _is_escaped(data, at)
        if not inside and (literal != b"|" or before.isdigit()):
            crowd = crowd + 1 if at - last <= _NEXT else 0
            last = at
            (found, sample), split = _match(data, at, rows), False
            if not found and crowd <= _CROWD and _may_be_split(data, at, after, lead):
                found = _match_split(data, at, rows)
                if found and beside_joint is None:
                    beside_joint = _around_joints(data).find(literal) >= 0
                split = found is not None and beside_joint is True
            # Checked last, because it is seldom false.
            if (
                found
                and (split or in_long_run(data, at, after))
                and not (before in _BASE64_SIGNS and in_blob(data, *found[1:3]))
                and not _is_digest(data, *found[1:3])
            ):
                yield found, sample
                # What begins within a token is a part of it.
                after = max(after, found[2])
        at = _following(data, literal, rows, after)


def _is_digest(data: bytes, start: int, end: int) -> bool:
    """Whether the name of a digest's kind precedes it, as in lock files: `sha512-…`."""
    return shapes.is_named_digest(data[max(0, start - _NAMED) : end])


def _following(data: bytes, literal: bytes, rows: list[rules.Row], start: int) -> int:
    if literal in probes.COMMON:
        return probes.find(data, literal, rows, start)
    return data.find(literal, start)


def _may_be_split(data: bytes, at: int, after: int, lead: bool) -> bool:
    if _JOINT.match(data, after):
        return True
    # Few bytes follow the mark in a signed key, so it may stand behind the joint.
    return lead and after - at >= _MARK and b"\n" in data[max(0, at - _GAPS) : at]


def _is_escaped(data: bytes, at: int) -> bool:
    """Whether an escape ends at `at`: a line break in JSON, a sign in a URL."""
    left = data[max(0, at - 6) : at]
    if left[-2:] in _BREAKS:
        return True
    digits = 2 if left[-3:-2] == _PERCENT else 4 if left.startswith(_BY_NUMBER) else 0
    return digits > 0 and not left[-digits:].strip(_HEX)


def _match(data: bytes, at: int, rows: list[rules.Row]) -> tuple[Found | None, bool]:
    """The token at `at`, and whether it is a sample."""
    sample = None
    for row in rows:
        lead, tail = rules.compiled(row)
        start = at
        if lead is not None:
            before = lead.search(data, max(0, at - rules.MAX_LEAD), at)
            if before is None:
                continue
            start = before.start()
        match = tail.match(data, at)
        if match:
            found = start, start, match.end(), row[0]
            value = data[start : match.end()]
            if not fillers.is_documented_example(_drawn(value, row)):
                return found, False
            # Somebody has to put a token in the place of `xxxxx`.
            if not fillers.is_mask(value):
                sample = sample or found
    return sample, sample is not None


def _drawn(value: bytes, row: rules.Row) -> bytes:
    # The random part follows the literal, which may itself be `AAAAAAAA`.
    # What precedes the path of an address is not random, and what precedes another
    # literal is.
    literal = row[2].encode()
    leads = len(row) == 6 and not literal.startswith(b"/")
    return (value if leads else value.partition(literal)[2]) or value


def _match_split(data: bytes, at: int, rows: list[rules.Row]) -> Found | None:
    begin = _begin(data, at) if any(len(row) == 6 for row in rows) else at
    window, places, joints = _without_noise(data, begin, min(len(data), at + _REACH))
    if not joints or at not in places:
        return None
    literal = places.index(at)
    for joint in joints:
        # What follows the token may be glued to it, too: add one gap each time.
        part = window[:joint]
        for row in rows:
            lead, tail = rules.compiled(row)
            before = lead.search(part, 0, literal) if lead else None
            start = before.start() if before else literal
            match = tail.match(part, literal) if before or not lead else None
            if match and _split_is_plausible(part[start : match.end()]):
                return places[start], places[start], places[match.end() - 1] + 1, row[0]
    return None


def _begin(data: bytes, at: int) -> int:
    """Where the word begins that a literal is in, joints included."""
    start = max(0, at - rules.MAX_LEAD - _GAPS)
    for piece in reversed([*_PIECES.finditer(data, start, at)]):
        if _is_gap(piece[0]) and not _is_joint(piece[0]):
            return piece.end()
    return start


def _without_noise(
    data: bytes, start: int, end: int
) -> tuple[bytes, list[int], list[int]]:
    """The text up to the next real gap, without its joints.

    Returns it with each byte's place in `data`, and where it could end: at the
    joints after the first one.
    """
    kept = bytearray()
    places: list[int] = []
    joints: list[int] = []
    for piece in _PIECES.finditer(data, start, end):
        if not _is_gap(piece[0]):
            kept += piece[0]
            places += range(*piece.span())
        elif _is_joint(piece[0]):
            joints.append(len(kept))
            if len(joints) == _MOST_JOINTS:
                break
        else:
            break
    return bytes(kept), places, [*joints[1:], len(kept)] if joints else []


def _is_gap(piece: bytes) -> bool:
    return piece[0] in _NOISE and piece != _PLUS


def _is_joint(gap: bytes) -> bool:
    """Whether a gap may split a token: a line break, or backticks back to back."""
    if len(gap) > 24 or b"\n\n" in gap or b"\n\r\n" in gap:
        return False
    if b"\n" in gap:
        return True
    inner = gap.strip(b" \t")
    return inner == gap and inner[:1] == b"`" == inner[-1:]


def _split_is_plausible(value: bytes) -> bool:
    return not fillers.is_documented_example(value) and shapes.looks_random(
        value, expected=True
    )
