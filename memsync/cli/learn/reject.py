"""`memsync learn reject`."""

from __future__ import annotations

import click

from memsync.cli.learn import proposals
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.terminal import printable


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Show what would be rejected.")
@json_option
@pass_session
def command(session: Session, ids: tuple[str, ...], dry_run: bool) -> None:
    """Reject proposals, so that they are never proposed again.

    Nor is the same fact in other words, if its quotes are the same. The next sync
    tells your other machines. `memsync learn undo ID` reverts a rejection.

    \b
    Example:
      memsync learn reject 3f2a
    """
    queue = proposals.queue_of(session)
    found = proposals.chosen(queue, ids)
    if not dry_run:
        found = queue.reject(found, session.now)
    did = "would reject" if dry_run else "rejected"
    lines = [f"{did} {each.id}: {proposals.said(each)}" for each in found]
    data = {"rejected": [each.id for each in found]}
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
