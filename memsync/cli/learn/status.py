"""`memsync learn status` and `memsync learn log`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from memsync.cli.learn.opening import opened
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import MemsyncError
from memsync.sessions.moments import iso
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.learn.ledger.rows import Run
    from memsync.learn.runs.context import RunContext

# How many runs `log` lists.
_RUNS = 20


@click.command()
@json_option
@pass_session
def status(session: Session) -> None:
    """Show the state of learning: model, failures, proposals.

    \b
    Examples:
      memsync learn status
      memsync learn status --json
    """
    with opened(session, refresh=False) as context:
        found = _status(session, context)
    session.emit(found, _in_words(found))


def _status(session: Session, context: RunContext) -> dict[str, Any]:
    from memsync.learn.models.choice import has_model, named
    from memsync.learn.proposal import proposal_json
    from memsync.learn.runs.by_itself import has_changed

    settings = context.settings
    model = changed = trouble = None
    try:
        if has_model(settings):
            about = named(settings, session.now.utc)
            model = about.extract
            changed = has_changed(session.places.config, about) or None
    except MemsyncError as error:
        trouble = error.message
    spent = context.ledger.spent(context.clock.time)
    runs = context.ledger.runs(context.here.key, 1)
    return {
        "enabled": settings.flag("learn.enabled"),
        "unattended": settings.flag("learn.unattended"),
        "review": settings.flag("learn.review"),
        "model": model,
        "confirmed": changed is None,
        "confirmed_model": changed,
        "trouble": trouble,
        "last_run": _run(runs[0]) if runs else None,
        "today": {
            "calls": spent.calls,
            "max_calls": settings.number("learn.max_calls"),
            "tokens": {"in": spent.tokens_in, "out": spent.tokens_out},
        },
        "facts": len(context.ledger.unconsolidated(context.here.key)),
        "failed": [
            {
                "id": each.session,
                "class": each.kind,
                "reason": each.reason,
                "state": each.state,
                "next": iso(each.next) if each.next else None,
            }
            for each in context.ledger.troubles(context.here.key)
        ],
        "proposals": [proposal_json(each) for each in context.queue.pending()],
    }


def _in_words(found: dict[str, Any]) -> str:
    on = "on" if found["enabled"] else "off; `memsync learn enable` turns it on"
    lines = [f"learning: {on}"]
    lines.append(f"model: {found['model'] or found['trouble'] or 'none is set'}")
    if not found["confirmed"]:
        lines.append(
            f"  you confirmed {found['confirmed_model']}: until `memsync learn enable`,"
            " unattended runs do nothing"
        )
    by_itself = "at most once an hour" if found["unattended"] else "never"
    lines.append(f"unattended: {by_itself}")
    last = found["last_run"]
    lines.append(f"last run: {_line(last) if last else 'none here'}")
    today = found["today"]
    lines.append(
        f"last 24 hours: {today['calls']} of {today['max_calls']} calls,"
        f" {today['tokens']['in']:,} tokens sent"
    )
    if found["facts"]:
        lines.append(f"facts waiting for the second stage: {found['facts']}")
    for each in found["failed"]:
        again = f", next try after {each['next']}" if each["next"] else ""
        lines.append(f"{each['id']}: {each['state']}{again}: {each['reason']}")
    count = len(found["proposals"])
    if count:
        lines.append(f"proposals: {count}; `memsync learn review`")
    return "".join(f"{printable(line)}\n" for line in lines)


def brief(session: Session, settings: Settings) -> dict[str, Any]:
    """What `memsync status` says about learning in this repository."""
    from memsync.learn.ledger import schema
    from memsync.learn.ledger.ledger import open_ledger
    from memsync.learn.models.choice import has_model, named
    from memsync.learn.proposals.review_queue import open_queue
    from memsync.learn.runs.by_itself import has_changed
    from memsync.learn.runs.context import here

    changed = ""
    if has_model(settings):
        about = named(settings, session.now.utc)
        changed = has_changed(session.places.config, about)
    last, failed = None, 0
    if (session.places.state / schema.NAME).exists():
        key = here(session.cwd, session.environ).key
        with open_ledger(session.places.state) as ledger:
            runs = ledger.runs(key, 1)
            last = iso(runs[0].began) if runs else None
            failed = len(ledger.troubles(key))
    queue = open_queue(session.cwd, session.places, session.now)
    return {
        "last_run": last,
        "failed": failed,
        "proposals": len(queue.pending()),
        "confirmed": not changed,
    }


def brief_line(found: dict[str, Any]) -> str:
    """Such as `learning: last run 2026-01-31T12:00:00Z, 3 proposals`."""
    from memsync.amounts import amount

    if "trouble" in found:
        return f"learning: {found['trouble']}"
    parts = [f"last run {found['last_run'] or 'never'}"]
    if count := found["proposals"]:
        parts.append(f"{amount(count, 'proposal')} to review")
    if found["failed"]:
        parts.append(f"{found['failed']} failed, see `memsync learn status`")
    if not found["confirmed"]:
        parts.append("the model is not the one you confirmed")
    return f"learning: {', '.join(parts)}"


@click.command()
@click.option("--all", "every", is_flag=True, help="List the runs in all repositories.")
@json_option
@pass_session
def log(session: Session, every: bool) -> None:
    """List the last runs: what each read, sent and proposed.

    \b
    Example:
      memsync learn log --json
    """
    with opened(session, refresh=False) as context:
        key = None if every else context.here.key
        found = [_run(run) for run in context.ledger.runs(key, _RUNS)]
    text = "".join(f"{printable(_line(each))}\n" for each in found)
    session.emit(found, text)


def _run(run: Run) -> dict[str, Any]:
    return {
        "run": run.id,
        "root": run.root,
        "model": run.model,
        "by_itself": run.by_itself,
        "began": iso(run.began),
        "ended": iso(run.ended),
        **run.report,
    }


def _line(run: dict[str, Any]) -> str:
    from memsync.amounts import amount

    ended = "" if run["ended"] else ", unfinished"
    failed = f", {len(run['failed'])} failed" if run["failed"] else ""
    alone = ", unattended" if run["by_itself"] else ""
    read = amount(len(run["sessions"]["read"]), "session")
    return (
        f"{run['began']} {run['model']}: read {read},"
        f" {amount(run['calls'], 'call')}, {run['tokens']['in']:,} tokens sent,"
        f" {amount(len(run['proposals']), 'proposal')}{failed}{alone}{ended}"
    )
