"""Sync: the machines, the last rounds, what is held; a round, a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import MemsyncError
from memsync.page.html.page import Page
from memsync.page.views.now import sync_summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.page.request.ask import Ask

_ROUNDS = 30
_LOOKED_AT = 300


class Machine(NamedTuple):
    """One machine of the person's."""

    name: str
    last: str
    own: bool


def view(ask: Ask) -> Page:
    """The page Sync."""
    summary = sync_summary(ask)
    rounds: list[dict[str, Any]] = []
    problem = summary.get("problem")
    if summary["configured"]:
        try:
            rounds = ask.commands.log(_LOOKED_AT)
        except MemsyncError as error:
            problem = error.message
    names = {r["machine"]: r["called"] for r in reversed(rounds) if r["called"]}
    values = {
        "sync": summary,
        "problem": problem,
        "machines": _machines(rounds, names, ask.commands.own_machine()),
        "rounds": rounds[:_ROUNDS],
        "names": names,
    }
    return Page("sync.html", "Sync", values, "sync status")


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
    """What is asked before a round."""
    values: dict[str, object] = {
        "question": "Sync now?",
        "says": [
            "Notes that changed here are sent to the remote, and what came is merged.",
            "What was sent stays in the remote's history.",
        ],
        "remote": sync_summary(ask).get("remote"),
        "action": ask.links.page("sync/run"),
        "button": "Sync now",
        "fields": {},
        "back": ask.links.page("sync"),
    }
    return Page("confirm.html", "Sync now", values, "sync")


def confirm_release(ask: Ask) -> Page:
    """What is asked before a held note is sent. Raises `NotFound`."""
    name = ask.query.get("name", "")
    reason = ask.commands.why_held(name)
    values = {
        "question": f"Send '{name}' all the same?",
        "says": [
            f"It is held: {reason}.",
            "What was sent stays in the remote's history, and cannot be undone here.",
        ],
        "remote": sync_summary(ask).get("remote"),
        "action": ask.links.page("sync/release"),
        "button": "Release",
        "fields": {"name": name},
        "back": ask.links.page("sync"),
    }
    return Page("confirm.html", "Release", values, f"sync release {name}")
