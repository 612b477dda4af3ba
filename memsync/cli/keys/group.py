"""`memsync keys`: who can open the encrypted memory."""

from __future__ import annotations

import click

from memsync.cli.keys import add, approve, export, import_, revoke, rotate, status
from memsync.cli.keys.protect import protect


@click.group()
def command() -> None:
    """Manage the keys of the encrypted memory."""


for _verb in (add, approve, export, import_, revoke, rotate, status):
    command.add_command(_verb.command)
command.add_command(protect)
