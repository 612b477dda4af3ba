"""`memsync learn undo`."""

from __future__ import annotations

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import Exit
from memsync.terminal import printable


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would be undone.")
@json_option
@pass_session
def command(session: Session, dry_run: bool) -> int:
    """Undo the last acceptance, or the last run.

    The notes are as before, and what was accepted waits for review again; what a run
    proposed waits no more. Notes that changed since stay as they are. Run it again to
    go one further back.

    \b
    Example:
      memsync learn undo --dry-run
    """
    from memsync.learn.proposals.place import place_of
    from memsync.learn.proposals.taking_back import take_back

    place = place_of(session.cwd, session.places, session.now)
    done = take_back(place, session.now, pretend=dry_run)
    if done is None:
        session.say("there is nothing to undo")
        empty: list[object] = []
        data: dict[str, object] = {"command": None, "time": None}
        keys = ("items", "kept", "withdrawn", "waiting")
        session.emit(data | dict.fromkeys(keys, empty), "")
        return Exit.DONE
    would = "would be " if dry_run else ""
    undone = done.undone
    lines = [f"{would}{item.action}: {item.name}" for item in undone.items]
    lines += [f"{would}withdrawn: {id_}" for id_ in done.withdrawn]
    lines += [f"{would}waiting again: {id_}" for id_ in done.waiting]
    data = {
        "command": undone.command,
        "time": undone.moment,
        "items": [item._asdict() for item in undone.items],
        "kept": [
            {"name": item.name, "scope": item.scope, "reason": item.action}
            for item in undone.kept
        ],
        "withdrawn": list(done.withdrawn),
        "waiting": list(done.waiting),
    }
    session.say(f"{would}undone: `memsync {undone.command}` of {undone.moment}")
    for item in undone.kept:
        session.warn(f"'{item.name}' stays as it is: {item.action}")
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    return Exit.FOUND if undone.kept else Exit.DONE
