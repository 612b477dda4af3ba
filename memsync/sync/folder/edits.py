"""The edits of the memory folder since the last round, if they are simple.

A short round sends them. In all other cases, and in doubt, `look` gives up and a whole
round runs. This module loads little.
"""

from __future__ import annotations

import os

from memsync.files import lock
from memsync.record import NamedTuple
from memsync.sync import files
from memsync.sync.folder import listing, reading
from memsync.sync.folder.conditions import BLOCKS, NotEarly, read, rules_files
from memsync.sync.folder.stat_cache import Line, Remembered, Versions
from memsync.sync.tree.objects import Object
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.folder.conditions import Seen
    from memsync.sync.folder.stat_cache import StatText

_LISTS = (listing.ORIGINS, f"{listing.LEARNED}/decided")
_SYNOPSES = f"{listing.LEARNED}/sessions/"

# The most bytes of a note that a short round sends.
_LONGEST = 1 << 16


class Edits(NamedTuple):
    """What changed in the folder since the last round."""

    files: dict[str, bytes]
    """By path in the tree."""
    text: StatText
    """What to remember of the user memory now."""
    agents: dict[str, StatText]
    """The same of agents' folders that changed, by home."""


def look(seen: Seen, now_ns: int) -> Edits:
    """The edits, read under the lock of the memory.

    `seen` is what `idle.look` found, and `now_ns` when. Raises `NotEarly` if
    what changed is not simple, and `OSError`.
    """
    conditions = seen.conditions
    locks = [conditions.lock]
    locks += [each.place.lock for each in seen.agents if each.changes]
    held: list[int] = []
    try:
        for path in locks:
            one = lock.try_hold(path)
            if one is None:
                raise NotEarly("another command is changing the memory")
            held.append(one)
        # A command that was at work while we looked has renamed a file since.
        if not (
            _same(seen.before, conditions.folder)
            and _same(seen.saved, f"{seen.state}/{files.STAT}")
            and all(
                _same(each.before, each.place.folder)
                and _same(each.saved, f"{seen.state}/{each.place.stat_file}")
                for each in seen.agents
            )
        ):
            raise NotEarly("the memory has changed meanwhile")
        return _read(seen, now_ns)
    finally:
        for one in held:
            os.close(one)


def _read(seen: Seen, now_ns: int) -> Edits:
    conditions = seen.conditions
    rules = rules_files(conditions.folder, conditions.config_file)
    # Where another level is set, the key of the verdicts is another, too.
    findings = reading.scanner(*rules, BLOCKS)
    own = _Reading("user", conditions.folder, seen.text, now_ns)
    text = own.run(seen.changes, findings)
    found = own.files
    agents = {}
    for each in seen.agents:
        if each.changes:
            place = each.place
            one = _OfAgent(place.home, place.folder, each.text, now_ns)
            agents[place.home] = one.run(each.changes, findings)
            found |= one.files
    return Edits(found, text, agents)


class _Reading:
    """One look at what changed."""

    def __init__(self, home: str, folder: str, text: StatText, now_ns: int) -> None:
        self.files: dict[str, bytes] = {}
        self._home = home
        self._folder = folder
        self._text = text
        self._now_ns = now_ns

    def run(
        self,
        changes: list[tuple[str, int, int]],
        findings: Callable[[bytes], str | None],
    ) -> StatText:
        """The new text; what to send goes into `files`."""
        text = self._text
        lines: list[Line] = []
        for name, begin, end in changes:
            now: Remembered | Versions | None
            if name.startswith(listing.ARCHIVE):
                now = self._versions(name, text.versions_at(begin, end))
            else:
                known = text.file_at(begin, end)
                if known is None and not self._is_plain(name):
                    raise NotEarly(f"'{printable(name)}' is a new name to check")
                now = self._note(name, known, findings)
            if now is None:
                raise NotEarly(f"'{printable(name)}' is not a simple edit")
            lines.append(Line(name, begin, end, now))
        # What is sent of the memory index depends on the notes that stay here.
        if f"{self._home}/MEMORY.md" in self.files and not text.sends_all():
            raise NotEarly("the memory index changed, and a note is held")
        return text.with_lines(lines)

    def _file(self, name: str) -> str:
        return f"{name}.md"

    def _is_plain(self, name: str) -> bool:
        return _is_plain(name, self._text)

    def _is_half(self, data: bytes, signature: str) -> bool:  # noqa: ARG002 -- see `_OfAgent`
        return False

    def _is_other(self, name: str) -> bool:
        """Whether settings say if it is sent, or it is no text."""
        return name in _LISTS or name.startswith(_SYNOPSES)

    def _note(
        self,
        name: str,
        known: Remembered | None,
        findings: Callable[[bytes], str | None],
    ) -> Remembered | None:
        """What a note holds now; None unless only its text changed."""
        if (known is not None and known.stays) or self._is_other(name):
            return None
        path = f"{self._folder}/{self._file(name)}"
        try:
            found = reading.stable(path, self._now_ns, _LONGEST)
        except OSError:
            return None  # a whole round says so
        if found is None or not 0 < len(found[0]) <= _LONGEST:
            return None
        data, signature = found
        if self._is_half(data, signature) or _is_in_other_form(data):
            return None
        oid = Object("blob", data).oid
        if known is None or oid != known.oid:
            if reading.verdict(data, findings, may_choose=name != "MEMORY"):
                return None
            self.files[f"{self._home}/{self._file(name)}"] = data
        return Remembered(signature, oid)

    def _versions(self, name: str, known: Versions) -> Versions | None:
        """What the archive has of a note; None if a version of it must be sent."""
        note = name.removeprefix(listing.ARCHIVE)
        folder = f"{self._folder}/{name}"
        stat = os.stat(folder)  # noqa: PTH116 -- no pathlib here
        listed = os.listdir(folder)  # noqa: PTH208 -- as above
        stems = sorted(found[:-3] for found in listed if found.endswith(".md"))
        for stem in stems:
            if stem not in known.stems:
                data = read(f"{folder}/{stem}.md") or b""
                if Object("blob", data).oid != self._text.sent(note):
                    return None
        return Versions(listing.signature(stat, self._now_ns), tuple(stems))


class _OfAgent(_Reading):
    """The same for an agent's own folder."""

    def _file(self, name: str) -> str:
        return listing.agent_file(name)

    def _is_plain(self, name: str) -> bool:
        from memsync.sync.tree.layout import unsendable

        known = f"\0{self._text.listing}".replace("\0MEMORY\0", "\0\0")
        return (
            name.isascii()
            and known.isascii()
            # No folder's name can be another's in another case, either.
            and f"{name}{known}" == f"{name}{known}".lower()
            and name != "memory"
            and not unsendable(listing.agent_file(name))
        )

    def _is_half(self, data: bytes, signature: str) -> bool:
        return not signature and reading.is_begun(data)

    def _is_other(self, name: str) -> bool:  # noqa: ARG002 -- see `_Reading`
        return False


def _is_in_other_form(data: bytes) -> bool:
    """Whether the repository may have it with other line ends, or without a mark."""
    return b"\r" in data or data.startswith(b"\xef\xbb\xbf")


def _same(before: os.stat_result, path: str) -> bool:
    now = os.stat(path)  # noqa: PTH116 -- no pathlib here
    return (before.st_ino, before.st_mtime_ns) == (now.st_ino, now.st_mtime_ns)


def _is_plain(name: str, text: StatText) -> bool:
    """Whether a new name obviously collides with none on any machine."""
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
