"""`memsync init`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import in_words
from memsync.errors import BadUsage, Exit
from memsync.memory.note.names import Scope
from memsync.paths import LITE_MEMORY
from memsync.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.guard.install.git_hook import Done
    from memsync.workspace.steps.plan import Plan
    from memsync.workspace.verbs.bootstrap import Wanted


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path())
@scope_option("The memory to create; workspace by default.", default="workspace")
@click.option("--lite", is_flag=True, help="Create a single COYOTE.md.")
@click.option(
    "--tracked", is_flag=True, help="Create a memory that git tracks, for a team."
)
@click.option(
    "--isolated", is_flag=True, help="Give this linked worktree its own memory."
)
@click.option(
    "--private", is_flag=True, help="Create the memory outside the repository."
)
@click.option("--move", is_flag=True, help="Move the existing notes to the new place.")
@click.option("--here", is_flag=True, help="Use this folder even if it is not in git.")
@click.option(
    "--recurse-submodules", is_flag=True, help="Initialise every submodule, too."
)
@click.option("--hooks", is_flag=True, help="Install the guard's git hook, too.")
@click.option(
    "--gitignore/--no-gitignore",
    default=None,
    help="Edit .gitignore; the default, but for submodules.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@json_option
@pass_session
def command(
    session: Session,
    folder: str | None,
    scope: str,
    lite: bool,
    tracked: bool,
    isolated: bool,
    private: bool,
    move: bool,
    here: bool,
    recurse_submodules: bool,
    hooks: bool,
    gitignore: bool | None,
    dry_run: bool,
) -> int:
    """Initialise agent memory in this repository, ignored by git.

    DIR is any folder in the repository; by default the current one. Running it again
    changes nothing and exits 0.

    \b
    Examples:
      memsync init
      memsync init --hooks
      memsync init --scope user
    """
    from memsync.workspace.verbs.bootstrap import Wanted

    wanted = Wanted(
        scope=Scope.parse(scope),
        lite=lite,
        tracked=tracked,
        isolated=isolated,
        private=private,
        move=move,
        here=here,
        recurse_submodules=recurse_submodules,
        gitignore=gitignore,
        dry_run=dry_run,
    )
    if hooks and (here or wanted.scope is Scope.USER):
        raise BadUsage("--hooks needs a git repository")
    plans = _plans(session, _folder(session, folder), wanted)
    for plan in plans:
        for warning in plan.warnings:
            session.warn(*warning)
        if plan.existed is not None and not session.quiet:
            # Coyote's own words, which scripts that call either look for.
            where = printable(str(plan.existed))
            click.echo(f"Memory marker already exists at '{where}'", err=True)
    rows: list[tuple[Path, str, bool]] = [
        (s.path, s.action, s.pending) for plan in plans for s in plan.steps
    ]
    guarded = True
    told: dict[str, None] = {}
    for plan in plans if hooks else ():
        done, lasting = _hook(session, plan, dry_run=dry_run)
        guarded = guarded and lasting
        if done.action != "manual":
            rows.append((done.path, done.action, done.action != "unchanged"))
            told[_what_is_checked(plan)] = None
    for sentence in told:
        session.say(sentence)
    rows += _private_ended(session, plans, dry_run=dry_run)
    asked, *_ = plans
    data = {
        "root": str(asked.root) if asked.root else None,
        "memory": str(asked.memory),
        "scope": wanted.scope.value,
        "kind": asked.kind,
        "actions": [
            {"path": str(path), "action": action, "dry_run": dry_run}
            for path, action, _ in rows
        ],
    }
    text = "".join(
        in_words(action, str(path), dry_run=dry_run)
        for path, action, pending in rows
        if pending
    )
    session.emit(data, text)
    if asked.root is not None and wanted.scope is Scope.WORKSPACE and not here:
        from memsync.cli.memory.agents_here import bring_agents

        bring_agents(session, asked.root, dry_run=dry_run)
    return Exit.DONE if guarded else Exit.FOUND


def _plans(session: Session, folder: Path, wanted: Wanted) -> list[Plan]:
    if wanted.move:
        from memsync.workspace.verbs.switch import switch

        return switch(folder, session.places, session.now, wanted)
    from memsync.workspace.verbs.bootstrap import init

    return init(folder, session.places, wanted)


def _private_ended(
    session: Session, plans: list[Plan], *, dry_run: bool
) -> list[tuple[Path, str, bool]]:
    """Move private notes out of a team's memory; the rows that say so."""
    from memsync.workspace.verbs.aside import end_private

    rows: list[tuple[Path, str, bool]] = []
    for plan in plans:
        if not plan.team or plan.root is None:
            continue
        done = end_private(plan.root, session.places, session.now, dry_run=dry_run)
        for notice in done.notices:
            session.warn(*notice)
        rows += [(s.path, s.action, True) for s in done.steps]
    return rows


def _folder(session: Session, folder: str | None) -> Path:
    path = session.cwd / folder if folder is not None else session.cwd
    if not path.is_dir():
        raise BadUsage(f"'{folder}' is not a folder")
    return path


def _hook(session: Session, plan: Plan, *, dry_run: bool) -> tuple[Done, bool]:
    """Install the guard in one git root; the flag says whether that is enough."""
    from memsync.cli.hooks.guard import explain
    from memsync.guard.install.git_hook import install
    from memsync.workspace.repository.roots import require_root

    root = require_root(plan.root or session.cwd, session.environ)
    done = install(root, session.environ, dry_run=dry_run)
    if done.status.by_hand:
        explain(session, done.status)
    return done, not done.status.by_hand


def _what_is_checked(plan: Plan) -> str:
    """What the hook checks, for a person who may expect it to check the notes."""
    from memsync.guard.checks.staged import named_agent_files

    files = named_agent_files()
    if (plan.memory / ".git").exists():
        return (
            f"the notes are committed in a repository of their own, '{plan.memory}',"
            f" which needs a hook of its own; the hook here checks {files}"
        )
    if plan.team:
        return f"this memory is committed, and the hook checks its notes, {files}"
    if plan.memory.name == LITE_MEMORY:
        return f"the hook checks {files}"
    return (
        "the notes are not committed, so `memsync write` and `memsync sync` check them;"
        f" the hook checks {files}"
    )
