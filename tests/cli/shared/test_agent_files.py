"""`--agent`: which folder it names, and which names its files may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in
from support.memories import make_store, settings

from memsync.cli.shared.agent_memory import (
    Which,
    agent_home,
    check_new_name,
    every_agent_store,
    name_in,
    read_in,
)
from memsync.errors import BadUsage, Exit, NotFound, Refused
from memsync.memory.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session


def folder_of(tmp_path: Path, agent: str = "claude-code", ending: str = ".md") -> Store:
    """An agent's own folder, as a memory."""
    memory = make_store(tmp_path).memory
    return Store(memory._replace(agent=agent, ending=ending), settings())


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return session_in(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))


def test_both_options_name_a_folder() -> None:
    assert Which.of("goose", "user") == Which("goose", "user")
    assert Which.of("goose", None) == Which("goose", None)
    assert Which.of(None, None) is None


def test_a_scope_alone_is_refused() -> None:
    with pytest.raises(BadUsage) as caught:
        Which.of(None, "user")
    assert caught.value.message == "--scope goes with --agent"
    assert caught.value.hint == "leave it out"


@pytest.mark.parametrize(
    ("given", "ending", "name"),
    [
        ("port", ".md", "port"),
        ("port.md", ".md", "port"),
        ("notes/port.md", ".md", "notes/port"),
        ("port", ".mdc", "port.mdc"),
        ("port.mdc", ".mdc", "port.mdc"),
        ("port.md", ".mdc", "port"),
        (".md", ".md", ""),
    ],
)
def test_a_file_is_named_with_or_without_its_ending(
    tmp_path: Path, given: str, ending: str, name: str
) -> None:
    assert name_in(folder_of(tmp_path, ending=ending), given) == name


def test_a_note_of_memsync_is_named_as_it_is(tmp_path: Path) -> None:
    assert name_in(make_store(tmp_path), "port.md") == "port.md"


@pytest.mark.parametrize("name", ["port", "notes/deploy", "über"])
def test_a_file_that_the_agent_can_have_is_allowed(tmp_path: Path, name: str) -> None:
    check_new_name(folder_of(tmp_path), name)


@pytest.mark.parametrize(
    "name", ["../port", "a\\b", "/etc/port", "a/../b", "../\x1b[31m"]
)
def test_a_name_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadUsage) as caught:
        check_new_name(folder_of(tmp_path), name)
    assert caught.value.message.endswith("cannot be a file of claude-code's memory")
    assert "\x1b" not in caught.value.message
    hint = "give a name without its ending, such as notes/deploy"
    assert caught.value.hint == hint


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    store = folder_of(tmp_path)
    (store.memory.folder / "port.md").write_bytes(b"Port 22.\n")
    found = read_in(store, "port.md")
    assert (found.name, found.data) == ("port", b"Port 22.\n")
    assert found.file == str(store.memory.folder / "port.md")


def test_a_file_that_is_not_there_is_named_with_its_folder(tmp_path: Path) -> None:
    store = folder_of(tmp_path)
    with pytest.raises(NotFound) as caught:
        read_in(store, "gone")
    assert caught.value.message == "claude-code has no file called 'gone' here"
    assert caught.value.hint == f"its folder is '{store.memory.folder}'"
    assert caught.value.exit_code is Exit.NOT_FOUND


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    store = folder_of(tmp_path)
    (tmp_path / "secret").write_text("secret")
    (store.memory.folder / "port.md").symlink_to(tmp_path / "secret")
    with pytest.raises(Refused):
        read_in(store, "port")


@pytest.mark.parametrize(
    ("scope", "more"), [(None, ""), ("workspace", ""), ("user", " --scope user")]
)
def test_a_folder_that_is_not_synced_is_said_with_how_to(
    session: Session, scope: str | None, more: str
) -> None:
    with pytest.raises(NotFound) as caught:
        agent_home(session, "goose", scope)
    assert caught.value.message == "the memory of goose is not synced here"
    command = f"`memsync sync add --agent goose{more}` syncs it"
    assert str(caught.value.hint).startswith(command)


@pytest.mark.parametrize(
    ("agent", "scope"), [("cursor", None), ("letta", "user"), ("claude-code", "user")]
)
def test_no_command_is_named_that_would_be_refused(
    session: Session, agent: str, scope: str | None
) -> None:
    with pytest.raises(NotFound) as caught:
        agent_home(session, agent, scope)
    assert caught.value.hint == "`memsync sync add --list` lists what is"


def test_an_unknown_agent_is_refused(session: Session) -> None:
    with pytest.raises(BadUsage, match="no agent with a memory is called 'nobody'"):
        agent_home(session, "nobody", None)


def test_where_nothing_is_synced_no_agent_has_a_memory(session: Session) -> None:
    assert every_agent_store(session) == []
