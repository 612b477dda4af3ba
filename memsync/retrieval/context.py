"""Reads what goes into a prompt from a memory; `compose` puts it together."""

from __future__ import annotations

from functools import partial

from memsync.errors import Broken, Refused
from memsync.files.atomic import read_inside
from memsync.memory.archive.learned import LEARNED, SUMMARY
from memsync.memory.note.names import Scope
from memsync.record import NamedTuple
from memsync.retrieval.budget import TOKEN, Budget
from memsync.retrieval.compose import compose
from memsync.retrieval.origins import Origins, Synced
from memsync.retrieval.parts import BOX, Body, Context, Log, Parts, Text
from memsync.retrieval.visible import visible

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.memory.store.store import Store
    from memsync.retrieval.parts import Warn
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import Notes
    from memsync.workspace.open import Opened

# How many days of logs go in: the newest that have one, however old.
_DAYS = 2


class Ask(NamedTuple):
    """Who reads the context, and for what."""

    tools: bool = True
    """The reader can read notes itself: no bodies but those of a query."""
    cap: int | None = None
    """Characters, instead of the reader's or the setting's."""
    query: str = ""
    """What the reader is about to do: notes come by rank."""
    budget: Budget | None = None
    """What the reader takes, where it has a limit of its own."""


def build(
    opened: Opened,
    ask: Ask,
    now: Now,
    synced: Synced | None = None,
    cache: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> Context:
    """The context for a reader in a folder; empty if memory is off.

    Without tools the bodies of notes go in, too; with tools only those that a query
    finds. Logs of days after today are left out. `cache` is the folder where the words
    of notes are kept (`cache.database.folder_of`); with None every note is read. With
    `environ` a query may use a model (`search.meaning.Means`); without it only words
    rank. Raises `Refused` and `Broken` for a memory index that cannot be read, and as
    `rank.rank`.
    """
    budget = budget_of(opened.settings, ask)
    if not opened.settings.flag("memory.enabled"):
        return Context("", budget.cap)
    stores = visible(opened)
    reading = _Reading(opened, stores, synced or Synced())
    indexes = [reading.index(store) for store in reversed(stores)]
    lite = reading.lite(opened.lite)
    logs = reading.logs(now.today)
    bodies, beyond = reading.bodies(ask, now, cache, environ)
    user = any(store.scope is Scope.USER for store in stores)
    held = reading.synced.held if user else ()
    ranked = bool(ask.query.strip())
    summaries = reading.summaries()
    most = opened.settings.number("learn.summary_tokens") * TOKEN
    parts = Parts(*(indexes, lite, logs, bodies, beyond, ranked, held, summaries, most))
    found = compose(budget, parts)
    warnings = (*opened.warnings, *reading.warnings, *found.warnings)
    return found._replace(warnings=warnings)


def budget_of(settings: Settings, ask: Ask) -> Budget:
    """The budget in `ask` if it has one, else the reader's, else the settings'."""
    if ask.cap is not None:
        return Budget(ask.cap)
    if ask.budget is not None:
        return ask.budget
    key = "caps.context_tools" if ask.tools else "caps.context_no_tools"
    return Budget(settings.number(key))


class _Reading:
    """Reads what goes in; warns of what cannot be read, and leaves it out."""

    def __init__(self, opened: Opened, stores: Sequence[Store], synced: Synced) -> None:
        self.opened = opened
        self.settings = opened.settings
        self.top = opened.spot.top if opened.spot else None
        self.stores = stores
        self.synced = synced
        self.warnings: list[Warn] = []
        self.origins = Origins(opened, stores, synced)

    def index(self, store: Store) -> Text:
        text = store.index_text()
        # The file's bytes, because origins are recorded for bytes.
        data = text.encode("utf-8", "surrogateescape")
        return Text(
            str(store.scope), text, self.origins.of(store.scope, "MEMORY", data)
        )

    def lite(self, path: Path | None) -> Text | None:
        if path is None or self.top is None:
            return None
        data = self._try(partial(read_inside, self.top, path))
        return (
            None if data is None else Text(str(path), data.decode("utf-8", "replace"))
        )

    def logs(self, today: date) -> list[Log]:
        """The open items, then the newest two days that have a log, of both scopes."""
        stores = [store for store in self.stores if _has_logs(store)]
        if not stores:
            return []
        from memsync.memory.archive.logs import SCRATCHPAD, daily_name, days, open_items

        found = []
        for store in stores:
            text, origin = self._log(store, SCRATCHPAD)
            # A box in an item's text would count as an item: its lines stay indented.
            items = [item.text.replace("\n", "\n  ") for item in open_items(text)]
            if items:
                lines = "\n".join(f"{BOX}{item}" for item in items)
                found.append(Log("", str(store.scope), lines, origin))
        of_store = {store.scope: days(store.memory.folder, today) for store in stores}
        every = {day for each in of_store.values() for day in each[:_DAYS]}
        for day in sorted(every, reverse=True)[:_DAYS]:
            for store in stores:
                if day in of_store[store.scope]:
                    text, origin = self._log(store, daily_name(day))
                    if text := text.strip("\r\n"):
                        log = Log(day.isoformat(), str(store.scope), text, origin)
                        found.append(log)
        return found

    def summaries(self) -> list[Text]:
        """Short summaries of what past sessions learned, of both scopes."""
        found = []
        for scope in (store.scope for store in reversed(self.stores)):
            store = self.opened.learned(scope)
            if store is None or not (store.memory.folder / LEARNED).is_dir():
                continue
            data = self._try(partial(store.live, SUMMARY))
            if data:
                own = store is self.opened.beside
                origin = "" if own else self.origins.of(scope, SUMMARY, data)
                text = data.decode("utf-8", "replace").removeprefix("\ufeff")
                found.append(Text(str(scope), text.replace("\r\n", "\n"), origin))
        return found

    def bodies(
        self,
        ask: Ask,
        now: Now,
        cache: Path | None,
        environ: Mapping[str, str] | None,
    ) -> tuple[list[Body], list[str]]:
        """The notes in the order in which they may go in, and what a query left out."""
        if ask.query.strip():
            return self._ranked(ask, now, cache, environ)
        if ask.tools:
            return [], []
        notes = {
            name: Body(name, str(store.scope), partial(self._body, store, name))
            for store in reversed(self.stores)
            for name in store.names()
        }
        return [notes[name] for name in sorted(notes)], []

    def _ranked(
        self,
        ask: Ask,
        now: Now,
        cache: Path | None,
        environ: Mapping[str, str] | None,
    ) -> tuple[list[Body], list[str]]:
        from memsync.retrieval.search.notes import with_notes

        means = None
        if environ is not None:
            from memsync.retrieval.search.meaning import Means

            def tell(message: str, hint: str | None) -> None:
                self.warnings.append((message, hint))

            means = Means(self.settings, environ, cache, tell)
        return with_notes(self.stores, cache, now, partial(self._fitting, ask, means))

    def _fitting(
        self, ask: Ask, means: Means | None, notes: Notes
    ) -> tuple[list[Body], list[str]]:
        chosen = self._chosen(ask, means, notes)
        room = self.settings.number("search.max_bytes")
        bodies: list[Body] = []
        for at in chosen[: self.settings.number("search.top_k")]:
            note = notes.note(at)
            if note is None:
                continue
            room -= len(note.note.parts.body)
            if room < 0 and bodies:
                break  # the best one goes in, however long
            origin = self.origins.of(note.scope, note.name, note.data)
            text = Text(note.name, _plain(note.note.body), origin)
            bodies.append(Body(note.name, str(note.scope), partial(_given, text)))
        return bodies, [notes.name(at) for at in chosen[len(bodies) :]]

    def _chosen(self, ask: Ask, means: Means | None, notes: Notes) -> list[int]:
        """The notes that the query finds; without tools then the others, by name."""
        from memsync.retrieval.ranking.rank import MOST, rank

        strategy = self.settings.text("search.strategy")
        meaning = means.for_notes(strategy, notes) if means else None
        ranked = rank(ask.query, notes.corpus, strategy, MOST, meaning)
        least = self.settings.share("search.min_score")
        chosen = [at for at, score in ranked if score >= least]
        if not ask.tools and not least:
            found = set(chosen)
            chosen += [at for _, at in notes.names() if at not in found]
        return chosen

    def _body(self, store: Store, name: str) -> Text | None:
        from memsync.memory.note.frontmatter import split

        data = self._try(partial(store.live, name))
        if data is None:
            return None
        body = _plain(split(data).body.decode("utf-8", "replace"))
        return Text(name, body, self.origins.of(store.scope, name, data))

    def _log(self, store: Store, name: str) -> tuple[str, str]:
        data = self._try(partial(store.live, name)) or b""
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        return text.replace("\r\n", "\n"), self.origins.of(store.scope, name, data)

    def _try(self, read: Callable[[], bytes | None]) -> bytes | None:
        try:
            return read()
        # Deleted since it was listed.
        except FileNotFoundError:
            return None
        except (Refused, Broken) as error:
            self.warnings.append((error.message, error.hint))
            return None


def _has_logs(store: Store) -> bool:
    folder = store.memory.folder
    return (folder / "daily").is_dir() or (folder / "scratchpad").is_dir()


def _plain(body: str) -> str:
    return body.rstrip("\r\n")


def _given(text: Text) -> Text:
    return text
