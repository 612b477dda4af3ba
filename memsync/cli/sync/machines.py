"""`memsync sync machines`: the machines that sync this memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import local_time
from memsync.cli.sync.profile import every, profile_option, settings_of
from memsync.errors import BadUsage, Exit, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memsync.config.settings import Settings
    from memsync.sync.verbs.machines import Row

    # A machine of one profile, beside all machines of that profile.
    Found = tuple[Settings, Row, list[Row]]

_HEADS = ("name", "id", "last seen", "version")


@click.group(invoke_without_command=True)
@profile_option
@json_option
@click.pass_context
def machines(ctx: click.Context, profile: str | None) -> None:
    """List, rename or forget the machines that sync your memory.

    Without a command, lists them. Shows every profile, unless --profile names one.

    \b
    Examples:
      memsync sync machines
      memsync sync machines rename laptop old-laptop
      memsync sync machines forget old-laptop
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, profile=profile)
    elif profile is not None:
        raise BadUsage(f"--profile goes behind `{ctx.invoked_subcommand}`")


@machines.command("list")
@profile_option
@json_option
@pass_session
def list_(session: Session, profile: str | None) -> None:
    """List the machines, without contacting the remote.

    Shows the name and the id of each, when it last saved a note, and the memsync that
    it used for that.
    """
    found = _rows(session, profile)
    if len(found) == 1:
        (rows,) = found.values()
        session.emit([each._asdict() for each in rows], _table(session, rows))
        return
    data = {name: [row._asdict() for row in rows] for name, rows in found.items()}
    lines = [
        f"{name}: {line}"
        for name, rows in found.items()
        for line in _table(session, rows).splitlines(keepends=True)
    ]
    session.emit({"profiles": data}, "".join(lines))


@machines.command()
@click.argument("names", metavar="[MACHINE] NEW", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Show what would be renamed.")
@profile_option
@json_option
@pass_session
def rename(
    session: Session, names: tuple[str, ...], dry_run: bool, profile: str | None
) -> int:
    """Call a machine NEW, and sync.

    MACHINE is its name, its id or the beginning of that; without it, this machine is
    renamed. Other machines show the new name after their next sync.

    \b
    Examples:
      memsync sync machines rename workshop
      memsync sync machines rename laptop old-laptop
    """
    from memsync.sync.tree.machines import renamed
    from memsync.sync.verbs.machines import check_name

    *which, new = names
    if len(which) > 1:
        raise BadUsage("too many names", hint="give at most a machine and a new name")
    chosen = _chosen(session, profile, which[0] if which else None)
    for _, machine, rows in chosen:
        check_name(rows, machine, new)
    if not dry_run and any(m.this and m.name != new for _, m, _ in chosen):
        from memsync.config.file import set_value

        # First, so that the save itself says the new name.
        set_value(session.places, None, "sync.machine", new)

    def tell(machine: Row) -> str:
        if machine.name == new:
            return f"'{new}' is its name already"
        would = "would be" if dry_run else "is now"
        return f"'{machine.called}' {would} called '{new}'"

    def says(machine: Row) -> str | None:
        return None if machine.name == new else str(renamed(machine.id, new))

    return _state(
        session,
        chosen,
        says,
        tell,
        lambda machine: {"id": machine.id, "name": new, "was": machine.name},
        dry_run=dry_run,
    )


@machines.command()
@click.argument("machine")
@click.option("--dry-run", is_flag=True, help="Show what would be forgotten.")
@profile_option
@json_option
@pass_session
def forget(session: Session, machine: str, dry_run: bool, profile: str | None) -> int:
    """List MACHINE no more, and sync.

    MACHINE is its name, its id or the beginning of that. Its notes stay. It is listed
    again once it syncs: in an encrypted memory, `memsync keys revoke` takes its access
    away.

    \b
    Example:
      memsync sync machines forget old-laptop
    """
    from memsync.sync.sealed.sealing import is_required
    from memsync.sync.tree.machines import forgotten

    chosen = _chosen(session, profile, machine)
    if any(found.this for _, found, _ in chosen):
        raise BadUsage(
            "this machine cannot forget itself",
            hint="run it on another machine",
        )

    def tell(found: Row) -> str:
        if dry_run:
            return f"'{found.called}' would not be listed any more"
        return f"'{found.called}' is not listed any more, until it syncs again"

    code = _state(
        session,
        chosen,
        lambda found: str(forgotten(found.id)),
        tell,
        lambda found: {"id": found.id, "name": found.name},
        dry_run=dry_run,
    )
    if is_required(session.places, session.settings(None)) and not dry_run:
        id_ = chosen[0][1].id
        session.warn(
            "its key still opens the encrypted memory",
            f"`memsync keys revoke {id_}` takes its access away",
        )
    return code


def _rows(session: Session, profile: str | None) -> dict[str, list[Row]]:
    """The machines of one profile, or of each."""
    from memsync.config.keys import DEFAULT_PROFILE

    return {
        settings.profile or DEFAULT_PROFILE: rows_of(session, settings)
        for settings in _which(session, profile)
    }


def _which(session: Session, profile: str | None) -> list[Settings]:
    return [settings_of(session, profile)] if profile else every(session)


def rows_of(session: Session, settings: Settings) -> list[Row]:
    """The machines of one profile, the one that saved last first."""
    from memsync.cli.shared.secrets_in import unlock
    from memsync.sync.verbs.machines import listed

    unlock(session)
    return listed(session.places, settings, session.now)


def _table(session: Session, rows: list[Row]) -> str:
    return session.table(
        _HEADS,
        [
            (
                f"{each.called} (this one)" if each.this else each.called,
                each.id,
                local_time(each.last_seen) if each.last_seen else "-",
                each.version or "-",
            )
            for each in rows
        ],
    )


def _chosen(session: Session, profile: str | None, text: str | None) -> list[Found]:
    """The machine in each profile that has it; this one without a text."""
    from memsync.sync.verbs.machines import find

    found: list[Found] = []
    missing: NotFound | None = None
    for settings in _which(session, profile):
        rows = rows_of(session, settings)
        try:
            machine = (
                next(r for r in rows if r.this) if text is None else find(rows, text)
            )
        except NotFound as error:
            missing = error
        else:
            found.append((settings, machine, rows))
    if not found and missing is not None:
        raise missing
    return found


def _state(
    session: Session,
    chosen: list[Found],
    says: Callable[[Row], str | None],
    tell: Callable[[Row], str],
    data: Callable[[Row], Mapping[str, object]],
    *,
    dry_run: bool,
) -> int:
    """Sync what is to be said of a machine, in each profile; return the exit code."""
    from memsync.cli.sync.report import speak
    from memsync.config.keys import DEFAULT_PROFILE
    from memsync.sync import sync

    told: dict[str, dict[str, object]] = {}
    code: int = Exit.DONE
    for settings, machine, _ in chosen:
        words = None if dry_run else says(machine)
        queued = False
        own = told[settings.profile or DEFAULT_PROFILE] = {**data(machine)}
        if words is not None:
            # Read anew: a machine that renames itself has just changed them.
            fresh = session.settings(None).of_profile(settings.profile)
            result = sync(session.places, fresh, session.now, says=words)
            queued = result.queued
            said = speak(session, result)
            if (error := result.trouble) is not None:
                code = said
                waits = "saved and queued; " if queued else ""
                session.warn(f"{waits}{error.message}", error.hint)
                own["error"] = {
                    "code": error.word,
                    "message": error.message,
                    "hint": error.hint,
                }
        own |= {"changed": words is not None, "queued": queued}
        session.say(tell(machine))
    found = next(iter(told.values())) if len(told) == 1 else {"profiles": told}
    session.emit(found, "")
    return code
