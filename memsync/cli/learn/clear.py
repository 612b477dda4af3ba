"""`memsync learn clear`."""

from __future__ import annotations

import click

from memsync.cli.shared.session import Session, json_option, pass_session


@click.command()
@click.option("--dry-run", is_flag=True, help="Show how much would be forgotten.")
@json_option
@pass_session
def command(session: Session, dry_run: bool) -> None:
    """Forget all proposals and rejections, and which sessions were read.

    Accepted notes, the summary and skills stay. The next sync tells your other
    machines; the next run reads the sessions again.

    \b
    Example:
      memsync learn clear --dry-run
    """
    from memsync.learn.ledger.clearing import clear as clear_ledger
    from memsync.learn.proposals.clearing import clear
    from memsync.learn.proposals.place import place_of

    place = place_of(session.cwd, session.places, None if dry_run else session.now)
    done = clear(place, session.now, pretend=dry_run)
    if not dry_run:
        clear_ledger(session.places.state)
    would = "would forget" if dry_run else "forgot"
    proposals = "1 proposal" if done.proposals == 1 else f"{done.proposals} proposals"
    decisions = "1 decision" if done.decisions == 1 else f"{done.decisions} decisions"
    session.emit(done._asdict(), f"{would} {proposals} and {decisions}\n")
