"""Vectors from a server: Ollama, or any with OpenAI's `/v1/embeddings`.

Used only if the user's own settings name it. Requests use no proxy and follow no
redirect: notes go to the named host and to no other.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memsync.process.http_post import (
    Limits,
    NoAnswer,
    TooLate,
    is_allowed,
    key_of,
    post,
)
from memsync.retrieval.meaning.model import Late, Model, NoModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memsync.config.settings import Settings

# Seconds to connect to the server.
PROBE = 0.8

# Seconds for the answer to a query; after that bm25 ranks alone.
ANSWER = 2.0

# Texts of one request; servers limit both their number and their size.
_BATCH = 64

# The most bytes of an answer: 64 vectors of 4,096 numbers as text are 6 MB.
_LARGEST = 64 << 20

_GONE = (
    "start the server, or search with `--strategy bm25`, for good with `memsync config"
    " set search.strategy bm25`"
)
_SLOW = "a server that has just started loads its model first: search again"

# Ollama's usual address; it serves this machine only.
_OLLAMA = "http://127.0.0.1:11434"


class Endpoint:
    """A server that makes vectors."""

    pause = ANSWER

    def __init__(self, name: str, url: str, path: str, key: str) -> None:
        self._name = name
        self._parts = urlsplit(url)
        whole = self._parts.path.rstrip("/") + path
        self._url = f"{self._parts.scheme}://{self._parts.netloc}{whole}"
        self._key = key
        self.id = f"{self._url}#{name}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As `Model.embed`."""
        import numpy as np

        found: list[list[float]] = []
        for begin in range(0, len(texts), _BATCH):
            found += self._ask(list(texts[begin : begin + _BATCH]))
        try:
            vectors = np.array(found, dtype=np.float32)
        except ValueError:
            raise self._odd() from None
        if (
            vectors.ndim != 2
            or len(vectors) != len(texts)
            or not np.isfinite(vectors).all()
        ):
            raise self._odd()
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: NDArray[np.float32] = vectors / np.maximum(lengths, 1e-12)
        return unit

    def _odd(self) -> NoModel:
        return NoModel(
            f"{self._parts.netloc} answered with something else than vectors",
            hint=f"check that '{self._name}' is an embedding model there",
        )

    def _ask(self, texts: list[str]) -> list[list[float]]:
        data = self._post({"model": self._name, "input": texts})
        try:
            answer = json.loads(data)
            rows = answer.get("embeddings") or [
                row["embedding"] for row in answer["data"]
            ]
            found = [[float(number) for number in row] for row in rows]
        # Whatever an endpoint sends instead of vectors, bm25 must still rank the notes.
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._odd() from None
        if len(found) != len(texts):
            raise self._odd()
        return found

    def _post(self, body: Mapping[str, object]) -> bytes:
        limits = Limits(PROBE, ANSWER, _LARGEST)
        try:
            answer = post(self._url, json.dumps(body).encode(), self._key, limits)
        except TooLate as error:
            raise Late(f"{self._parts.netloc} is slow: {error}", hint=_SLOW) from None
        except NoAnswer as error:
            raise NoModel(
                f"{self._parts.netloc} cannot be reached: {error}", hint=_GONE
            ) from None
        # This refuses a redirect, too: notes go only to the named host.
        if answer.status != 200:
            raise NoModel(
                f"{self._parts.netloc} answered {answer.status} {answer.reason}",
                hint="check search.model, search.endpoint and search.key_command",
            )
        return answer.data


def endpoint_of(settings: Settings, environ: Mapping[str, str]) -> Model:
    """The server of `search.model`. Raises `NoModel` if the settings forbid it."""
    kind, _, name = settings.text("search.model").partition(":")
    if kind == "ollama":
        url = environ.get("OLLAMA_HOST", "") or _OLLAMA
        if "://" not in url:
            url = f"http://{url}"
        _check(url, "OLLAMA_HOST")
        return Endpoint(name, url, "/api/embed", "")
    url = settings.text("search.endpoint")
    _check(url, "search.endpoint")
    path = (
        "/embeddings"
        if urlsplit(url).path.rstrip("/").endswith("/v1")
        else "/v1/embeddings"
    )
    return Endpoint(name, url, path, _key(settings, environ))


def _check(url: str, origin: str) -> None:
    if not is_allowed(url):
        raise NoModel(
            f"{origin} must be https://… or a loopback address",
            hint="such as https://api.example.com/v1 or http://127.0.0.1:11434",
        )


def _key(settings: Settings, environ: Mapping[str, str]) -> str:
    try:
        return key_of(settings.items("search.key_command"), environ)
    except NoAnswer as error:
        raise NoModel(
            f"search.key_command gave no key: {error}",
            hint="run the command yourself; it must print the key",
        ) from None
