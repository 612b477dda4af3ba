"""`memsync learn enable`: shows what is sent, to whom, at what cost; turns it on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.learn.opening import opened, settings_here
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit
from memsync.terminal import printable_block

if TYPE_CHECKING:
    from memsync.config.key import Value
    from memsync.config.settings import Settings

_RECIPES = ("claude", "codex", "gemini", "llm", "ollama")

# About how many tokens stage two sends besides the notes.
_OF_STAGE_TWO = 4_000


@click.command()
@click.argument("recipe", required=False, type=click.Choice(_RECIPES))
@click.option("--model", default="", metavar="NAME", help="The model to use.")
@click.option(
    "--endpoint",
    default="",
    metavar="URL",
    help="Ask an OpenAI-compatible server instead of a command.",
)
@click.option(
    "--unattended",
    is_flag=True,
    help="Let hooks and the timer start runs, at most one an hour.",
)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Show what would be written.")
@json_option
@pass_session
def command(
    session: Session,
    recipe: str | None,
    model: str,
    endpoint: str,
    unattended: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Let a model of your choice learn from your past sessions.

    Shows whose sessions are read, what is sent to whom, and roughly what it costs; then
    asks, and writes your config.yaml. RECIPE is a command known to work; without it and
    without --endpoint, your settings for the model stay. Without a terminal it only
    prints the plan, unless you give --yes.

    \b
    Examples:
      memsync learn enable claude
      memsync learn enable --endpoint http://127.0.0.1:11434/v1 --model phi4 --yes
    """
    wanted = _wanted(recipe, model, endpoint)
    wanted["learn.enabled"] = True
    if unattended:
        wanted["learn.unattended"] = True
    settings = settings_here(session)
    after = settings._replace(values={**settings.values, **wanted})
    plan, text = _plan(session, after)
    data = {**plan, "settings": wanted, "dry_run": dry_run}
    if dry_run:
        session.emit({**data, "enabled": settings.flag("learn.enabled")}, text)
        return Exit.DONE
    there = sys.stdin.isatty() and sys.stderr.isatty()
    if not yes and not there:
        session.emit({**data, "enabled": False}, text)
        session.say("nothing was changed; run it with --yes to turn it on")
        return Exit.FOUND
    if not yes:
        click.echo(text, err=True, nl=False)
        if not click.confirm("Turn it on?", err=True):
            session.emit({**data, "enabled": False}, "")
            session.say("nothing was changed")
            return Exit.FOUND
    path = _write(session, wanted, after)
    session.emit({**data, "enabled": True, "path": path}, text if yes else "")
    session.say(f"learning is on, by '{path}'; `memsync learn` starts a run")
    if unattended:
        session.say("run `memsync sync timer install` again, if you use the timer")
    return Exit.DONE


def _wanted(recipe: str | None, model: str, endpoint: str) -> dict[str, Value]:
    from memsync.learn.models.recipes import RECIPES, argv_of

    if recipe and endpoint:
        raise BadUsage("give a recipe or --endpoint, not both")
    if endpoint:
        if not model:
            raise BadUsage("--endpoint needs --model NAME")
        return {
            "learn.endpoint": endpoint,
            "learn.model": model,
            "learn.command": [],
        }
    if recipe is None:
        if model:
            raise BadUsage("--model needs a recipe or --endpoint")
        return {}
    if recipe == "ollama" and not model:
        raise BadUsage(
            "ollama needs --model NAME", hint="`ollama list` shows those you have"
        )
    found = next(each for each in RECIPES if each.name == recipe)
    return {"learn.command": argv_of(found, model), "learn.endpoint": ""}


def _plan(session: Session, after: Settings) -> tuple[dict[str, object], str]:
    """What learning would read and send with these settings."""
    from memsync.learn.models.choice import has_model, named
    from memsync.learn.models.recipes import recipe_of
    from memsync.learn.runs.running import Asked, payloads

    about = named(after, session.now.utc) if has_model(after) else None
    with opened(session) as context:
        report, found = payloads(context._replace(settings=after), Asked())
        root = context.here.root
    tokens = report.tokens_in + (_OF_STAGE_TWO if found else 0)
    to = about.extract if about else None
    recipe = recipe_of(after.items("learn.command"))
    number = after.number
    lines = [
        (
            f"whose: your sessions with any agent in the repository you run it in; here"
            f" ({root}) {len(report.read)} are ready"
        ),
        (
            "what: your words, the agent's answers and parts of what tools printed, at"
            f" most {number('learn.input_tokens'):,} tokens of each session, without"
            " secrets; then the facts found, and the notes of this repository and yours"
        ),
        f"to: {to or 'nobody: no model is set'}",
    ]
    if recipe is not None:
        lines.append(f"    it sends them to {recipe.sends_to}")
        lines += [f"    {recipe.remark}"] if recipe.remark else []
    elif about is not None and after.items("learn.command"):
        lines.append("    memsync does not know where this command sends them")
    lines += [
        (
            f"cost: about {tokens:,} tokens for the first run; at most"
            f" {number('learn.max_calls')} calls and {number('learn.max_tokens'):,}"
            " tokens sent a day"
        ),
        "review: "
        + (
            "nothing is written before you accept it"
            if after.flag("learn.review")
            else "off: what your own words show is written at once, and archived"
        ),
    ]
    if about is None:
        lines.append(
            "without a model, an agent can take its place: over MCP, or with"
            " `memsync learn --export FILE` and `memsync learn --import FILE`"
        )
    data: dict[str, object] = {
        "root": root,
        "sessions": len(report.read),
        "tokens": tokens,
        "to": to,
        "recipe": recipe.name if recipe else None,
    }
    return data, printable_block("".join(f"{line}\n" for line in lines))


def _write(session: Session, wanted: dict[str, Value], after: Settings) -> str:
    from memsync.config.file import set_value
    from memsync.learn.models.choice import has_model, named
    from memsync.learn.runs.by_itself import confirm

    path = session.places.config_file
    # The setting that turns learning on comes last: a full disk leaves it off.
    for name, value in wanted.items():
        if name != "learn.enabled":
            set_value(session.places, None, name, _raw(value))
    set_value(session.places, None, "learn.enabled", "true")
    if has_model(after):
        confirm(session.places.config, named(after, session.now.utc))
    return str(path)


def _raw(value: Value) -> str | list[str]:
    if isinstance(value, list):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)
