"""`-q`, `-v` and `--json`, which are accepted before and after every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, want_json

if TYPE_CHECKING:
    from collections.abc import Callable


def accept_everywhere(command: click.Command, *, for_agents: bool = False) -> None:
    """Let a command, and all below it, take `-q` and `-v`.

    A group takes `--json` for the command below it. `--json` before a command that
    prints no JSON is a usage error; with `for_agents` it is ignored, since a hook must
    not fail for it.
    """
    if any("--quiet" in parameter.opts for parameter in command.params):
        return
    command.params += [
        _flag(_quiet, "-q", "--quiet"),
        _flag(_verbose, "-v", "--verbose"),
    ]
    if for_agents:
        command.params.append(_flag(_ignore_json, "--json"))
    elif isinstance(command, click.Group) and not _prints_json(command):
        command.params.append(_flag(want_json, "--json"))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            accept_everywhere(below, for_agents=for_agents)


def _flag(
    callback: Callable[[click.Context, click.Parameter, bool], None], *names: str
) -> click.Option:
    return click.Option(
        names,
        is_flag=True,
        expose_value=False,
        hidden=True,
        is_eager=True,
        callback=callback,
    )


def _prints_json(command: click.Command) -> bool:
    return any("--json" in parameter.opts for parameter in command.params)


def _quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if Session.json_wanted and not _prints_json(ctx.command):
        Session.json_wanted = False
        raise click.NoSuchOption("--json", ctx=ctx)
    session = ctx.find_object(Session)
    if session is not None and value:
        session.quiet = True


def _verbose(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    session = ctx.find_object(Session)
    if session is not None and value:
        session.verbose = True


def _ignore_json(_: click.Context, __: click.Parameter, ___: bool) -> None:
    Session.json_wanted = False
