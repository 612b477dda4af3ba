"""`memsync import`."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.agents.where import code_of, say, scope_of, shown, store_of
from memsync.cli.shared import notes
from memsync.cli.shared.place import where
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit, MemsyncError
from memsync.memory.note.names import Scope
from memsync.paths import NO_HOME

if TYPE_CHECKING:
    from memsync.agents.layouts.layout import Layout
    from memsync.agents.layouts.where import Where
    from memsync.agents.transfer.folders import Chosen
    from memsync.agents.transfer.imported import Imported
    from memsync.agents.transfer.item import Transfer
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened


@click.command(name="import")
@click.argument("agent", required=False)
@click.argument("path", required=False)
@click.option(
    "--all", "every", is_flag=True, help="Import from every agent found here."
)
@scope_option("The memory to import into; workspace by default.")
@click.option("--only", metavar="GLOB", help="Import only notes or files that match.")
@click.option("--strict", is_flag=True, help="Write nothing if anything would be lost.")
@click.option(
    "--yes", is_flag=True, help="Do not ask before a tracked memory is changed."
)
@click.option("--dry-run", is_flag=True, help="Show what would change, as a diff.")
@json_option
@pass_session
def command(
    session: Session,
    agent: str | None,
    path: str | None,
    every: bool,
    scope: str | None,
    only: str | None,
    strict: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Import an agent's own memory as notes, and leave its folder as it is.

    PATH defaults to the agent's folder for this repository or, with `--scope user`, to
    your personal one. Run it again to import only what is new. `memsync agents` lists
    the agents.

    \b
    Examples:
      memsync import claude-code --dry-run
      memsync import --all
    """
    if every == (agent is not None):
        raise BadUsage(
            "name one agent, or use --all", hint="`memsync agents` lists the agents"
        )
    run = Run(session, scope_of(scope), only, strict=strict, yes=yes, dry_run=dry_run)
    if every:
        return run.every()
    from memsync.agents.layouts.registry import layout_called

    layout = layout_called(agent or "")
    done = run.one(layout, path)
    say(session, done)
    session.emit(done.json(), shown(done, dry_run=dry_run))
    return code_of(done, strict=strict)


class _NotAsked(BadUsage):
    """A question could not be asked, and was not answered in advance."""


class Run:
    """One import: the options, and the folders found here."""

    def __init__(
        self,
        session: Session,
        scope: Scope,
        only: str | None,
        *,
        strict: bool,
        yes: bool,
        dry_run: bool,
    ) -> None:
        self.session = session
        self.scope = scope
        self.only = only
        self.strict = strict
        self.yes: bool | None = yes or None
        """What the person says to an import for a team; None before the question."""
        self.dry_run = dry_run
        self.where: Where = where(session)
        self._store: Store | None = None

    @property
    def person(self) -> bool:
        """Whether to import into the user memory."""
        return self.scope is Scope.USER

    def every(self) -> int:
        """Import from every agent that has a memory here; return the exit code."""
        from memsync.agents.layouts.registry import layouts

        found: list[Transfer] = []
        code = Exit.DONE
        for layout in layouts():
            try:
                done = self._if_there(layout)
            except _NotAsked:
                raise  # it holds for all agents, and nothing was imported
            except MemsyncError as error:
                if error.word == NO_HOME:
                    # Said once: without HOME, nearly every agent fails with this same
                    # error.
                    self.session.warn(error.message, error.hint)
                    continue
                self.session.warn(f"{layout.agent}: {error.message}", error.hint)
                code = Exit.FOUND
                continue
            if done is not None:
                found.append(done)
                code = max(code, Exit(code_of(done, strict=self.strict)))
        text = b""
        for done in found:
            self.session.say(f"{done.agent}: {done.path}")
            say(self.session, done)
            text += shown(done, dry_run=self.dry_run)
        if not found:
            self.session.say("no agent has a memory here")
        self.session.emit([done.json() for done in found], text)
        return code

    def _if_there(self, layout: Layout) -> Transfer | None:
        from memsync.agents.transfer.folders import choose

        chosen = choose(layout, self.where, None, person=self.person, reading=True)
        if chosen is None:
            return None
        reading = chosen.engine.read(chosen.folder, self._limit)
        if not reading.found and not reading.unfit:
            return None
        return self._take(layout, chosen)

    def one(self, layout: Layout, path: str | None) -> Transfer:
        """Import from one agent."""
        from memsync.agents.transfer.folders import choose, nothing_there
        from memsync.agents.transfer.item import Transfer

        chosen = choose(layout, self.where, path, person=self.person, reading=True)
        if chosen is None:
            error = nothing_there(layout, person=self.person)
            if layout.not_there and not self.person and layout.agent == "memory-tool":
                raise error
            said = f"nothing to take: {error.message}"
            return Transfer(layout.agent, None, (), said=said)
        older = None if path or self.person else layout.older(self.where)
        if older is not None and older != chosen.folder and older.exists():
            said = f"{layout.agent} used '{older}' before, which may hold notes still"
            self.session.say(f"{said}: import them with PATH")
        return self._take(layout, chosen, given=path is not None)

    @property
    def _limit(self) -> int:
        top = self.where.root.top if self.where.root else None
        return self.session.settings(top).number("caps.write")

    def _take(self, layout: Layout, chosen: Chosen, *, given: bool = False) -> Transfer:
        """Import from a folder; `given`: the person named it as PATH."""
        from memsync.agents.transfer import ledger
        from memsync.agents.transfer.deciding import Wanted
        from memsync.agents.transfer.importing import import_notes
        from memsync.agents.transfer.item import Transfer

        opened = notes.opened(self.session)
        store = self._store or store_of(opened, self.scope)
        reading = chosen.engine.read(chosen.folder, self._limit)
        sent = {}
        if store is not None:
            memory = store.memory.folder
            file = ledger.ledger_file(
                self.session.places, layout.agent, chosen.folder, memory
            )
            sent = ledger.load(file)
            if chosen.folder.resolve() == memory.resolve():
                said = f"{layout.agent} uses this memory itself: nothing to take"
                return Transfer(layout.agent, chosen.folder, (), said=said)
        wanted = Wanted(layout.agent, chosen.folder, reading, self.only, sent)
        if given and store is not None:
            elsewhere = self._imported(layout, chosen, store).elsewhere
            wanted = wanted._replace(elsewhere=elsewhere)
        lossy = any(found.lost for found in reading.found)
        if self.dry_run or (self.strict and lossy):
            return import_notes(store, wanted, self.session.now, write=None)
        if not self._agreed(opened):
            said = "nothing was changed"
            return Transfer(layout.agent, chosen.folder, (), said=said)

        def write() -> Store:
            self._store = notes.for_writing(self.session, str(self.scope))
            return self._store

        done = import_notes(store, wanted, self.session.now, write=write)
        store = self._store or store
        if store is not None:
            # The import is done, and what is kept here is safe to lose.
            with contextlib.suppress(OSError):
                past = self._imported(layout, chosen, store)
                past.remember(store, layout.agent, reading.found)
        return done

    def _imported(self, layout: Layout, chosen: Chosen, store: Store) -> Imported:
        """What was imported from which folder."""
        from memsync.agents.transfer import imported

        places, memory = self.session.places, store.memory.folder
        return imported.load(places, layout.agent, chosen.folder, memory)

    def _agreed(self, opened: Opened) -> bool:
        """Ask, once, before importing into a memory that a team commits."""
        team = opened.spot is not None and opened.spot.team
        if self.person or not team:
            return True
        if self.yes is not None:
            return self.yes
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise _NotAsked(
                "git tracks this memory: all who read the repository read its notes",
                hint="`--yes` confirms, `--dry-run` shows what would change",
            )
        question = "Git tracks this memory. Import into it, for all to read?"
        self.yes = click.confirm(question, err=True)
        return self.yes
