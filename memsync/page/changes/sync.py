"""Sync from the page. Sent texts cannot be taken back, so the page asks first."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from memsync.page.changes.did import Did
from memsync.page.html.notices import Notice
from memsync.page.html.shell import called
from memsync.page.views.profile import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.page.request.ask import Ask
    from memsync.sync.state.result import Result


def run_sync(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Run a round of sync, like `memsync sync`."""
    results = ask.commands.sync()
    details = tuple(line for result in results for line in _told(result))
    bad = any(result.trouble or result.refused for result in results)
    said = "the sync failed" if bad else "synced"
    if not bad and not any(result.changed for result in results):
        said = "synced: nothing had changed"
    to = ask.links.page("sync", shown(ask).query)
    return Did(to, Notice(said, details, "sync", bad=bad))


def release(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Send a held note, like `memsync sync release`."""
    profile = shown(ask)
    name = fields.get("name", "")
    result = ask.commands.release(name, profile.name)
    bad = bool(result.trouble)
    said = f"'{name}' waits to be sent" if bad else f"'{name}' is released"
    command = called("sync release", name)
    to = ask.links.page("sync", profile.query)
    return Did(to, Notice(said, tuple(_told(result)), command, bad=bad))


def seen(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Mark merges as seen, like `memsync sync status --seen`."""
    from memsync.sync.verbs.looks import looked

    profile = shown(ask)
    now = ask.commands.now("sync status")
    looked(ask.commands.places, profile.settings, now)
    command = f"sync status --seen{profile.option}"
    tail = f"?{urlencode(profile.query)}" if profile.query else ""
    notice = Notice(
        "the merges are marked as seen", command=command, undo=f"merges/unseen{tail}"
    )
    return Did(ask.links.page("merges", profile.query), notice)


def unseen(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Mark merges as unseen again, like `memsync sync status --unseen`."""
    from memsync.sync.verbs.looks import unlooked

    profile = shown(ask)
    command = f"sync status --unseen{profile.option}"
    done = unlooked(ask.commands.places, profile.settings)
    said = "the merges count as new again" if done else "there is nothing to undo"
    to = ask.links.page("merges", profile.query)
    return Did(to, Notice(said, command=command))


def _told(result: Result) -> list[str]:
    lines = [f"sent: {each}" for each in result.sent]
    lines += [f"received: {each}" for each in result.received]
    lines += [f"merged: {each.label}" for each in result.merged]
    lines += [f"'{name}' stays here: {why.reason}" for name, why in result.held.items()]
    lines += [each.sentence for each in result.conflicts]
    lines += [message for message, _ in result.warnings]
    if result.trouble is not None:
        lines.append(f"{result.trouble.message}")
        if result.trouble.hint:
            lines.append(f"hint: {result.trouble.hint}")
    return lines
