"""Where `archive` finds versions: each memory's archive, and the mirror's history."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from memsync.cli.shared import notes
from memsync.cli.shared.agent_memory import Which, agent_store, name_in
from memsync.errors import KeyTrouble, MemsyncError, NotFound
from memsync.files.atomic import read_regular
from memsync.memory.archive.archive import Version, digest_of
from memsync.memory.archive.version_id import VersionId
from memsync.memory.note.names import MEMORY_INDEX_NAME, Scope
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.sync.verbs.history import PastVersion


# A short id such as `port@1`: the first version before the live one.
_NUMBERED = re.compile(r"(?P<name>[^@]+)@(?P<number>[1-9][0-9]{0,8})")


class Past(NamedTuple):
    """A version that is not live, and the memory it belongs to."""

    store: Store
    version: Version
    text: bytes | None = None
    """Its bytes, where only the mirror's history has them."""
    behind: bool = False
    """Whether it is of the private memory that was where a team's is now."""

    def read(self) -> bytes:
        """Its bytes."""
        return read_regular(self.version.path) if self.text is None else self.text


def stores(
    session: Session,
    scope: str | None,
    which: Which | None = None,
    *,
    running: str = "",
) -> list[Store]:
    """The memories with an archive to look into, also one whose notes vanished.

    With `which` that agent's own folder, if it is synced here; raises `NotFound`.
    Prints no warning that suggests the command `running`.
    """
    if which is not None:
        return [agent_store(session, which.agent, which.scope)]
    from memsync.workspace.open import archived_stores

    wanted = Scope.parse(scope) if scope else None
    opened = notes.opened(session, running)
    found = archived_stores(session.cwd, session.places, opened)
    found += [opened.beside] if opened.beside is not None else []
    return [store for store in found if wanted in (None, store.scope)]


def behind(session: Session, scope: str | None = None) -> list[Store]:
    """The private memory that was where a team's is now, if it has an archive."""
    from memsync.workspace.open import open_for_reading, private_behind

    if scope not in (None, Scope.WORKSPACE):
        return []
    private = private_behind(open_for_reading(session.cwd, session.places, None))
    return [private] if private is not None else []


def versions(
    session: Session, name: str | None, scope: str | None, which: Which | None = None
) -> list[Past]:
    """The versions that are not live, the newest first.

    Those that only the mirror's history has are among them, and those of a private
    memory that was where a team's is now.
    """
    found: list[Past] = []
    for store in stores(session, scope, which):
        own = name_in(store, name) if name else name
        stored = [Past(store, version) for version in store.archived(own)]
        found += stored
        known = {(past.version.name, past.version.digest) for past in stored}
        found += _from_history(session, store, own, known)
    for store in behind(session, scope) if which is None else ():
        found += [Past(store, v, behind=True) for v in store.archived(name)]
    return sorted(found, key=lambda past: past.version.time, reverse=True)


def find(session: Session, id_: str, which: Which | None = None) -> Past:
    """The version with this id, beginning of an id, or number such as `port@1`.

    Raises `NotFound`, and `BadUsage` when several begin so.
    """
    missing: NotFound | None = None
    if (number := _NUMBERED.fullmatch(id_)) is not None:
        found = _numbered(session, number["name"], int(number["number"]), which)
        if found is not None:
            return found
    looked_in = stores(session, None, which)
    private = behind(session) if which is None else []
    name = id_.partition("/")[0] if "/" in id_ else None
    if which is not None and name is not None:
        name = id_.rpartition("/")[0]
    for store in (*looked_in, *private):
        # What begins so and is not live comes before what is live as well.
        begun = [v for v in store.archived(name) if v.id.startswith(id_)] if id_ else []
        if len(begun) == 1:
            return Past(store, begun[0], behind=store in private)
        try:
            return Past(store, store.archive.find(id_), behind=store in private)
        except NotFound as error:
            missing = error
    for store in looked_in:
        for past in _from_history(session, store, name, set()):
            if past.version.id.startswith(id_):
                return past
    raise missing or _no_archive(session)


def _no_archive(session: Session) -> NotFound:
    from memsync.workspace.open import makes

    return NotFound(
        "there is no memory here, so there is no archive",
        hint=makes(notes.opened(session), Scope.WORKSPACE),
    )


def newest(session: Session, which: Which | None = None) -> Past | None:
    """The version that was replaced or removed last; never one of a memory index."""
    found = [
        past
        for past in versions(session, None, None, which)
        # What was private may be restored by its id alone: git would commit it.
        if past.version.name != MEMORY_INDEX_NAME and not past.behind
    ]
    return max(found, key=_when, default=None)


def short_ids(found: list[Past]) -> dict[tuple[Scope, str], str]:
    """The short id of each of these versions that has one, by scope and id.

    `found` is all there is of the notes in it. `port@1` is the version before the
    live one; where both memories have versions of a note, it is the workspace's. None
    is of a memory that a team's has replaced.
    """
    of_note: dict[str, list[Past]] = {}
    for past in sorted((p for p in found if not p.behind), key=_when, reverse=True):
        of_note.setdefault(past.version.name, []).append(past)
    short: dict[tuple[Scope, str], str] = {}
    for name, all_of_it in of_note.items():
        scopes = {past.store.scope for past in all_of_it}
        scope = Scope.WORKSPACE if Scope.WORKSPACE in scopes else Scope.USER
        own = [past for past in all_of_it if past.store.scope is scope]
        for number, past in enumerate(own, 1):
            short[scope, past.version.id] = f"{name}@{number}"
    return short


def _numbered(
    session: Session, name: str, number: int, which: Which | None
) -> Past | None:
    """The version with this number; None for a note that has none at all."""
    found = [p for p in versions(session, name, None, which) if not p.behind]
    short = short_ids(found)
    name = found[0].version.name if found else name
    wanted = f"{name}@{number}"
    for past in found:
        if short.get((past.store.scope, past.version.id)) == wanted:
            return past
    if not found:
        return None
    last = len(short)
    versions_ = "1 earlier version" if last == 1 else f"{last} earlier versions"
    raise NotFound(
        f"'{printable(name)}' has {versions_}, so none is {wanted}",
        hint=f"the newest is {name}@1; see `memsync archive list {name}`",
        word="no-such-version",
    )


def _when(past: Past) -> tuple[str, int]:
    return past.version.replaced


def _from_history(
    session: Session, store: Store, name: str | None, known: set[tuple[str, str]]
) -> Iterator[Past]:
    from memsync.sync.merge.canonical import canonical
    from memsync.sync.sealed.aside import ENCRYPTED, PLAIN, former_mirrors
    from memsync.sync.state.state import state_folder_of

    home, profile = _synced_as(session, store, name)
    state_folder = state_folder_of(session.places, profile)
    if home is None:
        return
    former = [
        *former_mirrors(state_folder, PLAIN),
        *former_mirrors(state_folder, ENCRYPTED),
    ]
    for mirror in (state_folder.mirror, *former):
        if not mirror.is_dir():
            continue
        for each, versions in _in_history(session, home, name, mirror).items():
            try:
                live = store.live(each)
            except MemsyncError:
                live = None
            live = live and canonical(live)
            for past in versions:
                digest = digest_of(past.data)
                if (each, digest) not in known and past.data != live:
                    known.add((each, digest))
                    saved = datetime.fromisoformat(past.time)
                    key = VersionId.saved(each, saved, digest)
                    replaced = (key.stamp, -1)
                    version = Version(key, past.time, mirror, replaced=replaced)
                    yield Past(store, version, past.data)


def _synced_as(
    session: Session, store: Store, name: str | None
) -> tuple[str | None, str]:
    """The place in the trees of a memory, None for one that is not synced.

    And the profile whose history has it, or the note of this name.
    """
    from memsync.sync.homes.projects import present
    from memsync.sync.tree.layout import USER
    from memsync.workspace.place import agent_homes

    settings = session.settings(None)
    if store.memory.agent:
        for listed in agent_homes.listed(session.places):
            if listed.folder == store.memory.folder:
                return listed.path, listed.profile
        return None, ""
    if store.scope is Scope.USER:
        return USER, settings.owner_of(name) if name else ""
    for profile in ("", *settings.profiles):
        for project in present(session.places, profile)[0]:
            if project.memory.folder == store.memory.folder:
                return project.home, profile
    return None, ""


def _in_history(
    session: Session, home: str, name: str | None, mirror: Path
) -> dict[str, list[PastVersion]]:
    """What a mirror has of a note, or of all where no name is said."""
    from memsync.process.git_child import leave_repository
    from memsync.sync.tree.layout import USER, label, note_path

    if name is None and home != USER:
        return {}  # it is asked note by note
    said = name and label(note_path(home, name))
    leave_repository()
    from memsync.sync.sealed import aside
    from memsync.sync.sealed.sealing import is_required
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.verbs import history

    state_folder = state_folder_of(session.places)
    if mirror in aside.former_mirrors(state_folder, aside.ENCRYPTED):
        return _in_former_vault(session, name, said, mirror)
    current = mirror == state_folder.mirror
    if current and is_required(session.places, session.settings(None)):
        return _in_vault(session, name, said)
    if name is None or said is None:
        return history.all_versions(mirror)
    return {name: history.versions(mirror, said)}


def _in_vault(
    session: Session, name: str | None, said: str | None
) -> dict[str, list[PastVersion]]:
    from memsync.cli.shared.secrets_in import unlock
    from memsync.sync.verbs import sealed_history

    settings = session.settings(None)
    if name is not None and said is not None:
        unlock(session)
        return {name: sealed_history.versions(session.places, settings, said)}
    try:
        unlock(session)
        return sealed_history.all_versions(session.places, settings)
    except KeyTrouble as error:
        # The archives are shown without it.
        session.warn(error.message, error.hint)
        return {}


def _in_former_vault(
    session: Session, name: str | None, said: str | None, mirror: Path
) -> dict[str, list[PastVersion]]:
    """As `_in_vault`, of one that this machine has left; nothing without its key."""
    from memsync.files import lock
    from memsync.sync.sealed.aside import unsealed
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.verbs import sealed_history

    wait = float(session.settings(None).number("sync.wait"))
    path = state_folder_of(session.places).lock
    with lock.hold_round(path, what="archive", wait=wait) as held:
        opened = unsealed(mirror, session.places, held)
        if opened is None:
            return {}
        if name is None or said is None:
            return sealed_history.all_versions_in(opened)
        return {name: sealed_history.versions_in(opened, said)}
