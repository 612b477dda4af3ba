"""Merges: what sync merged, both versions, and a way back to the other one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.page.html.compare import Piece, compare, folded
from memsync.page.html.page import Page
from memsync.page.views.homes import folder_of, said
from memsync.page.views.profile import shown
from memsync.secrets.redact import redact_text

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.memory.store.store import Store
    from memsync.page.request.ask import Ask

# The most merges that the page lists, the newest first.
_MOST = 50
_OUTCOMES = {
    "later-won": "the later edit won",
    "merged": "both edits are in it",
    "edit-kept": "one side deleted it, the other edited it: the edit stays",
    "deleted": "deleted on both sides, or unchanged on the other",
    "renamed": "renamed on one side, edited on the other",
}


class Merged(NamedTuple):
    """One note that a round merged."""

    name: str
    scope: str
    """Empty for a repository other than the one shown here, and for a folder."""
    memory: str
    """The memory's name, if it is not one of the two that are shown."""
    home: str
    """The home of an agent's own folder that is here; else empty."""
    outcome: str
    time: str
    new: bool
    """Whether it is newer than the person's last look."""
    version: str
    """The id of the version that lost; empty if nothing was lost."""
    other: str
    """The text of that version, without secrets."""
    live: str
    """The live note, without secrets."""
    pieces: list[Piece]
    """The comparison of that version with the live note."""
    address: str


def view(ask: Ask) -> Page:
    """The page Merges."""
    from memsync.sync.state.rounds import load_rounds
    from memsync.sync.state.state import state_folder_of

    profile = shown(ask)
    settings = profile.settings
    state_folder = state_folder_of(ask.commands.places, settings.profile)
    unseen = _unseen(ask, settings)
    found = []
    for entry in reversed(load_rounds(state_folder.diary_file)):
        # The index comes after its notes: people look for the notes' versions first.
        for label, outcome in sorted(entry.merged, key=_is_index):
            new = (label, entry.time) in unseen
            archived = [
                each for each in entry.archived if each.rpartition("/")[0] == label
            ]
            found += [
                _merged(
                    ask,
                    label,
                    outcome,
                    entry.time,
                    version,
                    new=new,
                    profile=settings.profile,
                )
                for version in archived or [""]
            ]
    few = found[:_MOST]
    values = {
        "merges": few,
        "more": len(found) - len(few),
        "new": sum(each.new for each in few),
        "configured": bool(settings.text("sync.remote")),
        "profile": profile,
    }
    return Page("merges.html", "Merges", values, f"sync status{profile.option}")


def _is_index(merged: tuple[str, str]) -> bool:
    return merged[0].rpartition("/")[2] == MEMORY_INDEX_NAME


def _unseen(ask: Ask, settings: Settings) -> set[tuple[str, str]]:
    from memsync.sync.verbs.status import summary

    try:
        merged = summary(ask.commands.places, settings)["merged"]
    except MemsyncError:
        return set()
    return {(each["name"], each["time"]) for each in merged}


def _merged(
    ask: Ask,
    label: str,
    outcome: str,
    time: str,
    version: str,
    new: bool,
    profile: str,
) -> Merged:
    from memsync.sync.tree.layout import unlabel

    store, name = _place(ask, label, profile)
    other, live = "", ""
    if store is not None:
        live = _text(store.live(name))
        if version:
            other = _version(store, version)
    pieces = folded(compare(other, live)) if other else []
    home = unlabel(label)[0]
    ours = store is not None and not store.memory.agent
    scope = store.scope.value if store and ours else ""
    return Merged(
        name,
        scope,
        "" if ours else said(home),
        home if store and not ours else "",
        _OUTCOMES.get(outcome, outcome),
        time,
        new,
        version.replace(f"{label}/", f"{name}/", 1) if version else "",
        other,
        live,
        pieces,
        ask.links.note(scope, name) if scope else "",
    )


def _place(ask: Ask, label: str, profile: str) -> tuple[Store | None, str]:
    """The memory of a label, if it is shown here, and the note's name."""
    from memsync.sync.homes.projects import present
    from memsync.sync.tree.layout import USER, agent_of, unlabel

    home, name = unlabel(label)
    if home == USER:
        return ask.opened.user, name
    if agent_of(home):
        return folder_of(ask, home), name
    workspace = ask.opened.workspace
    for project in present(ask.commands.places, profile)[0]:
        same = workspace and project.memory.folder == workspace.memory.folder
        if project.home == home and same:
            return workspace, name
    return None, name


def _version(store: Store, id_: str) -> str:
    from pathlib import PurePosixPath

    try:
        wanted = PurePosixPath(id_).name
        for version in store.archive.versions(unprefixed(id_)):
            if version.id.rpartition("/")[2] == wanted:
                return _text(version.path.read_bytes())
    except (MemsyncError, OSError):
        return ""  # it was pruned meanwhile
    return ""


def unprefixed(id_: str) -> str:
    """The note's name in a version's id, of any memory."""
    from memsync.sync.tree.layout import unlabel

    return unlabel(id_.rpartition("/")[0])[1]


def _text(data: bytes | None) -> str:
    return redact_text((data or b"").decode("utf-8", "replace")).text
