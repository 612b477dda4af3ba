"""`memsync keys add`: another code or passphrase that opens the memory."""

from __future__ import annotations

import click

from memsync.cli.keys.opened import bar_undo, open_as_member
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command("add")
@click.argument("kind", type=click.Choice(["code", "passphrase"]))
@click.option(
    "--code-file",
    metavar="FILE",
    help="Write the new recovery code to FILE; - is stdout.",
)
@click.option("--name", help="The name that `keys status` shows for it.")
@json_option
@pass_session
def command(
    session: Session, kind: str, code_file: str | None, name: str | None
) -> None:
    """Add a recovery code or a passphrase that opens the memory."""
    from memsync.cli.shared.secrets_in import new_passphrase, show_code
    from memsync.sync.members.joining import new_code
    from memsync.vault.codes import code_text

    if kind == "passphrase":
        said = new_passphrase(session)
        with open_as_member(session) as membership:
            membership.members().add_passphrase(said, name or "passphrase")
    else:
        code = new_code()
        with open_as_member(session) as membership:
            members = membership.members()
            show_code(session, code_text(code), code_file)
            members.add_code(code, name or "recovery code")
    bar_undo(session)
    session.emit({"added": kind}, "")
    session.say(f"the new {kind} opens the encrypted memory, too")
