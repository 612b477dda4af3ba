"""What the hooks of one session pass to each other through the state folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents import running
from memsync.cli.shared.author import VARIABLE
from memsync.errors import Broken, Locked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from memsync.agents.agent import Agent
    from memsync.cli.hook.event import Event
    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened


def begin(session: Session, agent: Agent | None, event: Event, at: Path) -> None:
    """Record that a session begins, or continues after a compaction."""
    if agent is None:
        forget_given(None, event, at)
        return
    markers = list(agent.hooks.markers) if agent.hooks else []
    try:
        with running.changing(at) as sessions:
            one = running.of_session(sessions, agent.name, event.session)
            if one is None or not event.session:
                one = running.Running(agent.name, event.session, session.now_ns)
                sessions.append(one)
            one.markers, one.ended, one.given = markers, None, []
    except (Locked, OSError, Broken):
        return  # a record that cannot be kept must not stop the session
    _export(session, one.by)


def end(
    session: Session, agent: Agent | None, event: Event, opened: Opened, at: Path
) -> None:
    """Record that a session has ended, and the notes saved in it."""
    if agent is None:
        return
    try:
        with running.changing(at) as sessions:
            one = running.of_session(sessions, agent.name, event.session)
            if one is not None:
                one.ended = session.now_ns
                one.saved = saved_since(session, opened.stores, one.started)
    except (Locked, OSError, Broken):
        return


def forget_given(agent: Agent | None, event: Event, at: Path) -> None:
    """Forget which notes prompts were given: a compaction removed them."""
    name = agent.name if agent else running.UNNAMED
    try:
        with running.changing(at) as sessions:
            one = running.of_session(sessions, name, event.session)
            if one is not None:
                one.given = []
    except (Locked, OSError, Broken):
        return


def saved_before(
    session: Session, agent: Agent | None, event: Event, opened: Opened, at: Path
) -> Sequence[str]:
    """The notes that the last session here saved, even if its end hook never ran."""
    sessions = running.read(at)
    name = agent.name if agent else running.UNNAMED
    others = [
        s for s in sessions if not (s.agent == name and s.session == event.session)
    ]
    last = max(others, key=lambda each: each.started, default=None)
    if last is None:
        return ()
    if last.ended is not None:
        return last.saved
    return saved_since(session, opened.stores, last.started)


def where(session: Session, opened: Opened) -> Path:
    """The file that records this repository's sessions; raises `Broken`."""
    at = opened.root.common_dir if opened.root else session.cwd
    return running.file_for(session.places.state, at)


def saved_since(session: Session, stores: Iterable[Store], start: int) -> list[str]:
    """The names of the notes written since `start`, without those that sync brought."""
    from memsync.sync.verbs.prompt import synced

    known = synced(session.places, session.settings(None))
    names = set()
    for store in stores:
        for name in _written(store, start):
            data = store.live(name)
            if data is None or (known and known.came(store.scope, name, data)):
                continue
            names.add(name)
    return sorted(names)


def _written(store: Store, start: int) -> Iterable[str]:
    """The notes whose files were written since then, in nanoseconds."""
    from memsync.memory.files.listing import name_in

    try:
        rows = store.look().rows
    except OSError:
        return []
    # The first field of a row is its time.
    return [name_in(row) for row in rows if int(row[: row.index(" ")]) >= start]


def _export(session: Session, by: str) -> None:
    """Set, for the commands of the session, which agent and session runs them.

    Claude Code names a file whose lines are run before each of its commands
    (code.claude.com/docs/en/hooks, read 2026-11).
    """
    file = session.environ.get("CLAUDE_ENV_FILE", "")
    if not file:
        return
    import contextlib
    from shlex import quote

    with contextlib.suppress(OSError), open(file, "a", encoding="utf-8") as lines:  # noqa: PTH123 -- the agent's own file, as it named it
        lines.write(f"export {VARIABLE}={quote(by)}\n")
