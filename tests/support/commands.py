"""Every command of the command line, and a machine on which each has much to say."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from memsync.cli.verbs import VERBS
from support.machine import Machine
from support.places import snapshot
from support.synced import bare

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def every_command() -> dict[str, click.Command]:
    """The commands that do something, by their words."""
    return {
        " ".join(words): command
        for verb, (module, *_) in VERBS.items()
        for words, command in _leaves(
            import_module(f"memsync.cli.{module}").command, [verb]
        )
    }


def _leaves(
    command: click.Command, words: list[str]
) -> Iterator[tuple[list[str], click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from _leaves(below, [*words, name])
    if command.invoke_without_command:
        yield words, command


def options_of(command: click.Command) -> set[str]:
    """Its options as they are typed."""
    return {option for each in command.params for option in each.opts}


def busy_machine(folder: Path) -> tuple[Machine, Path]:
    """A machine with both memories, an archive, logs, hooks and sync; and its root."""
    machine = Machine(folder / "machine")
    top = machine.repository()
    machine.git("remote", "add", "origin", "https://git.example/a/b", cwd=top)
    remote = bare(folder / "remote.git")
    for words in (
        ["init"],
        ["write", "port", "-m", "The port is 8080."],
        ["write", "port", "-m", "The port is 8081."],
        ["write", "deploy", "-m", "See [[port]]."],
        ["write", "style", "--scope", "user", "-m", "Short sentences."],
        ["daily", "add", "Moved the database."],
        ["scratchpad", "add", "Ask about the port."],
        ["forget", "deploy"],
        ["sync", "init", str(remote)],
        ["sync"],
        ["hooks", "install"],
        ["hooks", "install", "--agent", "claude-code"],
    ):
        machine.memsync(*words, cwd=top)
    return machine, top


# What a look may leave: caches of files and times, locks, and nothing that counts.
_CACHES = (".local/state/memsync/", ".cache/")


def what_counts(machine: Machine, top: Path) -> dict[str, bytes | str]:
    """All of a person's files, but for caches and git's own."""
    found = {
        name: data
        for name, data in snapshot(machine.home).items()
        if data != "folder"
        if not name.startswith(_CACHES) and not name.endswith(".lock")
    }
    return found | {
        f"top/{name}": data
        for name, data in snapshot(top).items()
        if not name.startswith((".git/index", ".git/memsync/"))
    }
