"""Gathers what goes into a prompt, for `memsync context` and hooks; loads no Click."""

from __future__ import annotations

from memsync.cli.shared import notes

TYPE_CHECKING = False  # importing typing would cost a context 2 ms
if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.retrieval.context import Ask
    from memsync.retrieval.parts import Context
    from memsync.workspace.open import Opened


def run(session: Session, ask: Ask, *, off: bool = False) -> None:
    """Print the context for the session's folder; `off` is `--no-memory`."""
    found = gather(session, ask, off=off)
    for message, hint in found.warnings:
        session.warn(message, hint)
    data = {
        "text": found.text,
        "chars": found.chars,
        "cap": found.cap,
        "omitted": found.omitted,
        "warnings": [message for message, _ in found.warnings],
    }
    session.emit(data, f"{found.text}\n" if found.text else "")


def gather(session: Session, ask: Ask, *, off: bool = False) -> Context:
    """The context for the session's folder; empty while memory is off.

    `off` is `--no-memory`. Raises what opening a memory raises.
    """
    from memsync.retrieval.context import budget_of
    from memsync.retrieval.parts import Context
    from memsync.workspace.open import open_for_reading

    settings = session.settings(None)
    if off or notes.denied_by_environment(session, settings):
        return Context("", budget_of(settings, ask).cap)
    opened = open_for_reading(session.cwd, session.places, session.now)
    return built(session, opened, ask)


def built(session: Session, opened: Opened, ask: Ask) -> Context:
    """The context built from memories that are already open."""
    from memsync.cli.find.one_thread import one_thread
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.context import build
    from memsync.sync.verbs.prompt import synced

    one_thread()
    known = synced(session.places, session.settings(None))
    cache = folder_of(session.places)
    return build(opened, ask, session.now, known, cache, session.environ)
