"""`memsync sync init --encrypt`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from memsync.cli.shared.secrets_in import (
    code_in,
    secret_of,
    show_code,
    someone_is_there,
    unlock,
)
from memsync.errors import Exit

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.sync.verbs.plain_remote import PlainRemote
    from memsync.sync.verbs.setup_encrypted import Asked, Encrypted, How

_SAID: dict[How, str] = {
    "created": "the remote is now encrypted; run `memsync sync` next",
    "replaced": "the remote is now encrypted, with everything that it held before",
    "joined": "this machine has joined the encrypted memory; run `memsync sync` next",
    "member": "this machine had already joined; run `memsync sync` next",
}


class Given(NamedTuple):
    """The options of the command line."""

    url: str | None
    key_file: str | None
    code_file: str | None
    ask: bool
    name: str
    replace_plain: bool
    join_only: bool
    """`--key-file` or `--ask` without `--encrypt`: join, never create a vault."""


def run(session: Session, given: Given, *, allow_http: bool) -> int:
    """Create or join a vault, and print what the person has to know; the exit code."""
    from memsync.sync.verbs.plain_remote import PlainRemote
    from memsync.sync.verbs.setup_encrypted import Asked

    unlock(session)
    asked = Asked(
        lambda: secret_of(session, given.key_file, "--key-file FILE"),
        lambda code: show_code(session, code, given.code_file),
        lambda: code_in(session, given.code_file),
        given.name,
        given.ask,
        join_only=given.join_only,
    )
    try:
        done = _prepare(session, given, asked, allow_http=allow_http)
    except PlainRemote as error:
        if not _may_replace(session, given, error):
            raise
        if error.synced:
            _merge_all(session)
        asked = asked._replace(replace_plain=True)
        done = _prepare(session, given, asked, allow_http=allow_http)
    from memsync.sync.state.result import Result

    session.emit(
        {
            **Result(head=done.head, changed=done.how != "member").data(),
            "remote": done.shown,
            "encrypted": True,
            "vault": done.how,
        },
        "",
    )
    if done.how == "waiting":
        from memsync.cli.keys.join import ask

        ask(session)
    else:
        session.say(_SAID[done.how])
    _warn(session, given, done)
    return Exit.DONE


def _prepare(
    session: Session, given: Given, asked: Asked, *, allow_http: bool
) -> Encrypted:
    from memsync.sync.verbs.setup_encrypted import prepare

    return prepare(
        session.places,
        session.settings(None),
        session.cwd,
        session.now,
        given.url,
        asked,
        allow_http=allow_http,
        interactive=someone_is_there(),
    )


def _may_replace(session: Session, given: Given, error: PlainRemote) -> bool:
    if given.replace_plain or not error.replaceable or not someone_is_there():
        return given.replace_plain
    session.warn(
        f"{error.message}, and hosts may keep old data",
        "a new, empty one is safer; delete this one when all machines have moved",
    )
    return click.confirm("Replace it with an encrypted history?", err=True)


def _merge_all(session: Session) -> None:
    """Run an unencrypted round: fetch what the remote holds before replacing it."""
    from memsync.cli.sync.rounds import How, run_one
    from memsync.sync.round.guards import NOTHING_ALLOWED

    result = run_one(session, session.settings(None), How(NOTHING_ALLOWED))
    if result.trouble is not None:
        raise result.trouble


def _warn(session: Session, given: Given, done: Encrypted) -> None:
    """Warn where unencrypted copies remain, and of a code that opens nothing."""
    if done.how == "joined" and given.code_file and code_in(session, given.code_file):
        session.warn(
            f"the recovery code in '{given.code_file}' does not open this memory",
            "another machine encrypted it first, with its own code; delete that file",
        )
    if done.how == "replaced":
        for name in done.beside:
            session.warn(f"the remote also has '{name}', and memsync left it as it is")
        session.warn(
            "machines that have not joined still send notes unencrypted",
            "`memsync sync init --encrypt` on each of them, with the recovery code",
        )
    if done.aside:
        here = " and ".join(repr(str(path)) for path in done.aside)
        session.warn(
            "this memory was synced unencrypted before: its host, its caches, forks,"
            " pull requests and backups, and every clone may still have all of that",
            "delete the old repository, and change whatever secret it held; the old "
            f"history stays on this machine for `memsync archive`, in {here}",
        )
