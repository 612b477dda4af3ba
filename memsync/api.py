"""The public interface of memsync: what a Python program may rely on.

What `__all__` names keeps its parameters and fields; docs/api.md says for how long.
Every other module is private. Each error is a `MemsyncError`; what is odd but no error
goes to the logger `memsync`, with its hint.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import (
    BadUsage,
    Broken,
    KeyTrouble,
    Locked,
    MemsyncError,
    NoGitRoot,
    NotFound,
    NotSetUp,
    Refused,
    Unreachable,
)
from memsync.memory.note.names import Scope
from memsync.memory.note.records import Removed, Written
from memsync.paths import Places
from memsync.retrieval.parts import Context

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

    from memsync.clock import Now
    from memsync.memory.store.store import Store
    from memsync.sync.state.result import Result
    from memsync.workspace.open import Opened

__all__ = [
    "BadUsage",
    "Broken",
    "Context",
    "Hit",
    "KeyTrouble",
    "Listed",
    "Locked",
    "Memory",
    "MemsyncError",
    "NoGitRoot",
    "NotFound",
    "NotSetUp",
    "Note",
    "Refused",
    "Removed",
    "Scope",
    "Synced",
    "Unreachable",
    "Written",
    "open_memory",
    "sync",
]


class Listed(NamedTuple):
    """A note as `Memory.list` shows it."""

    name: str
    scope: Scope
    type: str
    """A label such as `user` or `project`; empty where the note has none."""
    description: str
    path: Path
    created: str
    """A local day, YYYY-MM-DD; empty where the note has none. So is `updated`."""
    updated: str


class Note(NamedTuple):
    """A note with its text."""

    name: str
    scope: Scope
    type: str
    description: str
    body: str
    """The text below the frontmatter."""
    path: Path
    frontmatter: Mapping[str, object]
    """Every key of the frontmatter with its value."""


class Hit(NamedTuple):
    """A note that a search found."""

    name: str
    scope: Scope
    score: float
    """Above 0, at most 1."""
    description: str
    path: Path
    snippet: str
    """The part of the text that matches best, on one line."""


class Synced(NamedTuple):
    """What a round of sync did.

    A note of a repository's memory is called `projects/<identity>/<name>`.
    """

    changed: bool
    """Whether the memory here, the history or the remote is not as it was."""
    sent: tuple[str, ...]
    received: tuple[str, ...]
    deleted: tuple[str, ...]
    """Those of `sent` and `received` that are gone by this round."""
    conflicts: tuple[str, ...]
    """One sentence each: whose edit is live, and how the other one comes back."""
    held: Mapping[str, str]
    """The notes that stay on this machine, each with the reason."""
    queued: bool
    """Whether saved work waits here for the remote."""
    trouble: MemsyncError | None
    """Why the remote could not take what is queued, or a memory was left out."""


class Memory:
    """The notes that apply in one folder: its workspace's, and the user's own.

    Make one with `open_memory`. Nothing is kept between two calls, so what other
    programs change is seen at once. A workspace's note hides a user's note of the
    same name, except in `list`.
    """

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self.folder = folder
        self._environ = environ
        self._places = Places(environ)

    def list(self, scope: str | None = None) -> tuple[Listed, ...]:
        """Every note, the workspace's first, each memory's by name."""
        from memsync.retrieval.cache.cards import cards
        from memsync.retrieval.cache.database import folder_of

        with _as_ours():
            now = _now()
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

        with _as_ours():
            stores = _of_scope(self._opened(_now()).stores, scope)
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
        """The notes that answer `query`, the best first; none where memory is off.

        `limit` and `strategy` (`auto`, `bm25`, `keyword`, `semantic`) are those of
        the settings unless given. Raises `BadUsage` for another strategy, and
        `Broken` for `semantic` without a model.
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
            raise BadUsage(f"no strategy is called '{strategy}'", hint=f"use {known}")
        with _as_ours():
            now = _now()
            opened = self._opened(now)
            settings, cache = opened.settings, folder_of(self._places)
            limits = Limits(
                settings.number("search.top_k") if limit is None else limit,
                settings.share("search.min_score"),
            )
            means = Means(settings, self._environ, cache, _warn)
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

        None keeps what the note has. An earlier text goes to the archive. A memory
        that does not exist is made. Raises `BadUsage` for a malformed name or value,
        `Refused` for a secret or a symlink, `Broken` for more than `caps.write` bytes,
        `NoGitRoot` outside of git, and `Locked`; then nothing was written.
        """
        from memsync.memory.note.compose import Given
        from memsync.memory.store.writing import check_write
        from memsync.workspace.open import open_for_writing

        if (text, description, type, expires) == (None, None, None, None):
            raise BadUsage("there is nothing to write", hint="give a text")
        with _as_ours():
            now = _now()
            given = Given(text, description, type, expires, append=append)
            given.checked()  # what is malformed comes before what is missing
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
            _warn_all([*warnings, *written.warnings])
            return written

    def forget(self, name: str, scope: str = Scope.WORKSPACE) -> Removed:
        """Delete a note and its entry; the archive keeps the text.

        Raises `NotFound`, also where only the other scope has a note of this name.
        """
        from memsync.memory.note.names import check_readable
        from memsync.workspace.open import memory_to_change

        with _as_ours():
            check_readable(name)
            now = _now()
            store, other = memory_to_change(self._opened(now), Scope.parse(scope))
            return store.forget(name, now, other)

    def context(
        self, query: str = "", *, tools: bool = True, cap: int | None = None
    ) -> Context:
        """The memory as one block of text for a prompt; empty where memory is off.

        With a `query` the notes that match come with their bodies. Without `tools`
        the reader cannot read notes, so that bodies come in any case. `cap` is the
        most characters; the settings' unless given.
        """
        from memsync.config.settings import load
        from memsync.retrieval.cache.database import folder_of
        from memsync.retrieval.context import Ask, build
        from memsync.sync.verbs.synced import synced

        if cap is not None and cap < 0:
            raise BadUsage("cap is less than 0")
        with _as_ours():
            now = _now()
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
        _warn_all(found.warnings)
        return found


def open_memory(
    folder: str | PathLike[str] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
) -> Memory:
    """The memory that applies in `folder`, the working folder unless given.

    `environ` says where the user's memory and settings are; the process's own unless
    given. Nothing is read or made yet. Raises `BadUsage` where there is no such folder.
    """
    with _as_ours():
        where = Path.cwd() / (folder or "")
        if not where.is_dir():
            raise BadUsage(f"'{where}' is not a folder")
        return Memory(where, _environ(environ))


def sync(
    *,
    profile: str | None = None,
    dry_run: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Synced:
    """Run a round of sync of one profile, the default one unless given.

    A remote that does not answer is no error: the work is saved and `queued`, and
    `trouble` says why. Raises `NotSetUp`, `Refused` (such as for a mass delete, which
    `memsync sync --allow-mass-delete` accepts), `KeyTrouble`, `Locked` and `Broken`;
    nothing is half done then. With `dry_run` nothing changes.
    """
    from memsync.config.settings import load
    from memsync.sync import sync as run
    from memsync.sync.verbs.profiles import of_profile

    with _as_ours():
        places = Places(_environ(environ))
        settings = of_profile(load(places, None), profile)
        result = run(places, settings, _now(), dry_run=dry_run)
        _warn_all(result.warnings)
        return _told(result)


def _told(result: Result) -> Synced:
    return Synced(
        result.changed,
        tuple(result.sent),
        tuple(result.received),
        tuple(result.deleted),
        tuple(each.sentence for each in result.conflicts),
        {name: hold.reason for name, hold in result.held.items()},
        result.queued,
        result.trouble or result.refused,
    )


def _environ(given: Mapping[str, str] | None) -> Mapping[str, str]:
    import os

    return dict(os.environ if given is None else given)


def _now() -> Now:
    from memsync.clock import read_clock

    return read_clock()._replace(by="api")


def _of_scope(stores: tuple[Store, ...], scope: str | None) -> tuple[Store, ...]:
    wanted = None if scope is None else Scope.parse(scope)
    return tuple(store for store in stores if wanted in (None, store.scope))


@contextlib.contextmanager
def _as_ours() -> Iterator[None]:
    """Raise what the operating system refuses as the error that commands show."""
    try:
        yield
    except OSError as error:
        raise Broken.from_os_error(error) from error


def _warn_all(warnings: Iterable[tuple[str, str | None]]) -> None:
    for message, hint in warnings:
        _warn(message, hint)


def _warn(message: str, hint: str | None) -> None:
    import logging

    said = f"{message}; hint: {hint}" if hint else message
    logging.getLogger("memsync").warning("%s", said)
