"""Sync: the machines, the last rounds, and held notes; starts a round or a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memsync.errors import MemsyncError
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.page.views.homes import homes, said
from memsync.page.views.now import summary_of
from memsync.page.views.profile import Profile, shown
from memsync.sync.state.result import held_label

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask
    from memsync.sync.verbs.machines import Row

# How many rounds are shown.
_ROUNDS = 30


def view(ask: Ask) -> Page:
    """The page Sync. Raises `NotSetUp` for a profile that does not exist."""
    profile = shown(ask)
    summary = summary_of(ask, profile.settings)
    rounds: list[dict[str, Any]] = []
    machines: list[Row] = []
    problem = summary.get("problem")
    if summary["configured"]:
        try:
            rounds = ask.commands.log(_ROUNDS, profile.name)
            machines = ask.commands.machines(profile.name)
        except MemsyncError as error:
            problem = error.message
    names = {r["machine"]: r["called"] for r in reversed(rounds) if r["called"]}
    names |= {each.id: each.name for each in machines if each.name}
    values = {
        "sync": summary,
        "problem": problem,
        "machines": machines,
        "rounds": rounds,
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
