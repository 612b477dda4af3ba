"""The arguments and environment of a git child. Imports nothing at run time."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# The variables that may reach the git of another repository from inside a hook. All
# other GIT_* names describe the hook's own repository: its index, its author.
_KEPT = {
    "GIT_ALLOW_PROTOCOL",
    "GIT_ASKPASS",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_EXEC_PATH",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_SSH_VARIANT",
}
_KEPT_PREFIXES = (
    "GIT_SSL_",
    "GIT_PROXY",
    "GIT_HTTP_",
    "GIT_CONFIG_KEY_",
    "GIT_CONFIG_VALUE_",
)

# Variables that hold a secret: they never reach git, ssh or a file.
PASSPHRASES = ("MEMSYNC_PASSPHRASE", "MEMSYNC_KEY_PASSPHRASE")


def environ_for_another_repository(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without the variables that git sets for a hook's repository."""
    return {
        name: value
        for name, value in environ.items()
        # GIT_DIR and the like would lead git into another repository.
        if not name.startswith("GIT_")
        or name in _KEPT
        or name.startswith(_KEPT_PREFIXES)
    }


def leave_repository() -> None:
    """Take out of this process's environment what a git hook has set there.

    For libraries that read it themselves, as GitPython does.
    """
    for variable in os.environ.keys() - environ_for_another_repository(os.environ):
        del os.environ[variable]


def environ_elsewhere(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of a git child on another repository.

    Without our passphrases, which ssh and credential helpers do not need.
    """
    cleaned = environ_for_another_repository(environ)
    for name in PASSPHRASES:
        cleaned.pop(name, None)
    # English messages, since we read some of them; and no write to the index by
    # commands that only read, such as `git status`.
    return {**cleaned, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}


def git_argv(
    folder: str | os.PathLike[str] | None, config: Iterable[str] = ()
) -> list[str | bytes]:
    """The first arguments of a git call: `-C folder`, and each `name=value` by -c."""
    start: list[str | bytes] = ["git"]
    if folder is not None:
        start += ["-C", os.fspath(folder)]
    for setting in config:
        start += ["-c", setting]
    return start
