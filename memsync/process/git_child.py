"""What a git child is started with; this module loads nothing."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# What may reach the git of another repository from inside a hook. All other
# GIT_* names describe the repository of the hook: its index, its author.
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

# Variables that hold a secret: no git, no ssh and no file is given one.
PASSPHRASES = ("MEMSYNC_PASSPHRASE", "MEMSYNC_KEY_PASSPHRASE")


def environ_for_another_repository(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without what git exports to hooks about their repository."""
    return {
        name: value
        for name, value in environ.items()
        if not name.startswith("GIT_")
        or name in _KEPT
        or name.startswith(_KEPT_PREFIXES)
    }


def environ_elsewhere(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of a git child on another repository, speaking English.

    Its ssh and its credential helpers need none of our passphrases.
    """
    cleaned = environ_for_another_repository(environ)
    for name in PASSPHRASES:
        cleaned.pop(name, None)
    return {**cleaned, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}


def git_argv(
    folder: str | os.PathLike[str] | None, config: Iterable[str] = ()
) -> list[str | bytes]:
    """How a call of git begins: on `folder`, with `config` as `name=value`."""
    start: list[str | bytes] = ["git"]
    if folder is not None:
        start += ["-C", os.fspath(folder)]
    for setting in config:
        start += ["-c", setting]
    return start
