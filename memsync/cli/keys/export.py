"""`memsync keys export`: a key file that opens the memory."""

from __future__ import annotations

import click

from memsync.cli.keys.opened import bar_undo, open_as_member
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command("export")
@click.argument("file")
@click.option(
    "--name", default="key file", help="The name that `keys status` shows for it."
)
@json_option
@pass_session
def command(session: Session, file: str, name: str) -> None:
    """Write a key file, to stdout for -; it opens the memory until you revoke it."""
    from memsync.cli.shared.secrets_in import show_code
    from memsync.sync.members.joining import new_code
    from memsync.vault.codes import code_text

    code = new_code()
    with open_as_member(session) as membership:
        members = membership.members()
        show_code(session, code_text(code), file, said="the key file is")
        try:
            members.add_code(code, name)
        # A key file that opens nothing must not stay, not even after Ctrl-C.
        except BaseException:
            if file != "-":
                (session.cwd / file).unlink()
            raise
    bar_undo(session)
    session.emit({"file": str(session.cwd / file), "name": name}, "")
