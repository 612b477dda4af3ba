"""What `memsync purge` is to remove, and the memories that have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.history import past
from memsync.cli.shared.agent_memory import (
    agent_store,
    check_new_name,
    every_agent_store,
    name_in,
)
from memsync.errors import MemsyncError, NotFound
from memsync.memory.archive.logs import check_any
from memsync.memory.note.names import Scope
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.sync.verbs.purge import What


def find(session: Session, target: str, scope: str | None) -> tuple[What, list[Store]]:
    """What to purge, and where: a note's name wins over a fingerprint."""
    from memsync.secrets.allow import is_fingerprint
    from memsync.sync.verbs.purge import What

    check_any(target)
    stores = past.stores(session, scope)
    named = [s for s in stores if s.has(target) or target in s.archive.names()]
    if not named and scope != Scope.USER:
        # Of a memory that is live elsewhere, only who stands there deletes notes.
        gone = [s for s in _others(session, stores) if not s.has(target)]
        if gone := [s for s in gone if target in s.archive.names()]:
            return What(target), gone
    if is_fingerprint(target.lower()) and not named:
        if scope != Scope.USER:
            stores += _others(session, stores)
        if scope is None:
            stores += every_agent_store(session)
        return What(None, target.lower(), _salts(session)), stores
    wanted = Scope.parse(scope) if scope else Scope.WORKSPACE
    chosen = [store for store in stores if store.scope is wanted]
    if not chosen or (named and not any(s in named for s in chosen)):
        if scope is None and named:
            raise NotFound(
                f"there is no note '{printable(target)}' in the {wanted} memory, "
                f"but one in the {named[0].scope}'s",
                hint=f"--scope {named[0].scope}",
            )
        if scope is None and stores:
            chosen = stores  # only a history may know it by now
    return What(target), chosen


def _others(session: Session, stores: list[Store]) -> list[Store]:
    """The memories of this repository that do not apply here, or are gone."""
    from memsync.memory.store.store import Store
    from memsync.workspace.open import open_for_reading
    from memsync.workspace.place.others import other_memories

    opened = open_for_reading(session.cwd, session.places, None)
    root = opened.spot.root if opened.spot else opened.root
    if root is None or opened.root is None:
        return []
    known = [store.memory for store in stores]
    others = other_memories(root, session.environ, known)
    return [Store(memory, opened.settings) for memory in others]


def find_in_agent(
    session: Session, target: str, scope: str | None, agent: str
) -> tuple[What, list[Store]]:
    """Like `find`, in an agent's own folder."""
    from memsync.secrets.allow import is_fingerprint
    from memsync.sync.verbs.purge import What

    store = agent_store(session, agent, scope)
    name = name_in(store, target)
    known = store.has(name) or name in store.archive.names()
    if is_fingerprint(target.lower()) and not known:
        return What(None, target.lower(), _salts(session)), [store]
    check_new_name(store, name)
    return What(name), [store]


def _salts(session: Session) -> tuple[bytes, ...]:
    """The salts with which `memsync scan` may have made the fingerprint."""
    from memsync.guard.report.salt import allow_list
    from memsync.workspace.repository.roots import find_root

    salts = []
    places = session.places
    root = find_root(session.cwd, session.environ)
    if root is not None:
        salts.append(allow_list(root.top, root.common_dir / "memsync").salt)
    try:
        salts.append(allow_list(places.user_memory, places.state).salt)
    except MemsyncError as error:
        session.warn(error.message, error.hint)
    return tuple(salt for salt in salts if salt)
