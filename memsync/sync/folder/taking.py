"""Look at a memory folder: what is sent, what stays here, and why.

Only regular files are read, never through a link, and a file that changes
while it is read is left for the next round. memsync's own writes are complete,
since the lock of the memory is held.
"""

from __future__ import annotations

import os
import stat as modes
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.sync.folder import listing, naming
from memsync.sync.folder.archived import list_versions
from memsync.sync.folder.reading import is_begun, stable, verdict
from memsync.sync.folder.snapshot import Kept, Rules, Snapshot
from memsync.sync.folder.stat_cache import Remembered, StatCache, Stays, Versions, load
from memsync.sync.merge.canonical import canonical
from memsync.sync.tree.layout import (
    INDEX_NAME,
    LINE_FILES,
    MAX_BLOB,
    agent_of,
    blob_id,
    file_of,
    note_path,
    place,
)
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from memsync.files.lock import Held, Memory
    from memsync.memory.note.records import MemoryFolder
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.state.state import State


_SYNOPSES = "learned/sessions/"

# The most files of an agent's folder; one with more is probably not a memory.
_MOST = 10_000


class _Found(NamedTuple):
    name: str
    path: str
    stat: os.stat_result


def take_snapshot(
    home: Home,
    state: State,
    now_ms: int,
    held: Held[Memory],  # noqa: ARG001 -- a proof
    *,
    old: StatCache | None = None,
    synced: Callable[[], Collection[str]] = frozenset,
) -> Snapshot:
    """Look at a whole memory and its archive, reading what changed since `old`.

    `old` is what the last round remembered, loaded if it is not given; `now_ms`
    is a moment before, in milliseconds since 1970. `synced` gives the names that are
    sent already; it is asked only where two names collide, or a note is empty since
    just now. Raises `OSError` when the folder cannot be listed: a listing cut short
    would look like deletions.
    """
    memory, rules = home.memory, home.rules(state)
    now_ns = now_ms * 1_000_000
    if old is None:
        old = load(home.stat_file)
    known = old.files if old.key == rules.key else {}
    snapshot = Snapshot(home.path)
    files: dict[str, Remembered] = {}
    same = old.key == rules.key
    litter: list[str] = []
    try:
        found = _listed(memory, home.path, litter)
    except FileNotFoundError:
        snapshot.missing = True
        found = []

    def is_new(name: str) -> bool:
        return name not in old.files and name not in synced()

    def was_sent(name: str) -> bool:
        return name in synced()

    for name, path, stat in counted(found, "looking at notes"):
        remembered = known.get(name)
        word = listing.signature(stat, now_ns)
        if remembered is None or not word or remembered.signature != word:
            remembered = _read(
                *(_Found(name, path, stat), rules, snapshot, now_ns),
                is_new=is_new,
                was_sent=was_sent,
            )
            same = same and _found_as_before(known.get(name), remembered)
        if remembered is not None:
            files[name] = remembered
    snapshot.litter = bool(litter)
    snapshot.unchanged = same and files.keys() == known.keys()
    versions: dict[str, Versions] = {}
    if not memory.ending:  # no command but a round archives a version of an agent's
        versions, snapshot.replaced = list_versions(memory.archive, old, now_ns)
    snapshot.cache = StatCache(rules.key, "", files, versions)
    busy = {place(path).name for path in snapshot.busy}
    rivals = naming.rivals(home.path, files.keys() | busy, synced)
    _judge(files, rules, rivals, snapshot)
    return snapshot


def _listed(memory: MemoryFolder, home: str, litter: list[str]) -> list[_Found]:
    folder = os.fspath(memory.folder)
    if memory.ending:
        listed = listing.agent_files(folder, memory.ending, memory.apart, litter)
    else:
        listed = listing.notes(folder, litter=litter)
    found = []
    for name, entry in listed:
        path = f"{folder}/{file_of(home, name)}"
        found.append(_Found(name, path, entry.stat(follow_symlinks=False)))
        if memory.ending and len(found) > _MOST:
            raise Broken(
                f"'{folder}' holds more than {_MOST} files, and is left as it is",
                hint="`memsync sync remove --agent NAME` ends its syncing",
                word="file",
            )
    return found


def _found_as_before(before: Remembered | None, now: Remembered | None) -> bool:
    return before is not None and now is not None and before.finds_as(now)


def _read(
    found: _Found,
    rules: Rules,
    snapshot: Snapshot,
    now_ns: int,
    *,
    is_new: Callable[[str], bool],
    was_sent: Callable[[str], bool],
) -> Remembered | None:
    """What a file holds; None while it is being written, or if it is gone."""
    name, path, stat = found
    of_agent = agent_of(snapshot.home) is not None
    # An agent's folder may hold other things than notes. What was a note, though, and
    # is a link now, needs a person.
    other = of_agent and not modes.S_ISREG(stat.st_mode) and not was_sent(name)
    if other or naming.is_stray(snapshot.home, name):
        return _unread()
    if problem := _unreadable(stat):
        return _unread(problem)
    try:
        read = stable(path, now_ns, MAX_BLOB)
    except FileNotFoundError:
        # Deleted since it was listed: the next round sees that.
        read = None
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        return _unread(f"it cannot be read: {reason}")
    # A program that opens a file for writing empties it first, so wait a round.
    if read == (b"", "") and not is_new(name):
        read = None
    if of_agent and read and not read[1] and is_begun(read[0]):
        read = None
    if read is None:
        snapshot.busy.add(note_path(snapshot.home, name))
        return None
    data, word = read
    data = canonical(data)
    oid = blob_id(data)
    snapshot.data[oid] = data
    if problem := naming.problem(snapshot.home, name):
        return Remembered(word, oid, Stays("misnamed", problem))
    return Remembered(word, oid, _verdict(name, data, rules))


def _unread(reason: str = "") -> Remembered:
    return Remembered("", "", Stays("held", reason))


def _unreadable(stat: os.stat_result) -> str | None:
    if modes.S_ISLNK(stat.st_mode):
        return "it is a symlink"
    if not modes.S_ISREG(stat.st_mode):
        return "it is not a regular file"
    return f"it is larger than {MAX_BLOB >> 20} MB" if stat.st_size > MAX_BLOB else None


def may_leave(name: str, data: bytes, rules: Rules) -> bool:
    """Whether these bytes of a note may be sent."""
    return _verdict(name, data, rules) is None


def _verdict(name: str, data: bytes, rules: Rules) -> Stays | None:
    may_choose = name != INDEX_NAME and name not in LINE_FILES
    return verdict(data, rules.findings, may_choose=may_choose)


def _judge(
    files: Mapping[str, Remembered],
    rules: Rules,
    rivals: Mapping[str, str],
    snapshot: Snapshot,
) -> None:
    for name, found in files.items():
        if found.oid:
            snapshot.disk[file_of(snapshot.home, name)] = found.oid
        kept = _away(snapshot.home, name, rules) or _kept(name, found, rules)
        if kept is None and name in rivals:
            kept = Kept(f"its name collides with '{rivals[name]}' on some machines")
        if kept is None:
            snapshot.sent[note_path(snapshot.home, name)] = found.oid
        else:
            snapshot.kept[name] = kept


def _kept(name: str, found: Remembered, rules: Rules) -> Kept | None:
    if found.stays is None:
        return None
    match found.stays.why:
        case "private":
            return Kept("")
        case "misnamed":
            return Kept(found.stays.reason)
        case "held":
            if found.oid and rules.released.get(name) == found.oid:
                return None
            return Kept(found.stays.reason, found.oid or None)


def _away(home: str, name: str, rules: Rules) -> Kept | None:
    """Why its place or the settings keep it out of this copy."""
    if naming.is_stray(home, name):
        return Kept("", stray=True)
    if name.startswith(_SYNOPSES) and not rules.synopses and not agent_of(home):
        return Kept("")
    if rules.other_profile and name != INDEX_NAME and rules.other_profile(name):
        return Kept("", other_profile=True)
    if rules.exclude and _excluded(name, rules.exclude):
        return Kept("")
    return None


def _excluded(name: str, globs: tuple[str, ...]) -> bool:
    from fnmatch import fnmatchcase

    return any(fnmatchcase(name, glob) for glob in globs)
