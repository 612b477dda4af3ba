"""False alarms: the allow list in force here, and what `scan --allow` adds to it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.errors import BadUsage, Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.guard.checks.secret import Held
    from memsync.secrets.allow import AllowList
    from memsync.workspace.repository.roots import GitRoot


def _private_folder(session: Session, root: GitRoot | None) -> Path | None:
    from memsync.errors import MemsyncError

    if root is not None:
        return root.common_dir / "memsync"
    try:
        return session.places.state
    except MemsyncError:
        return None  # no home: a salt for this command alone


def allow_list(session: Session, root: GitRoot | None) -> AllowList:
    """The allow list in force here: the repository's, else the user memory's."""
    from memsync.guard.report import salt

    if root is not None:
        return salt.allow_list(root.top, _private_folder(session, root))
    folder = _outside(session)
    listed = salt.allow_list(folder, _private_folder(session, None))
    return listed if folder is None else _counting(session, listed)


def _counting(session: Session, listed: AllowList) -> AllowList:
    """The entries of the user memory's list that this machine has confirmed."""
    from memsync.errors import MemsyncError
    from memsync.memory.files import confirmed
    from memsync.secrets.allow import AllowList

    try:
        path = session.places.config / confirmed.CONFIRMED_FILE
    except MemsyncError:
        return listed  # no home, and so no configuration either
    here = confirmed.read(path)
    return listed if here is None else listed.within(AllowList.load(here))


def _confirm_own(session: Session, fingerprint: str) -> None:
    """Confirm on this machine what a person allows on it."""
    from memsync.memory.files import confirmed
    from memsync.workspace.place.spot import user_memory_folder

    memory = user_memory_folder(session.places)
    if memory.confirmed_file and confirmed.read(memory.confirmed_file) is not None:
        confirmed.confirm(memory.confirmed_file, memory.allow_file, fingerprint)


def _outside(session: Session) -> Path | None:
    from memsync.errors import MemsyncError

    try:
        return session.places.user_memory
    except MemsyncError:
        return None


def _well_formed(fingerprint: str) -> str:
    from memsync.secrets.allow import is_fingerprint

    if not is_fingerprint(fingerprint.lower()):
        raise BadUsage(
            "a fingerprint is 16 hexadecimal digits",
            hint="`memsync scan` prints one beside each finding",
        )
    return fingerprint.lower()


def confirm_finding(session: Session, fingerprint: str) -> int:
    """Confirm, on this machine, a fingerprint on the user memory's list."""
    from memsync.errors import NotFound
    from memsync.files import lock
    from memsync.memory.files import confirmed
    from memsync.workspace.place.spot import user_memory_folder

    fingerprint = _well_formed(fingerprint)
    memory = user_memory_folder(session.places)
    path = memory.confirmed_file or session.places.config
    with lock.hold(memory.lock, what="scan"):
        done = confirmed.confirm(path, memory.allow_file, fingerprint)
    if done is None:
        raise NotFound(
            f"'{printable(str(memory.allow_file))}' has no fingerprint {fingerprint}",
            hint="`memsync sync` names those that a remote brought",
        )
    session.emit(
        {"path": str(path), "fingerprint": fingerprint, "confirmed": done},
        f"{fingerprint} {'counts' if done else 'counted before'} on this machine\n",
    )
    return Exit.DONE


def allow_finding(session: Session, root: GitRoot | None, fingerprint: str) -> int:
    """Put a fingerprint on the allow list, and return the exit code."""
    from memsync.errors import NotFound
    from memsync.guard.report.salt import add
    from memsync.secrets.allow import ALLOW_FILE

    fingerprint = _well_formed(fingerprint)
    folder = root.top if root is not None else session.places.user_memory
    if not folder.is_dir():
        raise NotFound(
            "there is no memory of your own, which would keep what you allow",
            hint="run it in a repository, or `memsync init --scope user` first",
        )
    added = add(folder, _private_folder(session, root), fingerprint)
    if root is None:
        _confirm_own(session, fingerprint)
    path = folder / ALLOW_FILE
    done = "added" if added else "is there already"
    session.emit(
        {"path": str(path), "fingerprint": fingerprint, "added": added},
        f"{printable(str(path))}: {fingerprint} {done}\n",
    )
    if added and root is not None:
        session.say(
            f"commit {ALLOW_FILE}, so that it counts in other worktrees and clones, too"
        )
    return Exit.DONE


def warn_unless_found(
    session: Session, root: GitRoot | None, fingerprint: str, found: Iterable[Held]
) -> None:
    """Warn of a fingerprint on the list that none of these findings has.

    It may be mistyped, or belong to a text that this scan does not read.
    """
    from memsync.errors import MemsyncError
    from memsync.secrets.allow import ALLOW_FILE

    fingerprint = fingerprint.lower()
    listed = allow_list(session, root)
    # What cannot be read has no finding to allow; the next scan says why.
    with contextlib.suppress(MemsyncError):
        if fingerprint in {
            each for one in found for each in listed.used(one.rule, one.value)
        }:
            return
    folder = root.top if root is not None else session.places.user_memory
    session.warn(
        f"no finding of this scan has the fingerprint {fingerprint}",
        f"if it is mistyped, remove it from '{folder / ALLOW_FILE}';"
        " `memsync scan PATH` prints those of any file",
    )
