"""`Memory`: the notes that apply in one folder, read and changed by a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memsync.api.surroundings import as_errors, read_now, warn, warn_all
from memsync.api.values import Hit, Listed, Note
from memsync.errors import BadUsage
from memsync.memory.note.names import Scope
from memsync.paths import Places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.clock import Now
    from memsync.memory.note.records import Removed, Written
    from memsync.memory.store.store import Store
    from memsync.retrieval.parts import Context
    from memsync.workspace.open import Opened


class Memory:
    """The notes that apply in one folder: those of its workspace, and the user's.

    Create one with `open_memory`. Nothing is cached between two calls, so you see other
    programs' changes at once. A workspace note hides a user note of the same name,
    except in `list`.
    """

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self.folder = folder
        self._environ = environ
        self._places = Places(environ)

    def list(self, scope: str | None = None) -> tuple[Listed, ...]:
        """Every note: those of the workspace first, each memory sorted by name."""
        from memsync.retrieval.cache.cards import cards
        from memsync.retrieval.cache.database import folder_of

        with as_errors():
            now = read_now()
            return tuple(
                Listed(
                    *(card.name, store.scope, card.type, card.description),
                    *(Path(card.path), card.created, card.updated),
                )
                for store in _of_scope(self._opened(now).stores, scope)
                for card in cards(store, folder_of(self._places), now)
            )

    def read(self, name: str, scope: str | None = None) -> Note:
        """The note of this name. Raises `NotFound`, and `Refused` for a symlink."""
        from memsync.memory.change.base import read_first

        with as_errors():
            stores = _of_scope(self._opened(read_now()).stores, scope)
            found = read_first(stores, name)
            note = found.note
            return Note(
                *(found.name, found.scope, note.type, note.description),
                *(note.body, found.path, note.frontmatter),
            )

    def search(
        self,
        query: str,
        *,
        scope: str | None = None,
        limit: int | None = None,
        strategy: str | None = None,
    ) -> tuple[Hit, ...]:
        """The notes that match `query`, the best first; none while memory is off.

        `limit` and `strategy` (`auto`, `bm25`, `keyword`, `semantic`) default to the
        settings. Raises `BadUsage` for another strategy, and `Broken` for `semantic`
        without a model.
        """
        from memsync.retrieval.cache.database import folder_of
        from memsync.retrieval.ranking.rank import STRATEGIES
        from memsync.retrieval.search.meaning import Means
        from memsync.retrieval.search.notes import with_notes
        from memsync.retrieval.search.ranked import Limits, search
        from memsync.retrieval.visible import visible

        if limit is not None and limit < 1:
            raise BadUsage("limit is less than 1")
        if strategy not in (None, *STRATEGIES):
            known = ", ".join(STRATEGIES)
            raise BadUsage(f"there is no strategy '{strategy}'", hint=f"use {known}")
        with as_errors():
            now = read_now()
            opened = self._opened(now)
            settings, cache = opened.settings, folder_of(self._places)
            limits = Limits(
                settings.number("search.top_k") if limit is None else limit,
                settings.share("search.min_score"),
            )
            means = Means(settings, self._environ, cache, warn)
            found = with_notes(
                _of_scope(visible(opened), scope),
                cache,
                now,
                lambda notes: search(
                    notes,
                    query,
                    strategy or settings.text("search.strategy"),
                    limits,
                    means,
                ),
            )
            return tuple(
                Hit(
                    *(hit.name or "", Scope(hit.scope), hit.score, hit.description),
                    *(Path(hit.path), hit.snippet),
                )
                for hit in found
            )

    def write(
        self,
        name: str,
        text: str | None = None,
        *,
        description: str | None = None,
        type: str | None = None,  # noqa: A002 -- as the note's key is called
        expires: str | None = None,
        append: bool = False,
        scope: str = Scope.WORKSPACE,
    ) -> Written:
        """Create or update a note and its entry in `MEMORY.md`.

        An argument of None keeps what the note has. The archive keeps an earlier text.
        Creates the memory if there is none. Raises `BadUsage` for a malformed name or
        value, `Refused` for a secret or a symlink, `Broken` for more than `caps.write`
        bytes, `NoGitRoot` outside of git, and `Locked`; in each case nothing is
        written.
        """
        from memsync.memory.note.compose import Given
        from memsync.memory.store.writing import check_write
        from memsync.workspace.target import open_for_writing

        if (text, description, type, expires) == (None, None, None, None):
            raise BadUsage("there is nothing to write", hint="give a text")
        with as_errors():
            now = read_now()
            given = Given(text, description, type, expires, append=append)
            given.checked()  # report malformed values before a missing memory
            store, warnings = open_for_writing(
                *(self.folder, self._places, now, Scope.parse(scope)),
                check=lambda new: check_write(new, name, given, now),
            )
            written = store.write(
                name,
                text,
                now=now,
                description=description,
                type_=type,
                expires=expires,
                append=append,
            )
            warn_all([*warnings, *written.warnings])
            return written

    def forget(self, name: str, scope: str = Scope.WORKSPACE) -> Removed:
        """Delete a note and its entry; the archive keeps the text.

        Raises `NotFound`, even if the other scope has a note of this name.
        """
        from memsync.memory.note.names import check_readable
        from memsync.workspace.open import memory_to_change
        from memsync.workspace.target import settle

        with as_errors():
            check_readable(name)
            now = read_now()
            opened = self._opened(now)
            warn_all(settle(opened.spot, self._places, now))
            store, other = memory_to_change(opened, Scope.parse(scope))
            return store.forget(name, now, other)

    def context(
        self, query: str = "", *, tools: bool = True, cap: int | None = None
    ) -> Context:
        """The memory as one block of text for a prompt; empty while memory is off.

        With a `query`, adds the bodies of the notes that match. Without `tools`, adds
        all bodies, since the reader cannot read notes. `cap` limits the characters; by
        default the settings do.
        """
        from memsync.config.settings import load
        from memsync.retrieval.cache.database import folder_of
        from memsync.retrieval.context import Ask, build
        from memsync.sync.verbs.prompt import synced

        if cap is not None and cap < 0:
            raise BadUsage("cap is less than 0")
        with as_errors():
            now = read_now()
            return build(
                self._open(now),
                Ask(tools, cap, query),
                now,
                synced(self._places, load(self._places, None)),
                folder_of(self._places),
                self._environ,
            )

    def _open(self, now: Now) -> Opened:
        from memsync.workspace.open import open_for_reading

        return open_for_reading(self.folder, self._places, now)

    def _opened(self, now: Now) -> Opened:
        found = self._open(now)
        warn_all(found.warnings)
        return found


def _of_scope(stores: tuple[Store, ...], scope: str | None) -> tuple[Store, ...]:
    wanted = None if scope is None else Scope.parse(scope)
    return tuple(store for store in stores if wanted in (None, store.scope))
