"""A repository's identity, the same on every machine and in every clone.

It is the id that was given (the setting `identity`, or `memsync adopt`, which records
it among git's files, so that all worktrees share it and it moves with them), else the
normalised URL of the remote. The `https://`, `ssh://` and `host:path` addresses of one
repository yield one id; credentials, default ports, `.git` and case are dropped.

An id is one component of a path on every platform (docs/format.md,
`projects/<identity>/…`): at most 100 lower-case ASCII letters, digits and `. _ - + %`,
where `+` stands for `/` and `%xx` for any other byte. Two addresses that differ in
anything but the above never share one.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import BadUsage, Broken
from memsync.terminal import printable
from memsync.workspace.repository.roots import IDENTITY_RECORD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.config.settings import Settings
    from memsync.workspace.repository.roots import GitRoot

Source = Literal["setting", "recorded", "origin"]

SETTING = "identity"

# Characters of a folder's name in the remote.
_LONGEST = 100

# Characters of a longer id that are kept in front of its digest.
_KEPT = 64

# Bytes that an id keeps as they are; `+` and `%` have a meaning of their own.
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789._-")
# An id that somebody wrote down. Not from `.` or `-`: hidden file, option.
_WRITTEN = re.compile(r"[a-z0-9%_][a-z0-9._%+-]*")
# An address with a scheme.
_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/]*)/(.*)", re.DOTALL)
# scp's form `host:path`.
_SCP = re.compile(r"(?:[^@/]*@)?(\[[^\[\]/]+\]|[^:/@\[\]]+):([^:].*)", re.DOTALL)
# A path on Windows. A user in front makes the letter a host, as does a path without a
# slash, which git would not have written down for a drive.
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
# `helper::address`: git would run a program for it.
_HELPER = re.compile(r"[A-Za-z0-9]+::")
# An address that a person copied without its scheme.
_WITHOUT_SCHEME = re.compile(r"((?:[\w-]+\.)+[\w-]+)/(.+)", re.DOTALL)
# Host and port; an IPv6 address is in brackets.
_AUTHORITY = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?", re.DOTALL)
# The scheme's own port is dropped, so that both spellings give one id.
_PORTS = {"https": "443", "http": "80", "ssh": "22", "git": "9418"}
_SSH_OVER_HTTPS = {
    # The hosts' addresses for networks that block ssh's port.
    "ssh.github.com:443": "github.com",
    "altssh.gitlab.com:443": "gitlab.com",
    "altssh.bitbucket.org:443": "bitbucket.org",
}
# Names of devices on Windows, and the name of the memory index.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\..*)?|memory")
# A line of `git remote -v`; a partial clone has its filter in brackets.
_REMOTE = re.compile(r"([^\t]+)\t(.*) \(fetch\)(?: \[[^\]]*\])?")


class Identity(NamedTuple):
    """A repository's id, and where it comes from."""

    id: str
    source: Source


def normalise(url: str) -> str | None:
    """The id of the repository at an address; None for a path on this machine.

    Pure, and never raises: any text in an address becomes part of the id.
    """
    found = _URL.fullmatch(url)
    if found:
        scheme = found[1].lower().removeprefix("git+").removesuffix("+git")
        from urllib.parse import unquote

        # Only the text after the last `@` is surely without a password.
        host, path = found[2].rpartition("@")[2], unquote(found[3])
        return None if scheme == "file" else _joined(host, path, _PORTS.get(scheme))
    if url.startswith(("/", ".", "~", "\\")) or _HELPER.match(url) or _DRIVE.match(url):
        return None
    scp = _SCP.fullmatch(url)
    if scp is None:
        return None
    host, path = scp[1], scp[2]
    if host[0] == "[" and host.count(":") < 2:
        host = host[1:-1]  # `[host:port]:path`; more colons are an IPv6 address
    return _joined(host, path, _PORTS["ssh"])


def parse_identity(text: str) -> str:
    """The id for an address, an id, or a name that a person chose.

    Raises `BadUsage` for a path, and for text that yields no id.
    """
    text = text.strip()
    found = normalise(text)
    if found is None and (plain := _WITHOUT_SCHEME.fullmatch(text)):
        found = _joined(plain[1], plain[2], None)
    if found is None and _WRITTEN.fullmatch(text.lower()):
        lower = text.lower()
        # An id stays as it is; a name that is not a valid file name is escaped.
        found = lower if _is_component(lower) else _component(lower)
    if found is None:
        raise BadUsage(
            f"'{printable(text[:80])}' does not name a repository",
            hint="give its URL, an id of `memsync adopt`, or a name such as acme-shop",
        )
    return found


def identity_meant(text: str) -> str:
    """As `parse_identity`, but a text that yields no id stays as it is."""
    try:
        return parse_identity(text)
    except BadUsage:
        return text


def identify(
    root: GitRoot, environ: Mapping[str, str], settings: Settings
) -> Identity | None:
    """The identity of the repository at `root`; None if nothing identifies it.

    `settings` are those of `root.top`. Asks git only if no id was given. Raises
    `BadUsage` for a setting that is not an id, and what git raises.
    """
    if named := settings.text(SETTING):
        return Identity(parse_identity(named), "setting")
    if known := recorded(root):
        return Identity(known, "recorded")
    remotes = remote_identities(root, environ)
    found = remotes.get("origin")
    if found is None and len(remotes) == 1:
        (found,) = remotes.values()
    return Identity(found, "origin") if found else None


def recorded(root: GitRoot) -> str | None:
    """The id that was recorded for this repository, in any of its worktrees."""
    try:
        text = (root.safe_dir / IDENTITY_RECORD).read_bytes().decode("ascii").strip()
    except FileNotFoundError:
        return None
    # Reported below as damaged.
    except (OSError, UnicodeDecodeError):
        text = ""
    if not _is_component(text):
        raise Broken(
            f"'{root.safe_dir / IDENTITY_RECORD}' has no id",
            hint="`memsync adopt ID` writes it again",
            word="identity",
        )
    return text


def own_identity(root: GitRoot, environ: Mapping[str, str]) -> str | None:
    """The id that this machine or the remote gives; never one that a file claims.

    For data that must not leak to a repository that pretends to be another one. Raises
    what git raises.
    """
    if known := recorded(root):
        return known
    remotes = remote_identities(root, environ)
    if "origin" in remotes:
        return remotes["origin"]
    return next(iter(remotes.values())) if len(remotes) == 1 else None


def record(root: GitRoot, identity: str) -> None:
    """Record `identity` durably as the repository's, for all its worktrees."""
    from memsync.files import atomic

    atomic.make_folder(root.safe_dir)
    atomic.write(root.safe_dir / IDENTITY_RECORD, f"{identity}\n".encode())


def remote_identities(root: GitRoot, environ: Mapping[str, str]) -> dict[str, str]:
    """The ids of the repository's remotes by the remotes' names, in git's order.

    The addresses are those that git would fetch from (with `url.<base>.insteadOf`
    applied); remotes that are local paths are left out.
    """
    from memsync.process.git import elsewhere

    listed = os.fsdecode(elsewhere(root.top, environ).run("remote", "-v"))
    found: dict[str, str] = {}
    for line in listed.split("\n"):
        if (remote := _REMOTE.fullmatch(line)) and (made := normalise(remote[2])):
            found.setdefault(remote[1], made)
    return found


def why_unidentified(root: GitRoot, environ: Mapping[str, str]) -> str:
    """Why the remotes of a repository give it no identity."""
    from memsync.process.git import elsewhere

    if not elsewhere(root.top, environ).run("remote").split():
        return "it has no remote"
    if remote_identities(root, environ):
        return "it has several remotes, and none is called origin"
    return "its remote is a folder of this machine"


def _joined(authority: str, path: str, default_port: str | None) -> str | None:
    host = authority.lower()
    if found := _AUTHORITY.fullmatch(host):
        host = found[1].rstrip(".")
        if found[2] not in (None, "", default_port):
            host = f"{host}:{found[2]}"
    host = _SSH_OVER_HTTPS.get(host, host)
    text = "/".join(part for part in path.split("/") if part).lower()
    text = text.removesuffix(".git").rstrip("/")
    return _component(f"{host}/{text}") if host and text else None


def _component(text: str) -> str:
    from unicodedata import normalize

    # Twice: folding case can leave a text that is not normalised any more.
    text = normalize("NFC", normalize("NFC", text).casefold())
    data = text.encode("utf-8", "surrogateescape")
    made = "".join(
        "+" if byte == 0x2F else chr(byte) if byte in _PLAIN else f"%{byte:02x}"
        for byte in data
    )
    if made[0] in ".-" or _RESERVED.fullmatch(made):
        made = f"%{ord(made[0]):02x}{made[1:]}"
    if made.endswith(".md"):
        made = made.removesuffix(".md") + "%2emd"
    elif made.endswith("."):
        made = made[:-1] + "%2e"
    if len(made) <= _LONGEST:
        return made
    import hashlib

    # Only shortened ids have `%%`, so that none equals another id.
    return f"{made[:_KEPT]}%%{hashlib.sha256(data).hexdigest()[:32]}"


def _is_component(text: str) -> bool:
    """Whether a text is an id as `_component` makes them."""
    return bool(
        _WRITTEN.fullmatch(text)
        and len(text) <= _LONGEST
        and not _RESERVED.fullmatch(text)
        and not text.endswith((".", ".md"))
    )
