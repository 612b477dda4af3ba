"""Merge frontmatter key by key; every byte that neither side changed stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note import frontmatter
from memsync.sync.merge.canonical import three_way
from memsync.sync.merge.keyed import ListItem, merge_members

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# A day in the form whose text sorts by date.
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# A list item with the same meaning in both styles: quoted, or plain text without
# characters that are syntax in YAML or in a list.
_ITEM = rb"""(?:"[^"\\\r\n]*"|'[^'\r\n]*'|%b(?:%b*%b)?)""" % (
    rb"[^\s\[\]{}#&*!|>%@`\"',:?-]",
    rb"[^\[\]{},:#\r\n]",
    rb"[^\[\]{},:#\s]",
)
# The two styles of a list: in brackets, and with one item on each line.
_FLOW = re.compile(
    rb"(?P<head>[^\r\n\[]*:[ \t]*)"
    rb"\[(?P<items>[ \t]*(?:%b[ \t]*(?:,[ \t]*%b[ \t]*)*)?)\]"
    rb"(?P<tail>[ \t]*(?:\r?\n)?)" % (_ITEM, _ITEM)
)
_BLOCK = re.compile(
    rb"(?P<head>[^\r\n]*:[ \t]*\r?\n)(?P<items>(?:[ \t]*-[ \t]+%b[ \t]*\r?\n)+)" % _ITEM
)
_ITEMS = re.compile(_ITEM)
_MAP_HEAD = re.compile(rb"[^\r\n]*:[ \t]*(?:[ \t]#[^\r\n]*)?\r?\n")

# YAML allows no tab here.
_INDENT = re.compile(rb" +")


class Items(NamedTuple):
    """The value of a key that is a list of plain items."""

    items: list[bytes]
    """Each as written, with its quotes."""
    span: bytes
    """The text of the key with its list."""

    def rendered(self, items: list[bytes]) -> bytes:
        """The text of the key with these items, in the same style."""
        if items == self.items:
            return self.span
        if flow := _FLOW.fullmatch(self.span):
            return flow["head"] + b"[" + b", ".join(items) + b"]" + flow["tail"]
        head, first = self.span.splitlines(keepends=True)[:2]
        if not items:
            return head.replace(b":", b": []", 1)
        before, after = first.split(self.items[0], 1)
        return head + b"".join(before + item + after for item in items)


class Block(NamedTuple):
    """A key whose value is a map in block style, with its keys at one indentation."""

    head: bytes
    """The key's own line, and all lines above the first key of the map."""
    indent: bytes
    members: list[ListItem]
    """The keys of the map, each with all lines up to the next key."""


def block_of(span: bytes) -> Block | None:
    """Cut the text of a key; None where its value is not such a map.

    Head and members, joined, are the text again. Comments and blank lines below a
    key of the map belong to that key.
    """
    lines = span.splitlines(keepends=True)
    # `splitlines` also breaks lines at a lone CR, where git does not.
    if len(lines) != span.count(b"\n") or not _MAP_HEAD.fullmatch(lines[0]):
        return None
    head = [lines[0]]
    indent = b""
    members: list[ListItem] = []
    for line in lines[1:]:
        if not line.strip() or line.lstrip().startswith(b"#"):
            found = None
        else:
            own = _INDENT.match(line)
            indent = indent or (own[0] if own else b"")
            if own is None or not own[0].startswith(indent):
                return None
            found = _key_of(line[len(indent) :])
            if found is None and (own[0] == indent or not members):
                return None
        if found is not None:
            members.append(ListItem(found, line))
        elif members:
            members[-1] = members[-1]._replace(data=members[-1].data + line)
        else:
            head.append(line)
    keys = {member.key for member in members}
    if not members or len(keys) != len(members):
        return None
    return Block(b"".join(head), indent, members)


def _key_of(line: bytes) -> str | None:
    """The key at the start of a line, or None; the map's indentation is cut off."""
    if line[:1] in (b" ", b"\t", b"-"):
        return None
    spans = frontmatter.cut(line)
    return spans[0].key if len(spans) == 1 else None


def day_of(span: bytes) -> str | None:
    """The value of a key that is a calendar day, YYYY-MM-DD; else None."""
    value = value_of(span)
    return value if _DAY.fullmatch(value) else None


def value_of(span: bytes) -> str:
    """The plain value of a key; empty if it has none, or one that is not plain."""
    simple = frontmatter.read_simple(span.decode("utf-8", "replace").strip())
    return next(iter(simple[0].values()), "") if simple else ""


class Times(NamedTuple):
    """The keys that hold a time, and the rule for which of two times stays."""

    earliest: tuple[str, ...] = ("created",)
    """Keys of which the earlier value stays."""
    latest: tuple[str, ...] = ("updated",)
    """Keys of which the later value stays."""
    read: Callable[[bytes], str | None] = day_of
    """Reads the time that a key holds, in a form that sorts; None for no time."""
    nested: bool = False
    """Whether the rule also applies to the keys of a map."""

    def rules(self, key: str, depth: int = 0) -> bool:
        """Whether the rule applies to a key; `depth` is 0 outside of any map."""
        return (self.nested or not depth) and key in self.earliest + self.latest


OUR_TIMES = Times()


class MergedHeader(NamedTuple):
    """Merged frontmatter."""

    data: bytes
    """The text between the fences."""
    decided: bool
    """Whether a key had two new values, so that the later clock's won."""


def merge_headers(
    base: bytes, lo: bytes, hi: bytes, times: Times = OUR_TIMES
) -> MergedHeader:
    """Merge three headers; `hi` is the side with the later clock.

    A change of one side alone is taken. Where both sides changed a key, a change
    wins over a removal; of two times the earlier or the later stays, as `times`
    says; lists of plain items are merged as sets; maps in block style are merged by
    their keys, by these same rules; for any other value the later clock's text wins.
    """
    if hi in (lo, base):
        return MergedHeader(lo, decided=False)
    if lo == base:
        return MergedHeader(hi, decided=False)
    choice = _Choice(times)
    members = merge_members(_members(base), _members(lo), _members(hi), choice.of_key)
    return MergedHeader(b"".join(m.data for m in members), choice.decided)


def has_twice(header: bytes) -> bool:
    """Whether a key appears twice: YAML forbids that, so it cannot be merged."""
    keys = [span.key for span in frontmatter.cut(header) if span.key is not None]
    return len(keys) != len(set(keys))


def items_of(span: bytes) -> Items | None:
    """The items of a key whose value is a list of plain items, in either style.

    None for any other value.
    """
    found = _FLOW.fullmatch(span) or _BLOCK.fullmatch(span)
    if found is None:
        return None
    if found.re is _BLOCK:
        lines = found["items"].splitlines()
        return Items([line.strip()[1:].strip() for line in lines], span)
    return Items(_ITEMS.findall(found["items"]), span)


class _Choice:
    """Merges the text of each key; `decided` tells whether one side had to win."""

    def __init__(self, times: Times, depth: int = 0) -> None:
        self.times = times
        self.depth = depth
        self.decided = False

    def of_key(
        self, key: str, old: bytes | None, one: bytes | None, two: bytes | None
    ) -> bytes | None:
        """The merged text of one key; None where the key is removed."""
        if two in (one, old):
            return one
        if one == old:
            return two
        if one is None or two is None:
            return two if one is None else one
        if self.times.rules(key, self.depth):
            merged = self._of_times(key, one, two)
        else:
            merged = _merge_items(old, one, two)
        if merged is None:
            merged = self._of_blocks(old, one, two)
        if merged is None:
            self.decided = True
            return two
        return merged

    def _of_times(self, key: str, lo: bytes, hi: bytes) -> bytes | None:
        one, two = self.times.read(lo), self.times.read(hi)
        if one is None or two is None:
            return None
        return lo if (one < two) == (key in self.times.earliest) else hi

    def _of_blocks(self, old: bytes | None, lo: bytes, hi: bytes) -> bytes | None:
        one, two = block_of(lo), block_of(hi)
        if one is None or two is None or one.indent != two.indent:
            return None
        base = block_of(old) if old is not None else None
        if base is None or base.indent != one.indent:
            base = None
        head = three_way(base.head if base else b"", one.head, two.head, two.head)
        inner = _Choice(self.times, self.depth + 1)
        members = merge_members(
            base.members if base else [], one.members, two.members, inner.of_key
        )
        self.decided = self.decided or inner.decided
        return head + b"".join(member.data for member in members)


def _members(header: bytes) -> Sequence[ListItem]:
    return [ListItem(span.key, span.data) for span in frontmatter.cut(header)]


def _merge_items(old: bytes | None, lo: bytes, hi: bytes) -> bytes | None:
    """Merge a list of plain items that both sides changed; None for other values."""
    one, two = items_of(lo), items_of(hi)
    if one is None or two is None:
        return None
    before = items_of(old) if old is not None else None
    return _merge_sets(before.items if before else [], one, two)


def _merge_sets(base: list[bytes], lo: Items, hi: Items) -> bytes:
    kept = [item for item in lo.items if item in hi.items or item not in base]
    new = [item for item in hi.items if item not in lo.items and item not in base]
    merged = list(dict.fromkeys(kept + new))
    return hi.span if merged == hi.items else lo.rendered(merged)
