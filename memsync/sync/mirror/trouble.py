"""Turns git's messages about a remote into errors with the command to run next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.errors import Broken, Refused, Unreachable
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.errors import MemsyncError
    from memsync.sync.tree.url import Remote

# What ssh prints for an unknown or changed host key.
_HOST_KEY = re.compile(
    r"host key verification failed|remote host identification has changed|"
    r"host key is known",
    re.IGNORECASE,
)
# What git, ssh and the usual hosts print when they deny access.
_AUTH = re.compile(
    r"permission denied \(|could not read (?:username|password)|"
    r"authentication failed|terminal prompts disabled|access denied|"
    r"no supported authentication|too many authentication failures|error: 40[13]",
    re.IGNORECASE,
)
# What curl says of a certificate that it does not trust: OpenSSL, GnuTLS, the others.
_CERTIFICATE = re.compile(
    r"certificate (?:problem|verification failed|verify failed|has expired)|"
    r"unable to get local issuer|self.signed certificate|no alternative certificate",
    re.IGNORECASE,
)
# What of these ssh prints, also where git made the address into one of ssh.
_OF_SSH = re.compile(
    r"permission denied \(|no supported authentication|too many authentication",
    re.IGNORECASE,
)
# git since 2.35.2 (CVE-2022-24765).
_OWNER = re.compile(r"dubious ownership", re.IGNORECASE)
# A remote with SHA-256 objects.
_ALGORITHM = re.compile(
    r"hash algorithm|mismatched algorithms|unknown object format", re.IGNORECASE
)
# A redirect, which git only follows at the beginning of a URL, and we never. Hosts
# answer 301 or 308 where a repository moved.
_REDIRECT = re.compile(
    r"unable to update url base from redirection|error: 30[18]", re.IGNORECASE
)
# The login of a hotspot answers with one of these.
_FOR_NOW = re.compile(r"error: (?:30[237]|511)", re.IGNORECASE)
# `protocol.allow` at work.
_FORBIDDEN = re.compile(r"transport '.*' not allowed", re.IGNORECASE)
# `fetch.fsckObjects` at work: the remote sent something malformed.
_HOSTILE = re.compile(
    r"fsck error|error in object|in tree [0-9a-f]{40}|invalid index-pack output",
    re.IGNORECASE,
)
# Our own disk; the remote's messages about its disk begin with "remote:".
_DISK = re.compile(
    r"^(?!remote:|error: remote ).*(?:no space left on device|disk quota exceeded|"
    r"read-only file system|input/output error|write error|unable to write|"
    r"unable to create temporary)",
    re.IGNORECASE | re.MULTILINE,
)
# Our own store: messages of `sha1-file.c`, `packfile.c`, `object.c`, `pack-objects.c`
# and `rev-list` in git 2.31 to 2.47. The remote's messages begin with "remote:".
_OWN_STORE = re.compile(
    r"^(?:fatal|error): (?:object file .* is empty|inflate: |"
    r"unable to unpack [0-9a-f]{40} header|corrupt loose object|"
    r"garbage at end of loose object|(?:loose|packed) object [0-9a-f]{40} .*corrupt|"
    r"packfile .* (?:does not match index|cannot be|index)|index file .* |"
    r"bad object |bad tree object |missing (?:blob|tree|commit) |"
    r"unable to (?:read|parse|find) (?:tree |commit |object )?'?\(?[0-9a-f]{40}|"
    r"could not (?:read|parse) [0-9a-f]{40}|failed to traverse parents of commit|"
    r"\S+ does not point to a valid object|refs/\S+: invalid sha1 pointer)",
    re.IGNORECASE | re.MULTILINE,
)
# The same of the remote's store, which no later round can read either.
_THEIR_STORE = re.compile(
    r"^remote: (?:fatal|error): (?:object file .* is empty|inflate: |"
    r"header for [0-9a-f]{40} too long|corrupt loose object|"
    r"(?:loose|packed) object [0-9a-f]{40} .*corrupt|packfile .* |"
    r"bad (?:tree )?object |missing (?:blob|tree|commit) |"
    r"unable to (?:read|parse|find|unpack) (?:tree |commit |object )?"
    r"'?\(?[0-9a-f]{40})",
    re.IGNORECASE | re.MULTILINE,
)
# What git prints where it may not, or cannot, write to the remote's folder.
_UNWRITABLE = re.compile(
    r"insufficient permission|read-only file system|"
    r"unable to create temporary object directory|no space left|disk quota exceeded",
    re.IGNORECASE,
)
# `receive.denyCurrentBranch` at work, as it is by default.
_CHECKED_OUT = re.compile(r"branch is currently checked out", re.IGNORECASE)
# What git and the usual hosts print where there is no repository.
_ABSENT = re.compile(
    r"does not appear to be a git repository|repository .*not found|"
    r"not a git repository|does not exist|no such (?:file|path)|error: 404",
    re.IGNORECASE,
)
# The object that an error names.
_OBJECT = re.compile(r"\b[0-9a-f]{40}\b")
# Limits of the host, of git and of a proxy.
_TOO_BIG = re.compile(
    r"maximum allowed size|file size limit|too large|error: 413", re.IGNORECASE
)


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
    if _FOR_NOW.search(said):
        return not_git(remote)
    if found := _DISK.search(said):
        return Broken(f"the mirror cannot be written: {_last(found[0])}", word="file")
    if _HOSTILE.search(said):
        return Refused(
            f"'{where}' sent objects that git refuses: {_last(said)}",
            hint="nothing was changed here; look at the remote's last commits",
            word="hostile-objects",
        )
    if _OWN_STORE.search(said):
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
    if _FORBIDDEN.search(said):
        return Refused(
            f"'{where}' is rewritten to a transport that is not allowed",
            hint=f"`git ls-remote --get-url '{where}'` shows to which; give `memsync"
            " sync init` an https or ssh URL, or change that `insteadOf`",
            word="remote",
        )
    if _OWNER.search(said):
        return Broken(
            f"git does not trust the owner of '{where}'",
            hint=f"git config --global --add safe.directory '{where}'",
            word="safe-directory",
        )
    if _ALGORITHM.search(said):
        return Broken(
            f"'{where}' uses another hash algorithm than sha1",
            hint="create the remote with `git init --bare --object-format=sha1`",
            word="hash-algorithm",
        )
    if _REDIRECT.search(said):
        return Refused(
            f"'{where}' redirects to another address, which is not followed",
            hint="give `memsync sync init` the new address",
            word="redirect",
        )
    return None


def _denied(said: str, where: str, remote: Remote) -> Unreachable | None:
    """The error where one side does not trust the other."""
    if _HOST_KEY.search(said):
        return Unreachable(
            f"the host key of '{where}' is not known, or has changed",
            hint=f"compare the fingerprint that this shows: {_by_hand(remote)}",
            word="host-key",
        )
    if _AUTH.search(said):
        return Unreachable(
            f"'{where}' denied access to this machine",
            hint=f"run it by hand: {_by_hand(remote)}"
            if remote.kind == "ssh" or _OF_SSH.search(said)
            else "let git's credential helper learn the password: "
            f"git -c credential.helper=store ls-remote '{where}'",
            word="auth",
        )
    if _CERTIFICATE.search(said):
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
    if _TOO_BIG.search(said):
        return Unreachable(
            f"'{where}' rejected the push as too large: {_last(said)}",
            hint="the notes are saved here; see the limits of your git host",
            word="too-big",
        )
    if _ABSENT.search(said):
        return _absent(where, remote, known=known)
    if _THEIR_STORE.search(said):
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
    if _TOO_BIG.search(" ".join(said)):
        return _unreachable("\n".join(said), remote.shown, remote)
    if _CHECKED_OUT.search(reason):
        return checked_out(remote)
    if found := _UNWRITABLE.search(err.decode("utf-8", "replace")):
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
    naming = [line for line in telling if _OBJECT.search(line)]
    line = (naming or telling or lines or ["git gave no reason"])[0]
    return printable(line.removeprefix("fatal: ").removeprefix("error: "))[:200]
