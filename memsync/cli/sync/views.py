"""`memsync sync status`, `log` and `verify`, which change no memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import local_time
from memsync.cli.sync.profile import every, profile_option, settings_of
from memsync.errors import BadUsage, Exit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memsync.config.settings import Settings
    from memsync.errors import NotFound
    from memsync.sync.verbs.history import Round
    from memsync.sync.verbs.status import Summary

# How many rounds to search for a name like a mistyped one.
_LOOKED_THROUGH = 1000
_LOG_HEADS = ("time", "machine", "kind", "what")


@click.command()
@click.option("--seen", is_flag=True, help="Mark the listed merges as seen.")
@click.option("--unseen", is_flag=True, help="List the merges seen last as new again.")
@click.option(
    "--check",
    is_flag=True,
    help="Exit with 1 if the last sync failed, a note is held or a memory is left out.",
)
@profile_option
@json_option
@pass_session
def status(
    session: Session, profile: str | None, seen: bool, unseen: bool, check: bool
) -> Exit:
    """Show the state of sync, without contacting the remote.

    Lists the notes that were merged since you last looked; on a terminal, or with
    --seen, marks them as seen. --unseen undoes the last --seen.

    \b
    Examples:
      memsync sync status --seen
      memsync sync status --unseen
      memsync -q sync status --check
    """
    from memsync.config.keys import DEFAULT_PROFILE
    from memsync.sync.verbs.looks import looked, unlooked
    from memsync.sync.verbs.status import summary

    if seen and unseen:
        raise BadUsage("--seen and --unseen contradict each other")
    which = [settings_of(session, profile)] if profile else every(session)
    for settings in which if unseen else ():
        unlooked(session.places, settings)
    found = {s.profile: summary(session.places, s) for s in which}
    if seen or (sys.stdout.isatty() and not session.json and not unseen):
        for settings in which:
            looked(session.places, settings, session.now)
    code = _health(found.values()) if check else Exit.DONE
    if len(found) == 1:
        (only,) = found.values()
        session.emit(only, _text(session, only))
        return code
    named = {name or DEFAULT_PROFILE: each for name, each in found.items()}
    lines = [
        f"{name}: {line}"
        for name, each in named.items()
        for line in _text(session, each).splitlines(keepends=True)
    ]
    session.emit({"profiles": named}, "".join(lines))
    return code


def _health(found: Iterable[Summary]) -> Exit:
    """What a monitor is told of the profiles: whether a person must look."""
    for each in found:
        if not each["configured"]:
            return Exit.NOT_SET_UP
        away = [row for row in (*each["projects"], *each["agents"]) if row["problem"]]
        if each["trouble"] or each["held"] or each.get("problem") or away:
            return Exit.FOUND
    return Exit.DONE


def _text(session: Session, found: Summary) -> str:
    from memsync.amounts import amount
    from memsync.sync.state.result import held_label
    from memsync.sync.verbs.status import ago
    from memsync.terminal import printable

    nowhere = "none, this machine alone"
    if not found["configured"]:
        nowhere = "not set up; `memsync sync init URL` sets it up"
    rows = [("remote", str(found["remote"] or nowhere))]
    if found["encrypted"]:
        rows.append(("encrypted", "yes; see `memsync keys status`"))
    if last := found["last_success"]:
        rows.append(("last success", f"{last} ({ago(str(last), session.now.utc)})"))
    elif found["configured"]:
        rows.append(("last success", "never"))
    if trouble := found["trouble"]:
        when = ago(trouble["since"], session.now.utc)
        rows.append(("trouble", f"since {when}: {trouble['message']}"))
    if found["unpushed"]:
        waits = "waits" if found["unpushed"] == 1 else "wait"
        rows.append(("unpushed", f"{amount(found['unpushed'], 'commit')} {waits} here"))
    if problem := found.get("problem"):
        rows.append(("problem", str(problem)))
    rows += [
        ("project", f"{each['identity']}: {each['problem'] or each['root']}")
        for each in found["projects"]
    ]
    rows += [
        ("agent", f"{each['agent']}: {each['problem'] or each['memory']}")
        for each in found["agents"]
    ]
    rows += [
        ("held", f"{held_label(each)}: {each['reason']} ({each['since']})")
        for each in found["held"]
    ]
    strays = found["strays"]
    rows += [("not synced", f"{name}: it is in a sub-folder") for name in strays]
    rows += [("merged", f"{each['name']} ({each['time']})") for each in found["merged"]]
    lines = [f"{head}: {value}" for head, value in rows]
    # Each says itself that it is of a conflict.
    lines += found["conflicts"]
    return "".join(f"{printable(line)}\n" for line in lines)


@click.command()
@click.argument("name", required=False)
@click.option(
    "-n",
    "limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="Show at most this many syncs.",
)
@profile_option
@json_option
@pass_session
def log(session: Session, name: str | None, limit: int, profile: str | None) -> None:
    """Show past syncs, newest first; with NAME, those that changed it.

    Each line is one commit: its time, machine and changed notes, and what this machine
    received, merged and held back in it.
    """
    from memsync.terminal import printable

    settings = settings_of(session, profile)
    found, data = past_rounds(session, settings, name, limit)
    if not found and name is not None and limit:
        raise _never_there(session, settings, name)
    own = own_machine(session, settings) if found else ""
    names = _names(session, settings) if found else {}
    rows = [
        (
            local_time(each.time),
            printable(_called(each, names, own)),
            each.kind,
            _what(told),
        )
        for each, told in zip(found, data, strict=True)
    ]
    session.emit(data, session.table(_LOG_HEADS, rows, empty="nothing was synced yet"))


def _never_there(session: Session, settings: Settings, name: str) -> NotFound:
    """The error for a name that no round changed; suggests the nearest one."""
    from memsync.errors import NotFound
    from memsync.meant import nearest
    from memsync.terminal import printable

    every, _ = past_rounds(session, settings, None, _LOOKED_THROUGH)
    near = nearest(name, dict.fromkeys(note for each in every for note in each.notes))
    return NotFound(
        f"nothing in the history is called '{printable(name)}'",
        hint=f"did you mean '{printable(near)}'?" if near else "see `memsync sync log`",
    )


def past_rounds(
    session: Session, settings: Settings, name: str | None, limit: int
) -> tuple[Sequence[Round], list[dict[str, object]]]:
    """The newest rounds, or those of one note; also as JSON data."""
    from memsync.process.git_child import leave_repository

    leave_repository()
    from memsync.sync.sealed.sealing import is_required

    if is_required(session.places, settings):
        from memsync.cli.shared.secrets_in import unlock
        from memsync.sync.verbs import sealed_history

        unlock(session)
        found = sealed_history.rounds(session.places, settings, name, limit)
    else:
        from memsync.sync.verbs import history

        found = history.rounds(session.places, name, limit, settings.profile)
    return found, _with_own(session, settings, found, name)


def _called(each: Round, names: Mapping[str, str], own: str) -> str:
    if each.kind == "foreign" or not each.machine:
        return each.machine
    called = names.get(each.machine, f"machine {each.machine}")
    return f"{called} (this one)" if each.machine == own else called


def _names(session: Session, settings: Settings) -> dict[str, str]:
    """What people call the machines, by id."""
    from memsync.sync.verbs.machines import known

    found = known(session.places, settings)
    return {id_: each.name for id_, each in found.items() if each.name}


def own_machine(session: Session, settings: Settings) -> str:
    """This machine's id, as in the rounds."""
    from memsync.sync.state.machine import machine_id
    from memsync.sync.state.state import state_folder_of

    return machine_id(state_folder_of(session.places, settings.profile))


def _with_own(
    session: Session, settings: Settings, rounds: Sequence[Round], name: str | None
) -> list[dict[str, object]]:
    """The rounds as JSON data, with what this machine recorded of its own.

    For one note, only what concerns it.
    """
    from memsync.sync.state.rounds import RoundEntry, by_head, load_rounds
    from memsync.sync.state.state import state_folder_of

    own = own_machine(session, settings) if rounds else ""
    state_folder = state_folder_of(session.places, settings.profile)
    entries = by_head(load_rounds(state_folder.diary_file))
    nothing = RoundEntry("")
    data: list[dict[str, object]] = []
    for each in rounds:
        entry = entries.get(each.head, nothing)
        here = each.machine == own and each.kind == "saved"
        merged = [
            {"name": said, "outcome": out}
            for said, out in entry.merged
            if name in (None, said)
        ]
        data.append(
            {
                **each._asdict(),
                "sent": each.notes if here else [],
                "received": [said for said in entry.received if name in (None, said)],
                "merged": merged,
                "held": [said for said in entry.held if name in (None, said)],
            }
        )
    return data


def _what(told: dict[str, object]) -> str:
    from memsync.terminal import printable

    deleted = told["deleted"]
    assert isinstance(deleted, list)  # noqa: S101 -- `_with_own` made it
    parts = []
    for key in ("notes", "archived", "received", "merged", "held"):
        found = told[key]
        assert isinstance(found, list)  # noqa: S101 -- as above
        names = [one["name"] if isinstance(one, dict) else one for one in found]
        if key == "notes":
            names = [f"{one} (deleted)" if one in deleted else one for one in names]
        if names:
            said = ", ".join(names)
            parts.append(said if key in ("notes", "archived") else f"{key} {said}")
    return printable("; ".join(parts) or "-")


@click.command()
@json_option
@pass_session
def verify(session: Session) -> None:
    """Check everything in the remote, as a new machine would.

    Fetches, but changes and sends nothing. Exits 14 if the remote holds anything that
    none of your machines wrote.
    """
    from memsync.amounts import amount
    from memsync.cli.shared.secrets_in import unlock
    from memsync.sync.verbs.verify import verify as check

    unlock(session)
    found = check(session.places, session.settings(None), session.now)
    form = f"encrypted, epoch {found.epochs}" if found.encrypted else "not encrypted"
    versions = "version of a file" if found.versions == 1 else "versions of files"
    sound = f"{amount(found.commits, 'commit')}, {found.versions:,} {versions}"
    lines = [
        f"head: {found.head or 'none: the remote is empty'}",
        f"form: {form}",
        f"sound: {sound}, {amount(found.files, 'file')} now",
        *(f"saves of {machine}: {n}" for machine, n in sorted(found.seen.items())),
    ]
    session.emit(found._asdict(), "".join(f"{line}\n" for line in lines))
