"""Installs learned skills where an agent loads skills from.

Claude Code has a folder of its own; Codex and pi load `.agents/skills`, in a repository
and in the home. Leaves a file that memsync did not write, or that has changed since.
"""

from __future__ import annotations

import contextlib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.files import there
from memsync.agents.layouts.layout import Sent
from memsync.agents.transfer import ledger
from memsync.agents.transfer.item import Diff, Item
from memsync.files import atomic
from memsync.memory.archive import learned
from memsync.memory.change.changes import keeper
from memsync.memory.files.live import remove_keeping, replace_keeping
from memsync.memory.files.origins import source_digest

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.where import Where
    from memsync.clock import Now
    from memsync.memory.store.store import Store

_FOLDERS = {
    "claude-code": ".claude/skills",
    "codex": ".agents/skills",
    "oh-my-pi": ".agents/skills",
}
_THEIRS = "it is not as memsync wrote it"
_RETIRED = "it was retired"


class SkillsFolder(NamedTuple):
    """Where an agent loads skills from."""

    base: Path
    """A folder that the person chose; below it no link is followed."""
    below: str

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self.base / self.below


def skills_folder(agent: str, where: Where, *, person: bool) -> SkillsFolder | None:
    """Where an agent loads skills from; None if unknown.

    Raises `Broken` where no home is known.
    """
    below = _FOLDERS.get(agent)
    if below is None:
        return None
    if not person:
        return SkillsFolder(where.top, below)
    if agent == "claude-code":
        own = where.folder("CLAUDE_CONFIG_DIR", ".claude")
        return SkillsFolder(own, "skills")
    return SkillsFolder(where.home, below)


def export_skills(
    store: Store,
    to: SkillsFolder,
    sent_file: Path,
    only: str | None,
    now: Now,
    *,
    write: bool,
) -> tuple[list[Item], list[Diff]]:
    """Write the skills that are missing and remove those that were retired.

    Returns what was done for each, by name. Without `write` it only says what it would
    do. Raises `Refused` for a link in the way, `Broken`, `Locked` and `OSError`.
    """
    exporting = _Exporting(store, to, ledger.load(sent_file), now, write=write)
    there_now = sorted(name for name, _ in learned.entries(store.memory.folder))
    for name in there_now:
        skill, data = learned.skill_of(name), store.live(name)
        if skill and data is not None and _is_meant(skill, only):
            exporting.put(skill, data)
    for skill in sorted(exporting.sent):
        name = learned.skill_name(skill)
        is_skill = learned.skill_of(name) == skill
        if is_skill and _is_meant(skill, only) and not store.has(name):
            exporting.remove(skill)
    if write and (exporting.sent or sent_file.exists()):
        ledger.save(sent_file, to.path, exporting.sent)
    return exporting.items, exporting.diffs


def _is_meant(skill: str, only: str | None) -> bool:
    return only is None or fnmatchcase(skill, only)


class _Exporting:
    """One export of skills."""

    def __init__(
        self,
        store: Store,
        to: SkillsFolder,
        sent: dict[str, Sent],
        now: Now,
        *,
        write: bool,
    ) -> None:
        self.sent = sent
        """What earlier exports wrote, and now this one."""
        self.items: list[Item] = []
        self.diffs: list[Diff] = []
        self._store = store
        self._to = to
        self._now = now
        self._write = write

    def put(self, skill: str, data: bytes) -> None:
        """Write a skill, unless somebody else's stands there."""
        path, before = self._there(skill)
        if before == data:
            self.items.append(Item(path, skill, "unchanged"))
        elif before is not None and not self._is_ours(skill, before):
            self.items.append(Item(path, skill, "conflict", _THEIRS))
            return
        else:
            self.diffs.append(Diff(path, before or b"", data))
            if self._write and not self._replace(skill, path, data, before):
                self.items.append(Item(path, skill, "conflict", _THEIRS))
                return
            self.items.append(Item(path, skill, "updated" if before else "created"))
        self.sent[skill] = Sent(path, source_digest(data))

    def remove(self, skill: str) -> None:
        """Remove a retired skill that an export wrote; a changed one is somebody's."""
        path, before = self._there(skill)
        if before is not None and self._is_ours(skill, before):
            self.diffs.append(Diff(path, before, b""))
            if not self._write or self._take(skill, path, before):
                self.items.append(Item(path, skill, "removed", _RETIRED))
            else:
                self.items.append(Item(path, skill, "conflict", _THEIRS))
        elif before is not None:
            reason = f"{_RETIRED}, but {_THEIRS}"
            self.items.append(Item(path, skill, "conflict", reason))
        # Said once: from now on it is not ours.
        del self.sent[skill]

    def _there(self, skill: str) -> tuple[str, bytes | None]:
        path = f"{self._to.below}/{skill}/SKILL.md"
        return path, there(self._to.base, path)

    def _is_ours(self, skill: str, data: bytes) -> bool:
        return skill in self.sent and self.sent[skill].digest == source_digest(data)

    def _replace(
        self, skill: str, path: str, data: bytes, before: bytes | None
    ) -> bool:
        file = self._to.base / path
        atomic.make_folder(file.parent)
        with self._store.locked("export") as locked:
            keep = keeper(locked, learned.skill_name(skill), self._now)
            return replace_keeping(file, data, before, keep, mode=0o644)

    def _take(self, skill: str, path: str, data: bytes) -> bool:
        name, file = learned.skill_name(skill), self._to.base / path
        with self._store.locked("export") as locked:
            locked.archive.store(name, data, self._now.utc)
            if not remove_keeping(file, data, keeper(locked, name, self._now)):
                return False
        with contextlib.suppress(OSError):
            file.parent.rmdir()  # unless something else is in it
        return True
