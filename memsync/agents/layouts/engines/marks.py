"""Finds, makes, adds and removes our block in a text that people write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines import text
from memsync.agents.layouts.layout import Change
from memsync.memory.files.origins import source_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.agents.layouts.layout import Action, Outgoing

# The first words of the block's first line; a digest of its content follows.
BEGIN = "<!-- memsync:notes begin"
END = "<!-- memsync:notes end -->"
# A whole block with its digest.
_BLOCK = re.compile(
    r"<!-- memsync:notes begin (?P<digest>[0-9a-f]{32}) -->\r?\n"
    r"(?P<inner>.*?)<!-- memsync:notes end -->(?:\r?\n|\Z)",
    re.DOTALL,
)
# Any mark, to find blocks that are incomplete or doubled.
_ANY = re.compile(re.escape(BEGIN) + r"|" + re.escape(END))
# The lines that `hooks install --agent agents-md` adds.
_HOOKS = re.compile(
    r"<!-- memsync: from here -->.*?<!-- memsync: to here -->(?:\r?\n|\Z)", re.DOTALL
)
_TITLE = "## Notes (kept by memsync; change them with `memsync edit`)\n"


class Marked(NamedTuple):
    """A text cut at our block."""

    before: str
    inner: str | None
    after: str
    intact: bool = True
    """Whether the block's content has the digest in its first line."""


def without_blocks(content: str) -> str:
    """A text without our blocks, and without the newlines that we added with them."""
    for pattern in (_BLOCK, _HOOKS):
        while (found := pattern.search(content)) is not None:
            before = before_block(content[: found.start()])
            content = before + content[found.end() :]
    return content


def before_block(before: str) -> str:
    """A text before a block, without the newline that was added with it."""
    for end in ("\r\n", "\n"):
        if before.endswith(end):
            return before.removesuffix(end)
    return before


def marked(content: str) -> Marked | None:
    """The text around our block; None where the marks are not one block."""
    marks = _ANY.findall(content)
    if not marks:
        return Marked(content, None, "")
    found = _BLOCK.search(content)
    if found is None or len(marks) != 2:
        return None
    inner = found["inner"].replace("\r\n", "\n")
    return Marked(
        content[: found.start()],
        inner,
        content[found.end() :],
        source_digest(inner.encode()) == found["digest"],
    )


def with_block(cut: Marked, inner: str) -> str:
    """The text with a block that contains `inner`; as it was before, if empty."""
    if not inner:
        whole = cut.inner is None
        return cut.before if whole else before_block(cut.before) + cut.after
    eol = "\r\n" if "\r\n" in cut.before + cut.after else "\n"
    digest = source_digest(inner.encode())
    block = f"{BEGIN} {digest} -->\n{inner}{END}\n".replace("\n", eol)
    if cut.inner is not None or not cut.before:
        return cut.before + block + cut.after
    return cut.before + eol + block + cut.after


def settled_changes(
    changes: list[Change], before: str | None, after: str
) -> list[Change]:
    """The change of each note of a block, compared with the former block."""
    known = sections(before)
    settled: list[Change] = []
    for change in changes:
        action: Action = "updated" if change.name in known else "created"
        if before == after or known.get(change.name) == change.digest:
            action = "unchanged"
        if change.action == "refused":
            action = "refused"
        settled.append(change._replace(action=action))
    return settled


_SECTION = re.compile(r"^### (?P<name>\S+)\n", re.MULTILINE)


def sections(inner: str | None) -> dict[str, str]:
    """The digest of each note's part of a block, by its name."""
    found: dict[str, str] = {}
    inner = inner or ""
    starts = [(m["name"], m.start()) for m in _SECTION.finditer(inner)]
    ends = [*(start for _, start in starts[1:]), len(inner)]
    for (name, start), end in zip(starts, ends, strict=False):
        found[name] = source_digest(inner[start:end].encode())
    return found


def inner_of(
    notes: Sequence[Outgoing], path: str, room: int
) -> tuple[str, list[Change]]:
    """The content of a block for these notes, and what each of them loses."""
    made = _TITLE
    changes = []
    for note in sorted(notes, key=lambda each: each.name):
        body = text.plain_body(note.note).strip("\n")
        if _ANY.search(body) or "<!-- memsync: " in body:
            reason = "its text holds the marks of a block"
            changes.append(Change(note.name, path, "refused", reason))
            continue
        # Escaped, so that a heading in a body is not taken for one of ours.
        body = re.sub(r"^### (?=\S+$)", "#### ", body, flags=re.MULTILINE)
        lost = text.keys_beyond(note.note, ("name", "description"))
        about = text.short(note.note.description)
        part = f"\n### {note.name}\n\n" + (f"{about}\n" if about else "")
        if body and body != about and len(body) <= room:
            part += f"\n{body}\n"
            room -= len(body)
        elif body and body != about:
            lost = (*lost, "body")
        made += part
        digest = source_digest(part.removeprefix("\n").encode())
        changes.append(Change(note.name, path, "created", lost=lost, digest=digest))
    if not any(change.action != "refused" for change in changes):
        return "", changes
    # The digest of each part is taken as `sections` cuts them.
    digests = sections(made)
    return made, [c._replace(digest=digests.get(c.name, c.digest)) for c in changes]
