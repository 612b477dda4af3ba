"""`memsync keys protect`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.secrets_in import first_line, someone_is_there, unlock
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, KeyTrouble

if TYPE_CHECKING:
    from memsync.sync.sealed.protecting import Wanted
    from memsync.vault.machine_keys import How

_KINDS = ("passphrase", "keychain", "none")


@click.command()
@click.argument("how", type=click.Choice(_KINDS))
@click.option(
    "--passphrase-file",
    metavar="FILE",
    help="Read the new passphrase from FILE; - is stdin.",
)
@json_option
@pass_session
def protect(session: Session, how: Wanted, passphrase_file: str | None) -> None:
    """Protect the key file with a passphrase or the keychain.

    An unattended sync reads the passphrase from MEMSYNC_KEY_PASSPHRASE or from the
    command in keys.passphrase_command; on a terminal memsync asks. `keychain` needs
    the extra of that name (docs/install.md), and `none` removes the protection.
    """
    from memsync.sync.sealed.key_store import is_given
    from memsync.sync.sealed.protecting import change

    if passphrase_file and how != "passphrase":
        raise BadUsage("--passphrase-file goes with passphrase")
    unattended = is_given(session.places)
    unlock(session)
    new = _new(session, passphrase_file) if how == "passphrase" else ""
    done = change(session.places, session.settings(None), how, new)
    session.emit({"before": done.before, "protection": done.now}, "")
    session.say(f"this machine's key file: {done.now}, and was: {done.before}")
    if how == "passphrase" and not unattended:
        session.warn(
            "hooks, timers and agents do not sync until they have the passphrase",
            "MEMSYNC_KEY_PASSPHRASE, or `memsync config set keys.passphrase_command …`",
        )
    if done.before == "none" and how != "none":
        session.warn(
            "old backups may still have the key file unencrypted",
            "if so: `memsync keys import` makes a new key, then revoke the old one",
        )
    if done.left:
        session.warn(f"the old entry stays in the keychain: {done.left.message}")


def _new(session: Session, file: str | None) -> str:
    """The new passphrase. Raises `KeyTrouble`."""
    from memsync.sync.sealed.key_store import VARIABLE, user_keys
    from memsync.vault.slots import check_passphrase

    said = None
    if file is not None:
        said = first_line(session, file)
    elif user_keys(session.places).protected() != "passphrase":
        said = session.environ.get(VARIABLE)
    if not said:
        if not someone_is_there():
            raise KeyTrouble(
                "no new passphrase was given",
                hint="run it on a terminal, or with --passphrase-file FILE",
                word="key-missing",
            )
        said = click.prompt(
            "New passphrase", hide_input=True, confirmation_prompt=True, err=True
        )
    assert said is not None  # noqa: S101 -- one of them was
    check_passphrase(said)
    return said


def protection_seen(session: Session) -> How | None:
    """How the key file is protected; None also for one that is damaged."""
    from memsync.sync.sealed.key_store import user_keys

    try:
        return user_keys(session.places).protected()
    except KeyTrouble:
        return None
