"""The decisions about proposals, on this machine and on others.

Each decision is a line of `learned/decided` in the memory that it is about, and a
digest in the data folder of this machine. The digests are the source of the lines. If a
memory does not exist yet, or moves to another vault, whose id is the key of the lines,
the next command writes its lines from the digests. A line that was written and has
disappeared was cleared, here or elsewhere, and is not written again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, get_args

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.files.lock import hold
from memsync.learn.proposals.line_key import key_of
from memsync.memory.files import decided
from memsync.memory.files.decided import Kind
from memsync.memory.note.names import Scope
from memsync.sessions.projects import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.learn.proposals.place import Place
    from memsync.memory.store.store import Store

_FILE = "decisions.json"
# The most bytes; each decision takes some hundred.
_LARGEST = 1 << 26

# The kinds that `learn clear` forgets; it keeps which texts learning wrote.
_FORGOTTEN: tuple[Kind, ...] = ("rejected", "restored", "consolidated")
_COUNTED: tuple[Kind, ...] = ("rejected", "consolidated")
_CLEARED = b"cleared "


class _Row(NamedTuple):
    """One decision in this machine's own record."""

    kind: Kind
    what: str
    scope: str
    root: str | None
    identity: str | None
    """The identity of the repository; None for both in the user scope."""
    line: str = ""
    """The line that was written; empty while there is no memory."""


class Decisions:
    """The decisions that apply in one place. Reading takes no lock."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._file = place.folder / _FILE
        self._rows = _load(self._file)
        self._keys = {scope: key_of(place, scope) for scope in Scope}
        self._lines = {
            store.scope: decided.load(store.memory) for store in self._memories()
        }

    def has(self, kind: Kind, what: str) -> bool:
        """Whether this was decided, on any machine."""
        if any(
            decided.line(self._keys[scope].data, kind, what) in lines
            for scope, lines in self._lines.items()
        ):
            return True
        return any(
            not row.line or row.line.encode() in self._lines.get(Scope(row.scope), ())
            for row in self._rows
            if row.kind == kind and row.what == what and self._is_here(row)
        )

    def add(self, kind: Kind, whats: Iterable[str], scope: Scope) -> None:
        """Record a decision durably for the memory of a scope. Raises `OSError`."""
        project = self._place.project
        of = Project(None, None) if scope is Scope.USER else project
        new = [
            _Row(kind, what, str(scope), *of)
            for what in whats
            if not self.has(kind, what)
        ]
        if new:
            self._change(lambda rows: [*rows, *new])

    def is_rejected(self, what: str) -> bool:
        """Whether this was rejected, and the rejection was not taken back later."""
        return bool(self._rejections(what)[0])

    def reject(self, whats: Iterable[str], scope: Scope) -> None:
        """Record one more rejection, like `add`."""
        again = (_nth(what, self._rejections(what)[1]) for what in whats)
        self.add("rejected", again, scope)

    def restore(self, whats: Iterable[str], scope: Scope) -> None:
        """Take back all rejections of this that are known here, like `add`.

        A rejection that another machine records at the same time stays.
        """
        standing = ((what, self._rejections(what)[0]) for what in whats)
        again = (_nth(what, number) for what, numbers in standing for number in numbers)
        self.add("restored", again, scope)

    def _rejections(self, what: str) -> tuple[list[int], int]:
        """The numbers of the rejections that still apply, and the next free number.

        Lines are only ever added, so that the decisions of two machines merge as sets.
        """
        standing, number = [], 1
        while True:
            rejected = self.has("rejected", _nth(what, number))
            restored = self.has("restored", _nth(what, number))
            if rejected and not restored:
                standing.append(number)
            elif not rejected and not restored:
                return standing, number
            number += 1

    def settle(self) -> None:
        """Write lines that could not be written before, or that need a new key.

        The key is new if the memory belongs to another vault now. Raises `OSError`.
        """
        if any(self._is_due(row) for row in self._rows):
            self._change(lambda rows: rows)

    def _is_due(self, row: _Row) -> bool:
        scope = Scope(row.scope)
        if scope not in self._lines or not self._is_here(row):
            return False
        key = self._keys[scope]
        made = decided.line(key.data, row.kind, row.what).decode()
        lost = row.line.encode() not in self._lines[scope]
        return not row.line or lost or (key.vault and row.line != made)

    def count(self) -> int:
        """How many decisions `forget` would forget."""
        written = sum(len(_of_kinds(ls, _COUNTED)) for ls in self._lines.values())
        return written + sum(
            row.kind in _COUNTED and not row.line for row in self._rows
        )

    def forget(self, now: Now) -> int:
        """Forget rejections and read sessions, here and with the next sync elsewhere.

        Returns how many decisions that were. Raises `OSError`.
        """
        gone = self.count()
        self._make_keys()
        for store in self._memories():
            with store.locked("learn clear") as locked:
                lines = decided.load(store.memory)
                gone_lines = _of_kinds(lines, _FORGOTTEN)
                if gone_lines:
                    key, when = self._keys[store.scope].data, now.utc.isoformat()
                    before = [each for each in lines if each.startswith(_CLEARED)]
                    cleared = decided.line(key, "cleared", when)
                    gone_lines += before
                    decided.change(store.memory, locked.held, [cleared], gone_lines)
        self._change(lambda rows: [r for r in rows if r.kind not in _FORGOTTEN])
        return gone

    def _make_keys(self) -> None:
        for scope in Scope:
            self._keys[scope] = key_of(self._place, scope, make=True)

    def _memories(self) -> Iterable[Store]:
        found = (self._place.learned(scope) for scope in Scope)
        return [store for store in found if store is not None]

    def _is_here(self, row: _Row) -> bool:
        """Whether a decision is about a memory of this place."""
        of = Project(row.root, row.identity)
        return row.scope == Scope.USER or self._place.is_here(of)

    def _change(self, change: Callable[[list[_Row]], list[_Row]]) -> None:
        with hold(self._file.with_suffix(".lock"), what="learn"):
            self._make_keys()
            before = _load(self._file)
            rows = self._settled(change(before))
            if rows != before:
                _save(self._file, rows)
        self._rows = rows
        self._lines = {
            store.scope: decided.load(store.memory) for store in self._memories()
        }

    def _settled(self, rows: Iterable[_Row]) -> list[_Row]:
        """The rows with their present lines, which are also written."""
        rows = list(dict.fromkeys(rows))
        for store in self._memories():
            key = self._keys[store.scope]
            lines = decided.load(store.memory)
            there = decided.exists(store.memory)
            added: list[bytes] = []
            removed: list[bytes] = []
            settled = []
            for row in rows:
                made = decided.line(key.data, row.kind, row.what)
                old = row.line.encode()
                is_right = old in lines and (old == made or not key.vault)
                if row.scope != store.scope or not self._is_here(row) or is_right:
                    settled.append(row)
                elif old in lines or not old or not there:
                    # The vault or the line is new, or the file was lost.
                    added.append(made)
                    removed.append(old)
                    settled.append(row._replace(line=made.decode()))
            rows = settled
            if added:
                with store.locked("learn") as locked:
                    decided.change(store.memory, locked.held, added, removed)
        return rows


def _of_kinds(lines: Iterable[bytes], kinds: Collection[str]) -> list[bytes]:
    return [each for each in lines if each.decode().partition(" ")[0] in kinds]


def _nth(what: str, number: int) -> str:
    """The text to digest for the n-th rejection; each restore raises the number."""
    return what if number == 1 else f"{what} {number}"


def _load(file: Path) -> list[_Row]:
    try:
        read = json.loads(atomic.read_regular(file, limit=_LARGEST))
        return [
            _Row(kind, str(what), str(Scope(scope)), root, identity, str(line))
            for kind, what, scope, root, identity, line in read
            if kind in get_args(Kind)
        ]
    # A missing or damaged file counts as empty: at worst, learning proposes a rejected
    # fact again.
    except (OSError, MemsyncError, ValueError, TypeError, RecursionError):
        return []


def _save(file: Path, rows: Iterable[_Row]) -> None:
    data = "".join(f",\n{json.dumps(row)}" for row in rows)
    atomic.write(file, f"[{data[1:]}\n]\n".encode(), mode=0o600)
