"""The interface of a model, and the ways in which a call can fail."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol


class Stage(StrEnum):
    """The stage for which a model is asked."""

    EXTRACT = "extract"
    CONSOLIDATE = "consolidate"


class Kind(StrEnum):
    """What happens to a session after a failed call."""

    TRANSIENT = "transient"
    """Tried again after a while."""
    CONTENT = "content"
    """Tried three times, then parked."""
    REFUSED = "refused"
    """Not tried again until the session changes."""


class Failed(Exception):
    """A call without a usable answer; the text says why and quotes nobody."""

    def __init__(self, kind: Kind, why: str, *, wait: float = 0.0) -> None:
        super().__init__(why)
        self.kind = kind
        self.wait = wait
        """How many seconds the server asks us to wait."""


class Reply(NamedTuple):
    """What a model answered."""

    text: str
    tokens_in: int | None = None
    """As the model counts them, if it reports them."""
    tokens_out: int | None = None


class Model(Protocol):
    """Answers a prompt."""

    @property
    def name(self) -> str:
        """The model's name for people: a command, or a model at a host."""

    @property
    def id(self) -> str:
        """Changes if texts would go elsewhere: a person confirms this value."""

    def ask(self, prompt: str, stage: Stage, limit: float) -> Reply:
        """Answer a prompt within this many seconds. Raises `Failed`."""
