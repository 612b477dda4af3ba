"""What a remote is, where its answer to git does not say: asked one more time.

`transport` has the calls that sync.
"""

from __future__ import annotations

from memsync.sync.tree.remote import MAIN, agreed_ref, has_no_ref

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from types import ModuleType

    from memsync.errors import MemsyncError
    from memsync.process.git import Git
    from memsync.sync.tree.remote import Remote


def explained(git: Git, err: bytes, remote: Remote) -> MemsyncError:
    """The error for git's message about the remote: see `trouble.explain`."""
    known = git.folder is not None and not has_no_ref(git.folder, agreed_ref(remote))
    error: MemsyncError = _trouble().explain(err, remote, known=known)
    return error


def check_is_git(git: Git, remote: Remote, limit: float | None) -> None:
    """Raise `Unreachable` if what seems to be an empty repository is no git server.

    The login page of a hotspot is: git takes a page without a line for a repository
    without refs. Only a server that speaks git's protocol makes git trace a packet.
    """
    if remote.is_local or remote.kind == "ssh":
        return
    traced = git._replace(environ={**git.environ, "GIT_TRACE_PACKET": "1"})
    try:
        done = traced.attempt("ls-remote", "--", remote.url, MAIN, limit=limit)
    except TimeoutError:
        raise _trouble().too_slow(remote, limit or 0) from None
    if done.code:
        raise explained(git, done.err, remote)
    if b"packet: " not in done.err:
        raise _trouble().not_git(remote)


def check_work_tree(git: Git, remote: Remote) -> None:
    """Raise `Unreachable` if no push can reach main, which a work tree has checked out.

    Only a repository on this machine tells before a push.
    """
    if not remote.is_local:
        return
    from pathlib import Path

    there = git._replace(folder=Path(remote.url.removeprefix("file://")))
    bare = there.attempt("rev-parse", "--is-bare-repository")
    head = there.attempt("symbolic-ref", "--quiet", "HEAD")
    if bare.out.strip() != b"false" or head.out.decode().strip() != MAIN:
        return
    said = there.attempt("config", "--get", "receive.denyCurrentBranch").out
    if said.strip().lower() in (b"", b"refuse", b"true"):
        raise _trouble().checked_out(remote)


def other_default_branch(git: Git, remote: Remote, limit: float) -> str | None:
    """The branch that a plain clone of the remote checks out, if that is not main.

    None, too, if the remote does not tell: an empty one over a network.
    """
    try:
        done = git.attempt(
            "ls-remote", "--symref", "--", remote.url, "HEAD", limit=limit
        )
        text = done.out.decode("utf-8", "replace")
        if not text and remote.kind == "path":
            with open(f"{remote.url}/HEAD", encoding="utf-8") as file:  # noqa: PTH123 -- no pathlib in a short round
                text = file.read()
    except (TimeoutError, OSError):
        return None
    mark = "ref: refs/heads/"
    branch = text.removeprefix(mark).split("\t")[0].strip()
    return branch if text.startswith(mark) and f"refs/heads/{branch}" != MAIN else None


def _trouble() -> ModuleType:
    # Imported late: its patterns take 10 ms to compile.
    from memsync.sync.mirror import trouble

    return trouble
