"""What `memsync init` does for agents whose memory other machines sync."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.workspace.repository.roots import GitRoot


def bring_agents(session: Session, top: Path, *, dry_run: bool) -> None:
    """Sync, too, the agents' folders of this repository that other machines sync.

    Names them in one line, and asks first on a terminal. No error here fails `init`.
    """
    from memsync.cli.sync.profile import every

    for settings in every(session):
        if settings.text("sync.remote"):
            try:
                _bring(session, settings, top, dry_run=dry_run)
            except (MemsyncError, OSError):
                continue  # the next `memsync sync` says what is wrong with it


def _bring(session: Session, settings: Settings, top: Path, *, dry_run: bool) -> None:
    from memsync.sync.homes.agent_homes import add, offers
    from memsync.sync.homes.projects import identity_of
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.verbs.known import known_paths
    from memsync.workspace.repository.roots import require_root

    state_folder = state_folder_of(session.places, settings.profile)
    if not state_folder.mirror.is_dir():
        return
    root = require_root(top, session.environ)
    own = session.settings(root.top)
    identity = identity_of(root, session.places, own, None)
    paths = known_paths(session.places, settings, session.now)
    wanted = offers(identity, paths, session.places)
    if not wanted or not _agreed(wanted, dry_run=dry_run):
        return
    done: list[str] = []
    for agent in wanted:
        try:
            add(
                *(agent, root.top, session.places, session.now, state_folder),
                person=False,
                profile=settings.profile,
                named=None,
                settings=own,
                pretend=dry_run,
                by_init=True,
            )
        except MemsyncError as error:
            then = f"`memsync sync add --agent {agent}`"
            session.warn(
                f"other machines sync the memory of {agent}: {error.message}",
                f"{error.hint}; then {then}" if error.hint else then,
            )
        else:
            done.append(agent)
    if done:
        names = " and ".join(done)
        would = "would come" if dry_run else "comes"
        session.say(
            f"the memory of {names}, which other machines sync, {would} here with the"
            " next `memsync sync`; `memsync sync remove --agent NAME` stops that"
        )


def leave_agents(session: Session, root: GitRoot, *, dry_run: bool) -> None:
    """Stop syncing the agents' folders that `bring_agents` added, and say so."""
    from memsync.sync.homes.agent_homes import leave
    from memsync.sync.state.state import state_folder_of
    from memsync.workspace.repository.identity import recorded

    places = session.places
    identity = recorded(root)
    if identity is None:
        return
    left = leave(
        identity, places, lambda name: state_folder_of(places, name), pretend=dry_run
    )
    no_more = (
        "would not be synced here any more"
        if dry_run
        else "is not synced here any more"
    )
    for home in left:
        session.say(f"{home.name} {no_more}; its files stay")


def _agreed(wanted: list[str], *, dry_run: bool) -> bool:
    import click

    from memsync.cli.shared.secrets_in import someone_is_there

    if dry_run or not someone_is_there():
        return True
    question = (
        f"Other machines sync the memory of {' and '.join(wanted)}. Bring it here?"
    )
    return click.confirm(question, default=True, err=True)
