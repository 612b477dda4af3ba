"""`sync add --agent` and `sync remove --agent`: agents' folders, synced in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.sync.state.state import StateFolder


class Given(NamedTuple):
    """The options of the command line."""

    agent: str
    folder: Path
    """The repository's identity, from `--id`."""
    named: str | None
    profile: str
    person: bool
    dry_run: bool


def add_agent(session: Session, given: Given, state_folder: StateFolder) -> None:
    """Sync an agent's folder, and say which one."""
    from memsync.sync.homes.agent_homes import COYOTE, add

    done = add(
        given.agent,
        given.folder,
        session.places,
        session.now,
        state_folder,
        person=given.person,
        profile=given.profile,
        named=given.named,
        settings=session.settings(None if given.person else given.folder),
        pretend=given.dry_run,
    )
    data = {
        "changed": done.changed,
        "agent": done.agent,
        "identity": done.identity or None,
        "memory": str(done.folder) if done.folder else None,
    }
    session.emit(data, "")
    if done.agent == COYOTE:
        session.say("coyote reads memsync's own memories, which are synced already")
        return
    if not done.changed:
        session.say(f"'{done.folder}' is synced already")
        return
    if given.dry_run:
        session.say(f"'{done.folder}' would be synced")
        return
    if done.unignored:
        session.warn(
            f"git does not ignore '{done.folder}': `git add` would commit what other"
            " machines put there",
            "add it to .git/info/exclude",
        )
    if done.moved_from is not None:
        session.warn(f"'{done.moved_from}' is not synced any more, and stays as it is")
    session.say(
        f"'{done.folder}' is synced from now on; `memsync sync` sends and receives its"
        " notes"
    )


def remove_agent(
    session: Session, agent: str, what: Path | str, *, person: bool, dry_run: bool
) -> None:
    """Stop syncing an agent's folder, and say which one."""
    from memsync.sync.homes.agent_homes import remove
    from memsync.sync.state.state import state_folder_of

    home = remove(
        agent,
        what,
        session.places,
        lambda profile: state_folder_of(session.places, profile),
        person=person,
        pretend=dry_run,
    )
    data = {
        "changed": not dry_run,
        "agent": home.agent,
        "identity": home.identity or None,
        "memory": str(home.folder),
    }
    session.emit(data, "")
    if dry_run:
        session.say(f"'{home.folder}' would not be synced any more")
        return
    session.say(
        f"'{home.folder}' is not synced any more; its files stay, here and in the"
        " remote"
    )
