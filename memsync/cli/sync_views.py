"""`memsync sync status` and `memsync sync log`: what was, without a round."""

from __future__ import annotations

import click

from memsync.cli.session import Session, json_option, pass_session
from memsync.cli.sync_profile import every, profile_option, settings_of


@click.command()
@profile_option
@json_option
@pass_session
def status(session: Session, profile: str | None) -> None:
    """Show how sync stands, without asking the remote."""
    from memsync.config import DEFAULT_PROFILE
    from memsync.sync.status import summary

    which = [settings_of(session, profile)] if profile else every(session)
    found = {s.profile: summary(session.places, s) for s in which}
    if len(found) == 1:
        (only,) = found.values()
        session.emit(only, _text(session, only))
        return
    named = {name or DEFAULT_PROFILE: each for name, each in found.items()}
    lines = [
        f"{name}: {line}"
        for name, each in named.items()
        for line in _text(session, each).splitlines(keepends=True)
    ]
    session.emit({"profiles": named}, "".join(lines))


def _text(session: Session, found: dict[str, object]) -> str:
    from memsync.sync.status import ago
    from memsync.terminal import printable

    nowhere = "none, this machine alone" if found["configured"] else "not set up"
    rows = [("remote", str(found["remote"] or nowhere))]
    if found["encrypted"]:
        rows.append(("encrypted", "yes; see `memsync keys status`"))
    if last := found["last_success"]:
        rows.append(("last success", f"{last} ({ago(str(last), session.now.utc)})"))
    elif found["configured"]:
        rows.append(("last success", "never"))
    if found["unpushed"]:
        rows.append(("unpushed", f"{found['unpushed']} commits wait here"))
    if problem := found.get("problem"):
        rows.append(("problem", str(problem)))
    projects = found["projects"]
    assert isinstance(projects, list)  # noqa: S101 -- `summary` made it
    rows += [
        ("project", f"{p['identity']}: {p['problem'] or p['root']}") for p in projects
    ]
    held = found["held"]
    assert isinstance(held, list)  # noqa: S101 -- `summary` made it
    rows += [("held", f"{h['name']}: {h['reason']} ({h['since']})") for h in held]
    return "".join(f"{head}: {printable(value)}\n" for head, value in rows)


@click.command()
@click.argument("name", required=False)
@click.option(
    "-n",
    "limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="At most so many.",
)
@profile_option
@json_option
@pass_session
def log(session: Session, name: str | None, limit: int, profile: str | None) -> None:
    """Show the rounds that changed NAME, or anything, newest first."""
    import os

    from memsync.git_child import environ_for_another_repository

    # GitPython reads the process's environment, which a hook has set.
    for variable in os.environ.keys() - environ_for_another_repository(os.environ):
        del os.environ[variable]
    from memsync.sync.sealing import is_required
    from memsync.terminal import printable

    settings = settings_of(session, profile)
    if is_required(session.places, settings):
        from memsync.sync import sealed_history

        found = sealed_history.rounds(session.places, settings, name, limit)
    else:
        from memsync.sync import history

        found = history.rounds(session.places, name, limit, settings.profile)
    data = [
        {
            "head": each.head,
            "time": each.time,
            "machine": each.machine,
            "kind": each.kind,
            "notes": each.notes,
            "archived": each.archived,
        }
        for each in found
    ]
    rows = [
        (
            each.time,
            printable(each.machine),
            each.kind,
            printable(", ".join([*each.notes, *each.archived])) or "-",
        )
        for each in found
    ]
    session.emit(data, session.table(("time", "machine", "kind", "what"), rows))


@click.command()
@json_option
@pass_session
def verify(session: Session) -> None:
    """Check everything that the remote has, as if it were seen first today.

    Fetches, and applies and sends nothing. The exit code is 14 when something is
    not as a machine of yours made it.
    """
    from memsync.sync.verify import verify as check

    found = check(session.places, session.settings(None), session.now)
    form = f"encrypted, epoch {found.epochs}" if found.encrypted else "not encrypted"
    sound = f"{found.commits} commits, {found.versions} versions of files"
    lines = [
        f"head: {found.head or 'none: the remote is empty'}",
        f"form: {form}",
        f"sound: {sound}, {found.files} files now",
        *(f"saves of {machine}: {n}" for machine, n in sorted(found.seen.items())),
    ]
    session.emit(found._asdict(), "".join(f"{line}\n" for line in lines))
