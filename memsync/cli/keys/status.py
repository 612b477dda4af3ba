"""`memsync keys status`: who can open the encrypted memory."""

from __future__ import annotations

import sys

import click

from memsync.cli.keys.hours import local_hour
from memsync.cli.shared.secrets_in import unlock
from memsync.cli.shared.session import Session, json_option, pass_session

_PROTECTED = {
    "none": "unencrypted, for this account alone; see `memsync keys protect`",
    "passphrase": "protected by a passphrase",
    "keychain": "protected by the system's keychain",
}


@click.command("status")
@json_option
@pass_session
def command(session: Session) -> None:
    """List the machines, codes and passphrases that open the memory."""
    from memsync.sync.members.members import vault_status
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.sealed.key_store import user_keys
    from memsync.sync.sealed.sealing import no_key, require
    from memsync.terminal import printable

    require(session.places, session.settings(None))
    unlock(session)
    store = user_keys(session.places)
    keys = store.keys()
    if keys is None:
        raise no_key(store.waiting())
    found = vault_status(Holder(store, keys))
    how = keys.protection.how if keys.protection else "none"
    data = found._asdict() | {
        "members": [m._asdict() for m in found.members],
        "protection": how,
    }
    lines = [
        f"encrypted memory: {found.vault}",
        f"epoch: {found.epoch}, keyring {found.number}",
        f"this machine: {found.words}",
        f"key file: {_PROTECTED[how]}",
        f"head: {found.head or 'none'}",
    ]
    names = {m.machine: m.name for m in found.members if m.machine}
    lines += [
        f"saves of {printable(names.get(machine, machine))}: {n}"
        for machine, n in sorted(found.seen.items())
    ]
    rows = [
        (
            m.id,
            m.kind,
            printable(m.name) + (" (this one)" if m.this else ""),
            m.machine or "-",
            local_hour(m.since),
        )
        for m in found.members
    ]
    heads = ("id", "kind", "name", "machine", "since")
    table = session.table(heads, rows)
    if not sys.stdout.isatty():
        table = "\t".join(heads) + "\n" + table
    session.emit(data, "".join(f"{line}\n" for line in lines) + table)
