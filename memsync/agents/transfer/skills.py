"""Installs learned skills where an agent loads skills from.

Claude Code has a folder of its own; Codex and pi load `.agents/skills`, in a repository
and in the home. Leaves a file that memsync did not write, or that has changed since.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.files import there
from memsync.agents.layouts.layout import Sent
from memsync.agents.transfer import ledger
from memsync.agents.transfer.item import Diff, Item
from memsync.files import atomic
from memsync.memory.archive import learned
from memsync.memory.files.live import replace_keeping
from memsync.memory.files.origins import source_digest

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.where import Where
    from memsync.memory.store.store import Store

_FOLDERS = {
    "claude-code": ".claude/skills",
    "codex": ".agents/skills",
    "oh-my-pi": ".agents/skills",
}
_THEIRS = "it is not as memsync wrote it"


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
    store: Store, to: SkillsFolder, sent_file: Path, only: str | None, *, write: bool
) -> tuple[list[Item], list[Diff]]:
    """Write the skills that are missing; returns what was done for each, by name.

    Without `write` it only says what it would do. Raises `Refused` for a link in the
    way, `Broken` and `OSError`.
    """
    sent = ledger.load(sent_file)
    items: list[Item] = []
    diffs: list[Diff] = []
    names = sorted(name for name, _ in learned.entries(store.memory.folder))
    for name in names:
        skill, data = learned.skill_of(name), store.live(name)
        if skill is None or data is None:
            continue
        if only is not None and not fnmatchcase(skill, only):
            continue
        path = f"{to.below}/{skill}/SKILL.md"
        before = there(to.base, path)
        ours = skill in sent and before is not None
        if before == data:
            items.append(Item(path, skill, "unchanged"))
        elif before is not None and not (
            ours and sent[skill].digest == source_digest(before)
        ):
            items.append(Item(path, skill, "conflict", _THEIRS))
            continue
        else:
            diffs.append(Diff(path, before or b"", data))
            if write and not _put(to.base / path, data, before):
                items.append(Item(path, skill, "conflict", _THEIRS))
                continue
            items.append(Item(path, skill, "updated" if before else "created"))
        sent[skill] = Sent(path, source_digest(data))
    if write and sent:
        ledger.save(sent_file, sent)
    return items, diffs


def _put(path: Path, data: bytes, before: bytes | None) -> bool:
    atomic.make_folder(path.parent)
    return replace_keeping(path, data, before, lambda _: None, mode=0o644)
