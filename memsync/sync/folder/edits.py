"""What was edited in the memory folder since the last round, where that is plain.

A short round sends it. In all other cases, and in doubt, there is no answer and a
whole round is run. This module loads little.
"""

from __future__ import annotations

import os

from memsync.files import lock
from memsync.record import NamedTuple
from memsync.sync import files
from memsync.sync.folder import listing, reading
from memsync.sync.folder.conditions import BLOCKS, NotEarly, read, rules_files
from memsync.sync.folder.stat_cache import Line
from memsync.sync.tree.objects import Object
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.folder.conditions import Seen
    from memsync.sync.folder.stat_cache import StatText

_LONGEST = 1 << 16
"""Bytes of a note that is not worth a whole round."""


class Edits(NamedTuple):
    """What changed in the folder since the last round."""

    notes: dict[str, bytes]
    """By name."""
    text: StatText
    """What is to be remembered of the folder now."""


def look(seen: Seen, now_ns: int) -> Edits:
    """The edits, read under the lock of the memory.

    `seen` is what `idle.look` found, and `now_ns` when. Raises `NotEarly` where
    what changed is not plain to see, and `OSError`.
    """
    held = lock.try_hold(seen.conditions.lock)
    if held is None:
        raise NotEarly("another command is changing the memory")
    try:
        # A command that was at work while we looked has renamed a file since.
        if not (
            _same(seen.before, seen.conditions.folder)
            and _same(seen.saved, f"{seen.state}/{files.STAT}")
        ):
            raise NotEarly("the memory has changed meanwhile")
        return _Reading(seen, now_ns).run()
    finally:
        os.close(held)


class _Reading:
    """One look at what changed."""

    def __init__(self, seen: Seen, now_ns: int) -> None:
        self._seen = seen
        self._now_ns = now_ns

    def run(self) -> Edits:
        """See `look`."""
        text = self._seen.text
        conditions = self._seen.conditions
        rules = rules_files(conditions.folder, conditions.config_file)
        # Where another level is set, the key of the verdicts is another, too.
        findings = reading.scanner(*rules, BLOCKS)
        lines: list[Line] = []
        notes: dict[str, bytes] = {}
        for name, begin, end in self._seen.changes:
            known = text.verdicts[text.verdict_at(begin)] if begin < end else None
            if name.startswith(listing.ARCHIVE):
                found = self._versions(name, known or "")
            elif known is None and not _is_plain(name, text):
                raise NotEarly(f"'{printable(name)}' is a new name to check")
            else:
                found = self._note(name, known, notes, findings)
            if found is None:
                raise NotEarly(f"'{printable(name)}' is not a simple edit")
            lines.append(Line(name, begin, end, *found))
        # What is sent of the memory index depends on the notes that stay here.
        if "MEMORY" in notes and not _all_sent(text):
            raise NotEarly("the memory index changed, and a note is held")
        return Edits(notes, text.with_lines(lines))

    def _note(
        self,
        name: str,
        known: str | None,
        notes: dict[str, bytes],
        findings: Callable[[bytes], str | None],
    ) -> tuple[str, str] | None:
        """A note's signature and verdict; None unless it is simply another text."""
        if known is not None and len(known) != 40:
            return None  # a longer one holds a reason to stay here
        path = f"{self._seen.conditions.folder}/{name}.md"
        try:
            found = reading.stable(path, self._now_ns, _LONGEST)
        except OSError:
            return None  # a whole round says so
        if found is None or not 0 < len(found[0]) <= _LONGEST:
            return None
        data, signature = found
        oid = Object("blob", data).oid
        if oid != known:
            if reading.verdict(data, findings, may_choose=name != "MEMORY"):
                return None
            notes[name] = data
        return signature, oid

    def _versions(self, name: str, known: str) -> tuple[str, str] | None:
        """What the archive has of a note; None where a version of it is to be sent."""
        note = name.removeprefix(listing.ARCHIVE)
        folder = f"{self._seen.conditions.folder}/{name}"
        stat = os.stat(folder)  # noqa: PTH116 -- no pathlib here
        listed = os.listdir(folder)  # noqa: PTH208 -- as above
        stems = sorted(found[:-3] for found in listed if found.endswith(".md"))
        for stem in stems:
            if stem not in known.split(","):
                data = read(f"{folder}/{stem}.md") or b""
                if Object("blob", data).oid != self._seen.text.verdict_of(note):
                    return None
        return listing.signature(stat, self._now_ns), ",".join(stems)


def _same(before: os.stat_result, path: str) -> bool:
    now = os.stat(path)  # noqa: PTH116 -- no pathlib here
    return (before.st_ino, before.st_mtime_ns) == (now.st_ino, now.st_mtime_ns)


def _is_plain(name: str, text: StatText) -> bool:
    """Whether a new name collides with none on any machine, as is plain to see."""
    from memsync.sync.tree.names import unportable

    known = "\0" + text.listing
    return (
        "/" not in name
        and name == name.lower()
        and name.isascii()
        and known.isascii()
        and f"\0{name}\0" not in known.lower()
        and not unportable(name)
    )


def _all_sent(text: StatText) -> bool:
    """Whether no note stays here."""
    begin = f"\0{text.listing}".find(f"\0{listing.ARCHIVE}")
    notes = text.verdicts if begin < 0 else text.verdicts[: text.verdict_at(begin)]
    return all(len(verdict) == 40 for verdict in notes)
