"""The history of an encrypted mirror, decrypted; see `history` for unencrypted ones."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memsync.sync.mirror.bare import BareMirror
from memsync.sync.tree.commit import is_merge, machine_name
from memsync.sync.tree.layout import note_path, unlabel
from memsync.sync.verbs.history import (
    CHANGES,
    ROUNDS,
    PastVersion,
    Round,
    changes,
    grouped,
    logged,
    note_paths,
    user_note,
)
from memsync.sync.verbs.opened import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.sealed.mirror import SealedMirror
    from memsync.sync.tree.commit import Commit
    from memsync.sync.verbs.history import RoundKind

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def rounds(
    places: Places, settings: Settings, name: str | None, limit: int
) -> list[Round]:
    """As `history.rounds`. Raises `KeyTrouble` without a key."""
    found: list[Round] = []
    for mirror in _opened(places, settings):
        wanted = None if name is None else tuple(note_paths(name))
        changes = _changes_of(mirror)
        for oid, commit in _commits(mirror):
            if len(found) == limit:
                break
            changed = {
                path: there
                for path, there in changes.get(oid, {}).items()
                if wanted is None
                or path == wanted[0]
                or path.startswith(f"{wanted[1]}/")
            }
            if changed:
                found.append(_round(oid, commit, changed))
    return found


def versions(places: Places, settings: Settings, name: str) -> list[PastVersion]:
    """As `history.versions`. Raises `KeyTrouble` without a key."""
    for mirror in _opened(places, settings):
        return versions_in(mirror, name)
    return []


def versions_in(mirror: SealedMirror, name: str) -> list[PastVersion]:
    """As `versions`, for a mirror that is open and has a main."""
    path = note_path(*unlabel(name))
    return _collected(mirror, lambda found: name if found == path else "").get(name, [])


def all_versions(places: Places, settings: Settings) -> dict[str, list[PastVersion]]:
    """As `history.all_versions`. Raises `KeyTrouble` without a key."""
    for mirror in _opened(places, settings):
        return all_versions_in(mirror)
    return {}


def all_versions_in(mirror: SealedMirror) -> dict[str, list[PastVersion]]:
    """As `all_versions`, for a mirror that is open and has a main."""
    return _collected(mirror, user_note)


def _collected(
    mirror: SealedMirror, named: Callable[[str], str]
) -> dict[str, list[PastVersion]]:
    """The versions of each note, by name; `named` returns a path's name or nothing.

    Each version comes with the newest commit that added it, so that it always has
    the same id. A text that was only encrypted again with another key is not
    another version.
    """
    assert isinstance(mirror.inner, BareMirror)  # noqa: S101 -- only those are opened
    files = mirror.files_ever()
    brought: dict[str, list[tuple[str, str]]] = {}
    told = mirror.inner.git.run("log", *CHANGES).decode("utf-8", "replace")
    for change in changes(told):
        file, before = files.get(change.oid), files.get(change.before)
        if file is None or (before is not None and before.plain == file.plain):
            continue
        if name := named(file.path):
            brought.setdefault(change.commit, []).append((name, file.plain))
    texts = mirror.blobs({oid for each in brought.values() for _, oid in each})
    found: dict[str, dict[str, PastVersion]] = {}
    for commit, read in _commits(mirror):
        for name, oid in brought.get(commit, ()):
            past = PastVersion(commit, _time(read), oid, texts[oid])
            found.setdefault(name, {}).setdefault(oid, past)
    return {name: list(known.values()) for name, known in found.items()}


def _opened(places: Places, settings: Settings) -> Iterator[SealedMirror]:
    """Yield the mirror with the round's lock held, or nothing if it has no main."""
    with opened(places, settings, "sync log") as mirror:
        if mirror is not None:
            yield mirror


def _commits(mirror: SealedMirror) -> list[tuple[str, Commit]]:
    """The commits of main, the newest clock first."""
    read = mirror.commits(mirror.between(mirror.tip() or "", []))
    return sorted(read.items(), key=lambda item: (item[1].clock, item), reverse=True)


def _changes_of(mirror: SealedMirror) -> dict[str, dict[str, bool]]:
    """For each commit, the paths that differ from all parents.

    Each path comes with whether the commit has a file there. A file that was only
    encrypted again with another key did not change.
    """
    assert isinstance(mirror.inner, BareMirror)  # noqa: S101 -- only those are opened
    files = mirror.files_ever()
    found: dict[str, dict[str, bool]] = {}
    told = mirror.inner.git.run("log", *ROUNDS).decode("utf-8", "replace")
    for commit, places in logged(told):
        changed = found.setdefault(commit, {})
        for oids in places.values():
            *past, now = [files.get(oid) for oid in oids]
            known = now or next(filter(None, past), None)
            if (
                known
                and all(now != old for old in past)
                and not (now and any(old and old.plain == now.plain for old in past))
            ):
                changed[known.path] = now is not None
    return found


def _time(commit: Commit) -> str:
    seconds = commit.clock.seconds if commit.clock else commit.seconds
    return datetime.fromtimestamp(seconds, UTC).strftime(_TIME)


def _round(oid: str, commit: Commit, changed: Mapping[str, bool]) -> Round:
    kind: RoundKind = "merged" if is_merge(commit.message) else "saved"
    machine = commit.clock.machine if commit.clock else ""
    called = machine_name(commit.message)
    return Round(oid, _time(commit), machine, kind, *grouped(changed), called=called)
