"""`memsync context`: what goes into a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.session import json_option, pass_session

if TYPE_CHECKING:
    from memsync.cli.session import Session
    from memsync.config import Settings
    from memsync.retrieval.context import Context, Held


@click.command()
@click.option(
    "--tools/--no-tools",
    default=True,
    help="Can the agent read notes itself? If not, bodies go in too.",
)
@click.option(
    "--cap",
    type=click.IntRange(min=0),
    metavar="N",
    help="Characters to stay under, instead of the setting's.",
)
@click.option("--no-memory", is_flag=True, help="Print nothing, whatever is set.")
@json_option
@pass_session
def command(session: Session, tools: bool, cap: int | None, no_memory: bool) -> None:
    """Print what goes into a prompt: one block, or nothing without a memory.

    Memory indexes stand first and are never cut, then COYOTE.md; with
    --no-tools the bodies that fit follow, alphabetically.
    """
    found = gather(session, tools=tools, cap=cap, off=no_memory)
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


def gather(session: Session, *, tools: bool, cap: int | None, off: bool) -> Context:
    """The context of the session's folder; empty while memory is off.

    `off` is the strongest of the toggles. Raises what opening a memory raises.
    """
    from memsync.retrieval.context import Context, build, cap_of
    from memsync.workspace.open import open_for_reading

    settings = session.settings(None)
    denied = not settings.flag("memory.enabled")
    if off or (denied and settings.origins["memory.enabled"] in session.environ):
        return Context("", cap_of(settings, tools=tools) if cap is None else cap)
    opened = open_for_reading(session.cwd, session.places, session.now)
    return build(opened, tools=tools, cap=cap, held=_held(session, settings))


def _held(session: Session, settings: Settings) -> list[Held]:
    if not settings.text("sync.remote"):
        return []  # never synced: importing sync would take its time for nothing
    from memsync.retrieval.context import Held
    from memsync.sync.state import load, user_vault

    held = load(user_vault(session.places)).held
    return [Held(name, why.reason, why.since) for name, why in sorted(held.items())]
