"""`memsync hooks install`, `uninstall` and `status`."""

from __future__ import annotations

import click

from memsync.cli.hooks import agents, checkout, entry, guard
from memsync.cli.hooks.agents import agent_options
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.files.stored import is_utf8

_checkout_option = click.option(
    "--post-checkout",
    is_flag=True,
    help="Use the post-checkout hook, which links new worktrees to the memory.",
)
_framework_option = click.option(
    "--framework",
    is_flag=True,
    help="Use an entry in .pre-commit-config.yaml (pre-commit, prek).",
)


@click.group()
def command() -> None:
    """Install, remove or show git hooks and agent hooks."""


@command.command()
@agent_options
@_checkout_option
@_framework_option
@click.option(
    "--repo", metavar="URL", help="With --framework: use memsync from this repository."
)
@click.option(
    "--local", is_flag=True, help="With --framework: use the installed memsync."
)
@click.option(
    "--require",
    is_flag=True,
    help="Print a line to add that blocks commits where memsync is missing.",
)
@click.option(
    "--per-prompt/--no-per-prompt",
    default=None,
    help="With --agent: print matching notes for each prompt, too.",
)
@click.option(
    "--relink", is_flag=True, help="Make all agents' hooks call this memsync."
)
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@json_option
@pass_session
def install(
    session: Session,
    agent: str | None,
    project: bool,
    post_checkout: bool,
    framework: bool,
    repo: str | None,
    local: bool,
    require: bool,
    per_prompt: bool | None,
    relink: bool,
    dry_run: bool,
) -> int | None:
    """Install the hook that checks every commit of this repository.

    It checks memories, AGENTS.md, CLAUDE.md, COYOTE.md and GEMINI.md, and no other
    file. An existing pre-commit hook still runs. If lefthook, husky or another
    core.hooksPath runs the hooks, or another post-checkout hook stands there, prints
    the lines to add to which file, and exits 1 until they are there. With --agent,
    installs hooks that give an agent its memory at the start of a session and sync it
    at the end.

    \b
    Examples:
      memsync hooks install
      memsync hooks install --framework --local
      memsync hooks install --agent claude-code
    """
    _check(agent, project=project, post_checkout=post_checkout, framework=framework)
    _check_source(repo, local=local, framework=framework)
    if per_prompt is not None and agent is None:
        raise BadUsage("--per-prompt needs an agent", hint="add --agent NAME")
    if relink:
        _relink(session, agent, dry_run=dry_run)
    elif agent is not None:
        agents.install(
            *(session, agent),
            project=project,
            per_prompt=per_prompt,
            dry_run=dry_run,
        )
    elif post_checkout:
        return checkout.change(session, install=True, dry_run=dry_run)
    elif framework:
        entry.install(session, repo=repo, local=local, dry_run=dry_run)
    else:
        return guard.install(session, dry_run=dry_run, require=require)
    return None


@command.command()
@agent_options
@_checkout_option
@_framework_option
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@json_option
@pass_session
def uninstall(
    session: Session,
    agent: str | None,
    project: bool,
    post_checkout: bool,
    framework: bool,
    dry_run: bool,
) -> None:
    """Remove memsync's hook and restore the earlier one.

    With --agent, remove from its settings exactly what `install` added.
    """
    _check(agent, project=project, post_checkout=post_checkout, framework=framework)
    if agent is not None:
        agents.uninstall(session, agent, project=project, dry_run=dry_run)
    elif post_checkout:
        checkout.change(session, install=False, dry_run=dry_run)
    elif framework:
        entry.uninstall(session, dry_run=dry_run)
    else:
        guard.uninstall(session, dry_run=dry_run)


@command.command()
@click.option("--agent", metavar="NAME", help="Show only this agent.")
@json_option
@pass_session
def status(session: Session, agent: str | None) -> None:
    """Show which hooks are installed, for git and for agents."""
    if agent is not None:
        agents.show(session, agent)
        return
    from memsync.guard.install.checkout import state as checkout_state
    from memsync.guard.install.status import status as look
    from memsync.workspace.repository.roots import find_root

    root = find_root(session.cwd, session.environ)
    in_settings = agents.states(session, root.top if root else None)
    if root is None:
        text = "pre-commit hook: not inside a git repository\n"
        data: dict[str, object] = {"state": None, "guarded": False}
    else:
        found = look(root, session.environ)
        linking = checkout_state(root, session.environ)[1]
        text = guard.words(found)
        if linking in ("installed", "outdated"):
            text += f"post-checkout hook: {linking}\n"
        elif linking == "called":
            text += "post-checkout hook: called by another hook\n"
        data = {**guard.as_json(found), "post_checkout": linking}
    session.emit(
        data | {"agents": in_settings}, text + agents.in_words_all(in_settings)
    )


def _relink(session: Session, agent: str | None, *, dry_run: bool) -> None:
    from memsync.workspace.repository.roots import find_root

    if agent is not None:
        raise BadUsage(
            "--relink is for the hooks of all agents", hint="leave out --agent"
        )
    root = find_root(session.cwd, session.environ)
    agents.relink(session, root.top if root else None, dry_run=dry_run)


def _check(
    agent: str | None, *, project: bool, post_checkout: bool, framework: bool
) -> None:
    if (agent is not None) + post_checkout + framework > 1:
        raise BadUsage(
            "--agent, --post-checkout and --framework exclude each other",
            hint="choose one",
        )
    if project and agent is None:
        raise BadUsage("--project needs an agent", hint="add --agent NAME")


def _check_source(repo: str | None, *, local: bool, framework: bool) -> None:
    if repo is not None and local:
        raise BadUsage("--repo and --local exclude each other", hint="choose one")
    if (repo is not None or local) and not framework:
        raise BadUsage("--repo and --local need --framework")
    if repo is not None and not is_utf8(repo):
        raise BadUsage("--repo is not UTF-8, as its file must be", hint="check the URL")
