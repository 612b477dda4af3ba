"""`memsync learn review`: one proposal at a time on a terminal, else a list."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.learn import proposals
from memsync.cli.learn.keys import Keys
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.clock import read_clock
from memsync.errors import Exit, MemsyncError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import ReviewQueue

_KEYS = "a accept, e edit, r reject, s skip, q quit: "
_MEANT = {"a": "accept", "e": "edit", "r": "reject", "s": "skip", "q": "quit"}
_MEANT["\x04"] = "quit"


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--rejected", is_flag=True, help="List the proposals rejected on this machine."
)
@json_option
@pass_session
def command(session: Session, ids: tuple[str, ...], rejected: bool) -> int:
    """Review proposals: the change, the quotes, and their session.

    On a terminal, shows each proposal in turn, and one key decides: a accepts, e opens
    your editor and accepts what you leave, r rejects, s skips, q quits. In a pipe,
    lists the proposals; with ID, prints each in full. --rejected lists those that you
    rejected, the last one first; `memsync learn undo ID` reverts a rejection.

    \b
    Examples:
      memsync learn review
      memsync learn review 3f2a | less
      memsync learn review --rejected
    """
    queue = proposals.queue_of(session)
    among = queue.rejected() if rejected else queue.pending()
    found = proposals.chosen(queue, ids, rejected=rejected) if ids else list(among)
    asks = not session.json and sys.stdin.isatty() and sys.stdout.isatty()
    if asks and found and not rejected:
        return _review(session, queue, found)
    if not found:
        none = "no proposal was rejected" if rejected else "no proposal waits"
        session.say(f"{none} here")
    from memsync.learn.proposal import proposal_json

    if ids:
        text = "\n".join(proposals.whole(queue, each) for each in found)
    else:
        rows = proposals.rows(queue, found)
        text = "" if session.json else session.table(proposals.HEADS, rows)
    session.emit([proposal_json(each) for each in found], text)
    return Exit.DONE


def _review(session: Session, queue: ReviewQueue, found: Sequence[Proposal]) -> int:
    code, keys = Exit.DONE, Keys()
    for number, proposal in enumerate(found, 1):
        now_seen = next((p for p in queue.pending() if p.id == proposal.id), None)
        if now_seen is None:
            continue  # another command decided it, or it no longer changes anything
        head = f"[{number}/{len(found)}] "
        session.emit(None, head + proposals.whole(queue, now_seen))
        sys.stdout.flush()
        meant = _asked(keys)
        if meant == "quit":
            break
        try:
            _decide(session, queue, now_seen, meant)
        except MemsyncError as error:
            session.warn(error.message, error.hint)
            code = error.exit_code
        click.echo()
    left = len(queue.pending())
    if left:
        session.say(f"{left} proposals wait" if left > 1 else "1 proposal waits")
    return code


def _asked(keys: Keys) -> str:
    """Wait for a key that decides; ignore all others."""
    click.echo(_KEYS, nl=False)
    while True:
        key = keys.next().lower()
        if (meant := _MEANT.get(key)) is not None:
            click.echo(meant)
            return meant


def _decide(
    session: Session, queue: ReviewQueue, proposal: Proposal, meant: str
) -> None:
    if meant == "reject":
        queue.reject([proposal], read_clock()._replace(by=session.now.by))
    edited = _edited(session, queue, proposal) if meant == "edit" else None
    if meant not in ("accept", "edit"):
        return
    # Each acceptance gets its own moment, so that `learn undo` reverts them singly.
    now = read_clock()._replace(by=session.now.by)
    for done in queue.accept([proposal], now, edited=edited):
        if done.error is not None:
            raise done.error
        for message, hint in done.made.warnings if done.made else ():
            session.warn(message, hint)


def _edited(session: Session, queue: ReviewQueue, proposal: Proposal) -> bytes:
    """Let the person edit the file that a proposal would write; its new bytes."""
    from memsync.cli.notes.editor import edit
    from memsync.errors import BadUsage

    _, data = queue.before_and_after(proposal.draft)
    if data is None:
        raise BadUsage("there is no text to edit", hint="accept, reject or skip it")
    # `mkdtemp` makes it readable by the owner only.
    folder = Path(tempfile.mkdtemp(prefix="memsync-review-"))
    try:
        copy = folder / f"{proposals.name_of(proposal)}.md"
        copy.write_bytes(data)
        return edit(copy, session.environ)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
