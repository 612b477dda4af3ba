"""The value of a key that is a map in block style, cut by its own keys."""

from __future__ import annotations

import re
from typing import NamedTuple

from memsync.memory.note import frontmatter
from memsync.sync.merge.keyed import ListItem

_HEAD = re.compile(rb"[^\r\n]*:[ \t]*(?:[ \t]#[^\r\n]*)?\r?\n")
# YAML allows no tab here.
_INDENT = re.compile(rb" +")


class Block(NamedTuple):
    """A key whose value is a map of keys below it, each indented alike."""

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
    if len(lines) != span.count(b"\n") or not _HEAD.fullmatch(lines[0]):
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
            found = _key(line[len(indent) :])
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


def _key(line: bytes) -> str | None:
    """The key that a line begins, without the indentation of its map."""
    if line[:1] in (b" ", b"\t", b"-"):
        return None
    spans = frontmatter.cut(line)
    return spans[0].key if len(spans) == 1 else None
