"""Completes a command's arguments: names of notes, versions, settings, and so on."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from memsync.cli.completion import paths
from memsync.cli.shared.session import Session
from memsync.errors import MemsyncError
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.cli.completion.paths import Completer
    from memsync.memory.store.store import Store

    Names = Callable[[Session, click.Context], Iterator[CompletionItem]]

# Verbs whose NAME is a note; others call something else NAME.
_OF_NOTES = {"read", "show", "write", "edit", "rename", "move", "forget", "purge"}
# Verbs whose `--agent` is one with a synced folder.
_OF_SYNCED_AGENTS = {"read", "archive", "purge", "undo", "sync"}

# Names of agents' files that need no quoting in any shell.
_FILE = r"[A-Za-z0-9_][A-Za-z0-9_./-]*"

# Verbs below `sync` whose NAME is a note.
_BELOW_SYNC = {("sync", "log"), ("sync", "release")}


def attach(verb: str, command: click.Command) -> None:
    """Make a verb's parameters, and those below it, complete names and paths."""
    for parameter in command.params:
        found = _names_for(verb, command.name or verb, parameter)
        kind = paths.kind_of(verb, parameter)
        # Sets what click sets for an argument `shell_complete`.
        if found is not None:
            parameter._custom_shell_complete = _completer(found)  # noqa: SLF001
        elif kind is not None:
            parameter._custom_shell_complete = paths.completer(kind)  # noqa: SLF001
    if isinstance(command, click.Group):
        for below in command.commands.values():
            attach(verb, below)


def _names_for(verb: str, own: str, parameter: click.Parameter) -> Names | None:
    name = parameter.name
    if isinstance(parameter, click.Option):
        if (verb, name) == ("learn", "id_"):
            return _sessions_here
        return {"profile": _profiles, "agent": _agents_of(verb)}.get(name or "")
    of_notes = verb in _OF_NOTES or (verb, own) in _BELOW_SYNC
    if of_notes and name in ("name", "old", "target"):
        return _notes
    by_place: dict[tuple[str, str | None], Names] = {
        ("archive", "name"): _archived_notes,
        ("archive", "id_"): _versions,
        ("config", "key"): _settings,
        ("learn", "ids"): _proposals,
        ("keys", "member"): _machines,
        ("sync", "machine"): _synced_machines,
        ("sync", "names"): _synced_machines,
        (verb, "agent"): _agents_of(verb),
    }
    return by_place.get((verb, name))


def _completer(names: Names) -> Completer:
    def complete(
        ctx: click.Context, _: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        folder = ctx.find_root().params.get("folder")
        try:
            session = Session.start(os.environ, folder, quiet=True, verbose=False)
            return [n for n in names(session, ctx) if n.value.startswith(incomplete)]
        except (MemsyncError, OSError):
            return []  # an error would be printed into the line being typed

    return complete


def _notes(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    from memsync.memory.note.names import NAME, Scope
    from memsync.workspace.open import open_for_reading

    if ctx.params.get("agent"):
        yield from _files(session, ctx)
        return
    wanted = ctx.params.get("scope")
    opened = open_for_reading(session.cwd, session.places, session.now)
    seen = set()
    for store in opened.stores:
        if wanted in (None, store.scope) or wanted not in [*Scope]:
            for note in store.entries():
                # Other names need quotes, and each shell has its own rules for them.
                if note.name not in seen and NAME.fullmatch(note.name):
                    seen.add(note.name)
                    about = printable(note.note.description)
                    yield CompletionItem(note.name, help=about or None)


def _files(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    """The names of the files in an agent's synced folder."""
    from memsync.memory.files.texts import texts

    for store in _stores(session, ctx):
        for name, _ in texts(store.memory):
            if re.fullmatch(_FILE, name):
                yield CompletionItem(name)


def _stores(session: Session, ctx: click.Context) -> list[Store]:
    """The memories whose archives a command reads."""
    from memsync.cli.shared.agent_memory import agent_store
    from memsync.workspace.open import archived_stores, open_for_reading

    if agent := ctx.params.get("agent"):
        return [agent_store(session, agent, ctx.params.get("scope"))]
    opened = open_for_reading(session.cwd, session.places, session.now)
    return archived_stores(session.cwd, session.places, opened)


def _archived_notes(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    from memsync.memory.note.names import MEMORY_INDEX_NAME, NAME

    found: set[str] = set()
    for store in _stores(session, ctx):
        found.update(store.archive.names())
    for name in sorted(found):
        if NAME.fullmatch(name) or name == MEMORY_INDEX_NAME:
            yield CompletionItem(name)


def _versions(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    from memsync.cli.history import past
    from memsync.memory.note.names import MEMORY_INDEX_NAME, NAME

    stores = _stores(session, ctx)
    # Only from the archives: an encrypted history could ask for a passphrase.
    found = [past.Past(s, version) for s in stores for version in s.archived()]
    short = past.short_ids(found)
    for each in found:
        name, version = each.version.name, each.version
        if NAME.fullmatch(name) or name == MEMORY_INDEX_NAME:
            id_ = short.get((each.store.scope, version.id), version.id)
            yield CompletionItem(id_, help=f"{version.time} {version.reason}")


def _proposals(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    from memsync.cli.learn.proposals import said
    from memsync.learn.proposals.review_queue import open_queue

    given = set(ctx.params.get("ids") or ())
    queue = open_queue(session.cwd, session.places, session.now)
    rejected = ctx.info_name == "undo" or ctx.params.get("rejected")
    for each in queue.rejected() if rejected else queue.pending():
        if each.id not in given:
            yield CompletionItem(each.id, help=said(each))


def _sessions_here(session: Session, _: click.Context) -> Iterator[CompletionItem]:
    from memsync.cli.sessions.past import opened
    from memsync.learn.runs.context import here

    wanted = here(session.cwd, session.environ).wanted
    with opened(session) as past:
        for each in past.sessions(wanted):
            yield CompletionItem(each.id, help=printable(each.title or ""))


def _settings(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.config.keys import KEYS

    for name, key in KEYS.items():
        yield CompletionItem(name, help=key.about)


def _profiles(session: Session, _: click.Context) -> Iterator[CompletionItem]:
    from memsync.config.keys import DEFAULT_PROFILE

    for name in (DEFAULT_PROFILE, *session.settings(None).profiles):
        yield CompletionItem(name)


def _synced_agents(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.agents.synced import SYNCED

    yield from map(CompletionItem, sorted(SYNCED))


def _agents(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.agents.table import names

    yield from map(CompletionItem, names())


def _agents_with_hooks(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.agents.table import with_hooks

    yield from (CompletionItem(agent.name) for agent in with_hooks())


def _agents_with_sessions(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.sessions.readers.table import READERS

    yield from map(CompletionItem, sorted(READERS))


def _agents_with_memory(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.agents.layouts.registry import layouts

    yield from (CompletionItem(layout.agent) for layout in layouts())


def _agents_to_link(_: Session, __: click.Context) -> Iterator[CompletionItem]:
    from memsync.agents.layouts.registry import layouts

    yield from (CompletionItem(each.agent) for each in layouts() if each.link)


def _agents_of(verb: str) -> Names:
    """The agents that a verb takes."""
    if verb in _OF_SYNCED_AGENTS:
        return _synced_agents
    by_verb: dict[str, Names] = {
        "hooks": _agents_with_hooks,
        **dict.fromkeys(("import", "export"), _agents_with_memory),
        **dict.fromkeys(("link", "unlink"), _agents_to_link),
        **dict.fromkeys(("recall", "sessions"), _agents_with_sessions),
    }
    return by_verb.get(verb, _agents)


def _synced_machines(session: Session, ctx: click.Context) -> Iterator[CompletionItem]:
    """The names of the machines that sync; without waiting for a sync that runs."""
    from memsync.cli.sync.profile import every, settings_of
    from memsync.sync.verbs.machines import listed

    if ctx.params.get("names"):
        return  # the second one is new
    profile = ctx.params.get("profile")
    which = [settings_of(session, profile)] if profile else every(session)
    seen = set()
    for settings in which:
        for each in listed(session.places, settings, session.now, wait=0):
            if each.called not in seen:
                seen.add(each.called)
                yield CompletionItem(each.called, help=each.id)


def _machines(session: Session, _: click.Context) -> Iterator[CompletionItem]:
    from memsync.sync.members.members import vault_status
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.sealed.key_store import user_keys

    store = user_keys(session.places)
    keys = store.keys()
    if keys is None:
        return
    for member in vault_status(Holder(store, keys)).members:
        kind = f"{member.kind} {printable(member.name)}, since {member.since}"
        yield CompletionItem(member.id, help=kind)
        if member.name.replace("-", "").replace("_", "").isalnum():
            yield CompletionItem(member.name, help=kind)
