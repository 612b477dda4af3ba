"""`memsync learn undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.learn import proposals
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.learn.proposals.taking_back import TakenBack


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Show what would be undone.")
@json_option
@pass_session
def command(session: Session, ids: tuple[str, ...], dry_run: bool) -> int:
    """Undo the last acceptance, or the last run; with ID, a rejection.

    Restores the notes, and puts what was accepted back for review; of a run, withdraws
    its proposals. Notes that have changed since then stay as they are. Run it again to
    undo the one before.

    With ID, a rejected proposal waits for review again, here and, after the next sync,
    on other machines. `memsync learn review --rejected` lists the ids.

    \b
    Examples:
      memsync learn undo --dry-run
      memsync learn undo 3f2a
    """
    if ids:
        return _restore(session, ids, dry_run=dry_run)
    from memsync.learn.proposals.place import place_of
    from memsync.learn.proposals.taking_back import take_back

    place = place_of(session.cwd, session.places, session.now)
    done = take_back(place, session.now, pretend=dry_run)
    if done is None:
        session.say("there is nothing to undo")
        session.emit(_json(None, None), "")
        return Exit.DONE
    return _told(session, done, "would be " if dry_run else "")


def _restore(session: Session, ids: tuple[str, ...], *, dry_run: bool) -> int:
    queue = proposals.queue_of(session)
    found = proposals.chosen(queue, ids, rejected=True)
    if not dry_run:
        found = queue.restore(found)
    would = "would be " if dry_run else ""
    lines = [
        f"{would}waiting again: {each.id}, {proposals.said(each)}" for each in found
    ]
    data = _json("learn reject", None, waiting=[each.id for each in found])
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    return Exit.DONE


def _told(session: Session, done: TakenBack, would: str) -> int:
    undone = done.undone
    lines = [f"{would}{item.action}: {item.name}" for item in undone.items]
    lines += [f"{would}withdrawn: {id_}" for id_ in done.withdrawn]
    lines += [f"{would}waiting again: {id_}" for id_ in done.waiting]
    data = _json(
        undone.command,
        undone.moment,
        items=[item._asdict() for item in undone.items],
        kept=[each._asdict() for each in undone.kept],
        withdrawn=list(done.withdrawn),
        waiting=list(done.waiting),
    )
    session.say(f"{would}undone: `memsync {undone.command}` of {undone.moment}")
    for each in undone.kept:
        session.warn(f"'{each.name}' stays as it is: {each.reason}")
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    return Exit.FOUND if undone.kept else Exit.DONE


def _json(
    command: str | None, time: str | None, **found: list[object]
) -> dict[str, object]:
    data: dict[str, object] = {"command": command, "time": time}
    for key in ("items", "kept", "withdrawn", "waiting"):
        data[key] = found.get(key, [])
    return data
