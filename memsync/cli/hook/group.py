"""The session hooks: `memsync hook session-start` and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import pass_session
from memsync.clock import local

if TYPE_CHECKING:
    from memsync.agents.agent import Agent
    from memsync.cli.hook.event import Event
    from memsync.cli.shared.session import Session

_agent_option = click.option(
    "--agent", metavar="NAME", help="The agent that runs this hook."
)


@click.group()
def command() -> None:
    """Run an agent's session hook; always exits with 0."""


@command.command("session-start")
@_agent_option
@pass_session
def session_start(session: Session, agent: str | None) -> None:
    """Print the memory for the agent's folder, and start a sync.

    The folder is the `cwd` in the JSON object on stdin, else the current one. Also
    prints what to save, and how: see `memory.teach`.
    """
    from memsync.cli.hook.start import text_for

    event = _read_event(session)
    reading = _agent(session, agent)
    text = text_for(session, reading, event)
    if text and reading is not None and reading.hooks is not None:
        text = reading.hooks.reply("session-start", text)
    session.emit({}, f"{text}\n" if text else "")
    start_sync(session)
    _start_learning(session)


def _start_learning(session: Session) -> None:
    """Start a run of learning, if `learn.unattended` allows it; at most one an hour."""
    from memsync.cli.learn.opening import settings_here

    settings = session.settings(None)
    if not settings.flag("learn.enabled") or not settings.flag("learn.unattended"):
        return
    settings = settings_here(session)
    model = settings.items("learn.command") or settings.text("learn.endpoint")
    if model and settings.flag("learn.enabled") and settings.flag("learn.unattended"):
        from memsync.learn.runs.by_itself import take_turn

        if take_turn(session.places.state, session.now.utc.timestamp()):
            session.start_learning()


def _read_event(session: Session) -> Event:
    """Read the event, and move the session to the folder that it names."""
    from memsync.cli.hook.event import read_event

    event = read_event()
    if event.folder is not None:
        session.cwd = event.folder
    return event


def _agent(session: Session, name: str | None) -> Agent | None:
    """The calling agent, or None: an unknown agent gets the memory all the same."""
    if name is None:
        return None
    from memsync.agents.table import agent_called
    from memsync.errors import BadUsage

    try:
        return agent_called(name)
    except BadUsage as error:
        session.warn(error.message, error.hint)
        return None


@command.command("user-prompt")
@_agent_option
@pass_session
def user_prompt(session: Session, agent: str | None) -> None:
    """Print the notes that match a prompt, each once a session.

    Reads `prompt` from the JSON object on stdin. Prints at most three notes, of
    `prompt.max_bytes` together, and none that scores below `prompt.min_score`.
    """
    from memsync.cli.hook.prompt import run

    run(session.environ, agent)


@command.command("post-compact")
@_agent_option
@pass_session
def post_compact(session: Session, agent: str | None) -> None:
    """Save a compaction's summary in the daily log, and sync.

    Reads `compact_summary` from the JSON object on stdin, and does nothing where the
    repository has no memory. Replaces each secret with `[redacted RULE]`.
    """
    from memsync.cli.hook import running
    from memsync.cli.shared import notes

    event = _read_event(session)
    settings = session.settings(None)
    if notes.denied_by_environment(session, settings):
        return
    opened = notes.opened(session)
    if not opened.settings.flag("memory.enabled"):
        return
    running.forget_given(_agent(session, agent), event, running.where(session, opened))
    summary = event.text("compact_summary").strip()
    # Never into the user memory: it may sync to a remote that this project's words must
    # not reach.
    if summary and opened.workspace is not None:
        _keep(session, summary, event.text("trigger"))
    start_sync(session)


def _keep(session: Session, summary: str, trigger: str) -> None:
    from memsync.cli.notes import logs
    from memsync.cli.shared import notes
    from memsync.memory.archive.logs import daily_entry, daily_name
    from memsync.memory.note.names import Scope
    from memsync.secrets.redact import redact_text

    heading = f"compaction summary ({trigger})" if trigger else "compaction summary"
    clock = f"{local(session.now.utc):%H:%M}"
    name = daily_name(session.now.today)
    text, rules = redact_text(daily_entry(summary, heading, clock))
    written = logs.add(session, name, text, Scope.WORKSPACE)
    notes.warn_all(session, written.warnings)
    if rules:
        kinds = ", ".join(sorted(set(rules)))
        session.warn(f"'{name}': left secrets out of the summary: {kinds}")


@command.command("session-end")
@_agent_option
@pass_session
def session_end(session: Session, agent: str | None) -> None:
    """Start a sync that outlives the agent's session."""
    from memsync.cli.hook import running
    from memsync.cli.shared import notes

    event = _read_event(session)
    known = _agent(session, agent)
    if known is not None and not notes.denied_by_environment(
        session, session.settings(None)
    ):
        opened = notes.opened(session)
        at = running.where(session, opened)
        running.end(session, known, event, opened, at)
    start_sync(session)


@command.command("post-checkout")
@click.argument("checkout", nargs=-1)
@pass_session
def post_checkout(session: Session, checkout: tuple[str, ...]) -> None:  # noqa: ARG001 -- git's two commits and its flag
    """Link a new worktree to the memory that it shares."""
    from memsync.workspace.target import keep_link

    for message, hint in keep_link(session.cwd, session.places):
        session.warn(message, hint)


def start_sync(session: Session) -> None:
    """Start a round that nobody waits for, if sync is set up and memory is on."""
    settings = session.settings(None)
    remote = settings.text("sync.remote") or settings.profiles
    if settings.flag("memory.enabled") and remote:
        session.start_sync()
