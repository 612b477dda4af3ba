"""`memsync keys import`: this machine joins the encrypted memory."""

from __future__ import annotations

import click

from memsync.cli.keys.opened import open_members
from memsync.cli.keys.protect import protection_seen
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command("import")
@click.argument("file", required=False)
@click.option("--ask", is_flag=True, help="Ask another machine to approve this one.")
@click.option(
    "--confirm", metavar="WORDS", help="The words that the other machine shows."
)
@click.option("--name", help="The name other machines show for this one.")
@click.option("--accept-rewind", is_flag=True, help="Accept a rewound remote.")
@json_option
@pass_session
def command(
    session: Session,
    file: str | None,
    ask: bool,
    confirm: str | None,
    name: str | None,
    accept_rewind: bool,
) -> None:
    """Join the encrypted memory on this machine.

    FILE holds a recovery code or a key; - is stdin. Without FILE, memsync uses the
    passphrase in MEMSYNC_PASSPHRASE, or asks. --ask waits for another machine's
    approval.
    """
    from memsync.cli.shared.secrets_in import secret_of

    if ask:
        from memsync.cli.keys.join import ask as asking

        session.emit({"words": asking(session)}, "")
        return
    # Does not unlock first: a machine that forgot its passphrase gets a new key here.
    before = protection_seen(session)
    with open_members(session, name, accept_rewind=accept_rewind) as membership:
        if confirm:
            membership.confirm(confirm)
        else:
            membership.join(secret_of(session, file, "FILE"))
    session.emit({"member": True}, "")
    session.say("this machine has joined the encrypted memory; run `memsync sync` next")
    if before and protection_seen(session) is None:
        session.warn(
            "the new key file is not protected",
            f"`memsync keys protect {before}`",
        )
