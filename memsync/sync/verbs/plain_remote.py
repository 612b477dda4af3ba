"""What `sync init --encrypt` finds at a remote that has commits, and no vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.members import founding
from memsync.sync.round import guards
from memsync.sync.tree.layout import MANIFEST_FILE
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.sync.members.founding import Plain
    from memsync.sync.members.joining import Candidate
    from memsync.sync.sealed.aside import Placement

_SAFEST = "a new, empty repository is safest: hosts may keep old data"


class PlainRemote(Refused):
    """The remote holds something unencrypted, which a vault would have to replace."""

    default_word = "plain-remote"

    def __init__(
        self, message: str, *, hint: str, replaceable: bool, synced: bool = False
    ) -> None:
        super().__init__(message, hint=hint)
        self.replaceable = replaceable
        """Whether `--replace-plain` can replace it from this machine."""
        self.synced = synced
        """Whether this machine syncs with it, and has to do so once more first."""


def no_vault() -> PlainRemote:
    """The error for a machine that tries to join a vault where there is none."""
    return PlainRemote(
        "the remote holds no encrypted memory to join",
        hint="check the URL; `memsync sync init URL --encrypt` makes a new one",
        replaceable=False,
    )


def refused(
    candidate: Candidate, placement: Placement, tip: str, *, moves: bool
) -> PlainRemote:
    """The error for the remote's main `tip`, where nobody agreed to replace it.

    `moves` says that the settings name another remote.
    """
    if files := _files_of_a_host(candidate, tip):
        return PlainRemote(
            f"the remote holds {files}, and no memory",
            hint="give the URL of an empty repository; or --replace-plain removes"
            f" {files}, and encrypts this one",
            replaceable=True,
        )
    if not _is_memory(candidate, tip):
        return PlainRemote(
            "the remote holds something other than a memory",
            hint="make a new, empty repository, and give its URL",
            replaceable=False,
        )
    if (placement.plain or placement.bare).agreed() is None:
        return PlainRemote(
            "the remote holds an unencrypted memory, with which this machine has"
            " never synced",
            hint=f"{_SAFEST}; or run the same with --replace-plain on a machine that"
            " syncs with it",
            replaceable=False,
        )
    return PlainRemote(
        "the remote holds an unencrypted memory",
        hint=f"{_SAFEST}; --replace-plain encrypts this one",
        replaceable=True,
        synced=not moves,
    )


def taken(candidate: Candidate, placement: Placement, tip: str) -> Plain:
    """What the vault replaces: the memory at `tip`, or the files that a host put there.

    Raises `Refused` for a memory that this machine does not know as it is now, and
    for anything else.
    """
    if _is_memory(candidate, tip):
        mirror = placement.plain or placement.bare
        return founding.plain_memory(mirror, tip, candidate.who.now_ms)
    if _files_of_a_host(candidate, tip):
        return founding.no_memory(tip)
    raise refused(candidate, placement, tip, moves=True)


def _is_memory(candidate: Candidate, tip: str) -> bool:
    return bool(candidate.inner.blobs_at([tip], MANIFEST_FILE))


def _files_of_a_host(candidate: Candidate, tip: str) -> str:
    """The files that a host makes for a new repository, if there is nothing else."""
    if _is_memory(candidate, tip):
        return ""
    paths = [e.path.decode("utf-8", "replace") for e in candidate.inner.entries(tip)]
    if not paths or any("/" in path or not guards.harmless(path) for path in paths):
        return ""
    return " and ".join(f"'{printable(path)}'" for path in sorted(paths))
