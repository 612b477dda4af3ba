"""`memsync deinit`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import in_words
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.workspace.repository.roots import GitRoot
    from memsync.workspace.verbs.deinit import Taken

    Actions = list[dict[str, str]]


@click.command()
@click.option(
    "--keep-notes", is_flag=True, help="Keep the notes and their ignore rule."
)
@click.option(
    "--recurse-submodules", is_flag=True, help="Do the same in every submodule."
)
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@json_option
@pass_session
def command(
    session: Session, keep_notes: bool, recurse_submodules: bool, dry_run: bool
) -> None:
    """Undo what `init`, `hooks install` and `link` did in this repository.

    Moves the notes to the archive; `memsync archive restore --all` restores them.

    \b
    Examples:
      memsync deinit --dry-run
      memsync deinit --keep-notes
    """
    from memsync.workspace.repository.roots import find_root
    from memsync.workspace.verbs.deinit import submodules_with_memory

    root = find_root(session.cwd, session.environ)
    # The innermost first: its files are inside the outer one's work tree.
    inner = list(submodules_with_memory(root, session.environ)) if root else []
    actions: Actions = []
    counts: dict[Path, int] = {}
    for top in reversed(inner) if recurse_submodules else ():
        taken, done = _take_back(session, top, keep_notes=keep_notes, dry_run=dry_run)
        counts[top] = taken.archived
        actions += done
    taken, done = _take_back(
        session, session.cwd, keep_notes=keep_notes, dry_run=dry_run
    )
    counts[Path(os.path.realpath(session.cwd))] = taken.archived
    archived = sum(counts.values())
    data = {
        "root": str(taken.root),
        "memory": str(taken.memory),
        "archived": archived,
        "actions": [*actions, *done],
        "dry_run": dry_run,
    }
    actions += done
    lines = [in_words(a["action"], a["path"], dry_run=dry_run) for a in actions]
    session.emit(data, "".join(lines))
    for folder, count in counts.items():
        if count:
            session.say(_archived(session, folder, count, dry_run=dry_run))
    if not (archived or actions):
        session.say(f"there {'is' if dry_run else 'was'} nothing to undo")
    if inner and not recurse_submodules:
        _name_left(session, root, inner)


def _archived(session: Session, folder: Path, count: int, *, dry_run: bool) -> str:
    from shlex import quote

    notes, back = ("note", "it") if count == 1 else ("notes", "them")
    now = "would move to" if dry_run else "is in" if count == 1 else "are in"
    # Each submodule has an archive of its own, which only a command in it finds.
    there = os.path.relpath(folder, os.path.realpath(session.cwd))
    at, where = ("", "") if there == "." else (f"-C {quote(there)} ", f" of '{there}'")
    return printable(
        f"{count} {notes}{where} {now} the archive; `memsync {at}archive restore --all`"
        f" brings {back} back"
    )


def _take_back(
    session: Session, folder: Path, *, keep_notes: bool, dry_run: bool
) -> tuple[Taken, Actions]:
    from memsync.workspace.repository.roots import find_root
    from memsync.workspace.verbs.deinit import deinit

    taken = deinit(
        *(folder, session.places, session.now),
        keep_notes=keep_notes,
        dry_run=dry_run,
    )
    for warning in taken.warnings:
        session.warn(*warning)
    actions = [{"path": str(s.path), "action": s.action} for s in taken.steps]
    root = find_root(folder, session.environ)
    if root is not None and not taken.shared:
        from memsync.cli.memory.agents_here import leave_agents

        leave_agents(session, root, dry_run=dry_run)
        actions += _hook(session, root, dry_run=dry_run)
        actions += _agent_hooks(session, root, dry_run=dry_run)
    if root is not None:
        actions += _links(session, root, taken, dry_run=dry_run)
        actions += _framework(session, root, dry_run=dry_run)
    return taken, actions


def _name_left(session: Session, root: GitRoot | None, inner: list[Path]) -> None:
    below = [printable(str(top.relative_to(root.top))) for top in inner if root]
    what = "the submodule" if len(below) == 1 else "the submodules"
    session.warn(
        f"{what} {', '.join(below)} still {'has' if len(below) == 1 else 'have'} a"
        " memory",
        "`memsync deinit --recurse-submodules` removes those, too",
    )


def _hook(session: Session, root: GitRoot, *, dry_run: bool) -> Actions:
    from memsync.cli.hooks.guard import explain_call
    from memsync.guard.install.git_hook import uninstall

    done = uninstall(root, session.environ, dry_run=dry_run)
    explain_call(session, done)
    if done.action not in ("removed", "restored"):
        return []
    return [{"path": str(done.path), "action": done.action}]


def _agent_hooks(session: Session, root: GitRoot, *, dry_run: bool) -> Actions:
    """What `hooks install --agent … --project` and `--post-checkout` put here."""
    from memsync.agents.hooks.change import act
    from memsync.agents.hooks.install import plan_uninstall
    from memsync.agents.hooks.settings import hooks_of, settings_of
    from memsync.agents.table import with_hooks
    from memsync.errors import Broken, Refused
    from memsync.guard.install import checkout

    gone: Actions = []
    linking = checkout.uninstall(root, session.environ, dry_run=dry_run)
    if linking.action == "removed":
        gone.append({"path": str(linking.path), "action": linking.action})
    for agent in with_hooks():
        if hooks_of(agent).project_file is None:
            continue
        try:
            settings = settings_of(agent, session.places, root.top)
            done = plan_uninstall(agent, settings)
            if not dry_run:
                act(settings, done)
        except (Broken, Refused) as error:
            session.warn(error.message, error.hint)
        else:
            if done.action != "unchanged":
                gone.append({"path": str(done.path), "action": done.action})
    return gone


def _links(session: Session, root: GitRoot, taken: Taken, *, dry_run: bool) -> Actions:
    """What `link` put into the settings of the work trees that shared the memory.

    An agent that still used the folder would create it anew, and no rule would hide
    its notes from git.
    """
    from memsync.cli.shared.links import unlink_all
    from memsync.workspace.repository.roots import linked_worktrees

    tops = [root.top]
    if not taken.shared:
        tops += [top for _, top in linked_worktrees(root) if top != root.top]
    return [
        {"path": str(done.path), "action": done.action}
        for top in tops
        for done in unlink_all(
            session, root._replace(top=top), taken.memory, dry_run=dry_run
        )
    ]


def _framework(session: Session, root: GitRoot, *, dry_run: bool) -> Actions:
    """What `hooks install --framework` added in this work tree."""
    from memsync.errors import Broken, Refused
    from memsync.guard.install.framework import NAME, is_named, made_here, uninstall

    made = made_here(root.git_dir)
    if not made.exists():
        if is_named(root.top):
            session.warn(
                f"'{root.top / NAME}' names memsync's hooks, which were not added here,"
                " so they stay",
                "`memsync hooks uninstall --framework` removes them",
            )
        return []
    try:
        done = uninstall(root.top, made=made, dry_run=dry_run)
    except (Broken, Refused) as error:
        session.warn(error.message, error.hint)
        return []
    if done.action == "unchanged":
        return []
    return [{"path": str(done.path), "action": done.action}]
