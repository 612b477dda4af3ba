"""The interface of models that compute vectors, and the error if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from memsync.errors import Broken
from memsync.extras import with_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

HINT = (
    f"{with_extra('semantic')}, or name a model: "
    "`memsync config set search.model FOLDER`"
)


class NoModel(Broken):
    """No model can be used: search ranks by bm25, or reports this error."""

    def __init__(self, why: str, hint: str = HINT) -> None:
        super().__init__(f"semantic search: {why}", hint=hint, word="no-model")


class Late(NoModel):
    """The model is there, and its answer did not come in time."""


class Model(Protocol):
    """A model that computes vectors of texts."""

    @property
    def id(self) -> str:
        """The key of its vectors: those of another model are not used."""

    @property
    def pause(self) -> float:
        """Seconds that one search may spend on computing missing vectors."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length 1 for each text. Raises `NoModel` on failure."""
