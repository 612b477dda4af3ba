"""Sync: the machines, the last rounds, and held notes; starts a round or a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import MemsyncError
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.page.views.homes import homes, said
from memsync.page.views.now import summary_of
from memsync.page.views.profile import Profile, shown
from memsync.sync.state.result import held_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.page.request.ask import Ask

# How many rounds are shown, and how many are searched for one machine or note.
_ROUNDS = 30
_LOOKED_AT = 300


class Machine(NamedTuple):
    """One of the person's machines."""

    name: str
    last: str
    own: bool


def view(ask: Ask) -> Page:
    """The page Sync. Raises `NotSetUp` for a profile that does not exist."""
    profile = shown(ask)
    summary = summary_of(ask, profile.settings)
    rounds: list[dict[str, Any]] = []
    problem = summary.get("problem")
    if summary["configured"]:
        try:
            rounds = ask.commands.log(_LOOKED_AT, profile.name)
        except MemsyncError as error:
            problem = error.message
    names = {r["machine"]: r["called"] for r in reversed(rounds) if r["called"]}
    own = ask.commands.own_machine(profile.name)
    values = {
        "sync": summary,
        "problem": problem,
        "machines": _machines(rounds, names, own),
        "rounds": rounds[:_ROUNDS],
        "names": names,
        "homes": homes(ask, summary),
        "label": held_label,
        "said": said,
        "profile": profile,
        **_running(ask, profile),
    }
    return Page("sync.html", "Sync", values, f"sync status{profile.option}")


def progress(ask: Ask) -> Page:
    """The progress of the present round: a part of the page, for its script."""
    profile = shown(ask)
    values = {**_running(ask, profile), "profile": profile}
    return Page("progress.html", "Sync", values)


def _running(ask: Ask, profile: Profile) -> dict[str, object]:
    """The round that runs now, its age, and its progress."""
    from memsync.sync.round.steps import STEPS
    from memsync.sync.verbs.status import running

    found = running(ask.commands.places, profile.settings)
    seconds = 0
    if found is not None:
        seconds = max(0, round(ask.now.utc.timestamp() - found.since))
    known = found is not None and found.step in ("", *STEPS)
    return {"running": found, "seconds": seconds, "steps": STEPS if known else ()}


def _machines(
    rounds: Sequence[dict[str, Any]], names: dict[str, str], own: str
) -> list[Machine]:
    last: dict[str, str] = {}
    for each in rounds:
        if each["kind"] == "saved" and each["machine"]:
            last.setdefault(each["machine"], each["time"])
    return [
        Machine(names.get(id_, f"machine {id_}"), time, id_ == own)
        for id_, time in last.items()
    ]


def confirm_sync(ask: Ask) -> Page:
    """The question before a round."""
    profile = shown(ask)
    values: dict[str, object] = {
        "question": "Sync now?",
        "says": [
            "Notes that changed here are sent to the remote, and what came is merged."
            + " Every profile is synced." * (len(profile.every) > 1),
            "What was sent stays in the remote's history.",
        ],
        "remote": summary_of(ask, profile.settings).get("remote"),
        "action": ask.links.page("sync/run", profile.query),
        "button": "Sync now",
        "fields": {},
        "back": ask.links.page("sync", profile.query),
        "progress": ask.links.page("sync/progress", profile.query),
        "profile": profile,
        **_running(ask, profile),
    }
    return Page("confirm.html", "Sync now", values, "sync")


def confirm_release(ask: Ask) -> Page:
    """The question before sending a held note. Raises `NotFound`."""
    name = ask.query.get("name", "")
    profile = shown(ask)
    reason = ask.commands.why_held(name, profile.name)
    values = {
        "question": f"Send '{name}' all the same?",
        "says": [
            f"It is held: {reason}.",
            "What was sent stays in the remote's history, and cannot be undone here.",
        ],
        "remote": summary_of(ask, profile.settings).get("remote"),
        "action": ask.links.page("sync/release", profile.query),
        "button": "Release",
        "fields": {"name": name},
        "back": ask.links.page("sync", profile.query),
    }
    return Page("confirm.html", "Release", values, called("sync release", name))
