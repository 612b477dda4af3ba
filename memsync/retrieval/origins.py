"""Who else may have written what goes into a prompt, so that the prompt can say so."""

from __future__ import annotations

from memsync.errors import Broken, Refused
from memsync.memory.note.names import Scope
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memsync.memory.store.store import Store
    from memsync.retrieval.parts import Held
    from memsync.workspace.open import Opened

_REPOSITORY = "this repository, where others may have written it"
_OTHER_MACHINE = "another machine"


class Synced(NamedTuple):
    """What sync knows about the memories that a prompt should say."""

    held: Sequence[Held] = ()
    came: Callable[[Scope, str, bytes], bool] = lambda *_: False
    """Whether these bytes of a scope's note, log or index came from another machine."""


class Origins:
    """The origins of the notes, logs and indexes of some memories."""

    def __init__(self, opened: Opened, stores: Sequence[Store], synced: Synced) -> None:
        self._stores = stores
        self._synced = synced
        self._team = opened.spot is not None and opened.spot.team
        self._imports: dict[Scope, Mapping[str, str]] = {}

    def of(self, scope: Scope, name: str, data: bytes) -> str:
        """Who may have written these bytes; empty for this person on this machine."""
        if agent := self._imported(scope, data):
            return agent
        if scope is Scope.WORKSPACE and self._team:
            return _REPOSITORY
        return _OTHER_MACHINE if self._synced.came(scope, name, data) else ""

    def _imported(self, scope: Scope, data: bytes) -> str:
        """The agent from which memsync imported exactly these bytes of a note."""
        if scope not in self._imports:
            self._imports[scope] = self._agents(scope)
        agents = self._imports[scope]
        if not agents:
            return ""
        from memsync.memory.files.origins import note_digest

        return agents.get(note_digest(data), "")

    def _agents(self, scope: Scope) -> Mapping[str, str]:
        from memsync.memory.files import origins

        store = next(store for store in self._stores if store.scope is scope)
        try:
            data = origins.load(store.memory)
        # A file that is gone or unreadable says nothing about origins.
        except (FileNotFoundError, Refused, Broken):
            return {}
        return origins.agents_by_note(data) if data else {}
