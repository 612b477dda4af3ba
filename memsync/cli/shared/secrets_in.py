"""Reads codes and passphrases, never from an argument: `ps` shows those to all."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.errors import BadUsage, KeyTrouble

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session

PASSPHRASE = "MEMSYNC_PASSPHRASE"  # noqa: S105 -- the variable's name
# Bytes of a file with a code or passphrase; more is surely the wrong file.
_LONGEST = 4096

# The number of attempts that ssh and sudo allow.
_TRIES = 3


# Seven groups of eight, however a person types them.
_LIKE_A_CODE = re.compile(r"\s*(?:[A-Za-z0-9]{8}[\s-]*){7}")


def secret_of(session: Session, key_file: str | None, how: str) -> str:
    """The code or passphrase from a file (`-`: stdin), the environment or a person.

    `how` tells how this command takes the file. Raises `KeyTrouble` if there is none.
    """
    if key_file is not None:
        return first_line(session, key_file)
    if found := session.environ.get(PASSPHRASE):
        return found
    if someone_is_there():
        said: str = click.prompt(
            "Recovery code or passphrase", hide_input=True, err=True
        )
        return said
    raise KeyTrouble(
        "the remote is encrypted, and no key for it was given",
        hint=f"give {how} with a recovery code, or a passphrase in {PASSPHRASE};"
        " --ask asks another machine to approve this one",
        word="key-missing",
    )


def new_passphrase(session: Session) -> str:
    """A new passphrase, from the person or from the environment.

    Raises `KeyTrouble`.
    """
    from memsync.vault.slots import check_passphrase

    said = session.environ.get(PASSPHRASE)
    if not said:
        if not someone_is_there():
            raise KeyTrouble(
                "no passphrase was given",
                hint=f"run it on a terminal, or put one into {PASSPHRASE}",
                word="key-missing",
            )
        said = click.prompt(
            "New passphrase", hide_input=True, confirmation_prompt=True, err=True
        )
    assert said is not None  # noqa: S101 -- one of both was
    check_passphrase(said)
    return said


def unlock(session: Session) -> None:
    """Ask on the terminal for the key's passphrase, if the key has one.

    Stores the answer where MEMSYNC_KEY_PASSPHRASE would be. Does not ask without a
    terminal, in a hook, or if the passphrase is available elsewhere. Raises
    `KeyTrouble` after three wrong ones.
    """
    from memsync.sync.sealed.sealing import is_required

    if session.in_hook or not someone_is_there():
        return
    if not is_required(session.places, session.settings(None)):
        return
    from memsync.sync.sealed import key_store
    from memsync.sync.sealed.key_store import user_keys

    if user_keys(session.places).protected() != "passphrase":
        return
    given = session.environ
    if key_store.is_given(session.places):
        return
    for tried in range(1, _TRIES + 1):
        said = click.prompt(
            "Passphrase of this machine's key", hide_input=True, err=True
        )
        session.environ = {**given, key_store.VARIABLE: said}
        try:
            user_keys(session.places).keys()
        except KeyTrouble as trouble:
            if trouble.word != key_store.WRONG or tried == _TRIES:
                raise
            session.say(trouble.message)
        else:
            return


def code_in(session: Session, file: str | None) -> str | None:
    """The code that FILE already holds, if any; None if FILE does not exist."""
    if file in (None, "-") or not (session.cwd / file).is_file():
        return None
    return first_line(session, file)


def show_code(
    session: Session,
    code: str,
    file: str | None,
    *,
    said: str = "the recovery code is in",
) -> None:
    """Show a new recovery code on the terminal, or write it to a new private file.

    `said` stands before the file's path in the message; the file `-` is stdout. Raises
    `BadUsage` if nobody would see it. Call it before the code is used.
    """
    if file == "-":
        if session.json:
            raise BadUsage(
                "with --json, stdout is JSON, and the key would be in it",
                hint="give a file, or leave --json out",
            )
        click.echo(code)
        return
    if file is not None:
        from memsync.files import atomic

        path = session.cwd / file
        _refuse_memory(session, path)
        try:
            atomic.create(path, f"{code}\n".encode("ascii"), mode=0o600)
        except FileExistsError:
            raise BadUsage(
                f"'{path}' exists already, and memsync does not overwrite it",
                hint="choose another file",
            ) from None
        session.say(f"{said} '{path}': keep it off this machine")
        return
    if not sys.stderr.isatty():
        raise BadUsage(
            "there is no terminal to show the new recovery code on",
            hint="run it on a terminal, or with --code-file FILE",
        )
    click.echo(
        f"\nThe recovery code, shown this once:\n\n    {code}\n\nWrite it down and "
        "keep it away from this machine. It opens the whole memory.\n",
        err=True,
    )


def _refuse_memory(session: Session, path: Path) -> None:
    """Raise `BadUsage` for a file in a memory, which agents read and syncs send."""
    where = path.parent.resolve()
    user = session.places.user_memory.resolve()
    workspace = any(
        (each.parent.name, each.name) == (".coyote", "memory")
        for each in (where, *where.parents)
    )
    if workspace or where.is_relative_to(user):
        raise BadUsage(
            f"'{path}' is in a memory: agents would read the key, and `memsync sync`"
            " could send it",
            hint="choose a file outside every memory and repository",
        )


def someone_is_there() -> bool:
    """Whether we can ask a person: stdin and stderr are terminals.

    First shows what was printed so far, such as the plan that a question is about.
    """
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    if asks:
        sys.stdout.flush()
    return asks


def first_line(session: Session, key_file: str) -> str:
    """The first line of a file (`-`: stdin) that is not a comment, stripped.

    Raises `BadUsage` for a missing file, `KeyTrouble` for an empty one.
    """
    if key_file == "-":
        data = sys.stdin.buffer.read(_LONGEST)
    else:
        from memsync.files import atomic

        path = session.cwd / Path(os.path.expanduser(key_file))  # noqa: PTH111 -- as git does
        try:
            data = atomic.read_regular(path, limit=_LONGEST)
        except OSError as error:
            if _LIKE_A_CODE.fullmatch(key_file):
                raise BadUsage(
                    "a recovery code does not belong on the command line, where other"
                    " programs and the shell's history see it",
                    hint="put it into a file and give its name; - reads it from stdin",
                ) from None
            if not isinstance(error, FileNotFoundError):
                raise
            raise BadUsage(f"there is no '{path}'") from None
    lines = [
        line.strip()
        for line in data.decode("utf-8", "replace").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    if not lines:
        raise KeyTrouble("the key file is empty", word="key-malformed")
    return lines[0]
