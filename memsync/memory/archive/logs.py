"""Daily logs and the scratchpad: plain text in sub-folders that Coyote does not read.

`daily/<YYYY-MM-DD>.md` is one local day, `scratchpad/SCRATCHPAD.md` a list of open and
done items. A log's name is its path in the memory without `.md`. Pure, apart from
listing a folder.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from memsync.errors import BadUsage, Refused
from memsync.files.unlinked import listed
from memsync.memory.archive.learned import is_learned
from memsync.memory.note.names import SUFFIX, check_readable
from memsync.record import NamedTuple
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path

DAILY = "daily"
FOLDERS = (DAILY, "scratchpad")
SCRATCHPAD = "scratchpad/SCRATCHPAD"

# Compiled on use: every command loads this module, for its names.
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
# A list item with a box, ticked or not.
_ITEM = r"([ \t]*)[-*+] \[([ xX])\](.*)"
# A text that already has a box.
_BOXED = r"[-*+] \[[ xX]\](?:\s|\Z)"
# Any list item, which ends the item before it.
_ANOTHER = r"[-*+][ \t]|[0-9]+[.)][ \t]"


class Item(NamedTuple):
    """An open item of the scratchpad."""

    number: int
    """From 1, counting open items only: the argument of `done`."""
    line: int
    """From 1."""
    text: str
    """Without its box; continuation lines follow, unindented."""


def is_log(name: str) -> bool:
    """Whether a file's name is that of a log, not of a note."""
    return "/" in name


def check_any(text: str) -> str:
    """Return a name that a note, a log or a learned file could have.

    Raises `BadUsage`.
    """
    if is_learned(text):
        return text
    folder, slash, name = text.partition("/")
    check_readable(name if slash and folder in FOLDERS else text)
    return text


def daily_name(day: date) -> str:
    """The name of a day's log."""
    return f"{DAILY}/{day.isoformat()}"


def parse_day(text: str, today: date) -> date:
    """The day that `today`, `yesterday` or YYYY-MM-DD means; raises `BadUsage`."""
    words = {"today": today, "yesterday": today - timedelta(days=1)}
    found = words.get(text.lower()) or _real_day(text)
    if found is None:
        raise BadUsage(
            f"'{printable(text[:40])}' is not a day",
            hint="use today, yesterday or YYYY-MM-DD",
        )
    return found


def days(folder: Path, today: date) -> list[date]:
    """The days that have a log in this memory, the newest first.

    Ignores invalid days (2026-99-99), future days, empty files, and whatever is not a
    regular file.
    """
    found = []
    for name, entry in entries(folder):
        day = _real_day(name.removeprefix(f"{DAILY}/"))
        if day is not None and day <= today and entry.stat().st_size:
            found.append(day)
    return sorted(found, reverse=True)


def entries(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The regular files that are logs of this memory, with names, unordered.

    Follows no link to a file or folder.
    """
    for part in FOLDERS:
        try:
            with listed(folder / part) as (found, _):
                for entry in found:
                    name = entry.name
                    if not name.endswith(SUFFIX) or name[0] == "." or "\n" in name:
                        continue
                    if entry.is_file(follow_symlinks=False):
                        yield f"{part}/{name.removesuffix(SUFFIX)}", entry
        except (FileNotFoundError, NotADirectoryError, Refused):
            continue


def daily_entry(text: str, heading: str | None, clock: str) -> str:
    """The text to append to a day's log; with `heading`, below a heading with the time.

    `clock` is the local time, such as 14:05. A blank line precedes a heading.
    """
    if heading is None:
        return text
    title = " ".join(heading.split())
    dash = " \N{EM DASH} " if title else ""
    return f"\n### {clock}{dash}{title}\n\n{text}"


def scratchpad_entry(text: str) -> str:
    """The text as an open item; one that already has a box stays as it is."""
    text = text.strip("\r\n")
    if re.match(_BOXED, text):
        return text
    first, *more = text.strip().splitlines()
    return "\n".join([f"- [ ] {first}", *(f"  {line}".rstrip() for line in more)])


def appended(old: str, text: str) -> str:
    """The log with the text after it, on lines of its own, ending in one newline.

    Existing text stays; a missing final newline is added, in the log's line ending.
    """
    end = "\r\n" if "\r\n" in old and "\n" not in old.replace("\r\n", "") else "\n"
    body = text.replace("\r\n", "\n").rstrip("\n").replace("\n", end)
    if not old:
        body = body.lstrip("\r\n")
    return old + end * bool(old and not old.endswith("\n")) + body + end


def open_items(text: str) -> list[Item]:
    """The open items, `- [ ]`, `* [ ]` and `+ [ ]`, in the order of the file."""
    found: list[Item] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(_ITEM, line.rstrip("\r"), re.DOTALL)
        if match is None or match[2] != " ":
            continue
        depth = len(match[1])
        rest = [match[3].strip(), *_continuation(lines[number:], depth)]
        found.append(Item(len(found) + 1, number, "\n".join(rest).strip()))
    return found


def ticked(text: str, number: int) -> str | None:
    """The scratchpad with open item `number` ticked, and nothing else changed.

    None if there are fewer open items.
    """
    found = open_items(text)
    if not 1 <= number <= len(found):
        return None
    lines = text.split("\n")
    at = found[number - 1].line - 1
    box = lines[at].index("[ ]")
    lines[at] = f"{lines[at][:box]}[x]{lines[at][box + 3 :]}"
    return "\n".join(lines)


def _continuation(lines: list[str], depth: int) -> Iterator[str]:
    """The leading lines that continue an item indented by `depth`."""
    for line in lines:
        bare = line.strip()
        indent = len(line) - len(line.lstrip(" \t"))
        if not bare or indent < depth + 2 or re.match(_ANOTHER, bare):
            return
        yield bare


def _real_day(text: str) -> date | None:
    if not re.fullmatch(_DAY, text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
