"""What answers a prompt, and what can go wrong with it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol


class Stage(StrEnum):
    """What a model is asked for."""

    EXTRACT = "extract"
    CONSOLIDATE = "consolidate"


class Kind(StrEnum):
    """What becomes of a session that a call failed for."""

    TRANSIENT = "transient"
    """Tried again after a while."""
    CONTENT = "content"
    """Tried three times, then parked."""
    REFUSED = "refused"
    """Never again, until the session changes."""


class Failed(Exception):
    """A call that gave no answer to use; the text says why, without anybody's words."""

    def __init__(self, kind: Kind, why: str, *, wait: float = 0.0) -> None:
        super().__init__(why)
        self.kind = kind
        self.wait = wait
        """Seconds that the server asks to be left alone for."""


class Reply(NamedTuple):
    """What a model answered."""

    text: str
    tokens_in: int | None = None
    """As the model counts them, if it says so."""
    tokens_out: int | None = None


class Model(Protocol):
    """What answers a prompt."""

    @property
    def name(self) -> str:
        """What is asked, for people: a command, or a model at a host."""

    @property
    def id(self) -> str:
        """Changes when texts would go elsewhere: what a person confirms."""

    def ask(self, prompt: str, stage: Stage, limit: float) -> Reply:
        """The answer to a prompt, within so many seconds. Raises `Failed`."""
