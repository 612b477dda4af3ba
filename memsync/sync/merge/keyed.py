"""Three-way merge of lists in which some members have keys.

Frontmatter (keys between comments) and a memory index (entries between prose) are
both such lists. Members with a key are merged as a set, each by its own text,
wherever they are in the list. Members without a key are prose: in doubt they stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.merge.lines3 import common, keep_both, merge3

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memsync.sync.merge.lines3 import Hunk, Lines

    Choose = Callable[[str, bytes | None, bytes | None, bytes | None], bytes | None]

# Begins the token of a member with a key; prose that is merged has no NUL.
_MARK = b"\x00"


class ListItem(NamedTuple):
    """A part of a file, with its key if it has one."""

    key: str | None
    data: bytes


def merge_members(
    base: Sequence[ListItem],
    lo: Sequence[ListItem],
    hi: Sequence[ListItem],
    choose: Choose,
) -> list[ListItem]:
    """Merge two lists; no key may occur twice in any of the three.

    `choose` gets a key and its texts in `base`, `lo` and `hi`, None where the list
    does not have the key. It returns the merged text, or None to remove the member.
    Order and prose come from both sides. A member that `choose` keeps although it
    has lost its place goes below the last member with a key, else to the end.
    """
    texts = [
        {m.key: m.data for m in side if m.key is not None} for side in (base, lo, hi)
    ]
    keys = dict.fromkeys(key for side in (texts[1], texts[2], texts[0]) for key in side)
    chosen = {
        key: data
        for key in keys
        if (data := choose(key, *(side.get(key) for side in texts))) is not None
    }
    of = {_token(key): key for key in keys}
    mine, others = _tokens(lo), _tokens(hi)
    tokens = merge3(_tokens(base) or common(mine, others), mine, others, _keep)
    merged: list[ListItem] = []
    end = 0
    for token in tokens:
        key = of.get(token)
        if key is None:
            merged.append(ListItem(None, token))
        elif (data := chosen.pop(key, None)) is not None:
            merged.append(ListItem(key, data))
            end = len(merged)
    rest = [ListItem(key, data) for key, data in chosen.items()]
    return merged[:end] + rest + merged[end:] if end else merged + rest


def _tokens(members: Sequence[ListItem]) -> Lines:
    return [m.data if m.key is None else _token(m.key) for m in members]


def _token(key: str) -> bytes:
    return _MARK + key.encode("utf-8", "surrogateescape")


def _keep(hunk: Hunk) -> Lines:
    return keep_both(hunk.lo, hunk.hi)
