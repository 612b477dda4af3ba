"""Agents that `memsync link` led to a memory: where they lead, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.agents.transfer.linking import Linked
    from memsync.cli.shared.session import Session
    from memsync.workspace.repository.roots import GitRoot


class Stray(NamedTuple):
    """An agent whose settings name another memory than that of this repository."""

    agent: str
    message: str
    hint: str


def stray_links(session: Session) -> Iterator[Stray]:
    """The links that lead to a memory that is gone, or is not the one that holds here.

    Neither is followed when a repository is moved, copied or loses its memory; the
    agent would then write notes that memsync does not read, or that git does not
    ignore.
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.agents.transfer.linking import LINKABLE, stray
    from memsync.cli.shared.place import where
    from memsync.memory.note.names import Scope
    from memsync.workspace.target import memory_path

    try:
        here = where(session)
        if here.root is None:
            return
        _, memory = memory_path(session.cwd, session.places, Scope.WORKSPACE)
    except MemsyncError:
        return  # the caller says what is wrong with the repository or its memory
    for agent in LINKABLE:
        layout = layout_called(agent)
        found = stray(layout, here, memory)
        if found is None or layout.link is None:
            continue
        what = "is not this repository's memory" if found.exists() else "is gone"
        yield Stray(
            agent,
            f"'{here.root.top / layout.link.file}' leads {agent} to '{found}', which"
            f" {what}",
            _mend(agent, layout.link.key, found, memory),
        )


def _mend(agent: str, key: str, found: Path, memory: Path) -> str:
    if found == memory:
        return f"`memsync unlink {agent}`, or `memsync init`"
    if found.exists():
        return f"remove {key} there, then run `memsync link {agent}`"
    return f"`memsync link {agent}` leads it to this one, or `memsync unlink {agent}`"


def unlink_all(
    session: Session, root: GitRoot, memory: Path, *, dry_run: bool
) -> Iterator[Linked]:
    """Take back what `link` put into a work tree's settings for a memory.

    Says what it cannot take back.
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.agents.transfer.linking import LINKABLE, unlink
    from memsync.cli.shared.place import where

    here = where(session)._replace(root=root)
    for agent in LINKABLE:
        try:
            done = unlink(layout_called(agent), here, memory, dry_run=dry_run)
        except MemsyncError as error:
            session.warn(error.message, error.hint)
        else:
            if done.action != "unchanged":
                yield done
