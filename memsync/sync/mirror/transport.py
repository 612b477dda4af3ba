"""The git commands that contact a remote: no prompts, no surprises, time limits.

`trouble` interprets the remote's errors.
"""

from __future__ import annotations

import os

from memsync.process.git_child import environ_elsewhere, git_argv
from memsync.process.spawn import run
from memsync.sync.tree.remote import MAIN

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import ModuleType

    from memsync.process.git import Git
    from memsync.sync.tree.remote import Remote

# Seconds for the remote to answer where its main is.
ASK_LIMIT = 60.0

# The mirror is bare, and ours. Only a setting of the command line, as this one, counts
# against `safe.bareRepository=explicit`, with which a person hardens git.
OWN_BARE = "safe.bareRepository=all"

HARDENED = (
    OWN_BARE,
    # Nothing that the user or the remote configured may run or be followed.
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=no",
    "push.recurseSubmodules=no",
    "push.followTags=false",
    "push.gpgSign=false",
    "push.default=nothing",
    "fetch.prune=false",
    "fetch.writeCommitGraph=false",
    "fetch.fsckObjects=true",
    "receive.fsckObjects=true",
    "transfer.fsckObjects=true",
    # fsck only warns of bad modes by default, and `ls-tree` shows 100666 as 100644.
    "fetch.fsck.badFilemode=error",
    "transfer.bundleURI=false",
    "transfer.credentialsInUrl=die",
    "http.followRedirects=false",
    # Give up on a stalled server: under 1000 bytes a second for 30 seconds.
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=30",
    # Durable writes, and no background maintenance.
    "core.fsync=all",
    "core.logAllRefUpdates=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
)

# The user's own ssh command, which must keep working.
_USER_SSH = ("config", "--get", "core.sshCommand")
# Never ask, since nobody may be there; give up on a dead connection after 15 seconds.
_SSH_OPTIONS = (
    " -o BatchMode=yes -o ConnectTimeout=10"
    " -o ServerAliveInterval=5 -o ServerAliveCountMax=3"
)
# Seconds: a first fetch of a large memory over a slow line.
_FETCH_LIMIT = 600.0

# Not an error: git 2.31 to 2.47 print it for an empty repository, too.
_NO_MAIN = f"couldn't find remote ref {MAIN}".encode()

# Another push held the ref, or moved it between our look and our push. Compiled
# where they are used: an idle round never is.
_RACE = (
    r"(?i)cannot lock ref|failed to (?:update|lock)|reference already exists|"
    r"incorrect old value|fetch first|non-fast-forward|stale info"
)
# The same, where a host may refuse for good what is no fast-forward.
_OVERTAKEN = (
    r"(?i)cannot lock ref|failed to (?:update|lock)|incorrect old value|stale info"
)


def config_for(remote: Remote | None) -> tuple[str, ...]:
    """git's settings for the mirror; allows the transports that the remote may have.

    The user's `insteadOf` may turn one address on a network into another, or into a
    path. http is not among those: only who typed it has allowed it.
    """
    if remote is None:
        return HARDENED
    allowed = [remote.protocol] if remote.is_local else ["https", "ssh", "file"]
    if remote.protocol not in allowed:
        allowed.append(remote.protocol)
    return (*HARDENED, *(f"protocol.{each}.allow=always" for each in allowed))


def environ_for(
    environ: Mapping[str, str], remote: Remote | None, user_ssh: str | None
) -> dict[str, str]:
    """An environment in which git and its transport never prompt.

    `user_ssh` is the user's `core.sshCommand`. Keeps a `GIT_ASKPASS` that the user set,
    since it answers without a person; removes every other way to prompt.
    """
    quiet = {
        **environ,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": environ.get("GIT_ASKPASS", ""),
        "SSH_ASKPASS_REQUIRE": "never",
        "GCM_INTERACTIVE": "never",
    }
    quiet.pop("SSH_ASKPASS", None)
    if remote is not None and not remote.is_local:
        quiet["GIT_SSH_COMMAND"] = _ssh_command(environ, user_ssh)
    return quiet


def _ssh_command(environ: Mapping[str, str], user_ssh: str | None) -> str:
    import re

    command = environ.get("GIT_SSH_COMMAND") or user_ssh
    if not command:
        program = environ.get("GIT_SSH")
        command = f"'{program}'" if program else "ssh"
    first = os.path.basename(command.split()[0].strip("'\""))  # noqa: PTH119 -- not a path of ours
    if not re.match(r"(?:tortoise)?plink|putty", first, re.IGNORECASE):
        command += _SSH_OPTIONS
    return command


def ask_remote(git: Git, remote: Remote, limit: float | None) -> str | None:
    """The remote's main, or None when it is reachable and has none.

    `limit` is in seconds; None lets git and ssh ask the person at the terminal. Raises
    `Unreachable`, or what `trouble.explain` returns.
    """
    try:
        done = git.attempt("ls-remote", "--", remote.url, MAIN, limit=limit)
    except TimeoutError:
        from memsync.sync.mirror import trouble

        raise trouble.too_slow(remote, limit or 0) from None
    if done.code:
        raise _kinds().explained(git, done.err, remote)
    found = _main_in(done.out)
    if found is None:
        _kinds().check_is_git(git, remote, limit)
    return found


def quiet_environ(
    folder: str, environ: Mapping[str, str], remote: Remote | None
) -> dict[str, str]:
    """Like `environ_for`, for the mirror in `folder`, from the process's environment.

    Raises `OSError`.
    """
    elsewhere = environ_elsewhere(environ)
    user_ssh = None
    ssh = remote is not None and not remote.is_local
    if ssh and "GIT_SSH_COMMAND" not in elsewhere:
        asked = run([*git_argv(folder, config_for(remote)), *_USER_SSH], elsewhere)
        user_ssh = asked.out.decode().strip()
    return environ_for(elsewhere, remote, user_ssh)


def ask_quietly(folder: str, environ: Mapping[str, str], remote: Remote) -> str | None:
    """Like `ask_remote`, from the mirror in `folder`; without prompts and reasons.

    None, too, if the remote did not answer in time. Raises `OSError`.
    """
    return ask_in(folder, quiet_environ(folder, environ, remote), remote)


def ask_in(folder: str, quiet: Mapping[str, str], remote: Remote) -> str | None:
    """Like `ask_quietly`, in an environment made by `quiet_environ`."""
    start = git_argv(folder, config_for(remote))
    try:
        done = run(
            [*start, "ls-remote", "--", remote.url, MAIN], quiet, limit=ASK_LIMIT
        )
    except TimeoutError:
        return None
    return None if done.code else _main_in(done.out)


def _main_in(listed: bytes) -> str | None:
    for line in listed.decode("utf-8", "replace").splitlines():
        oid, _, name = line.partition("\t")
        if name == MAIN and len(oid) == 40 and not oid.strip("0123456789abcdef"):
            return oid
    return None


def user_ssh_command(git: Git, remote: Remote | None) -> str | None:
    """The user's `core.sshCommand`; asked for only if ssh may be used."""
    if remote is None or remote.is_local or "GIT_SSH_COMMAND" in git.environ:
        return None
    return git.attempt(*_USER_SSH).out.decode().strip()


def fetch(git: Git, remote: Remote, told: str | None = None) -> str | None:
    """Fetch the remote's main; its id, or None if there is none.

    Moves no ref: git records the id in `FETCH_HEAD` or, with `told`, nowhere. Raises
    `Unreachable`, and `Refused` for objects that git refuses.
    """
    said = "--no-write-fetch-head" if told else "--write-fetch-head"
    try:
        done = git.attempt(
            "fetch",
            "--quiet",
            "--no-tags",
            said,
            # No submodule is ever fetched: the tree could name any address.
            "--no-recurse-submodules",
            "--no-auto-maintenance",
            "--",
            remote.url,
            MAIN,
            limit=_FETCH_LIMIT,
        )
    except TimeoutError:
        raise _trouble().too_slow(remote, _FETCH_LIMIT) from None
    if done.code and _NO_MAIN in done.err:
        _kinds().check_is_git(git, remote, _FETCH_LIMIT)
        return None
    if done.code:
        raise _kinds().explained(git, done.err, remote)
    return told or _fetched(git.folder)


def _fetched(folder: Path | None) -> str | None:
    """The first id in the mirror's `FETCH_HEAD`: we fetch one branch only."""
    if folder is None:
        return None
    with (folder / "FETCH_HEAD").open("rb") as file:
        oid = file.read(40).decode("ascii", "replace")
    return oid if len(oid) == 40 and not oid.strip("0123456789abcdef") else None


def push(git: Git, remote: Remote, tip: str, limit: float) -> bool:
    """Push `tip` to the remote's main; False if another machine was faster.

    Never forces. `limit` is in seconds. Raises `Unreachable`.
    """
    return _push(git, remote, tip, limit, _RACE)


def replace(git: Git, remote: Remote, tip: str, expected: str, limit: float) -> bool:
    """Replace `expected` by `tip` at the remote; otherwise like `push`.

    The only forced push: git sends `expected` to the server, which compares and swaps.
    """
    # The lease makes the push a compare-and-swap: nobody else's work is lost.
    lease = f"--force-with-lease={MAIN}:{expected}"
    return _push(git, remote, tip, limit, _OVERTAKEN, lease)


def _push(
    git: Git,
    remote: Remote,
    tip: str,
    limit: float,
    race: str,
    *options: str,
) -> bool:
    try:
        done = git.attempt(
            "push",
            "--porcelain",
            # A person's own pre-push hooks are not about this repository.
            "--no-verify",
            "--no-signed",
            *options,
            "--",
            remote.url,
            f"{tip}:{MAIN}",
            limit=limit,
        )
    except TimeoutError:
        raise _trouble().too_slow(remote, limit) from None
    if not done.code:
        return True
    import re

    found = re.search(
        rb"^!\t.*\t\[(remote )?rejected\] \(([^\n]*)\)", done.out, re.MULTILINE
    )
    if not found:
        raise _kinds().explained(git, done.err, remote)
    reason = found[2].decode("utf-8", "replace")
    if not found[1] or re.search(race, reason):
        return False
    raise _trouble().rejected(reason, done.err, remote)


def _kinds() -> ModuleType:
    # Imported late: an idle round that is answered needs none of it.
    from memsync.sync.mirror import remote_kinds

    return remote_kinds


def _trouble() -> ModuleType:
    # Imported late: its patterns take 10 ms to compile.
    from memsync.sync.mirror import trouble

    return trouble
