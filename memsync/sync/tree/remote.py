"""The address of a remote, once `url` has found it harmless, and the mirror's refs.

This module loads next to nothing.
"""

from __future__ import annotations

import os
import zlib

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from typing import Literal, Self

    RemoteKind = Literal["path", "file", "ssh", "https", "http"]

MAIN = "refs/heads/main"

# Below it, one ref for each address: its main when we last agreed with it.
REMOTES = "refs/memsync/remote"


class Remote(tuple[str, str, str]):
    """An address that passed the allow-list: its url, kind and host."""

    __slots__ = ()

    def __new__(cls, url: str, kind: RemoteKind, host: str) -> Self:
        """A plain tuple with names."""
        return super().__new__(cls, (url, kind, host))

    @property
    def url(self) -> str:
        """As git gets it; a path is absolute."""
        return self[0]

    @property
    def kind(self) -> str:
        """How it is reached: a `Kind`."""
        return self[1]

    @property
    def host(self) -> str:
        """With its port when there is one, as `host:port`; empty for files."""
        return self[2]

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, or on a disk that is mounted here."""
        return self.kind in ("path", "file")

    @property
    def protocol(self) -> str:
        """git's name of the transport, for `protocol.<name>.allow`."""
        return "file" if self.kind == "path" else self.kind

    @property
    def shown(self) -> str:
        """The address for people and JSON, without the user name of an http address."""
        from memsync.terminal import printable

        text = self.url
        if self.kind in ("https", "http"):
            scheme, _, rest = text.partition("://")
            authority, slash, path = rest.partition("/")
            text = f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
        return printable(text)


def agreed_ref(remote: Remote) -> str:
    """The ref in which the mirror keeps the last agreed main of this remote.

    Each address has its own: moving to another remote and back must not look
    like one that was rewound.
    """
    url = remote.url.encode("utf-8", "surrogateescape")
    return f"{REMOTES}/{zlib.crc32(url):08x}-{len(url)}"


def read_ref(folder: str | os.PathLike[str], name: str) -> str | None:
    """A loose ref of the repository in `folder`, without starting git."""
    try:
        with open(f"{os.fspath(folder)}/{name}", encoding="ascii") as file:  # noqa: PTH123 -- pathlib's is slower
            text = file.read().strip()
    except (OSError, UnicodeDecodeError):
        return None
    sound = len(text) == 40 and not text.strip("0123456789abcdef")
    return text if sound else None


def has_no_ref(folder: str | os.PathLike[str], name: str) -> bool:
    """Whether the repository in `folder` surely has no such ref, without starting git.

    False, too, where git may keep it elsewhere than in a file of its own.
    """
    places = (name, "packed-refs", "reftable")
    return not any(os.path.lexists(f"{os.fspath(folder)}/{place}") for place in places)
