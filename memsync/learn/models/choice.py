"""The models that a person's settings name, one for each stage."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.learn.models.model import Model, Stage
from memsync.terminal import Block

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memsync.config.settings import Settings


class Named(NamedTuple):
    """The models that the settings name, without reading a key."""

    extract: str
    consolidate: str
    """The name of each stage's model, for people."""
    id: str
    """Identifies both models; changes if texts would go elsewhere."""


class Models(NamedTuple):
    """The model of each stage; often the same one."""

    extract: Model
    consolidate: Model

    def of(self, stage: Stage) -> Model:
        """The model of a stage."""
        return self.extract if stage is Stage.EXTRACT else self.consolidate


def has_model(settings: Settings) -> bool:
    """Whether the settings name any model."""
    return bool(settings.items("learn.command") or settings.text("learn.endpoint"))


def models_of(settings: Settings, environ: Mapping[str, str], now: datetime) -> Models:
    """Return the models that the settings name. Raises `Broken` if they name none."""
    return _models(settings, environ, now, with_key=True)


def named(settings: Settings, now: datetime) -> Named:
    """What the settings name: like `models_of`, but without reading a key."""
    models = _models(settings, {}, now, with_key=False)
    ids = f"{models.extract.id}\0{models.consolidate.id}"
    return Named(
        models.extract.name,
        models.consolidate.name,
        hashlib.sha256(ids.encode("utf-8", "replace")).hexdigest(),
    )


def _models(
    settings: Settings, environ: Mapping[str, str], now: datetime, *, with_key: bool
) -> Models:
    from memsync.learn.models.command import Command
    from memsync.learn.models.endpoint import Endpoint, check_endpoint, endpoint_key

    command = settings.items("learn.command")
    url = settings.text("learn.endpoint")
    if not command and not url:
        raise no_model()
    if command and url:
        raise Broken(
            "learn.command and learn.endpoint are both set",
            hint="keep the one that is to be asked",
            word="config",
        )
    second = settings.items("learn.consolidate_command")
    extract: Model
    consolidate: Model
    if command:
        extract = consolidate = Command(command, environ)
    else:
        check_endpoint(settings)
        key = endpoint_key(settings, environ) if with_key else ""
        name = settings.text("learn.model")
        extract = consolidate = Endpoint(url, name, key, now)
        if other := settings.text("learn.consolidate_model"):
            consolidate = Endpoint(url, other, key, now)
    if second:
        consolidate = Command(second, environ)
    return Models(extract, consolidate)


def no_model() -> Broken:
    """The error if no model is set; its hint shows the settings to add."""
    return Broken(
        "no model is set: learning needs a command or an endpoint",
        hint=Block(
            "`memsync learn enable claude` (or codex, gemini, llm, ollama) sets a"
            " command; or put into the user's config.yaml:\n"
            "  learn.command: [ollama, run, NAME]\n"
            "or:\n"
            "  learn.endpoint: http://127.0.0.1:11434/v1\n"
            "  learn.model: NAME"
        ),
        word="no-model",
    )
