"""How a memory folder differs from the text that the last round remembered.

An idle round spends most of its time here. This module loads next to nothing.
"""

from __future__ import annotations

from memsync.sync.folder import listing
from memsync.sync.folder.listing import ARCHIVE, LEARNED, ORIGINS, RACY_NS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

_OWN = (*listing.LOGS, ORIGINS, LEARNED)


def changes(
    text: str, folder: str, archive: str, now_ns: int, most: int = 0
) -> list[tuple[str, int, int]] | None:
    """The files of a memory folder and its archive that `text` does not describe.

    Each is a name, and the part of `text` that says what it was; empty for a
    new one, which belongs there. A file changed just now is among them. None
    if there are more than `most`, or anything else is different. Raises
    `OSError`.
    """
    walk = _Walk(text, now_ns, most)
    if walk.over(folder, "") and walk.over_versions(archive) and walk.at == len(text):
        return walk.changes
    return None


def agent_changes(
    text: str,
    folder: str,
    form: tuple[str, tuple[str, ...]],
    now_ns: int,
    most: int = 0,
) -> list[tuple[str, int, int]] | None:
    """As `changes`, of an agent's folder; `form` is as in `listing.agent_files`."""
    walk = _Walk(text, now_ns, most)
    return (
        walk.changes
        if walk.over_agent(folder, *form) and walk.at == len(text)
        else None
    )


class _Walk:
    """A walk along a text, and the differences found."""

    def __init__(self, known: str, now_ns: int, most: int) -> None:
        self.changes: list[tuple[str, int, int]] = []
        self.at = 0
        self._known = known
        self._now_ns = now_ns
        self._most = most

    def over(self, folder: str, prefix: str) -> bool:
        """Go over a folder of notes; False to give up.

        Not sorted: a folder that did not change is mostly listed in one order,
        and where it is not, a whole round finds that there is nothing to do.
        """
        with listing.Opened(folder) as entries:
            return self._over(entries, folder, prefix)

    def _over(
        self, entries: Iterable[os.DirEntry[str]], folder: str, prefix: str
    ) -> bool:
        # `signature` and `line`, inlined: an idle round spends most of its time here.
        known, limit, at = self._known, self._now_ns - RACY_NS, self.at
        for entry in entries:
            name = entry.name
            if name[-3:] == ".md" and name[0] != ".":
                name = prefix + name[:-3]
                stat = entry.stat(follow_symlinks=False)
                modified, changed = stat.st_mtime_ns, stat.st_ctime_ns
                times = f"{modified} {stat.st_ino} {changed}"
                said = f"{name}\0{stat.st_size} {times}\0"
                old = modified <= limit and changed <= limit
                if old and known.startswith(said, at):
                    at += len(said)
                    continue
                self.at = at
                if not self._differs(name):
                    return False
                at = self.at
            elif not prefix and name in _OWN:
                self.at = at
                if not self._over_own(folder, name, entry):
                    return False
                at = self.at
            elif self._is_odd(folder, name, entry):
                return False
        self.at = at
        return True

    def _over_own(self, folder: str, name: str, entry: os.DirEntry[str]) -> bool:
        """Go over what a memory has besides notes; False to give up."""
        if name == ORIGINS:
            return self._same(name, entry)
        if not entry.is_dir(follow_symlinks=False):
            return True
        if name in listing.LOGS:
            return self.over(f"{folder}/{name}", f"{name}/")
        litter: list[str] = []
        found = listing.learned(f"{folder}/{name}", f"{name}/", litter)
        return all(self._same(each, at) for each, at in found) and not litter

    def over_agent(self, folder: str, ending: str, apart: tuple[str, ...]) -> bool:
        """Go over an agent's folder; False to give up."""
        litter: list[str] = []
        found = listing.agent_files(folder, ending, apart, litter)
        return all(self._same(each, at) for each, at in found) and not litter

    def _same(self, name: str, entry: os.DirEntry[str]) -> bool:
        """Whether the text continues with this file; False to give up."""
        word = listing.signature(entry.stat(follow_symlinks=False), self._now_ns)
        said = listing.line(name, word)
        if word and self._known.startswith(said, self.at):
            self.at += len(said)
            return True
        return self._differs(name)

    @staticmethod
    def _is_odd(folder: str, name: str, entry: os.DirEntry[str]) -> bool:
        """Whether a whole round would do or say something about this."""
        if name[0] != ".":
            return entry.is_dir(follow_symlinks=False) and any(
                listing.strays(f"{folder}/{name}", "", listing.DEEPEST)
            )
        if name[-3:] == ".md" and not name.startswith(listing.NOT_NOTES):
            return True
        # Only a whole round removes what killed commands left.
        return name.startswith(listing.TEMPORARY) and name not in listing.KEPT

    def over_versions(self, archive: str) -> bool:
        """Go over the archive's folders; False to give up."""
        return all(
            self._same(ARCHIVE + entry.name, entry)
            for entry in listing.versions(archive)
        )

    def _differs(self, name: str) -> bool:
        if len(self.changes) >= self._most:
            return False
        begin, head = self.at, f"{name}\0"
        if self._known.startswith(head, begin):
            self.at = self._known.index("\0", begin + len(head)) + 1
        elif f"\0{head}" in self._known or self._known.startswith(head):
            return False  # it is listed elsewhere in the text, or the file here is gone
        self.changes.append((name, begin, self.at))
        return True
