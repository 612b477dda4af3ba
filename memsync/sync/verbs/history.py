"""The mirror's history, as people see it, read with GitPython.

Importing this module loads GitPython. That takes 80 ms, and GitPython reads the
process's own environment, so `git_child.leave_repository` has to clean it first. No
round, hook or server imports this module.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

import git

from memsync.errors import Broken
from memsync.sync.mirror.transport import OWN_BARE
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.commit import is_merge, machine_name, parse_commit
from memsync.sync.tree.layout import (
    ARCHIVE_FOLDER,
    USER,
    Kind,
    label,
    note_path,
    place,
    unlabel,
)
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from memsync.paths import Places

_TIME = "%Y-%m-%dT%H:%M:%SZ"


RoundKind = Literal["saved", "merged", "foreign"]


class Round(NamedTuple):
    """One commit of the mirror."""

    head: str
    """The commit's id."""
    time: str
    """ISO 8601, UTC."""
    machine: str
    """Eight hex digits; the author's name for a commit that memsync did not make."""
    kind: RoundKind
    """`foreign` for a commit that memsync did not make."""
    notes: list[str]
    """The labels of the notes and logs that it changed; `MEMORY` among them."""
    archived: list[str]
    """Ids of the versions that it archived."""
    deleted: list[str]
    """Those of `notes` that it deleted."""
    called: str = ""
    """The machine's name from the commit; empty if the commit has none."""


class PastVersion(NamedTuple):
    """A version of a note in the mirror's history."""

    commit: str
    time: str
    """When it was saved; ISO 8601, UTC."""
    oid: str
    """The id of its blob."""
    data: bytes


def rounds(
    places: Places, name: str | None, limit: int, profile: str = ""
) -> list[Round]:
    """The newest `limit` rounds, newest first; none without a history.

    With `name`, a note's label, only the rounds that changed it or its archived
    versions, and of each round only those changes.
    """
    mirror = state_folder_of(places, profile).mirror
    repository = _opened(mirror)
    if repository is None or not limit:
        return []
    paths = [] if name is None else note_paths(name)
    with repository, _naming_damage(mirror):
        told = repository.git.log(*ROUNDS, f"-n{limit}", "--", *paths)
        return [
            _round(repository.commit(oid), changed) for oid, changed in _logged(told)
        ]


def note_paths(name: str) -> list[str]:
    """The paths in the trees of a note, by its label, and of its archived versions."""
    home, own = unlabel(name)
    return [note_path(home, own), f"{home}/{ARCHIVE_FOLDER}/{own}"]


# The arguments of `git log` for `rounds`; a merge shows what differs from all parents.
ROUNDS = (
    "main",
    # --full-history: git would otherwise skip the side whose version lost a merge.
    *("--full-history", "--root", "--raw", "-c", "--no-abbrev", "--no-renames", "-z"),
    "--format=commit %H",
)


def _logged(told: str) -> Iterator[tuple[str, dict[str, bool]]]:
    """Each commit, and for each path that it changed whether it has a file there."""
    for commit, found in logged(told):
        yield commit, {path: bool(int(oids[-1], 16)) for path, oids in found.items()}


def logged(told: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Each commit in the output of `git log` for `ROUNDS`, and the paths it changed.

    Each path comes with the id of its blob in every parent, then in the commit
    itself; only zeros mean that there is none.
    """
    commit = ""
    changed: dict[str, list[str]] = {}
    fields = iter(told.replace("\n", "\0").split("\0"))
    for field in fields:
        if field.startswith("commit "):
            if commit:
                yield commit, changed
            commit, changed = field.partition(" ")[2], {}
        elif field.startswith(":"):
            modes = field.count(":") + 1
            changed[next(fields)] = field.split(" ")[modes:-1]
    if commit:
        yield commit, changed


def versions(mirror: Path, name: str) -> list[PastVersion]:
    """Every version of a note that a mirror's history holds, newest first.

    `name` is the note's label (`memsync.sync.tree.layout.label`). A version that
    several commits brought is listed once, with the newest of them.
    """
    found: dict[str, PastVersion] = {}
    path = note_path(*unlabel(name))
    with _naming_damage(mirror):
        for commit in _commits(mirror, name, None):
            try:
                blob = commit.tree / path
            except KeyError:
                continue  # this commit removed the note
            if blob.hexsha not in found:
                data = blob.data_stream.read()
                found[blob.hexsha] = PastVersion(
                    commit.hexsha, _time(commit), blob.hexsha, data
                )
    return list(found.values())


def all_versions(mirror: Path) -> dict[str, list[PastVersion]]:
    """As `versions`, for every note of the user memory, with one call of `git log`."""
    found: dict[str, dict[str, PastVersion]] = {}
    repository = _opened(mirror)
    if repository is None:
        return {}
    with repository, _naming_damage(mirror):
        for change in changes(repository.git.log(*CHANGES)):
            name, oid = user_note(change.path), change.oid
            known = found.setdefault(name, {})
            if name and oid not in known:
                data = repository.odb.stream(bytes.fromhex(oid)).read()
                known[oid] = PastVersion(change.commit, change.time, oid, data)
    return {name: list(known.values()) for name, known in found.items() if known}


class Change(NamedTuple):
    """A blob that a commit of main added."""

    commit: str
    time: str
    """The committer's time: ISO 8601, UTC."""
    path: str
    oid: str
    before: str
    """The blob at the path in a parent; only zeros for none."""


# The arguments of `git log` for `changes`.
CHANGES = (
    "main",
    *("--full-history", "--raw", "--no-abbrev", "--no-renames", "-m", "-z"),
    "--format=commit %H %ct",
)


def changes(told: str) -> Iterator[Change]:
    """The blobs in the output of `git log` for `CHANGES`, the newest commit first."""
    commit = moment = ""
    fields = iter(told.replace("\n", "\0").split("\0"))
    for field in fields:
        words = field.split(" ")
        if words[0] == "commit":
            commit = words[1]
            moment = datetime.fromtimestamp(int(words[2]), UTC).strftime(_TIME)
        elif field.startswith(":"):
            path, before, oid = next(fields), words[2], words[3]
            if int(oid, 16):  # only zeros: the commit removed it
                yield Change(commit, moment, path, oid, before)


def user_note(path: str) -> str:
    """The name of the user memory's note at a path in the trees; empty for others."""
    found = place(path)
    return found.name if found.home == USER and found.kind is Kind.NOTE else ""


@contextmanager
def _naming_damage(mirror: Path) -> Iterator[None]:
    """Raise `Broken` for what GitPython says of an object that is damaged or gone."""
    try:
        yield
    except (git.GitError, git.ODBError, ValueError) as error:
        said = error.stderr if isinstance(error, git.GitCommandError) else str(error)
        why = said.strip(" \n'").rpartition("\n")[2]
        if oid := re.search(r"[0-9a-f]{40}", why):
            why = f"object {oid[0][:12]} is damaged or missing"
        raise Broken(
            f"the history in '{mirror}' cannot be read: {printable(why)}",
            hint="`memsync sync verify` looks for damage, `memsync sync` repairs it",
            word="mirror-damaged",
        ) from None


def _opened(folder: Path) -> git.Repo | None:
    """The repository in a folder; None if there is none, or it has no main."""
    try:
        repository = git.Repo(folder)
    except (git.NoSuchPathError, git.InvalidGitRepositoryError):
        return None
    repository.git.set_persistent_git_options(c=OWN_BARE)
    return repository if "main" in repository.heads else None


def _commits(mirror: Path, name: str | None, limit: int | None) -> Iterator[git.Commit]:
    repository = _opened(mirror)
    if repository is None:
        return
    with repository:
        paths = [] if name is None else [note_path(*unlabel(name))]
        # full_history: git would otherwise skip merges that chose one of two versions.
        found = repository.iter_commits("main", paths=paths, full_history=True)
        yield from islice(found, limit)


def _time(commit: git.Commit) -> str:
    return datetime.fromtimestamp(commit.committed_date, UTC).strftime(_TIME)


def _round(commit: git.Commit, changed: Mapping[str, bool]) -> Round:
    read = parse_commit(commit.data_stream.read())
    kind: RoundKind
    if read.clock is None:
        kind, machine = "foreign", commit.author.name or ""
    else:
        kind = "merged" if is_merge(read.message) else "saved"
        machine = read.clock.machine
    return Round(
        commit.hexsha,
        _time(commit),
        machine,
        kind,
        *grouped(changed),
        called=machine_name(read.message),
    )


def grouped(changed: Mapping[str, bool]) -> tuple[list[str], list[str], list[str]]:
    """The labels of notes and logs, the ids of archived versions, the deleted labels.

    `changed` maps each path to whether the commit has a file there. All sorted.
    """
    notes: set[str] = set()
    archived: set[str] = set()
    gone: set[str] = set()
    for path, there in changed.items():
        kind = place(path).kind
        if kind is Kind.ARCHIVED:
            archived.add(label(path).replace(f"{ARCHIVE_FOLDER}/", "", 1))
        elif kind in (Kind.NOTE, Kind.INDEX, Kind.LOG):
            notes.add(label(path))
            if not there:
                gone.add(label(path))
    return sorted(notes), sorted(archived), sorted(gone)
