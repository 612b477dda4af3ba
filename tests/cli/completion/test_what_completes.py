"""Which parameter completes which names, over all verbs there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest
from support.command_line import session_in
from support.memories import NOW

from memsync.cli.completion.names import _agents, _names_for, _notes, _settings, attach
from memsync.cli.main import memsync
from memsync.cli.verbs import VERBS
from memsync.config.keys import KEYS
from memsync.memory.note.names import Scope
from memsync.workspace.target import open_for_writing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def below(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from below(each)


def parameters() -> Iterator[tuple[str, str, click.Parameter]]:
    """Every parameter of every command, with its verb and its command's own name."""
    ctx = click.Context(memsync)
    for verb in VERBS:
        found = memsync.get_command(ctx, verb)
        assert found is not None
        for command in below(found):
            for parameter in command.params:
                yield verb, command.name or verb, parameter


def test_every_profile_and_every_agent_completes() -> None:
    missing = [
        (verb, own, parameter.name)
        for verb, own, parameter in parameters()
        if parameter.name in ("profile", "agent")
        and verb not in ("hook", "context", "path")
        and _names_for(verb, own, parameter) is None
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("verb", "own", "name", "completes"),
    [
        ("read", "read", "name", True),
        ("rename", "rename", "old", True),
        ("rename", "rename", "new", False),
        ("sync", "log", "target", True),
        ("sync", "init", "name", False),
        ("archive", "restore", "id_", True),
        ("config", "set", "key", True),
        ("config", "set", "value", False),
        ("keys", "revoke", "member", True),
        ("keys", "add", "kind", False),
    ],
)
def test_a_name_completes_where_it_must_exist(
    verb: str, own: str, name: str, completes: bool
) -> None:
    found = _names_for(verb, own, click.Argument([name]))
    assert (found is not None) is completes


def test_attached_names_are_filtered_by_what_was_typed() -> None:
    @click.command("get")
    @click.argument("key")
    def get(key: str) -> None:
        click.echo(key)

    attach("config", get)
    ctx = click.Context(get, info_name="get")
    (key,) = get.params
    found = [item.value for item in key.shell_complete(ctx, "guard.")]
    assert found == [name for name in KEYS if name.startswith("guard.")]
    assert found


def test_settings_and_agents_are_all_there_are(tmp_path: Path) -> None:
    session, ctx = session_in(tmp_path), click.Context(memsync)
    assert [item.value for item in _settings(session, ctx)] == [*KEYS]
    assert "claude-code" in [item.value for item in _agents(session, ctx)]


def test_a_note_whose_name_would_need_quoting_is_left_out(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    store, _ = open_for_writing(tmp_path, session.places, NOW, Scope.USER)
    store.write("port", "It is 8080.", now=NOW)
    (store.memory.folder / "a b.md").write_text("text\n")
    ctx = click.Context(memsync)
    assert [item.value for item in _notes(session, ctx)] == ["port"]
    ctx.params["scope"] = "workspace"
    assert [*_notes(session, ctx)] == []
