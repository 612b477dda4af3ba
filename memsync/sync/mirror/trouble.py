"""Turns git's messages about a remote into errors with the command to run next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken, Refused, Unreachable
from memsync.sync.mirror import messages
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.errors import MemsyncError
    from memsync.sync.tree.url import Remote


class StoreTrouble(Unreachable):
    """git failed on an object of our own store while it talked to the remote."""


def explain(err: bytes, remote: Remote, *, known: bool = False) -> MemsyncError:
    """The error for git's message about the remote, with the next command.

    `err` is git's stderr under LC_ALL=C. `known` says that this machine has synced with
    the remote before. Transient troubles and missing rights are
    `Unreachable`; what only a change of settings or the remote's owner can repair is
    `Broken`; hostile objects are `Refused`.
    """
    said = err.decode("utf-8", "replace")
    where = remote.shown
    if wrong := _set_up_wrong(said, where):
        return wrong
    if messages.FOR_NOW.search(said):
        return not_git(remote)
    if found := messages.DISK.search(said):
        return Broken(f"the mirror cannot be written: {_last(found[0])}", word="file")
    if messages.HOSTILE.search(said):
        return Refused(
            f"'{where}' sent objects that git refuses: {_last(said)}",
            hint="nothing was changed here; look at the remote's last commits",
            word="hostile-objects",
        )
    if messages.OWN_STORE.search(said):
        return _offline(StoreTrouble, said, where)
    return _unreachable(said, where, remote, known=known)


def _absent(where: str, remote: Remote, *, known: bool) -> Unreachable:
    if not known:
        return Unreachable(
            f"there is no git repository at '{where}'",
            hint=f"git init --bare '{where}'"
            if remote.kind == "path"
            else "create an empty private repository there, or correct the address",
            word="no-repository",
        )
    # A new, empty repository in its place would look like one that was rewound.
    return Unreachable(
        f"there is no git repository at '{where}', where this machine synced before",
        hint="mount the disk that has it, then `memsync sync`; if it moved, `memsync"
        " sync init URL`"
        if remote.is_local
        else "look on its host whether it was moved or deleted, or whether your account"
        " may still read it; `memsync sync init URL` gives a new address",
        word="no-repository",
    )


def _set_up_wrong(said: str, where: str) -> MemsyncError | None:
    if messages.FORBIDDEN.search(said):
        return Refused(
            f"'{where}' is rewritten to a transport that is not allowed",
            hint=f"`git ls-remote --get-url '{where}'` shows to which; give `memsync"
            " sync init` an https or ssh URL, or change that `insteadOf`",
            word="remote",
        )
    if messages.OWNER.search(said):
        return Broken(
            f"git does not trust the owner of '{where}'",
            hint=f"git config --global --add safe.directory '{where}'",
            word="safe-directory",
        )
    if messages.ALGORITHM.search(said):
        return Broken(
            f"'{where}' uses another hash algorithm than sha1",
            hint="create the remote with `git init --bare --object-format=sha1`",
            word="hash-algorithm",
        )
    if messages.REDIRECT.search(said):
        return Refused(
            f"'{where}' redirects to another address, which is not followed",
            hint="give `memsync sync init` the new address",
            word="redirect",
        )
    return None


def _denied(said: str, where: str, remote: Remote) -> Unreachable | None:
    """The error where one side does not trust the other."""
    if messages.HOST_KEY.search(said):
        return Unreachable(
            f"the host key of '{where}' is not known, or has changed",
            hint=f"compare the fingerprint that this shows: {_by_hand(remote)}",
            word="host-key",
        )
    if messages.AUTH.search(said):
        return Unreachable(
            f"'{where}' denied access to this machine",
            hint=f"run it by hand: {_by_hand(remote)}"
            if remote.kind == "ssh" or messages.OF_SSH.search(said)
            else "let git's credential helper learn the password: "
            f"git -c credential.helper=store ls-remote '{where}'",
            word="auth",
        )
    if messages.CERTIFICATE.search(said):
        return Unreachable(
            f"git does not trust the certificate of '{where}': {_last(said)}",
            hint="the notes are saved here; for a certificate of your own,"
            " git config --global http.sslCAInfo FILE",
            word="certificate",
        )
    return None


def _unreachable(
    said: str, where: str, remote: Remote, *, known: bool = False
) -> Unreachable:
    if denied := _denied(said, where, remote):
        return denied
    if messages.TOO_BIG.search(said):
        return Unreachable(
            f"'{where}' rejected the push as too large: {_last(said)}",
            hint="the notes are saved here; see the limits of your git host",
            word="too-big",
        )
    if messages.ABSENT.search(said):
        return _absent(where, remote, known=known)
    if messages.THEIR_STORE.search(said):
        return Unreachable(
            f"'{where}' is damaged: {_last(said)}",
            hint="the notes are saved here; `git fsck` in that repository shows what is"
            " damaged, or sync with a new one: `memsync sync init URL`",
            word="offline",
        )
    return _offline(Unreachable, said, where)


def _offline(kind: type[Unreachable], said: str, where: str) -> Unreachable:
    return kind(
        f"'{where}' cannot be reached: {_last(said)}",
        hint="the notes are saved here; the next `memsync sync` sends them",
        word="offline",
    )


def not_git(remote: Remote) -> Unreachable:
    """The error for an answer that no git server gives."""
    return Unreachable(
        f"'{remote.shown}' cannot be reached: what answered is no git server",
        hint="the notes are saved here; if this network has a login page, log in, then"
        " `memsync sync`; if the repository moved, `memsync sync init URL`",
        word="offline",
    )


def rejected(reason: str, err: bytes, remote: Remote) -> Unreachable:
    """The error for a server that accepted the objects but not the ref update."""
    said = [
        line.removeprefix("remote:").strip()
        for line in err.decode("utf-8", "replace").splitlines()
        if line.startswith("remote:")
    ]
    detail = printable(next((line for line in said if line), reason))
    if messages.TOO_BIG.search(" ".join(said)):
        return _unreachable("\n".join(said), remote.shown, remote)
    if messages.CHECKED_OUT.search(reason):
        return checked_out(remote)
    if found := messages.UNWRITABLE.search(err.decode("utf-8", "replace")):
        return Unreachable(
            f"git cannot write to '{remote.shown}': {found[0].lower()}",
            hint="the notes are saved here; on its host, make the repository's folder"
            " writable for you, or free space",
            word="rejected",
        )
    return Unreachable(
        f"'{remote.shown}' rejected the push: {detail}",
        hint="the notes are saved here; see the rules of the remote's main branch",
        word="rejected",
    )


def checked_out(remote: Remote) -> Unreachable:
    """The error for a repository with a work tree, in which main is checked out."""
    path = remote.shown.removeprefix("file://")
    makes = (
        f"`git init --bare '{path}.git'`"
        if remote.is_local
        else "`git init --bare` there"
    )
    return Unreachable(
        f"'{remote.shown}' has a work tree with main checked out, so git pushes nothing"
        " to it",
        hint=f"the notes are saved here; give `memsync sync init` a bare repository:"
        f" {makes} makes one; or check out another branch in that work tree",
        word="rejected",
    )


def too_slow(remote: Remote, seconds: float) -> Unreachable:
    """The error for a remote that did not answer in time."""
    return Unreachable(
        f"'{remote.shown}' did not answer within {seconds:g} seconds",
        hint="the notes are saved here; the next `memsync sync` sends them",
        word="offline",
    )


def _by_hand(remote: Remote) -> str:
    """The command that shows what ssh says, where git may turn the address into one."""
    return _ssh(remote) if remote.kind == "ssh" else f"git ls-remote '{remote.shown}'"


def _ssh(remote: Remote) -> str:
    # ssh://user@host:port/path or user@host:path
    text = remote.url.removeprefix("ssh://").partition("/")[0]
    user = text.rpartition("@")[0]
    host, _, port = (
        remote.host.rpartition(":")
        if ":" in remote.host
        else (
            remote.host,
            "",
            "",
        )
    )
    if remote.host.startswith("[") and "]:" not in remote.host:
        host, port = remote.host, ""
    at = f"{user}@" if user else ""
    option = f"-p {port} " if port else ""
    return f"ssh -T {option}{at}{host.strip('[]')}"


def _last(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [
        line
        for line in lines
        if line.lower().startswith(("fatal:", "error:", "ssh:", "remote:"))
    ]
    # Two processes print in random order: prefer the line that names the object.
    naming = [line for line in telling if messages.OBJECT.search(line)]
    line = (naming or telling or lines or ["git gave no reason"])[0]
    return printable(line.removeprefix("fatal: ").removeprefix("error: "))[:200]
