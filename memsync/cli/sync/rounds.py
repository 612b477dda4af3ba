"""Runs the rounds of one or several profiles, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.cli.shared.secrets_in import unlock
from memsync.cli.sync.report import report, speak, text
from memsync.config.keys import DEFAULT_PROFILE
from memsync.errors import Exit, MemsyncError
from memsync.sync import sync

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.sync.round.guards import Allowed
    from memsync.sync.state.result import Result


class How(NamedTuple):
    """The options of `memsync sync`."""

    allowed: Allowed
    restore: bool = False
    dry_run: bool = False
    told: str | None = None
    """The remote's main, if an early round has just asked for it."""


def run_all(session: Session, which: list[Settings], how: How) -> int:
    """Run the rounds and report them; return the exit code."""
    unlock(session)
    if len(which) == 1:
        result = run_one(session, which[0], how)
        if result.detach:
            session.start_sync(which[0].profile)
        return report(session, result, dry_run=how.dry_run)
    data: dict[str, object] = {}
    lines: list[str] = []
    codes: list[int] = []
    for settings in which:
        name = settings.profile or DEFAULT_PROFILE
        try:
            result = run_one(session, settings, how)
        except MemsyncError as error:
            # One profile's unreachable remote must not keep the others' notes back.
            said = {"code": error.word, "message": error.message, "hint": error.hint}
            data[name] = {"error": said}
            session.warn(f"{name}: {error.message}", error.hint)
            codes.append(error.exit_code)
            continue
        if result.detach:
            session.start_sync(settings.profile)
        data[name] = result.data()
        told = text(result, dry_run=how.dry_run).splitlines(keepends=True)
        lines += [f"{name}: {line}" for line in told]
        codes.append(speak(session, result))
        if result.trouble is not None:
            session.warn(f"{name}: {result.trouble.message}", result.trouble.hint)
    session.emit({"profiles": data}, "".join(lines))
    troubles = [code for code in codes if code not in (Exit.DONE, Exit.FOUND)]
    return troubles[0] if troubles else max(codes)


def run_one(session: Session, settings: Settings, how: How) -> Result:
    """Run one round, or a dry run. Raises what `memsync.sync.sync` raises."""
    return sync(
        session.places,
        settings,
        session.now,
        allowed=how.allowed,
        restore=how.restore,
        dry_run=how.dry_run,
        detach=session.in_hook,
        told=how.told,
    )
