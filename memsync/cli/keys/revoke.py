"""`memsync keys revoke`: after it, a key opens nothing new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.keys.hours import local_hour
from memsync.cli.keys.opened import bar_undo, open_as_member
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.sync.members.members import Member

# Revoking cannot take back what a machine has already read.
_KEPT = "it keeps what it has: the notes on its disk and every version sent until now"
_AFTER = "take its access to the repository away, and change the secrets it could read"

# The same of a recovery code or a passphrase.
_READ = "whoever knows it can still read every version sent until now"
_AFTER_READ = "if somebody else may know it, change the secrets that the notes had"


@click.command("revoke")
@click.argument("member")
@click.option(
    "--codes", is_flag=True, help="Revoke every recovery code and passphrase as well."
)
@json_option
@pass_session
def command(session: Session, member: str, codes: bool) -> None:
    """Revoke MEMBER's keys and rotate the encryption keys.

    MEMBER is an id or a name from `keys status`. A machine id, from there or from `sync
    verify`, revokes every key of that machine. Lists the recovery codes and passphrases
    that the machine could know, and offers to revoke them, too.
    """
    if not member:
        raise BadUsage("MEMBER is empty")
    with open_as_member(session) as membership:
        members = membership.members()
        gone = members.revoke(member)
        known = members.secrets() if gone[-1].kind == "machine" else []
        if known and (codes or _also(session, known)):
            for each in known:
                gone = [*members.revoke(each.id), *gone]
            known = []
        left = members.secrets()
    bar_undo(session)
    session.emit(
        {
            "revoked": gone[-1]._asdict(),
            "slots": [each.id for each in gone],
            "could_know": [each._asdict() for each in known],
        },
        "",
    )
    if gone[-1].kind == "machine":
        session.warn(f"'{gone[-1].name}' can open nothing new; {_KEPT}", _AFTER)
    else:
        session.warn(f"'{gone[-1].name}' opens nothing new; {_READ}", _AFTER_READ)
    if known:
        session.warn(
            f"it may know secrets that still open the memory: {_listed(known)}",
            "`memsync keys add code` makes a new one; then `memsync keys revoke ID`",
        )
    elif gone[0].kind != "machine" and all(each.kind != "code" for each in left):
        session.warn(
            "no recovery code opens the memory any more", "`memsync keys add code`"
        )


def _also(session: Session, known: Sequence[Member]) -> bool:
    """Ask whether to revoke the codes and passphrases, too."""
    from memsync.cli.shared.secrets_in import someone_is_there
    from memsync.terminal import printable_block

    if session.json or not someone_is_there():
        return False
    question = f"That machine could know these: {_listed(known)}.\nRevoke them, too?"
    return click.confirm(printable_block(question), err=True)


def _listed(known: Sequence[Member]) -> str:
    from memsync.terminal import printable

    return printable(
        ", ".join(f"{m.id} ({m.kind} '{m.name}', {local_hour(m.since)})" for m in known)
    )
