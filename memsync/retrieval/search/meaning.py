"""Whether a search uses a model, and which."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from memsync.config.settings import Settings
    from memsync.retrieval.meaning.model import Model
    from memsync.retrieval.meaning.similar import Meaning, Source


class Means(NamedTuple):
    """What a search needs to use a model."""

    settings: Settings
    environ: Mapping[str, str]
    """Says where Ollama is, and is what `search.key_command` gets."""
    cache: Path | None
    """Where vectors are kept."""
    tell: Callable[[str, str | None], None]
    """Says a message with its hint."""

    def for_notes(self, strategy: str, source: Source) -> Meaning | None:
        """The meaning of these notes for a model; None if words alone decide.

        Raises `model.NoModel` for `semantic` without a model.
        """
        if strategy not in ("auto", "semantic"):
            return None
        needed = strategy == "semantic"
        if not needed:
            from memsync.retrieval.meaning.ready import is_ready

            if not is_ready(self.settings):
                return None
        from memsync.retrieval.meaning.choice import model_of

        if needed:
            model = model_of(self.settings, self.environ)
            return self._meaning(lambda: model, source, needed=True)
        return self._meaning(
            lambda: model_of(self.settings, self.environ), source, needed=False
        )

    def _meaning(
        self, model: Callable[[], Model], source: Source, *, needed: bool
    ) -> Meaning:
        from memsync.retrieval.meaning.similar import Meaning

        return Meaning(model, source, self.cache, self.tell, needed=needed)
