"""`memsync sync add` and `memsync sync remove`: the repositories whose notes sync."""

from __future__ import annotations

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.sync.profile import profile_option, settings_of
from memsync.errors import BadUsage


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--id", "named", metavar="ID", help="The repository's identity.")
@click.option(
    "--list", "listing", is_flag=True, help="List the repositories that sync here."
)
@profile_option
@json_option
@pass_session
def add(
    session: Session,
    folder: str | None,
    named: str | None,
    listing: bool,
    profile: str | None,
) -> None:
    """Sync this repository's workspace memory, too.

    Its notes go to the same private remote as yours. Run `sync add` in a clone on
    another machine to get them there. A repository is identified by the URL of its
    `origin`, or by --id.
    """
    if listing:
        _list(session)
        return
    from memsync.sync.folder.projects import add as enrol
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.tree.url import configured_remote
    from memsync.workspace.repository.roots import require_root

    settings = settings_of(session, profile)
    configured_remote(session.places, settings)
    top = session.cwd / folder if folder else session.cwd
    if not top.is_dir():
        raise BadUsage(f"'{folder}' is not a folder")
    root = require_root(top, session.environ)
    done = enrol(
        root.top,
        session.places,
        session.now,
        state_folder_of(session.places, settings.profile),
        profile=settings.profile,
        named=named,
        settings=session.settings(root.top),
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
    if done.changed:
        session.say(f"'{done.identity}' is enrolled; `memsync sync` runs a round")
    else:
        session.say(f"'{done.identity}' is enrolled already")


@click.command()
@click.argument("what", metavar="[DIR|ID]", required=False)
@json_option
@pass_session
def remove(session: Session, what: str | None) -> None:
    """Stop syncing this repository's memory on this machine.

    The notes stay on this machine and in the remote.
    """
    from memsync.sync.folder.projects import remove as strike
    from memsync.sync.state.state import state_folder_of

    given = what if what is not None else session.cwd
    if isinstance(given, str) and (session.cwd / given).is_dir():
        given = session.cwd / given
    places = session.places
    identity = strike(given, places, lambda profile: state_folder_of(places, profile))
    session.emit({"identity": identity, "changed": True}, "")
    session.say(
        f"'{identity}' is not synced here any more; its notes stay, here and in the"
        " remote"
    )


def _list(session: Session) -> None:
    from memsync.sync.folder.projects import listed
    from memsync.terminal import printable

    found = listed(session.places)
    data = [
        {
            "identity": each.identity,
            "root": str(each.top),
            "profile": each.profile or "default",
            "problem": each.away and each.away.message,
        }
        for each in found
    ]
    rows = [
        (each.identity, printable(str(each.top)), "away" if each.away else "here")
        for each in found
    ]
    session.emit(data, session.table(("identity", "root", "state"), rows))
