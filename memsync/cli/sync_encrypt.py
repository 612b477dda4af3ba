"""`memsync sync init --encrypt`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from memsync.cli.secrets_in import secret_of, show_code
from memsync.errors import Exit

if TYPE_CHECKING:
    from memsync.cli.session import Session

_SAID = {
    "created": "the remote is now an encrypted vault; `memsync sync` runs a round",
    "joined": "this machine is now a member of the vault; `memsync sync` runs a round",
    "member": "this machine is a member of the vault; `memsync sync` runs a round",
    "waiting": "this machine is not let in yet",
}


class Given(NamedTuple):
    """What was said on the command line."""

    url: str | None
    key_file: str | None
    code_file: str | None
    ask: bool
    name: str


def run(session: Session, given: Given, *, allow_http: bool) -> int:
    """Create or join a vault, and say what a person has to know of it."""
    from memsync.sync.setup_encrypted import Asked, prepare

    done = prepare(
        session.places,
        session.settings(None),
        session.cwd,
        session.now,
        given.url,
        Asked(
            lambda: secret_of(session, given.key_file),
            lambda code: show_code(session, code, given.code_file),
            given.name,
            given.ask,
        ),
        allow_http=allow_http,
        interactive=sys.stdin.isatty() and sys.stderr.isatty(),
    )
    session.emit(
        {
            "changed": done.how != "member",
            "head": done.head,
            "sent": [],
            "received": [],
            "merged": [],
            "archived": [],
            "held": [],
            "queued": False,
            "remote": done.shown,
            "encrypted": True,
            "vault": done.how,
        },
        "",
    )
    if done.how == "waiting":
        from memsync.cli.keys_join import ask

        ask(session)
    session.say(_SAID[done.how])
    if done.aside:
        session.warn(
            "this memory was synced unencrypted before: its host, its backups and "
            "every clone may still have all of that",
            "delete the old repository, and change whatever secret it held; this "
            f"machine's copy of the old history is '{done.aside}'",
        )
    return Exit.DONE
