"""`memsync learn` itself: a run, a preview, exported evidence, imported answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.amounts import amount
from memsync.cli.learn.opening import opened, settings_here
from memsync.errors import BadUsage, Broken, Exit, MemsyncError
from memsync.files import atomic
from memsync.terminal import counted, printable_block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.learn.models.choice import Named
    from memsync.learn.runs.report import Report
    from memsync.learn.runs.running import Asked
    from memsync.sessions.past import PastSession

# Bytes: answers to hundreds of sessions are a few megabytes.
_LARGEST_IMPORT = 64 << 20
# `-` as a file is stdin or stdout, as with git.
_STDIO = Path("-")


class Options(NamedTuple):
    """How `memsync learn` was called."""

    asked: Asked
    dry_run: bool = False
    show_payload: bool = False
    export: Path | None = None
    import_: Path | None = None
    by_itself: bool = False
    known: bool = False


def learn(session: Session, options: Options) -> int:
    """Do what `memsync learn` does without a verb; return the exit code."""
    if options.export is not None and options.import_ is not None:
        raise BadUsage("--export and --import do not go together")
    if options.show_payload and not options.dry_run:
        raise BadUsage("--show-payload goes with --dry-run")
    if options.by_itself:
        return _by_itself(session, options)
    if options.import_ is not None:
        return _import(session, options.import_)
    if options.export is not None:
        return _export(session, options.asked, options.export)
    if options.dry_run:
        return _pretend(session, options)
    return _run(session, options.asked)


def _run(session: Session, asked: Asked, *, by_itself: bool = False) -> int:
    from memsync.learn.models.choice import models_of, named
    from memsync.learn.runs.by_itself import confirm
    from memsync.learn.runs.running import run

    settings = settings_here(session)
    require_enabled(settings)
    about = named(settings, session.now.utc)
    models = models_of(settings, session.environ, session.now.utc)
    with opened(session) as context:
        session.explain(f"asks {_whom(about)}")
        if not by_itself:
            confirm(session.places.config, about)
        report = run(context, models, asked, by_itself=by_itself, progress=_progress)
    return _emit(session, report)


def _progress(sessions: list[PastSession]) -> Iterable[PastSession]:
    return counted(sessions, "learning from sessions")


def require_enabled(settings: Settings) -> None:
    """Raise `Broken` unless `learn.enabled` is set."""
    if not settings.flag("learn.enabled"):
        raise Broken(
            "learning from sessions is off",
            hint="`memsync learn enable` says what is sent, to whom, and turns it on",
            word="not-enabled",
        )


def _emit(session: Session, report: Report) -> int:
    from memsync.learn.runs.report import report_json, report_text

    session.emit(report_json(report), printable_block(report_text(report)))
    return Exit.FOUND if report.failed else Exit.DONE


def _by_itself(session: Session, options: Options) -> int:
    """An unattended run: here, or in every repository where a person ran one."""
    settings = session.settings(None)
    on = settings.flag("learn.enabled") and settings.flag("learn.unattended")
    if not on:
        return Exit.DONE
    if not options.known:
        return _unattended(session, options.asked)
    from memsync.learn.ledger.ledger import open_ledger
    from memsync.learn.runs.by_itself import take_turn

    if not take_turn(session.places.state, session.now.utc.timestamp()):
        return Exit.DONE
    with open_ledger(session.places.state) as ledger:
        roots = [Path(root) for root in ledger.roots()]
    code = Exit.DONE
    for root in roots:
        if root.is_dir():
            session.cwd = root
            try:
                code = Exit(max(code, _unattended(session, options.asked)))
            except MemsyncError as error:
                session.warn(f"{root}: {error.message}", error.hint)
                code = Exit(max(code, error.exit_code))
    return code


def _unattended(session: Session, asked: Asked) -> int:
    from memsync.learn.models.choice import named
    from memsync.learn.runs.by_itself import confirm, has_changed

    settings = settings_here(session)
    if not settings.flag("learn.enabled") or not settings.flag("learn.unattended"):
        return Exit.DONE
    about = named(settings, session.now.utc)
    if before := has_changed(session.places.config, about):
        session.warn(
            f"learning now asks {_whom(about)}; you confirmed {before}",
            "`memsync learn enable` confirms the new one",
        )
        return Exit.DONE
    confirm(session.places.config, about)
    return _run(session, asked, by_itself=True)


def _whom(about: Named) -> str:
    if about.extract == about.consolidate:
        return about.extract
    return f"{about.extract}, then {about.consolidate}"


def _pretend(session: Session, options: Options) -> int:
    """Print what would be sent, and to whom; send nothing."""
    from memsync.learn.models.choice import has_model, named
    from memsync.learn.runs.report import report_json
    from memsync.learn.runs.running import most_calls, payloads

    settings = settings_here(session)
    about = named(settings, session.now.utc) if has_model(settings) else None
    with opened(session) as context:
        report, found = payloads(context, options.asked)
    to = _whom(about) if about else None
    data = report_json(report) | {
        "to": to,
        "most_calls": most_calls(len(report.read)) if report.read else len(found),
    }
    if options.show_payload:
        data["payloads"] = [payload._asdict() for payload in found]
    lines = [
        (
            f"would read {amount(len(report.read), 'session')},"
            f" leave out {len(report.skipped)}"
        ),
        (
            f"would send {report.tokens_in:,} tokens"
            f" in {amount(report.calls, 'call')} to "
            + (to or "nobody: no model is set")
            + "; new facts take one call more"
        ),
    ]
    text = "".join(f"{line}\n" for line in lines)
    if options.show_payload:
        text += "".join(f"\n{payload.text}" for payload in found)
    session.emit(data, printable_block(text))
    return Exit.DONE


def _export(session: Session, asked: Asked, path: Path) -> int:
    """Write the evidence of the sessions that a run would read, one line each."""
    from memsync.learn.runs.report import report_json
    from memsync.learn.runs.running import export

    with opened(session) as context:
        report, records = export(context, asked)
    data = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    if path == _STDIO:
        session.emit(report_json(report), data.encode("utf-8", "replace"))
        return Exit.DONE
    path = Path(session.cwd, path)
    try:
        atomic.write(path, data.encode("utf-8", "replace"), mode=0o600)
    except OSError as error:
        raise Broken.from_os_error(error) from None
    said = f"wrote the evidence of {amount(len(records), 'session')} to '{path}'\n"
    session.emit(report_json(report), said)
    return Exit.DONE


def _import(session: Session, path: Path) -> int:
    """Import answers that some other program obtained."""
    from memsync.learn.runs.importing import take_answers

    lines = _read(session, path).split("\n")
    with opened(session) as context:
        report = take_answers(context, lines)
    return _emit(session, report)


def _read(session: Session, path: Path) -> str:
    if path == _STDIO:
        data = sys.stdin.buffer.read(_LARGEST_IMPORT + 1)
    else:
        path = Path(session.cwd, path)
        try:
            with path.open("rb") as file:
                data = file.read(_LARGEST_IMPORT + 1)
        except OSError as error:
            raise Broken.from_os_error(error) from None
    if len(data) > _LARGEST_IMPORT:
        raise Broken(f"'{path}' is larger than {_LARGEST_IMPORT >> 20} MB", word="file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Broken(f"'{path}' is not UTF-8", word="file") from None
