"""The memory index: entries, which are list items about one note, and prose.

An entry begins with the note: `[[name]]`, `[text](name.md)` or `name.md`. A list item
that names a note further on, `- see auth.md first`, is prose: it is kept word for word,
and the note gets an entry of its own. Only an item that ends in "(file: `name.md`)", as
jutul-agent writes it, counts as an entry. Nothing in code or comments is an entry. Bare
words never name a note: `auth` is a word, and `oauth.md` is another note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.memory.note import links
from memsync.memory.note.links import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEADING = "# Memory Index"

# The beginning of a list item: indentation, bullet or number, perhaps a box.
_ITEM = re.compile(r"[ \t]*(?:[*+-]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
# Bold, italic or code around a name.
_MARKS = r"[*_`]{0,3}"
# The note that an item begins with: `[[name]]`, `[text](name.md)` or `name.md`.
_ABOUT = re.compile(
    _MARKS
    + r"(?:\[\[(?P<wiki>[^\s\[\]|#:/\\](?:[^\[\]|#/\\\r\n]*[^\s\[\]|#/\\])?)"
    + r"(?:#[^\[\]|\r\n]*)?(?:\|[^\[\]\r\n]*)?\]\](?!\()"
    + r"|\[(?:[^\[\]\r\n]|\[[^\[\]\r\n]*\])*\]\([ \t]*<?(?:\./)?"
    + r"(?P<link>[^\s()<>\[\]/\\#:?]+)\.md(?:#[^\s()<>]*)?>?"
    + r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?[ \t]*\)"
    + r"|(?P<file>[\w-]+(?:\.[\w-]+)*)\.md(?![\w./-]))"
    + _MARKS
)
# Between the name and the description.
_SEPARATOR = re.compile("[ \t]*(?::|\u2014|\u2013|--?)[ \t]*|[ \t]+")


# The form of jutul-agent, which names the file at the end of the line.
_FILE_LAST = re.compile(r"\(file:[ \t]*`?([\w-]+(?:\.[\w-]+)*)\.md`?\)[ \t]*\r?\n?\Z")


class Line(NamedTuple):
    """One line of the memory index, with its line ending."""

    kind: Literal["entry", "prose"]
    name: str | None
    """The note that an entry is about."""
    text: str


class Entry(NamedTuple):
    """The entry of one note."""

    name: str
    description: str
    line: int
    """From 1."""


def lines(text: str) -> list[Line]:
    """Every line; joined, their texts are the whole memory index."""
    found: list[Line] = []
    for line, is_text in raw_lines(text):
        about = _about(line) if is_text else None
        if about is None:
            found.append(Line("prose", None, line))
        else:
            found.append(Line("entry", _name(about), line))
    return found


def raw_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with its ending, and whether anything in it is not code or comment."""
    raw = text.split("\n")
    holds_code = "<!--" in text or "```" in text or "~~~" in text
    masked = visible_lines(text) if holds_code else raw
    for line, visible in zip(raw[:-1], masked, strict=False):
        yield line + "\n", bool(visible.strip())
    if raw[-1]:
        yield raw[-1], bool(masked[-1].strip())


def entries(text: str) -> list[Entry]:
    """Every entry, in the order of the file."""
    found: list[Entry] = []
    for number, line in enumerate(lines(text), 1):
        if line.name is not None:
            found.append(Entry(line.name, _description(line.text), number))
    return found


def names(text: str) -> set[str]:
    """The notes that have an entry, or an item that counts as one."""
    found = {line.name for line in lines(text) if line.name is not None}
    return found | {
        name
        for line, is_text in raw_lines(text)
        if is_text and (name := _file_last(line)) is not None
    }


def with_entry(
    text: str, name: str, description: str, previous: str | None = None
) -> str:
    """The memory index with an entry for the note; updates one that exists.

    In an item that counts as an entry, replaces `previous`, the note's earlier
    description, if the item quotes it word for word.
    """
    found = lines(text)
    for i, line in enumerate(found):
        if line.name == name:
            found[i] = line._replace(text=_redescribed(line.text, description))
            return "".join(line.text for line in found)
    for i, (line_text, is_text) in enumerate(raw_lines(text)):
        if is_text and _file_last(line_text) == name:
            if previous and description:
                new = line_text.replace(f"{previous} (", f"{description} (", 1)
                found[i] = found[i]._replace(text=new)
            return "".join(line.text for line in found)
    return with_new_entries(text, {name: description})


def with_new_entries(text: str, descriptions: Mapping[str, str]) -> str:
    """The memory index with entries, by name, for notes that have none."""
    eol = end_of_line(text)
    added = "".join(
        (f"- [[{name}]]: {about}" if about else f"- [[{name}]]") + eol
        for name, about in descriptions.items()
    )
    return _inserted(lines(text), added, eol) if added else text


def with_prose(text: str, prose: str) -> str:
    """The memory index with prose added at the end."""
    eol = end_of_line(text)
    prose = prose.rstrip("\r\n").replace("\r\n", "\n").replace("\n", eol) + eol
    if not text:
        return f"{HEADING}{eol}{eol}{prose}"
    last = lines(text)[-1]
    # Without a blank line, it would become part of the list item above.
    apart = last.kind == "entry" and not _ITEM.match(prose)
    return _ended(text, eol) + (eol if apart else "") + prose


def split_entry(line: str) -> tuple[str, str]:
    """An entry's bullet and name, and its description; `("", "")` for prose."""
    about = _about(line)
    return (line[: about.end()], _description(line)) if about else ("", "")


def without_entry(text: str, *names: str) -> str:
    """The memory index without the entries about these notes; prose stays."""
    return "".join(line.text for line in lines(text) if line.name not in names)


def renamed(text: str, old: str, new: str) -> str:
    """The memory index with the entry of `old`, and every link to it, renamed."""
    found = []
    for line in lines(text):
        about = _about(line.text) if line.name == old else None
        if about is not None and about["file"] is not None:
            start, end = about.span("file")
            found.append(line.text[:start] + new + line.text[end:])
        else:
            found.append(line.text)
    return links.rename_links("".join(found), old, new)


def end_of_line(text: str) -> str:
    """The line ending of the memory index's first line."""
    first = text.partition("\n")[0]
    return "\r\n" if first.endswith("\r") else "\n"


def _about(line: str) -> re.Match[str] | None:
    item = _ITEM.match(line)
    return _ABOUT.match(line, item.end()) if item else None


def _name(about: re.Match[str]) -> str:
    name: str = about["wiki"] or about["link"] or about["file"]
    return name.removesuffix(".md")


def _file_last(line: str) -> str | None:
    found = _FILE_LAST.search(line) if _ITEM.match(line) else None
    return found[1] if found else None


def _description(line: str) -> str:
    about = _about(line)
    rest = line[about.end() :] if about else ""
    found = _SEPARATOR.match(rest)
    return rest[found.end() if found else 0 :].strip()


def _redescribed(line: str, description: str) -> str:
    about = _about(line)
    assert about is not None  # noqa: S101 -- only entries get here
    if not description or _description(line) == description:
        return line
    rest = line[about.end() :]
    eol = rest[len(rest.rstrip("\r\n")) :]
    found = _SEPARATOR.match(rest.rstrip("\r\n"))
    separator = found[0] if found and found[0].strip() else ": "
    if not separator.endswith((" ", "\t")):
        separator += " "
    return line[: about.end()] + separator + description + eol


def _inserted(found: list[Line], added: str, eol: str) -> str:
    text = "".join(line.text for line in found)
    if not text.strip("\ufeff \t\r\n"):
        return text.rstrip(" \t\r\n") + f"{HEADING}{eol}{eol}{added}"
    after = [i for i, line in enumerate(found) if line.kind == "entry"]
    if after:
        at = after[-1] + 1
        # Lines indented below an entry belong to it.
        while at < len(found) and found[at].text[:1] in (" ", "\t"):
            if not found[at].text.strip():
                break
            at += 1
        before = "".join(line.text for line in found[:at])
        behind = "".join(line.text for line in found[at:])
        return _ended(before, eol) + added + behind
    last = found[-1].text
    gap = "" if not last.strip() or _ITEM.match(last) else eol
    return _ended(text, eol) + gap + added


def _ended(text: str, eol: str) -> str:
    return text if text.endswith("\n") else text + eol
