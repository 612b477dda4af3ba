"""Merge files in agents' own folders that two machines changed.

Pure and symmetric like the merge of memsync's own notes, and covered by the same merge
number. The place of a file in the tree alone tells which agent's format it has. A line
that is not in that format is prose.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

from memsync.sync.merge.entries_at import WITH_INDEX, lines_by_file
from memsync.sync.merge.fields import Times, value_of
from memsync.sync.merge.foreign_blocks import merge_blocks
from memsync.sync.merge.index import merge_index
from memsync.sync.merge.notes import Merged, Rules, merge_note
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.layout import INDEX_NAME, agent_of, place

if TYPE_CHECKING:
    from collections.abc import Collection

    from memsync.sync.merge.lines3 import Lines
    from memsync.sync.merge.notes import Side

_MOMENT = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ](?P<time>[0-9]{2}:[0-9]{2})(?::(?P<seconds>[0-9]{2}))?"
    r"(?:[.,](?P<fraction>[0-9]{1,9}))?"
    r"[ ]?(?:[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2})?)?)?"
)
# An observation or relation of basic-memory, which ignores their order.
_OBSERVED = re.compile(
    rb"[ \t]*[-*+][ \t]+"
    rb"(?:\[(?![ xX-]\])[^\[\]\r\n]+\](?!\()"
    rb"|[^\[\]\r\n]*\[\[[^\[\]\r\n]+\]\])"
)
# The line that begins or ends a code block, whose lines are not merged as a list.
_CODE_FENCE = re.compile(rb"[ \t]*(?:```|~~~)")


def moment_of(span: bytes) -> str | None:
    """The moment that a key holds, in UTC and in a form that sorts, or None.

    A day alone means its first instant. A time without a zone counts as UTC.
    """
    found = _MOMENT.fullmatch(value_of(span).strip())
    if found is None:
        return None
    try:
        moment = datetime.fromisoformat(
            f"{found['day']}T{found['time'] or '00:00'}:{found['seconds'] or '00'}"
        )
        ahead = timedelta(
            hours=int(found["hours"] or 0), minutes=int(found["minutes"] or 0)
        )
        zone = timezone(-ahead if found["sign"] == "-" else ahead)
        utc = moment.replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{found['fraction'] or '':0<9}"


# Claude Code has `modified` in its map `metadata`, other agents at the top level.
_TIMES = Times(latest=("updated", "modified"), read=moment_of, nested=True)


def _once(merged: Lines, lo: Lines, hi: Lines) -> Lines:
    """Remove the copies of observations that both sides added in different places.

    To basic-memory `- [category] text` and `- relation [[Target]]` are sets.
    """
    known = [_observed(side) for side in (lo, hi)]
    left: dict[bytes, int] = {}
    kept = []
    in_code = False
    for line in merged:
        in_code ^= _CODE_FENCE.match(line) is not None
        text = line.strip()
        if not in_code and _OBSERVED.match(line):
            most = max(each.count(text) for each in known)
            left[text] = left.get(text, max(most, 1)) - 1
            if left[text] < 0:
                continue
        kept.append(line)
    return kept


def _observed(lines: Lines) -> list[bytes]:
    return [line.strip() for line in lines if _OBSERVED.match(line)]


_RULES = Rules(_TIMES, lenient=True)
_RULES_OF = {"basic-memory": Rules(_TIMES, lenient=True, tidied=_once)}


def merge_foreign(
    agent: str, name: str, base: bytes | None, a: Side, b: Side
) -> Merged:
    """Merge two descendants of a file, as `merge_note` does.

    `name` is the file's name as in `memsync.sync.tree.layout.Place`.
    """
    if agent == "goose" and name.endswith(".txt"):
        return merge_blocks(base, a, b)
    return merge_note(base, a, b, rules=_RULES_OF.get(agent, _RULES))


def merge_text(path: str, base: bytes | None, a: Side, b: Side) -> Merged:
    """Merge two descendants of a note or an agent's file, by the rules of its home."""
    found = place(path)
    agent = agent_of(found.home)
    if agent:
        return merge_foreign(agent, found.name, base, a, b)
    return merge_note(base, a, b)


def merge_foreign_index(
    agent: str,
    base: bytes | None,
    a: Side,
    b: Side,
    *,
    gone: Collection[str] = (),
    revived: Collection[str] = (),
) -> Merged:
    """Merge two descendants of an agent's memory index, as `merge_index` does.

    An index that one side deleted and the other left alone goes, because agents
    make it again. `gone` and `revived` are names as in `merge_foreign`.
    """
    if agent not in WITH_INDEX:
        return merge_foreign(agent, INDEX_NAME, base, a, b)
    one_went = base is not None and {a.data, b.data} == {base, None}
    if one_went and not revived:
        return Merged(None, Outcome.DELETED)
    return merge_index(base, a, b, gone=gone, revived=revived, cut=lines_by_file)
