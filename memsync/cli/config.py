"""`memsync config get|set|unset|list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.config.keys import find_key, known_key, parse_value, unknown_key
from memsync.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.key import Value


@click.group()
def command() -> None:
    """Read and change settings."""


@command.command("list")
@json_option
@pass_session
def list_(session: Session) -> None:
    """List all settings with their values and where each comes from."""
    settings = session.settings(_top(session))
    rows = [
        {
            "key": name,
            "value": settings.values[name],
            "origin": settings.origins[name],
            "about": known_key(name).about,
        }
        for name in settings.values
    ]
    table = session.table(
        ("key", "value", "origin"),
        [
            (name, printable(_text(settings.values[name])), settings.origins[name])
            for name in settings.values
        ],
    )
    session.emit(rows, table)


@command.command()
@click.argument("key")
@json_option
@pass_session
def get(session: Session, key: str) -> None:
    """Print the value of one setting."""
    found = find_key(key)
    if found is None:
        raise unknown_key(key, "config get")
    settings = session.settings(_top(session))
    value = settings.values.get(key, found.default)
    data = {"key": key, "value": value, "origin": settings.origins.get(key, "default")}
    session.emit(data, _text(value) + "\n")


@command.command("set")
@click.argument("key")
@click.argument("value")
@click.option(
    "--workspace", is_flag=True, help="Write to this repository's settings instead."
)
@json_option
@pass_session
def set_(session: Session, key: str, value: str, workspace: bool) -> None:
    """Change one setting in your config.yaml.

    \b
    Examples:
      memsync config set caps.note 3000
      memsync config set archive.keep all
      memsync config set sync.exclude 'draft-*, tmp-*'
      memsync config set learn.command 'ollama run NAME'
    """
    from memsync.config.file import set_value

    top = _top(session, needed=True) if workspace else None
    path = set_value(session.places, top, key, value)
    now = session.settings(top or _top(session))
    if str(path) != now.origins.get(key) and now.origins.get(key) != "default":
        session.warn(f"{key} stays as {printable(now.origins[key])} has it")
    set_to = parse_value(known_key(key), value, "config set")
    session.emit({"key": key, "value": set_to, "path": str(path)}, "")


@command.command()
@click.argument("key")
@click.option(
    "--workspace", is_flag=True, help="Remove it from this repository's settings."
)
@json_option
@pass_session
def unset(session: Session, key: str, workspace: bool) -> None:
    """Remove one setting from your config.yaml, so that the default applies again.

    \b
    Example:
      memsync config unset caps.note
    """
    from memsync.config.unset import unset_value

    top = _top(session, needed=True) if workspace else None
    path, removed = unset_value(session.places, top, key)
    if not removed:
        session.say(f"'{printable(str(path))}' does not set {key}")
    now = session.settings(top or _top(session))
    value = now.values.get(key, known_key(key).default)
    origin = now.origins.get(key, "default")
    if removed and origin != "default":
        session.warn(f"{key} is now as {printable(origin)} has it")
    data = {"key": key, "value": value, "origin": origin, "path": str(path)}
    session.emit(data, "")


def _top(session: Session, *, needed: bool = False) -> Path | None:
    from memsync.errors import Broken
    from memsync.workspace.repository.roots import (
        STANDING_IN_GIT,
        find_root,
        require_root,
    )

    if needed:
        return require_root(session.cwd, session.environ).top
    try:
        root = find_root(session.cwd, session.environ)
    except Broken as error:
        if error.word not in STANDING_IN_GIT:
            raise
        return None
    return root.top if root else None


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(value)
    return str(value)
