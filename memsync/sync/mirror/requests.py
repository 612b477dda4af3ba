"""Requests to join a vault, as refs of the remote.

`refs/heads/memsync-join/<public key>` points to the commit that the new machine saw.
The name contains the whole request, so nobody has to fetch what a stranger pushed.
Whoever can write to the repository can make one: only the words that a person compares
tell whose it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.mirror import trouble
from memsync.sync.mirror.remote_kinds import explained
from memsync.sync.tree.remote import MAIN
from memsync.vault.slots import fingerprint

if TYPE_CHECKING:
    from memsync.process.git import Git
    from memsync.sync.tree.remote import Remote

# A branch for each machine that asks; its name is the digest of the request.
_REFS = "refs/heads/memsync-join/"
_LINE = re.compile(rf"[0-9a-f]{{40}}\t{_REFS}([0-9a-f]{{64}})")
# Seconds for one call of git to the remote.
_LIMIT = 60.0

# The most requests to show to a person.
MOST_SHOWN = 50


class Request(NamedTuple):
    """A machine that asks to join."""

    public: bytes

    @property
    def words(self) -> str:
        """Six words to compare with what that machine shows."""
        return fingerprint(self.public)


def ask(git: Git, remote: Remote, tip: str, public: bytes) -> None:
    """Push a request that names `tip`. Raises `Unreachable`."""
    _push(git, remote, f"{tip}:{_REFS}{public.hex()}")


def withdraw(git: Git, remote: Remote, public: bytes) -> None:
    """Remove a request that was answered. Raises `Unreachable`."""
    _push(git, remote, f":{_REFS}{public.hex()}")


def list_requests(git: Git, remote: Remote) -> list[Request]:
    """The requests at the remote, all of them. Raises `Unreachable`.

    Whoever can push can make any number of them: show at most `MOST_SHOWN`.
    """
    done = _run(git, remote, "ls-remote", "--", remote.url, f"{_REFS}*")
    found = map(_LINE.fullmatch, done.decode("utf-8", "replace").splitlines())
    return [Request(bytes.fromhex(line[1])) for line in found if line]


def refs_beside(git: Git, remote: Remote) -> list[str]:
    """The remote's refs that are neither main nor requests. Raises `Unreachable`."""
    # `--`: an address that begins with a dash must not become an option.
    done = _run(git, remote, "ls-remote", "--refs", "--", remote.url)
    lines = done.decode("utf-8", "replace").splitlines()
    names = [line.partition("\t")[2] for line in lines]
    return [name for name in names if name != MAIN and not name.startswith(_REFS)]


def _push(git: Git, remote: Remote, spec: str) -> None:
    # Not checked: the remote's owner may already have removed the ref.
    _run(git, remote, "push", "--quiet", "--no-verify", "--", remote.url, spec)


def _run(git: Git, remote: Remote, *arguments: str) -> bytes:
    try:
        done = git.attempt(*arguments, limit=_LIMIT)
    except TimeoutError:
        raise trouble.too_slow(remote, _LIMIT) from None
    if done.code:
        raise explained(git, done.err, remote)
    return done.out
