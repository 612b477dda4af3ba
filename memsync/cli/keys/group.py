"""`memsync keys`: who can open the encrypted memory."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from memsync.cli.keys.protect import protect, protection_seen
from memsync.cli.shared.secrets_in import unlock
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from memsync.sync.members.members import Member
    from memsync.sync.members.membership import Membership

_KEPT = (
    "it keeps what it has: the notes on its disk and every version sent until now",
    "take its access to the repository away, and change the secrets it could read",
)
_WAIT = 30.0
"""Seconds to wait for a command that changes the memory."""
_PROTECTED = {
    "none": "unencrypted, for this account alone; see `memsync keys protect`",
    "passphrase": "protected by a passphrase",
    "keychain": "protected by the system's keychain",
}


@click.group()
def command() -> None:
    """Manage the keys of the encrypted memory."""


@command.command()
@json_option
@pass_session
def status(session: Session) -> None:
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
    found = vault_status(Holder(store, keys, pretend=True))
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
            _local(m.since),
        )
        for m in found.members
    ]
    heads = ("id", "kind", "name", "machine", "since")
    table = session.table(heads, rows)
    if not sys.stdout.isatty():
        table = "\t".join(heads) + "\n" + table
    session.emit(data, "".join(f"{line}\n" for line in lines) + table)


def _local(hour: str) -> str:
    """An hour of the keyring on the local clock."""
    from datetime import datetime

    from memsync.clock import local

    try:
        return f"{local(datetime.fromisoformat(hour)):%Y-%m-%d %H:%M}"
    except ValueError:
        return hour


@command.command()
@click.argument("file")
@click.option(
    "--name", default="key file", help="The name that `keys status` shows for it."
)
@json_option
@pass_session
def export(session: Session, file: str, name: str) -> None:
    """Write a key file; it opens the memory until you revoke it."""
    from memsync.cli.shared.secrets_in import show_code
    from memsync.sync.members.joining import new_code
    from memsync.vault.codes import code_text

    code = new_code()
    with _table(session) as table:
        members = table.members()
        show_code(session, code_text(code), file)
        try:
            members.add_code(code, name)
        except BaseException:
            (session.cwd / file).unlink()
            raise
    _bar_undo(session)
    session.emit({"file": str(session.cwd / file), "name": name}, "")


@command.command("import")
@click.argument("file", required=False)
@click.option("--ask", is_flag=True, help="Ask another machine to approve this one.")
@click.option(
    "--confirm", metavar="WORDS", help="The words that the other machine shows."
)
@click.option("--name", help="The name other machines show for this one.")
@click.option("--accept-rewind", is_flag=True, help="Accept a rewound remote.")
@json_option
@pass_session
def import_(
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
    # A machine that forgot its passphrase gets a new key here: nobody is asked for it.
    before = protection_seen(session)
    with _open_table(session, name, accept_rewind=accept_rewind) as table:
        if confirm:
            table.confirm(confirm)
        else:
            table.join(secret_of(session, file))
    session.emit({"member": True}, "")
    session.say("this machine has joined the encrypted memory; run `memsync sync` next")
    if before and protection_seen(session) is None:
        session.warn(
            "the new key file is not protected any more",
            f"`memsync keys protect {before}`",
        )


@command.command()
@click.argument("kind", type=click.Choice(["code", "passphrase"]))
@click.option(
    "--code-file", metavar="FILE", help="Write the new recovery code to FILE."
)
@click.option("--name", help="The name that `keys status` shows for it.")
@json_option
@pass_session
def add(session: Session, kind: str, code_file: str | None, name: str | None) -> None:
    """Add a recovery code or a passphrase that opens the memory."""
    from memsync.cli.shared.secrets_in import new_passphrase, show_code
    from memsync.sync.members.joining import new_code
    from memsync.vault.codes import code_text

    if kind == "passphrase":
        said = new_passphrase(session)
        with _table(session) as table:
            table.members().add_passphrase(said, name or "passphrase")
    else:
        code = new_code()
        with _table(session) as table:
            members = table.members()
            show_code(session, code_text(code), code_file)
            members.add_code(code, name or "recovery code")
    _bar_undo(session)
    session.emit({"added": kind}, "")
    session.say(f"the new {kind} opens the encrypted memory, too")


@command.command()
@click.argument("words", required=False)
@click.option("--name", help="The name that `keys status` shows for the machine.")
@json_option
@pass_session
def approve(session: Session, words: str | None, name: str | None) -> None:
    """Approve the machine that shows WORDS, or list the waiting ones."""
    from memsync.sync.mirror.requests import MOST_SHOWN, list_requests

    with _table(session) as table:
        if words is None:
            asked = list_requests(table.online, table.remote)
            found = [request.words for request in asked[:MOST_SHOWN]]
            if len(asked) > len(found):
                session.warn(f"{len(asked)} machines ask; these are {MOST_SHOWN}")
            session.emit({"requests": found}, "".join(f"{each}\n" for each in found))
            return
        said = table.approve(words, name or "approved machine")
    _bar_undo(session)
    session.emit({"confirm": said}, f"{said}\n")
    session.say("there, run `memsync keys import --confirm WORDS` with the words above")


@command.command()
@json_option
@pass_session
def rotate(session: Session) -> None:
    """Create new encryption keys for everything sent from now on."""
    with _table(session) as table:
        members = table.members()
        done = members.rotate()
        epoch = members.mirror.holder.pins.epoch
    _bar_undo(session)
    session.emit({"changed": done, "epoch": epoch}, "")
    by = "" if done else "another machine was faster:  "
    session.say(f"{by}the keys are in epoch {epoch}")


@command.command()
@click.argument("member")
@click.option(
    "--codes", is_flag=True, help="Revoke every recovery code and passphrase as well."
)
@json_option
@pass_session
def revoke(session: Session, member: str, codes: bool) -> None:
    """Revoke MEMBER's keys and rotate the encryption keys.

    MEMBER is an id or a name from `keys status`. A machine id, from there or from
    `sync verify`, revokes every key of that machine. Names the recovery codes and
    passphrases that a machine could know, and offers to revoke them, too.
    """
    if not member:
        raise BadUsage("MEMBER is empty")
    with _table(session) as table:
        members = table.members()
        gone = members.revoke(member)
        known = members.secrets() if gone[-1].kind == "machine" else []
        if known and (codes or _also(session, known)):
            for each in known:
                gone = [*members.revoke(each.id), *gone]
            known = []
    _bar_undo(session)
    session.emit(
        {
            "revoked": gone[-1]._asdict(),
            "slots": [each.id for each in gone],
            "could_know": [each._asdict() for each in known],
        },
        "",
    )
    session.warn(f"'{gone[-1].name}' can open nothing new; {_KEPT[0]}", _KEPT[1])
    if known:
        session.warn(
            f"it may know secrets that still open the memory: {_listed(known)}",
            "`memsync keys add code` makes a new one; then `memsync keys revoke ID`",
        )
    elif gone[0].kind != "machine":
        session.warn(
            "no recovery code opens the memory any more", "`memsync keys add code`"
        )


def _also(session: Session, known: Sequence[Member]) -> bool:
    """Whether a person wants the codes and passphrases revoked, too."""
    from memsync.cli.shared.secrets_in import someone_is_there
    from memsync.terminal import printable_block

    if session.json or not someone_is_there():
        return False
    question = f"That machine could know these: {_listed(known)}.\nRevoke them, too?"
    return click.confirm(printable_block(question), err=True)


def _listed(known: Sequence[Member]) -> str:
    from memsync.terminal import printable

    return printable(
        ", ".join(f"{m.id} ({m.kind} '{m.name}', {_local(m.since)})" for m in known)
    )


command.add_command(protect)


@contextmanager
def _table(session: Session) -> Iterator[Membership]:
    """As `_open_table`, for what takes this machine's own key."""
    unlock(session)
    with _open_table(session) as table:
        yield table


def _bar_undo(session: Session) -> None:
    """Nothing takes a change of keys back."""
    from memsync.files import lock
    from memsync.memory.archive.archive import Archive
    from memsync.memory.archive.journal import Journal
    from memsync.workspace.place.spot import user_memory_folder

    memory = user_memory_folder(session.places)
    if memory.folder.is_dir():
        with lock.hold(memory.lock, what="keys", wait=_WAIT):
            journal = Journal(Archive(memory.archive, private=memory.private))
            journal.bar("a change of keys, which cannot be undone", session.now)


def _open_table(
    session: Session, name: str | None = None, *, accept_rewind: bool = False
) -> AbstractContextManager[Membership]:
    from memsync.sync.members.membership import open_membership

    return open_membership(
        session.places,
        session.settings(None),
        session.now,
        name,
        accept_rewind=accept_rewind,
    )
