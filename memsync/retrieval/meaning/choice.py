"""The model that settings name: the installed weights, a folder, or an endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memsync.retrieval.meaning.local import WEIGHTS, Local, digest_of, in_folder
from memsync.retrieval.meaning.model import Model, NoModel
from memsync.retrieval.meaning.ready import has_numpy, installed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.config.settings import Settings


def model_of(settings: Settings, environ: Mapping[str, str]) -> Model:
    """The model that the settings name, else the installed one.

    `environ` gives Ollama's address (`OLLAMA_HOST`). Raises `NoModel`.
    """
    named = settings.text("search.model")
    if named.startswith(("ollama:", "endpoint:")):
        from memsync.retrieval.meaning.endpoint import endpoint_of

        return endpoint_of(settings, environ)
    if not has_numpy():
        raise NoModel("numpy is not installed")
    if named:
        return in_folder(Path(named).expanduser())
    file = installed()
    if file is None:
        raise NoModel("there is no model")
    digest = digest_of(file)
    if digest != WEIGHTS:
        raise NoModel(f"'{file}' has other weights than memsync was made for")
    return Local(file, None, digest)
