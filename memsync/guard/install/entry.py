"""Edits the text of a pre-commit configuration.

PyYAML gives the position of each node in the text. Only block style is edited, as
people write it; an empty list may be `[]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from memsync.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def unsafe(why: str) -> Broken:
    """The error for a file that cannot be edited, with the next step."""
    return Broken(
        f"'.pre-commit-config.yaml' {why}",
        hint="edit it by hand; docs/guard.md shows memsync's entry",
        word="config",
    )


@dataclass(frozen=True, slots=True)
class Repos:
    """The list of repositories: its key and nodes."""

    key: yaml.ScalarNode
    node: yaml.SequenceNode


# The keys of one hook, `id` first, each with its value as YAML.
Keys = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The content of an entry: a repository, a version and hooks."""

    url: str
    """`local` for commands of this machine."""
    rev: str | None
    """None for `local`, which has no version."""
    hooks: tuple[Keys, ...]

    def dashed(self, before: str, gap: str, deeper: int, end: str = "\n") -> str:
        """The entry's lines: the dash behind `before`, the keys `gap` behind it.

        The hooks stand `deeper` columns right of the keys, each line ends with `end`.
        """
        keys = before + " " * len(gap)
        lines = [f"{before}-{gap[1:]}repo: {self.url}"]
        if self.rev is not None:
            lines.append(f"{keys}rev: {self.rev}")
        lines.append(f"{keys}hooks:")
        for hook in self.hooks:
            for number, (key, value) in enumerate(hook):
                mark = "  " if number else "- "
                lines.append(f"{keys}{' ' * deeper}{mark}{key}: {value}")
        return "".join(line + end for line in lines)


@dataclass(frozen=True, slots=True)
class Entry:
    """One repository of the list."""

    number: int
    """0-based place in the list."""
    node: yaml.MappingNode

    @property
    def url(self) -> str:
        """The repository's address, as written."""
        node = _value(self.node, "repo")
        return str(node.value) if isinstance(node, yaml.ScalarNode) else ""

    @property
    def rev(self) -> str | None:
        """The version it names."""
        node = _value(self.node, "rev")
        text = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
        return text or None

    def with_rev(self, text: str, rev: str) -> str:
        """The text with another version, in the same quotes."""
        node = _value(self.node, "rev")
        start, end = node.start_mark.index, node.end_mark.index
        quote = text[start] if text[start] in "'\"" else ""
        return f"{text[:start]}{quote}{rev}{quote}{text[end:]}"

    def span(self, text: str) -> tuple[int, int]:
        """From the start of its first line to behind its last line."""
        start = text.rfind("\n", 0, self.node.start_mark.index) + 1
        return start, _line_end(text, _end(self.node))

    def line_numbers(self, text: str) -> tuple[int, int]:
        """The 1-based numbers of its first and last line."""
        start, end = self.span(text)
        return text.count("\n", 0, start) + 1, text.count("\n", 0, end - 1) + 1

    def is_as_written(self, text: str, hooks: tuple[Keys, ...]) -> bool:
        """Whether it is what memsync writes, with no word or comment besides."""
        start, end = self.span(text)
        written = text[start:end].replace("\r\n", "\n").removesuffix("\n") + "\n"
        revs = [self.rev and f"{quote}{self.rev}{quote}" for quote in ("", "'", '"')]
        return written in [
            Lines(self.url, rev, hooks).dashed(*_style(text, self.node)) for rev in revs
        ]


def repos(text: str) -> Repos:
    """The list of repositories; raises `Broken` for a text without one."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        raise unsafe("is not valid YAML") from None
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise unsafe("is no list of keys in block style")
    for key, node in root.value:
        if key.value == "repos" and isinstance(node, yaml.SequenceNode):
            return Repos(key, node)
    raise unsafe("has no list of repositories, `repos`")


def find(there: Repos, ids: Sequence[str], url: str | None = None) -> Entry | None:
    """The entry of a repository, or one that names any of the hooks."""
    for number, node in enumerate(there.node.value):
        if isinstance(node, yaml.MappingNode):
            entry = Entry(number, node)
            same = url is not None and same_address(entry.url, url)
            if same or not set(ids).isdisjoint(_ids(node)):
                return entry
    return None


def appended(text: str, there: Repos, lines: Lines) -> str:
    """The text with an entry added after the others, with the same indentation."""
    end = "\r\n" if "\r\n" in text else "\n"
    if not there.node.value:
        return _first(text, there, lines, end)
    last = there.node.value[-1]
    if there.node.flow_style or not isinstance(last, yaml.MappingNode):
        raise unsafe("has its repositories in flow style")
    before, gap, deeper = _style(text, last)
    at = _behind_comments(text, _line_end(text, _end(last)), len(before))
    return _put(text, at, lines.dashed(before, gap, deeper, end), end)


def removed(text: str, there: Repos, entry: Entry) -> str:
    """The text without an entry; an empty list becomes `[]`."""
    start, stop = entry.span(text)
    left = text[:start]
    if not text[start:stop].endswith("\n"):
        left = left.removesuffix("\n").removesuffix("\r")
    if len(there.node.value) == 1:
        colon = text.index(":", there.key.end_mark.index) + 1
        left = f"{left[:colon]} []{left[colon:]}"
    return left + text[stop:]


def _first(text: str, there: Repos, lines: Lines, end: str) -> str:
    start, stop = there.node.start_mark.index, there.node.end_mark.index
    if text[start:stop] != "[]":
        raise unsafe("has its repositories in flow style")
    left = text[:start].removesuffix(" ")
    at = _line_end(left + text[stop:], len(left))
    return _put(left + text[stop:], at, lines.dashed("  ", "  ", 2, end), end)


def _put(text: str, at: int, block: str, end: str) -> str:
    if text[:at].endswith("\n"):
        return text[:at] + block + text[at:]
    return text[:at] + end + block.removesuffix(end) + text[at:]


def _style(text: str, node: yaml.MappingNode) -> tuple[str, str, int]:
    """How an entry is indented: before the dash, from there to the keys, the hooks."""
    at = node.start_mark.index
    line = text[text.rfind("\n", 0, at) + 1 : at]
    before, dash, gap = line.partition("-")
    if node.flow_style or not dash or before.strip(" ") or not gap or gap.strip(" "):
        raise unsafe("has a repository that is not in block style")
    hooks = _value(node, "hooks")
    deeper = 2
    if isinstance(hooks, yaml.SequenceNode) and not hooks.flow_style:
        deeper = hooks.start_mark.column - node.start_mark.column
    return before, dash + gap, max(deeper, 0)


def _end(node: yaml.Node) -> int:
    """The end of a node's text: PyYAML puts a block's end at the next token."""
    block = isinstance(node, yaml.CollectionNode) and not node.flow_style
    if not block or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(last, tuple) else last)


def _line_end(text: str, at: int) -> int:
    # A block scalar ends behind its line break.
    while at and text[at - 1] in " \r\n":
        at -= 1
    newline = text.find("\n", at)
    return newline + 1 if newline >= 0 else len(text)


def _behind_comments(text: str, at: int, indent: int) -> int:
    """The position after the comments that belong to an entry by indentation."""
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end]
        own = line.lstrip(" ")
        if not own.startswith("#") or len(line) - len(own) <= indent:
            break
        at = end
    return at


def _value(node: yaml.MappingNode, name: str) -> yaml.Node:
    for key, value in node.value:
        if key.value == name:
            found: yaml.Node = value
            return found
    return yaml.ScalarNode("tag:yaml.org,2002:null", "")


def _ids(node: yaml.MappingNode) -> Iterator[str]:
    hooks = _value(node, "hooks")
    for hook in hooks.value if isinstance(hooks, yaml.SequenceNode) else ():
        if isinstance(hook, yaml.MappingNode):
            named = _value(hook, "id")
            if isinstance(named, yaml.ScalarNode):
                yield str(named.value)


def same_address(one: str, other: str) -> bool:
    """Whether two addresses name one repository: https and scp form, `.git` or not."""
    return _plain(one) == _plain(other)


def _plain(url: str) -> str:
    rest = url.partition("://")[2] or url.rpartition("@")[2].replace(":", "/", 1)
    return rest.rstrip("/").removesuffix(".git").lower()
