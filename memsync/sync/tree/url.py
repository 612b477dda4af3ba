"""Which remotes memsync talks to: an allow-list, checked before git sees a word.

git runs programs that some addresses name (`ext::`), and ssh reads a host that
begins with a dash as an option (CVE-2017-1000117). What is not known to be
harmless is refused, and nothing is written.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotSetUp, Refused
from memsync.sync.tree.remote import Remote
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.tree.remote import RemoteKind

__all__ = ["NOWHERE", "Remote", "configured_remote", "parse_remote"]

# The value of `sync.remote` when there is only the mirror.
NOWHERE = "none"

# Anything with a scheme; the allow-list decides which.
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
# No user or host may begin with a dash: ssh would take it for an option.
_AUTHORITY = re.compile(
    r"(?:(?P<user>[^@/]*)@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]*)"
    r"(?::(?P<port>[0-9]{1,5})?)?"
)
# A user may be a mail address, as with some hosts.
_USER = re.compile(r"[A-Za-z0-9_.+][A-Za-z0-9_.+@-]*")
# scp's form; the path may not begin with a dash either.
_SCP = re.compile(
    r"(?:(?P<user>[^@/:]*)@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]*)"
    r":(?P<path>[^-].*)",
    re.DOTALL,
)
# A name with a dot: probably a URL that was typed without its scheme.
_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
_USE = "use https://…, ssh://…, user@host:path, file://… or a path"


def parse_remote(
    text: str, *, cwd: Path, home: str | None, allow_http: bool = False
) -> Remote:
    """Check what a person gave as the remote, and make a path absolute.

    `home` replaces a leading `~`. Raises `Refused` for anything outside the
    allow-list, and `BadUsage` for an empty text.
    """
    if not text:
        raise BadUsage("the remote is empty", hint=_USE)
    if text != printable(text):
        raise _refused("the URL of the remote contains control characters")
    if text.startswith("-"):
        raise _refused("the URL of the remote begins with a dash")
    if found := _SCHEME.fullmatch(text):
        return _with_scheme(text, found[1].lower(), found[2], allow_http)
    if "::" in text.partition("/")[0]:
        raise _refused("the remote names a git remote helper")
    if text.startswith(("/", ".", "~")) or ":" not in text.partition("/")[0]:
        path = _absolute(text, cwd, home)
        _refuse_host(text, path)
        return Remote(str(path), "path", "")
    return _scp(text)


def _refuse_host(text: str, path: Path) -> None:
    """Raise `BadUsage` for a URL without its scheme, which looks like a path."""
    named, slash, rest = text.partition("/")
    host = named.rpartition("@")[2]
    if not slash or not _HOST.fullmatch(host) or path.exists():
        return
    raise BadUsage(
        f"'{text}' is neither a folder nor the URL of a repository",
        hint=f"https://{host}/{rest}, git@{host}:{rest}, or ./{text} for a folder",
    )


def configured_remote(places: Places, settings: Settings) -> Remote | None:
    """The remote that the settings name; None if there is only the mirror.

    Raises `NotSetUp` if sync is not set up, `Refused` for an unsafe remote.
    """
    text = settings.text("sync.remote")
    if not text:
        raise NotSetUp(
            "sync is not set up",
            hint="`memsync sync init URL`; without a URL it stays on this machine",
        )
    if text == NOWHERE:
        return None
    return parse_remote(
        text,
        cwd=places.config,
        home=places.environ.get("HOME"),
        allow_http=settings.flag("sync.allow_http"),
    )


def _with_scheme(text: str, scheme: str, rest: str, allow_http: bool) -> Remote:
    # Git takes `HTTPS` for the name of a remote helper.
    text = f"{scheme}://{rest}"
    if scheme == "file":
        if not rest.startswith("/"):
            raise _refused("a file:// remote must hold an absolute path")
        return Remote(text, "file", "")
    if scheme == "http" and not allow_http:
        raise _refused(
            "http:// sends notes unencrypted",
            hint="use https://…, or --allow-http for a server that you trust",
        )
    if scheme not in ("https", "http", "ssh"):
        raise _refused(f"{scheme}:// is not an allowed kind of remote")
    authority, slash, path = rest.partition("/")
    _refuse_password(text, authority.rpartition("@")[0])
    found = _AUTHORITY.fullmatch(authority)
    if not found or not slash or not path:
        raise _refused("the remote's host or path is malformed")
    _check_user(found["user"])
    port = f":{found['port']}" if found["port"] else ""
    kind: RemoteKind = (
        "ssh" if scheme == "ssh" else "https" if scheme == "https" else "http"
    )
    return Remote(text, kind, found["host"] + port)


def _scp(text: str) -> Remote:
    before_host = text.rpartition("@")[0]
    _refuse_password(text, before_host)
    found = _SCP.fullmatch(text)
    if not found:
        raise _refused("the remote's host or path is malformed")
    _check_user(found["user"])
    return Remote(text, "ssh", found["host"])


def _refuse_password(text: str, user: str) -> None:
    from memsync.secrets.scan import scan

    # A token as the user name is a password too.
    if ":" in user or (user and scan(text.encode("utf-8", "replace"))):
        raise _refused(
            "the URL of the remote contains a password",
            hint="leave it out, and let git's credential helper keep it",
        )


def _check_user(user: str | None) -> None:
    if user is not None and not _USER.fullmatch(user):
        raise _refused("the remote's user name is malformed")


def _absolute(text: str, cwd: Path, home: str | None) -> Path:
    if text == "~" or text.startswith("~/"):
        if not home:
            raise BadUsage("HOME is not set", hint="write the path in full")
        return Path(home, text[2:])
    if text.startswith("~"):
        raise _refused("~user is not supported in a remote", hint="write it in full")
    # Not resolved: a link that moves later should still be followed then.
    return Path(cwd, text)


def _refused(message: str, hint: str = _USE) -> Refused:
    return Refused(message, hint=hint, word="remote")
