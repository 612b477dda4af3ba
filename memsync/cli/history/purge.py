"""`memsync purge`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from memsync.cli.history.purge_copies import Copies
from memsync.cli.history.purge_learned import Learned
from memsync.cli.history.purge_left import Left
from memsync.cli.history.purge_target import find, find_in_agent
from memsync.cli.shared import notes
from memsync.cli.shared.agent_memory import agent_option
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit, NotFound
from memsync.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.settings import Settings
    from memsync.memory.store.store import Store
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.round.context import RoundContext
    from memsync.sync.state.result import Result
    from memsync.sync.verbs.purge import PurgeResult, What

# What no command can reach, so a person must be told.
_STILL = (
    "- backups of this machine, and the transcripts of agents that read it",
    "- whoever has seen it: change a secret at its issuer",
)
_STILL_SYNCED = (
    "- the git host: its caches, forks and backups, until it collects garbage",
    "- other machines, until their next `memsync sync`, and other clones",
)
_STILL_ALONE = ("- git, if it was ever committed: the commits, in every clone",)


@click.command()
@click.argument("target", metavar="NAME|FINGERPRINT")
@scope_option("The memory to purge; default: workspace, or both for a FINGERPRINT.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Show what would be removed.")
@agent_option("Purge a file in this agent's synced folder.")
@json_option
@pass_session
def command(
    session: Session,
    target: str,
    scope: str | None,
    yes: bool,
    dry_run: bool,
    agent: str | None,
) -> int:
    """Delete a note or a secret for good: from notes, archive, mirror and remote.

    NAME deletes every version of that note and its index entry. A FINGERPRINT, as
    `memsync scan` prints it, deletes that value from the notes of all worktrees and
    branches, and keeps the text around it. It names other files that have the value.
    Your other machines do the same at their next sync. You cannot undo a purge.

    \b
    Examples:
      memsync purge port --dry-run
      memsync purge deploys --agent claude-code
    """
    from memsync.retrieval.cache.database import folder_of, forget_all

    if agent is None:
        what, stores = find(session, target, scope)
    else:
        what, stores = find_in_agent(session, target, scope, agent)
    if not (yes or dry_run or _agreed(target, what)):
        session.say("nothing was changed")
        return Exit.DONE
    if what.name is None:
        from memsync.sync.verbs.purge import seen

        what = seen(what, [store.memory for store in stores])
    learned = Learned(session, what)
    left = Left(session, what, stores)
    done = [_Done(session, store, what) for store in stores]
    found = [each.run(pretend=dry_run) for each in done]
    had = learned.purge(pretend=True)
    if not (any(found) or had):
        if files := left.files():
            raise NotFound(
                f"no note has that value, only {_quoted(files)}, and purge changes"
                " notes alone",
                hint="remove the value there by hand; `memsync scan FILE` names its"
                " line",
            )
        raise NotFound(
            f"nothing here is called '{printable(target)}' or has that fingerprint",
            hint="see `memsync list`, `memsync archive list` and `memsync scan`",
        )
    if dry_run:
        return _report(session, target, what, done, had, None, [], dry_run=True)
    forget_all(folder_of(session.places))
    learned.purge(pretend=False)
    result = _spread(session, done)
    files = left.files()
    return _report(session, target, what, done, had, result, files, dry_run=False)


class _Done:
    """One memory, and what the purge changed in it."""

    def __init__(self, session: Session, store: Store, what: What) -> None:
        self.store = store
        self.synced = _synced(session, store)
        self.what = what
        self.purged: list[PurgeResult] = []
        self._copies = Copies(session, store)

    def run(self, *, pretend: bool) -> bool:
        """Purge it; whether there was anything to purge."""
        from memsync.sync.verbs import purge

        if not self.synced:
            memory = self.store.memory
            self.purged = [purge.purge_memory(memory, self.what, pretend=pretend)]
        else:
            self.purged = [
                purge.purge_synced(context, home, self.what, pretend=pretend)
                for _, context, home in self.synced
            ]
        return any(self.purged)

    @property
    def texts(self) -> list[str]:
        """The notes and versions that were deleted."""
        return sorted({text for each in self.purged for text in each.texts})

    @property
    def copies(self) -> set[Path]:
        """The files of agents that may still have what was purged."""
        return self._copies.of([self.what.name] if self.what.name else self.texts)

    @property
    def rewritten(self) -> bool:
        """Whether the synced history was rewritten."""
        return any(each.rewritten for each in self.purged)


class _Synced(NamedTuple):
    """A memory as a profile syncs it."""

    settings: Settings
    context: RoundContext
    home: Home
    """Its path in that profile's tree."""


def _synced(session: Session, store: Store) -> list[_Synced]:
    """The profiles that sync a memory."""
    from memsync.cli.shared.secrets_in import unlock
    from memsync.cli.sync.profile import every
    from memsync.sync.round.opening import open_context

    unlock(session)
    return [
        _Synced(settings, context, home)
        for settings in every(session)
        if settings.text("sync.remote")
        for context in [open_context(session.places, settings, session.now)]
        for home in context.homes
        # A team's memory and a private one have the same folder.
        if home.memory[:3] == store.memory[:3]
    ]


def _agreed(target: str, what: What) -> bool:
    kind = "the value" if what.name is None else "every version of"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadUsage(
            f"purge removes {kind} '{printable(target)}' for good",
            hint="`--yes` confirms, `--dry-run` shows what would change",
        )
    question = f"Remove {kind} '{printable(target)}' here and everywhere, for good?"
    return click.confirm(question, err=True)


def _spread(session: Session, done: list[_Done]) -> Result | None:
    """Push the purged histories: one round for each profile."""
    from memsync.sync import sync

    profiles = {one.settings.profile: one for each in done for one in each.synced}
    results = [
        sync(session.places, one.settings, session.now) for one in profiles.values()
    ]
    return next((each for each in results if each.trouble), None)


def _goes(text: str, what: What) -> bool:
    """Whether a purge removes this text; else the text stays without a part of it."""
    return text == what.name or text.startswith(f"{what.name}/")


def _report(
    session: Session,
    target: str,
    what: What,
    done: list[_Done],
    learned: list[str],
    result: Result | None,
    left: list[str],
    *,
    dry_run: bool,
) -> int:
    texts = [text for each in done for text in each.texts]
    rewritten = any(each.rewritten for each in done)
    ours = not any(each.store.memory.agent for each in done)
    dangling = _dangling(session, what.name) if what.name and ours else []
    data = {
        "name": target,
        "archived": None,
        "dangling": dangling,
        "purged": [*texts, *learned],
        "history": rewritten,
        "queued": bool(result and result.queued),
        "dry_run": dry_run,
    }
    would = "would be " if dry_run else ""
    lines = [
        f"{would}purged{'' if _goes(text, what) else ' from'}: {text}" for text in texts
    ]
    lines += [f"{would}purged: {text}" for text in learned]
    lines += [f"{would}purged: the history that is synced"] if rewritten else []
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    if dry_run:
        return Exit.DONE
    if dangling:
        session.warn(f"links to it are now broken in: {', '.join(dangling)}")
    session.say("what may still have it:")
    if left:
        session.say(f"- {_quoted(left)}: remove it there by hand")
    synced = any(each.synced for each in done)
    copied = sorted({path for each in done for path in each.copies})
    ways = [f"- '{path}', which memsync read or wrote for an agent" for path in copied]
    for line in (*ways, *(_STILL_SYNCED if synced else _STILL_ALONE), *_STILL):
        session.say(printable(line))
    if result is not None and result.trouble is not None:
        session.warn(
            f"purged here; the remote still has it: {result.trouble.message}",
            result.trouble.hint,
        )
        return result.trouble.exit_code
    return Exit.DONE


def _quoted(paths: list[str]) -> str:
    return ", ".join(f"'{path}'" for path in paths)


def _dangling(session: Session, name: str) -> list[str]:
    from memsync.memory.change.relinking import linking_to

    stores = notes.opened(session).stores
    if any(store.has(name) for store in stores):
        return []
    return list(linking_to(name, *stores))
