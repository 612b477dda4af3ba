"""Now: whether all is well, and what needs attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import MemsyncError
from memsync.page.html.page import Page
from memsync.page.views.homes import homes
from memsync.page.views.learned import waiting
from memsync.page.views.profile import profiles
from memsync.page.views.prompt import Portion, portions
from memsync.page.views.recent import changes
from memsync.sync.state.result import held_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.config.settings import Settings
    from memsync.memory.lint.lint import LintFinding
    from memsync.page.request.ask import Ask

# The most names that a line lists; for more it gives their number.
_FEW = 5

# The names that `memsync doctor` gives the states of the guard, and the command that
# helps.
_GUARD = {
    "installed": ("installed", "memsync doctor"),
    "outdated": ("of an older memsync", "memsync hooks install"),
    "absent": ("not installed", "memsync hooks install"),
    "foreign": ("another hook is there", "memsync doctor"),
    "manual": ("others keep this folder of hooks", "memsync doctor"),
}


class Matter(NamedTuple):
    """One thing that needs a person's attention."""

    said: str
    hint: str = ""
    address: str = ""


class Notes(NamedTuple):
    """How many notes one memory has."""

    scope: str
    folder: str
    notes: int


def view(ask: Ask) -> Page:
    """The page Now."""
    syncs = _syncs(ask)
    found = ask.findings
    matters = _of_memories(ask)
    for name, sync in syncs.items():
        matters += _of_sync(ask, sync, name if len(syncs) > 1 else "")
    if count := waiting(ask):
        said = f"{count} proposal{'s wait' if count > 1 else ' waits'} for you"
        matters.append(Matter(said, "memsync learn review", ask.links.page("learned")))
    matters += _of_lint(ask, found)
    installed = [row.agent for row in ask.commands.agents() if row.installed]
    bars = _fullest_first(portions(ask, installed))
    matters += _of_agents(ask, bars)
    values = {
        "notes": _notes(ask),
        "syncs": syncs,
        "bars": bars,
        "few": _FEW,
        "changes": changes(ask),
        "matters": matters,
        "findings": len(found),
        "guard": _GUARD.get(ask.commands.guard() or ""),
        "folder": str(ask.commands.cwd),
    }
    return Page("now.html", "Now", values, "status")


def summary_of(ask: Ask, settings: Settings) -> dict[str, Any]:
    """What `memsync sync status` knows of a profile; raises its errors."""
    from memsync.sync.verbs.status import summary

    return {**summary(ask.commands.places, settings)}


def _syncs(ask: Ask) -> dict[str, dict[str, Any]]:
    """The state of each profile, by its name."""
    return {name: _sync(ask, name) for name in profiles(ask)}


def _sync(ask: Ask, profile: str) -> dict[str, Any]:
    try:
        return summary_of(ask, ask.commands.settings(profile))
    except MemsyncError as error:
        return {"configured": False, "held": [], "merged": [], "problem": error.message}


def _notes(ask: Ask) -> list[Notes]:
    return [
        Notes(store.scope.value, str(store.memory.folder), len(store.names()))
        for store in ask.opened.stores
    ]


def _of_memories(ask: Ask) -> list[Matter]:
    return [Matter(message, hint or "") for message, hint in ask.opened.warnings]


def _of_sync(ask: Ask, sync: dict[str, Any], profile: str) -> list[Matter]:
    """What needs attention in sync; `profile` is empty if there is only one."""
    query = {"profile": profile} if profile else {}
    page = ask.links.page("sync", query)
    found: list[tuple[str, str, str]] = []
    if problem := sync.get("problem"):
        found.append((str(problem), "memsync sync status", page))
    if trouble := sync.get("trouble"):
        found.append((f"the last sync failed: {trouble['message']}", "", page))
    found += [
        (f"{each.said}: {each.problem}", "", page)
        for each in homes(ask, sync)
        if each.problem
    ]
    if unpushed := sync.get("unpushed"):
        said = f"{unpushed} {'change waits' if unpushed == 1 else 'changes wait'}"
        found.append((f"{said} to be sent", "memsync sync", page))
    found += [
        (f"'{held_label(held)}' is held: {held['reason']}", "", page)
        for held in sync["held"][:_FEW]
    ]
    if more := len(sync["held"][_FEW:]):
        said = "1 more note is" if more == 1 else f"{more} more notes are"
        found.append((f"{said} held", "", page))
    if merged := len(sync.get("merged", ())):
        said = "1 note was" if merged == 1 else f"{merged} notes were"
        merges = ask.links.page("merges", query)
        found.append((f"{said} merged since you last looked", "", merges))
    head = f"{profile}: " if profile else ""
    return [Matter(head + said, hint, address) for said, hint, address in found]


def _of_lint(ask: Ask, found: Sequence[LintFinding]) -> list[Matter]:
    errors = [each for each in found if each.severity == "error"]
    matters = []
    for each in errors[:_FEW]:
        address = ask.address(each.note) or ""
        said = f"{each.note}: {each.message}"
        matters.append(Matter(said, "memsync lint", address))
    if more := len(errors[_FEW:]):
        matters.append(Matter(f"{more} more errors in notes", "memsync lint"))
    if count := sum(each.rule == "orphan" for each in found):
        said = "note has" if count == 1 else "notes have"
        said = f"{count:,} {said} no entry in the memory index: no agent is told of "
        said += "it" if count == 1 else "them"
        page = ask.links.page("prompt")
        matters.append(Matter(said, "memsync lint --fix", page))
    return matters


def _of_agents(ask: Ask, bars: Sequence[Portion]) -> list[Matter]:
    over = [bar for bar in bars if bar.over]
    if not over:
        return []
    first = over[0]
    said = f"{first.title} takes {first.cap:,} {first.unit}, and the memory has more"
    if more := len(over) - 1:
        said += f"; so it is for {more} other {'agent' if more == 1 else 'agents'}"
    return [Matter(said, "", ask.links.page("prompt", {"agent": first.agent}))]


def _fullest_first(bars: Sequence[Portion]) -> list[Portion]:
    return sorted(bars, key=lambda bar: (not bar.over, -bar.share, bar.title))
