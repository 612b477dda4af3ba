"""What a round refuses to do, each with the flag that allows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsync.amounts import amount
from memsync.errors import Refused
from memsync.sync.folder.contents import mass_delete
from memsync.sync.tree.layout import INDEX_NAME, USER, Kind, agent_of, place
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.manifest import Manifest

# The files that git hosts add to a new repository.
_HARMLESS = ("readme", "license", "licence", "copying", ".git")


@dataclass(frozen=True, slots=True)
class Allowed:
    """The guards that a person overrode for this round."""

    mass_delete: bool = False
    rewind: bool = False
    unrelated: bool = False


NOTHING_ALLOWED = Allowed()


def names(paths: Iterable[str], home: str = USER) -> set[str]:
    """The notes of one memory among these paths, and `MEMORY`."""
    return {
        found.name
        for path in paths
        for found in [place(path)]
        if found.home == home and found.kind in (Kind.NOTE, Kind.INDEX)
    }


class MassDelete(Refused):
    """So many notes of one memory would be deleted that a person must confirm it."""

    default_word = "mass-delete"

    def __init__(self, message: str, *, home: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.home = home


def going_out(
    before: Tree, after: Tree, home: str, *, missing: bool, folder: Path
) -> None:
    """Refuse to spread the loss of a folder, or of many notes in it.

    Raises `MassDelete`.
    """
    if not before.keys() - after.keys():
        return
    had, has = names(before, home), names(after, home)
    if not mass_delete(had, has):
        return
    notes = had - {INDEX_NAME}
    gone = len(notes - has)
    synced = amount(gone, "synced note")
    back = "`memsync sync --restore` brings them back"
    gone_too = "`memsync sync --allow-mass-delete` deletes them everywhere"
    hint = f"{back}; {gone_too}"
    if missing:
        said = f"'{folder}' is gone, with {synced}"
    elif not has:
        said = f"'{folder}' is empty, and held {synced}"
    else:
        said = f"{gone} of {len(notes)} notes are gone {_where(home)}"
    if has and (who := _rewriter(home)):
        said += f"; {who} may have merged them"
        hint = f"{gone_too}, after archiving, if the others say it all; {back}"
    raise MassDelete(said, home=home, hint=hint)


def _rewriter(home: str) -> str:
    """What merges and removes notes in an agent's folder on its own; empty: nothing."""
    from memsync.agents.synced import SYNCED

    form = SYNCED.get(agent_of(home) or "")
    return form.rewritten_by if form else ""


def coming_in(before: Tree, after: Tree, home: str = USER) -> None:
    """Refuse to delete many notes here because the remote deleted them.

    Raises `MassDelete`.
    """
    if not before.keys() - after.keys():
        return
    had, has = names(before, home), names(after, home)
    if mass_delete(had, has):
        notes = had - {INDEX_NAME}
        raise MassDelete(
            f"the remote deletes {len(notes - has)} of {len(notes)} notes"
            f" {_where(home)}",
            home=home,
            hint="`memsync sync --allow-mass-delete` deletes them, after archiving",
        )


def purged_away(before: Tree, after: Tree, homes: Iterable[str]) -> None:
    """Refuse to follow a purge of many notes of one of these memories.

    Raises `Refused`, and not `MassDelete`: all memories share one history, so it is
    followed as a whole or not at all.
    """
    for home in sorted(homes):
        had, has = names(before, home), names(after, home)
        if mass_delete(had, has):
            notes = had - {INDEX_NAME}
            raise Refused(
                f"another machine purged {len(notes - has)} of {len(notes)} notes"
                f" {_of(home)}",
                hint="`memsync sync --allow-mass-delete` removes them here, too, with"
                " every version",
                word="mass-delete",
            )


def _of(home: str) -> str:
    return "of the user memory" if home == USER else f"of '{printable(home)}'"


def _where(home: str) -> str:
    return "here" if home == USER else f"of '{printable(home)}' here"


def harmless(path: str) -> bool:
    """Whether git hosts add such a file to a new repository."""
    return path.lower().startswith(_HARMLESS)


def unrelated(theirs: Tree, vault: Manifest | None, known_vault: str | None) -> None:
    """Refuse a remote with another memory, or with something else.

    `vault` is the remote's, `known_vault` the one with which this machine
    agreed before. Raises `Refused`.
    """
    if vault is None:
        if any(not harmless(path) for path in theirs):
            raise _unrelated(
                "the remote holds something other than a memory",
                "`memsync sync --merge-unrelated` commits the notes to its main, beside"
                " that",
            )
    elif known_vault is not None and vault.vault != known_vault:
        raise _unrelated(
            "the remote holds a different memory from the one synced so far",
            "`memsync sync --merge-unrelated` merges both",
        )


def _unrelated(message: str, flag: str) -> Refused:
    # The wrong URL is likelier than the wish to mix two repositories.
    return Refused(
        message,
        hint=f"if that is the wrong one, `memsync sync init URL`; else {flag}",
        word="unrelated-remote",
    )
