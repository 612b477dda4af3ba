"""A model on a server that offers OpenAI's chat completions."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memsync.errors import Broken
from memsync.learn.answers.parsing import LARGEST
from memsync.learn.models.model import Failed, Kind, Reply, Stage
from memsync.process.http_post import (
    Answered,
    Limits,
    NoAnswer,
    is_allowed,
    key_of,
    post,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memsync.config.settings import Settings

# In the environment of the key's command only, never in an argument.
KEY_VARIABLE = "MEMSYNC_LEARN_KEY"

# Seconds to connect to the server.
_CONNECT = 30.0

# Seconds: a Retry-After of more than 30 days is a mistake of the server.
_LONGEST_WAIT = 30 * 86_400.0

# The most tokens of one call; a higher count from a server is not believed.
_MOST_TOKENS = 10_000_000

# Statuses by which a server rejects the request, rather than reports its own failure.
_SAYS_AT_FAULT = (400, 413, 422)


class Endpoint:
    """One model on one server."""

    def __init__(self, url: str, model: str, key: str, now: datetime) -> None:
        self._url = chat_url(url)
        self._model = model
        self._key = key
        self._now = now
        host = urlsplit(url).netloc
        self.name = f"{model} at {host}"
        self.id = f"endpoint {self._url} {model}"

    def ask(self, prompt: str, stage: Stage, limit: float) -> Reply:  # noqa: ARG002 -- a server is told no stage
        """See `Model.ask`."""
        body = {
            "model": self._model,
            "messages": [{"role": "user", "content": prompt}],
            "stream": False,
        }
        # The JSON around an answer of the largest size takes some space, too.
        limits = Limits(min(_CONNECT, limit), limit, LARGEST + (64 << 10))
        try:
            answer = post(self._url, json.dumps(body).encode(), self._key, limits)
        except NoAnswer as error:
            why = str(error)
            said = why if why.startswith("it took") else f"cannot be reached: {why}"
            raise Failed(Kind.TRANSIENT, f"the server: {said}") from None
        self._check(answer)
        return _reply(answer.data)

    def _check(self, answer: Answered) -> None:
        status = answer.status
        if status == 200:
            return
        # A redirect could send the key and the evidence to another host.
        if 300 <= status < 400:
            why = f"the server answered {status}: a redirect is not followed"
        elif status in (401, 403):
            why = f"the server answered {status}: it refused the key"
        else:
            why = f"the server answered {status}"
        kind = Kind.CONTENT if status in _SAYS_AT_FAULT else Kind.TRANSIENT
        raise Failed(kind, why, wait=self._wait(answer))

    def _wait(self, answer: Answered) -> float:
        """The seconds that a `Retry-After` header asks for, as a number or a date."""
        said = answer.headers.get("retry-after", "").strip()
        if said.isascii() and said.isdigit() and len(said) < 10:
            return min(float(said), _LONGEST_WAIT)
        try:
            wait = (parsedate_to_datetime(said) - self._now).total_seconds()
        # `Retry-After` may also be a date, or malformed: then the usual wait applies.
        except (TypeError, ValueError):
            return 0.0
        return min(max(wait, 0.0), _LONGEST_WAIT)


def _reply(data: bytes) -> Reply:
    if len(data) > LARGEST:
        raise Failed(Kind.CONTENT, f"the answer is larger than {LARGEST >> 20} MB")
    try:
        answer = json.loads(data)
        text = answer["choices"][0]["message"]["content"]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise Failed(
            Kind.CONTENT, "the server answered something else than a completion"
        ) from None
    if not isinstance(text, str):
        raise Failed(Kind.CONTENT, "the completion is not a text")
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Reply(
        text.encode("utf-8", "replace").decode("utf-8"),
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
    )


def _count(given: object) -> int | None:
    if not isinstance(given, int) or isinstance(given, bool):
        return None
    return given if 0 <= given < _MOST_TOKENS else None


def chat_url(base: str) -> str:
    """The address of chat completions under a base URL."""
    base = base.rstrip("/")
    if base.endswith("/chat/completions"):
        return base
    path = urlsplit(base).path.rstrip("/")
    return base + ("/chat/completions" if path else "/v1/chat/completions")


def check_endpoint(settings: Settings) -> None:
    """Raise `Broken` for an endpoint to which memsync must not send texts."""
    url = settings.text("learn.endpoint")
    if not is_allowed(url) or "?" in url or "#" in url:
        raise Broken(
            "learn.endpoint must be https://… or a loopback address",
            hint="such as https://api.example.com/v1 or http://127.0.0.1:11434/v1",
            word="config",
        )
    if not settings.text("learn.model"):
        raise Broken(
            "learn.endpoint is set, and learn.model is not",
            hint="`memsync config set learn.model NAME`",
            word="config",
        )


def endpoint_key(settings: Settings, environ: Mapping[str, str]) -> str:
    """Get the endpoint's key from the environment or a command. Raises `Broken`."""
    if key := environ.get(KEY_VARIABLE, "").strip():
        return key
    try:
        return key_of(settings.items("learn.key_command"), environ)
    except NoAnswer as error:
        raise Broken(
            f"learn.key_command gave no key: {error}",
            hint="run the command yourself; it must print the key",
            word="config",
        ) from None
