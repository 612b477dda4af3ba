"""`memsync keys approve`: let another machine join."""

from __future__ import annotations

import click

from memsync.cli.keys.opened import bar_undo, open_as_member
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command("approve")
@click.argument("words", required=False)
@click.option("--name", help="The name that `keys status` shows for the machine.")
@json_option
@pass_session
def command(session: Session, words: str | None, name: str | None) -> None:
    """Approve the machine that shows WORDS, or list those that ask."""
    from memsync.sync.mirror.requests import MOST_SHOWN, list_requests

    with open_as_member(session) as membership:
        if words is None:
            asked = list_requests(membership.online, membership.remote)
            found = [request.words for request in asked[:MOST_SHOWN]]
            if len(asked) > len(found):
                session.warn(f"{len(asked)} machines ask; these are {MOST_SHOWN}")
            session.emit({"requests": found}, "".join(f"{each}\n" for each in found))
            return
        said = membership.approve(words, name)
    bar_undo(session)
    session.emit({"confirm": said}, f"{said}\n")
    session.say("there, run `memsync keys import --confirm WORDS` with the words above")
