"""Frontmatter merged key by key, with every byte that nobody changed kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note import frontmatter
from memsync.sync.merge.canonical import three_way
from memsync.sync.merge.keyed import ListItem, merge_members

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# The form in which days compare as text.
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# A list item that reads as one thing in either style: quoted, or plain text
# without what YAML or a list would take for syntax.
_ITEM = rb"""(?:"[^"\\\r\n]*"|'[^'\r\n]*'|%b(?:%b*%b)?)""" % (
    rb"[^\s\[\]{}#&*!|>%@`\"',:?-]",
    rb"[^\[\]{},:#\r\n]",
    rb"[^\[\]{},:#\s]",
)
# A list in brackets, and one with an item a line: the two forms that people write.
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
    """A list of plain items, as one key has it."""

    items: list[bytes]
    """Each as it is written, with its quotes."""
    span: bytes

    def rendered(self, items: list[bytes]) -> bytes:
        """The same key with these items, written in the same way."""
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
    """A key whose value is a map in block style of keys, each indented alike."""

    head: bytes
    """The key's own line, and what stands above the first key of the map."""
    indent: bytes
    members: list[ListItem]
    """The keys of the map, each with all lines up to the next one."""


def block_of(span: bytes) -> Block | None:
    """Cut the text of a key; None where its value is anything but such a map.

    Joined, head and members are the text again. Lines below a key of the map,
    also comments and blank ones, belong to it.
    """
    lines = span.splitlines(keepends=True)
    # A line break that git and YAML do not know would make two lines of one.
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
    """The key that a line begins, without the indentation of its map."""
    if line[:1] in (b" ", b"\t", b"-"):
        return None
    spans = frontmatter.cut(line)
    return spans[0].key if len(spans) == 1 else None


def day_of(span: bytes) -> str | None:
    """The calendar day that a key holds, or None."""
    value = value_of(span)
    return value if _DAY.fullmatch(value) else None


def value_of(span: bytes) -> str:
    """The plain value of a key; empty for none, and for any other value."""
    simple = frontmatter.read_simple(span.decode("utf-8", "replace").strip())
    return next(iter(simple[0].values()), "") if simple else ""


class Times(NamedTuple):
    """The keys that hold a time, and follow a rule of their own."""

    earliest: tuple[str, ...] = ("created",)
    """Keys of which the earlier value stays."""
    latest: tuple[str, ...] = ("updated",)
    """Keys of which the later value stays."""
    read: Callable[[bytes], str | None] = day_of
    """The time that a key holds, in a form that sorts; None for any other text."""
    nested: bool = False
    """The rule holds for the keys of a map, too."""

    def rules(self, key: str, depth: int = 0) -> bool:
        """Whether a key follows it; `depth` is that of the map that it stands in."""
        return (self.nested or not depth) and key in self.earliest + self.latest


OUR_TIMES = Times()


class MergedHeader(NamedTuple):
    """The merged text between the fences."""

    data: bytes
    decided: bool
    """A key had two new values, and the later clock's was taken."""


def merge_headers(
    base: bytes, lo: bytes, hi: bytes, times: Times = OUR_TIMES
) -> MergedHeader:
    """Merge three headers; `hi` is the side of the later clock.

    One side's change is taken. Where both changed a key: one that holds a time
    takes the earlier or the later as `times` says, a list of plain items is merged
    as a set, a map in block style by its own keys in the same way, a change beats a
    removal, and else the later clock's text stays.
    """
    if hi in (lo, base):
        return MergedHeader(lo, decided=False)
    if lo == base:
        return MergedHeader(hi, decided=False)
    choice = _Choice(times)
    members = merge_members(_members(base), _members(lo), _members(hi), choice.of_key)
    return MergedHeader(b"".join(m.data for m in members), choice.decided)


def has_twice(header: bytes) -> bool:
    """Whether a key appears twice: YAML has no answer, so neither has a merge."""
    keys = [span.key for span in frontmatter.cut(header) if span.key is not None]
    return len(keys) != len(set(keys))


def items_of(span: bytes) -> Items | None:
    """The items of a key whose value is a list of plain ones, in either style."""
    found = _FLOW.fullmatch(span) or _BLOCK.fullmatch(span)
    if found is None:
        return None
    if found.re is _BLOCK:
        lines = found["items"].splitlines()
        return Items([line.strip()[1:].strip() for line in lines], span)
    return Items(_ITEMS.findall(found["items"]), span)


class _Choice:
    """Chooses the text of each key, and remembers whether one had to win."""

    def __init__(self, times: Times, depth: int = 0) -> None:
        self.times = times
        self.depth = depth
        self.decided = False

    def of_key(
        self, key: str, old: bytes | None, one: bytes | None, two: bytes | None
    ) -> bytes | None:
        """The merged text of one key; None where the key goes."""
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
    """A list of plain items that both sides changed; None for any other value."""
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
