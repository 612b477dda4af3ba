"""`memsync sync add` and `memsync sync remove`: the repositories whose notes sync."""

from __future__ import annotations

import click

from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.sync.profile import profile_option, settings_of
from memsync.errors import BadUsage
from memsync.memory.note.names import Scope

_COYOTE = "coyote"


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--id", "named", metavar="ID", help="Identify the repository by ID.")
@click.option(
    "--agent", metavar="NAME", help="Sync this agent's own memory folder instead."
)
@scope_option("With --agent: its folder for this repository, or your own one.")
@click.option("--list", "listing", is_flag=True, help="List what syncs here.")
@click.option("--dry-run", is_flag=True, help="Show what would be synced.")
@profile_option
@json_option
@pass_session
def add(
    session: Session,
    folder: str | None,
    named: str | None,
    agent: str | None,
    scope: str | None,
    listing: bool,
    dry_run: bool,
    profile: str | None,
) -> None:
    """Sync this repository's workspace memory or an agent's folder, too.

    Its notes go to the same private remote as your user memory. Run `sync add` in a
    clone on another machine to sync them there. The URL of `origin`, or --id,
    identifies the repository.

    --agent syncs, in place, the memory that the agent itself writes. Run the same
    command on another machine to sync it to the agent's folder there.

    \b
    Examples:
      memsync sync add
      memsync sync add --agent claude-code
      memsync sync add --agent goose --scope user
    """
    if listing:
        _list(session)
        return
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.tree.url import configured_remote

    person = _person(agent, scope)
    if person and (folder or named):
        raise BadUsage("--scope user has no DIR and no --id", hint="leave them out")
    settings = settings_of(session, profile)
    if agent != _COYOTE:
        configured_remote(session.places, settings)
    top = session.cwd / folder if folder is not None else session.cwd
    if folder == "" or not top.is_dir():
        raise BadUsage(f"'{folder}' is not a folder")
    state_folder = state_folder_of(session.places, settings.profile)
    if agent is not None:
        from memsync.cli.sync.agent_folders import Given, add_agent

        given = Given(agent, top, named, settings.profile, person, dry_run)
        add_agent(session, given, state_folder)
        return
    from memsync.sync.homes.projects import add as enrol
    from memsync.workspace.repository.roots import require_root

    root = require_root(top, session.environ)
    done = enrol(
        root.top,
        session.places,
        session.now,
        state_folder,
        profile=settings.profile,
        named=named,
        settings=session.settings(root.top),
        pretend=dry_run,
    )
    for notice in done.warnings:
        session.warn(*notice)
    data = {
        "changed": done.changed,
        "identity": done.identity,
        "root": str(done.top),
        "memory": str(done.memory),
    }
    session.emit(data, "")
    if not done.changed:
        session.say(f"'{done.identity}' is enrolled already")
    elif dry_run:
        session.say(f"'{done.identity}' would be enrolled")
    else:
        session.say(
            f"'{done.identity}' is enrolled; `memsync sync` sends and receives its"
            " notes"
        )


@click.command()
@click.argument("what", metavar="[DIR|ID]", required=False)
@click.option(
    "--agent", metavar="NAME", help="Stop syncing this agent's folder instead."
)
@scope_option("With --agent: its folder for this repository, or your own one.")
@click.option("--dry-run", is_flag=True, help="Show what would be removed.")
@json_option
@pass_session
def remove(
    session: Session,
    what: str | None,
    agent: str | None,
    scope: str | None,
    dry_run: bool,
) -> None:
    """Stop syncing a repository or an agent's folder on this machine.

    DIR or ID names the repository. The notes stay, here and in the remote.

    \b
    Example:
      memsync sync remove --agent claude-code
    """
    from memsync.sync.homes.projects import remove as strike
    from memsync.sync.state.state import state_folder_of

    person = _person(agent, scope)
    if what == "":
        raise BadUsage(
            "'' is neither a folder nor an id", hint="see `memsync sync add --list`"
        )
    given = what if what is not None else session.cwd
    if isinstance(given, str) and (session.cwd / given).is_dir():
        given = session.cwd / given
    places = session.places
    if agent is not None:
        from memsync.cli.sync.agent_folders import remove_agent

        remove_agent(session, agent, given, person=person, dry_run=dry_run)
        return
    identity = strike(
        given,
        places,
        lambda profile: state_folder_of(places, profile),
        pretend=dry_run,
    )
    session.emit({"identity": identity, "changed": not dry_run}, "")
    if dry_run:
        session.say(f"'{identity}' would not be synced here any more")
        return
    session.say(
        f"'{identity}' is not synced here any more; its notes stay, here and in the"
        " remote"
    )


def _person(agent: str | None, scope: str | None) -> bool:
    """Whether the options name the agent's folder of the user."""
    if scope is not None and agent is None:
        raise BadUsage("--scope goes with --agent", hint="the user memory always syncs")
    return scope is not None and Scope.parse(scope) is Scope.USER


def _list(session: Session) -> None:
    from memsync.sync.homes.projects import listed
    from memsync.terminal import printable
    from memsync.workspace.place import agent_homes
    from memsync.workspace.place.enrolment import Away

    data: list[dict[str, object]] = []
    rows = []
    for each in listed(session.places):
        data.append(
            {
                "identity": each.identity,
                "root": str(each.top),
                "profile": each.profile or "default",
                "problem": each.away and each.away.message,
            }
        )
        state = "away" if each.away else "here"
        rows.append((each.identity, "", printable(str(each.top)), state))
    for home in agent_homes.listed(session.places):
        spot = agent_homes.located(home, session.places)
        away = spot if isinstance(spot, Away) else None
        data.append(
            {
                "identity": home.identity or None,
                "agent": home.agent,
                "root": str(home.top) if home.top else None,
                "memory": str(home.folder),
                "profile": home.profile or "default",
                "problem": away and away.message,
            }
        )
        where = printable(str(home.folder))
        rows.append((home.identity, home.agent, where, "away" if away else "here"))
    heads = ("identity", "agent", "folder", "state")
    session.emit(
        data, session.table(heads, rows, empty="only your user memory is synced")
    )
