"""`memsync keys rotate`: new encryption keys from now on."""

from __future__ import annotations

import click

from memsync.cli.keys.opened import bar_undo, open_as_member
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command("rotate")
@json_option
@pass_session
def command(session: Session) -> None:
    """Create new encryption keys for everything sent from now on."""
    with open_as_member(session) as membership:
        members = membership.members()
        done = members.rotate()
        epoch = members.mirror.holder.pins.epoch
    bar_undo(session)
    session.emit({"changed": done, "epoch": epoch}, "")
    by = "" if done else "another machine was faster:  "
    session.say(f"{by}the keys are in epoch {epoch}")
