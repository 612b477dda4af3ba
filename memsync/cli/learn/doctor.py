"""`memsync doctor --learn`: whether the configured model answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.cli.learn.opening import settings_here
from memsync.errors import MemsyncError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings

# The usual first line of our prompts, so that the session index skips this call.
_QUESTION = (
    "[memsync learn: extract]\n\nThis is a test of the connection; there is no record."
    ' Answer with exactly this and nothing else:\n{"facts": []}\n'
)
# Seconds; a local model may have to be loaded first.
_LIMIT = 120.0


class Found(NamedTuple):
    """One check and its result, in the form of `memsync doctor`."""

    name: str
    ok: bool
    message: str
    hint: str | None = None


def checks_of(session: Session, *, ask: bool) -> Iterator[Found]:
    """The checks; asks the model a question only with `ask`."""
    settings = settings_here(session)
    on = settings.flag("learn.enabled")
    yield Found("learning", ok=True, message="on" if on else "off")
    try:
        yield from _of_model(session, settings)
    except MemsyncError as error:
        yield Found("model", ok=False, message=error.message, hint=error.hint)
        return
    if ask:
        yield _asked(session, settings)
    else:
        yield Found("answer", ok=True, message="not asked; --yes asks a question")


def _of_model(session: Session, settings: Settings) -> Iterator[Found]:
    from memsync.learn.models.choice import named

    about = named(settings, session.now.utc)
    yield Found("model", ok=True, message=about.extract)
    for key in ("learn.command", "learn.consolidate_command"):
        if argv := settings.items(key):
            yield from _of_command(session, key, argv)


def _of_command(session: Session, key: str, argv: list[str]) -> Iterator[Found]:
    from shutil import which

    from memsync.learn.models.recipes import recipe_of

    if which(argv[0], path=session.environ.get("PATH")) is None:
        yield Found(
            key,
            ok=False,
            message=f"'{argv[0]}' is not on the PATH",
            hint=f"install it, or correct {key}",
        )
        return
    recipe = recipe_of(argv)
    if recipe is None:
        message = "not a recipe of memsync: whether it uses tools, keeps sessions, and"
        yield Found(key, ok=True, message=f"{message} where it sends is not known")
        return
    remark = f"; {recipe.remark}" if recipe.remark else ""
    yield Found(key, ok=True, message=f"as the recipe {recipe.name}{remark}")


def _asked(session: Session, settings: Settings) -> Found:
    from memsync.learn.answers.parsing import Unusable, parse
    from memsync.learn.models.choice import models_of
    from memsync.learn.models.model import Failed, Stage

    hint = "`memsync learn enable` sets another model"
    try:
        model = models_of(settings, session.environ, session.now.utc).extract
        limit = min(_LIMIT, settings.number("learn.timeout"))
        answer = parse(model.ask(_QUESTION, Stage.EXTRACT, limit).text)
    except (Failed, Unusable) as error:
        return Found("answer", ok=False, message=str(error), hint=hint)
    except MemsyncError as error:
        return Found("answer", ok=False, message=error.message, hint=error.hint)
    if answer.get("facts") != []:
        message = "its answer is not the one it was asked for"
        return Found("answer", ok=False, message=message, hint=hint)
    return Found("answer", ok=True, message="it answers as it was asked to")
