"""Looking at a memory folder: what is sent, what stays here, and why.

Only regular files are read, never through a link, and a file that changes
while it is read is left for the next round. The lock of the memory
is held, so that memsync's own writes are seen whole.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.folder import agent_files as agents
from memsync.sync.folder import listing
from memsync.sync.folder.archived import list_versions
from memsync.sync.folder.reading import is_begun, stable, verdict
from memsync.sync.folder.snapshot import Kept, Rules, Snapshot
from memsync.sync.folder.stat_cache import Remembered, StatCache, Stays, Versions
from memsync.sync.merge.canonical import canonical
from memsync.sync.tree.layout import (
    INDEX_NAME,
    LINE_FILES,
    LOG_FOLDERS,
    MAX_BLOB,
    USER,
    Kind,
    agent_of,
    blob_id,
    file_of,
    note_path,
    place,
)
from memsync.sync.tree.names import twins, unportable
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from memsync.files.lock import Held, Memory
    from memsync.memory.note.records import MemoryFolder


_SYNOPSES = "learned/sessions/"


class _Found(NamedTuple):
    name: str
    path: str
    stat: os.stat_result


def take_snapshot(
    memory: MemoryFolder,
    old: StatCache,
    rules: Rules,
    now_ns: int,
    held: Held[Memory],  # noqa: ARG001 -- a proof
    synced: Callable[[], Collection[str]] = frozenset,
    home: str = USER,
) -> Snapshot:
    """Look at a whole memory and its archive, reading what changed since `old`.

    `now_ns` is a moment before, in nanoseconds since 1970. `synced` gives the
    names that are sent already; it is asked only where two names collide, or a
    note is empty since just now. `home` is the folder's place in the trees.
    Raises `OSError` when the folder cannot be listed: a listing cut short would
    look like deletions.
    """
    known = old.files if old.key == rules.key else {}
    snapshot = Snapshot(home)
    files: dict[str, Remembered] = {}
    same = old.key == rules.key
    litter: list[str] = []
    try:
        found = _listed(memory, home, litter)
    except FileNotFoundError:
        snapshot.missing = True
        found = []

    def is_new(name: str) -> bool:
        return name not in old.files and name not in synced()

    for name, path, stat in counted(found, "looking at notes"):
        remembered = known.get(name)
        word = listing.signature(stat, now_ns)
        if remembered is None or not word or remembered.signature != word:
            remembered = _read(
                _Found(name, path, stat), rules, snapshot, now_ns, is_new
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
    rivals = agents.rivals if memory.ending else _rivals
    _judge(files, rules, rivals(files.keys() | busy, synced), snapshot)
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
        if memory.ending and len(found) > agents.MOST:
            raise agents.too_many(folder)
    return found


def _found_as_before(before: Remembered | None, now: Remembered | None) -> bool:
    return before is not None and now is not None and before.finds_as(now)


def _read(
    found: _Found,
    rules: Rules,
    snapshot: Snapshot,
    now_ns: int,
    is_new: Callable[[str], bool],
) -> Remembered | None:
    """What a file holds; None while it is being written, or is gone by now."""
    name, path, stat = found
    of_agent = agent_of(snapshot.home) is not None
    if not of_agent and _is_stray(name):
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
    # Whoever opens a file for writing empties it first.
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
    if problem := agents.problem(name) if of_agent else _name_problem(name):
        return Remembered(word, oid, Stays("misnamed", problem))
    return Remembered(word, oid, _verdict(name, data, rules))


def _unread(reason: str = "") -> Remembered:
    return Remembered("", "", Stays("held", reason))


def _unreadable(stat: os.stat_result) -> str | None:
    import stat as modes

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
    """What its place, or the settings, keep out of this copy."""
    if not agent_of(home):
        if _is_stray(name):
            return Kept("", stray=True)
        if name.startswith(_SYNOPSES) and not rules.synopses:
            return Kept("")
    if rules.other_profile and name != INDEX_NAME and rules.other_profile(name):
        return Kept("", other_profile=True)
    if rules.exclude and _excluded(name, rules.exclude):
        return Kept("")
    return None


def _rivals(
    names: Collection[str], synced: Callable[[], Collection[str]]
) -> dict[str, str]:
    """Names that would share a file somewhere; seldom any, so seldom compared."""
    if all(n.isascii() and n == n.lower() for n in names if n != INDEX_NAME):
        return {}
    return twins([name for name in names if "/" not in name], synced)


def _excluded(name: str, globs: tuple[str, ...]) -> bool:
    from fnmatch import fnmatchcase

    return any(fnmatchcase(name, glob) for glob in globs)


def _is_stray(name: str) -> bool:
    folder = name.rpartition("/")[0]
    if not folder or folder in LOG_FOLDERS:
        return False
    return place(note_path(USER, name)).kind not in (Kind.LOG, Kind.LINES)


def _name_problem(name: str) -> str | None:
    if name == INDEX_NAME or name in LINE_FILES:
        return None
    folder, _, last = name.rpartition("/")
    if folder and last == INDEX_NAME:
        reason: str | None = "it is the memory index's name"
    else:
        reason = unportable(last)
    if reason is None:
        return None
    from memsync.memory.note.names import slug

    return f"{reason}; as '{slug(last)}.md' it would be sent"
