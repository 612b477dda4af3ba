"""One reply of a model that comes in pieces, made one turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.secrets.redact import redact_text
from memsync.sessions.reading.blocks import mapping, word
from memsync.sessions.reading.events import LONGEST, Replaced, Turn
from memsync.sessions.words import cleaned

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.sessions.reading.events import Event


class Reply:
    """The pieces of the reply that was not ended yet.

    At the end of a file it is told as it is, and told anew when more of it comes.
    """

    def __init__(
        self, id_: str = "", turn: Turn | None = None, *, told: bool = False
    ) -> None:
        self.id = id_
        self._turn = turn
        self._told = told

    def add(self, id_: str, turn: Turn) -> Iterator[Event]:
        """Take the next piece, of the same reply or of another, which ends this one."""
        if self._turn is None or id_ != self.id:
            yield from self.ended()
            self.id, self._turn = id_, turn._replace(key=f"reply {id_}")
            return
        if not turn.text.strip():
            return
        if self._told:
            yield Replaced(self._turn.key)
            self._told = False
        text = self._turn.text
        if len(text) < LONGEST:
            text = f"{text}\n\n{turn.text}" if text.strip() else turn.text
        self._turn = self._turn._replace(text=text[:LONGEST])

    def ended(self) -> Iterator[Event]:
        """The reply, now that no more of it comes."""
        if self._turn is not None and not self._told:
            yield self._turn
        self.id, self._turn, self._told = "", None, False

    def so_far(self) -> Iterator[Event]:
        """The reply as far as it has come, which may yet be told anew."""
        if self._turn is not None and not self._told:
            yield self._turn
            self._told = True

    def saved(self) -> dict[str, object]:
        """What `restored` needs, as JSON."""
        turn = None
        if self._turn is not None:
            # It stands in the index until the next look.
            text = redact_text(cleaned(self._turn.text)).text
            turn = self._turn._replace(text=text)._asdict()
        return {"id": self.id, "turn": turn, "told": self._told}

    @classmethod
    def restored(cls, saved: Mapping[str, object]) -> Reply:
        """The reply as it was; raises `TypeError` for what is none."""
        turn = mapping(saved.get("turn"))
        made = Turn(**turn) if turn else None  # type: ignore[arg-type]
        return cls(word(saved.get("id")), made, told=bool(saved.get("told")))
