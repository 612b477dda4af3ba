"""`memsync.api`: what a Python program may rely on."""

from __future__ import annotations

import inspect
import logging
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memsync import api
from memsync.api import (
    BadUsage,
    Broken,
    Memory,
    NoGitRoot,
    NotFound,
    NotSetUp,
    Refused,
    Scope,
    open_memory,
    sync,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.machine import Machine

PAGE = Path(__file__).parents[1] / "docs/api.md"
TOKEN = "AKIA" + "QWERTYUIOPASDFGH"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository."""
    return machine.repository()


@pytest.fixture
def memory(machine: Machine, top: Path) -> Memory:
    """Its memory, which does not exist yet."""
    return open_memory(top, environ=machine.environ)


def test_the_example_of_the_page_does_what_it_shows(
    machine: Machine, top: Path
) -> None:
    (example,) = re.findall(r"(?ms)^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"))
    file = machine.folder / "example.txt"
    file.write_text(example)
    run = (sys.executable, "-P", "-m", "doctest", "-o", "ELLIPSIS")
    ran = machine.run(*run, file, cwd=top, want=None)
    assert (ran.code, ran.out) == (0, "")


def test_the_page_has_every_name_with_its_parameters_and_fields() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in api.__all__ if f"`{name}" not in text] == []
    for name in api.__all__:
        found = getattr(api, name)
        if hasattr(found, "_fields"):
            fields = ", ".join(f"`{field}`" for field in found._fields)
            assert f"| `{name}` | {fields} |" in text
    methods = {
        f"Memory.{name}": found
        for name, found in vars(Memory).items()
        if name[0] != "_" and inspect.isfunction(found)
    }
    functions: dict[str, Callable[..., object]] = {
        "open_memory": open_memory,
        "sync": sync,
    }
    for name, found in (functions | methods).items():
        shown = re.search(rf"(?m)^\| `{re.escape(name)}\((.*?)\)` \|", text)
        assert shown, name
        names = re.findall(r"(\w+)(?:=|,|$)", re.sub(r"=[^,]+", "", shown[1]))
        given = list(inspect.signature(found).parameters)
        assert names == [each for each in given if each != "self"], name


def test_a_note_is_written_read_listed_found_and_forgotten(
    memory: Memory, machine: Machine, top: Path
) -> None:
    written = memory.write("port", "The port is 8080.", type="project")
    assert (written.name, written.scope, written.action) == (
        *("port", Scope.WORKSPACE, "created"),
    )
    assert written.path.is_relative_to(top)
    note = memory.read("port")
    assert (note.type, note.body) == ("project", "The port is 8080.\n")
    assert note.frontmatter["description"] == note.description == "The port is 8080."
    shown = machine.memsync("read", "port", "--json", cwd=top).json
    assert shown["path"] == str(note.path)
    (listed,) = memory.list()
    assert (listed.name, listed.path, listed.scope) == ("port", note.path, "workspace")
    (hit,) = memory.search("which port")
    assert (hit.name, hit.scope, hit.path) == ("port", Scope.WORKSPACE, note.path)
    assert "[[port]]: The port is 8080." in memory.context().text
    assert "8080" in memory.context(tools=False).text
    removed = memory.forget("port")
    assert removed.archived is not None
    assert memory.list() == ()
    versions = machine.memsync("archive", "list", "port", "--json", cwd=top).json
    assert versions[0]["id"] == removed.archived


def test_what_is_not_given_stays(memory: Memory) -> None:
    memory.write("port", "One.", description="about", expires="2030-01-01")
    memory.write("port", "Two.", append=True)
    note = memory.read("port")
    assert (note.description, note.body) == ("about", "One.\nTwo.\n")
    memory.write("port", expires="")
    assert "expires" not in memory.read("port").frontmatter


def test_a_command_undoes_what_a_program_did(
    memory: Memory, machine: Machine, top: Path
) -> None:
    memory.write("port", "One.")
    memory.write("port", "Two.")
    machine.memsync("undo", "--yes", cwd=top)
    assert memory.read("port").body == "One.\n"


def test_scopes_are_apart_and_the_workspace_comes_first(memory: Memory) -> None:
    memory.write("style", "Here.", scope="workspace")
    memory.write("style", "Everywhere.", scope=Scope.USER)
    assert [note.scope for note in memory.list()] == ["workspace", "user"]
    assert memory.read("style").body == "Here.\n"
    assert memory.read("style", "user").body == "Everywhere.\n"
    (listed,) = memory.list("user")
    assert listed.scope is Scope.USER
    (hit,) = memory.search("everywhere", scope="user")
    assert hit.snippet == "Everywhere."
    with pytest.raises(BadUsage, match="there is no scope 'mine'"):
        memory.list("mine")


def test_no_text_with_a_secret_is_written_and_no_memory_made(
    memory: Memory, top: Path
) -> None:
    with pytest.raises(Refused) as caught:
        memory.write("key", f"The key is {TOKEN}.")
    assert caught.value.word == "secret"
    assert TOKEN not in str(caught.value)
    assert not (top / ".coyote").exists()


@pytest.mark.parametrize("name", ["../up", "a/b", "MEMORY", "", "a\x1b[31m"])
def test_what_is_no_name_is_refused_everywhere(memory: Memory, name: str) -> None:
    memory.write("port", "One.")
    for change in (
        lambda: memory.write(name, "text"),
        lambda: memory.read(name),
        lambda: memory.forget(name),
    ):
        with pytest.raises(BadUsage):
            change()
    assert [note.name for note in memory.list()] == ["port"]


def test_bad_arguments_say_what_is_wrong(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(BadUsage, match="nothing to write"):
        memory.write("port")
    with pytest.raises(BadUsage, match="there is no strategy 'best'"):
        memory.search("port", strategy="best")
    with pytest.raises(BadUsage, match="limit"):
        memory.search("port", limit=0)
    with pytest.raises(BadUsage, match="cap"):
        memory.context(cap=-1)
    with pytest.raises(BadUsage, match="is not a folder"):
        open_memory(tmp_path / "none")


def test_what_is_not_there_is_said(
    memory: Memory, machine: Machine, tmp_path: Path
) -> None:
    assert memory.list() == ()
    assert memory.search("port") == ()
    assert memory.context().text == ""
    with pytest.raises(NotFound):
        memory.forget("port")
    outside = tmp_path / "outside"
    outside.mkdir()
    with pytest.raises(NoGitRoot):
        open_memory(outside, environ=machine.environ).write("port", "One.")


def test_a_refusal_of_the_system_is_an_error_of_ours(memory: Memory, top: Path) -> None:
    (top / ".coyote").write_text("a file where the folder belongs")
    with pytest.raises(Broken) as caught:
        memory.write("port", "One.")
    assert ".coyote" in caught.value.message


def test_memory_that_is_off_gives_a_prompt_nothing(machine: Machine, top: Path) -> None:
    open_memory(top, environ=machine.environ).write("port", "The port is 8080.")
    off = open_memory(top, environ={**machine.environ, "MEMSYNC_MEMORY": "0"})
    assert off.search("port") == ()
    assert off.context().text == ""


def test_what_is_odd_goes_to_the_logger(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="memsync"):
        memory.write("port", "One.")
    assert "there was no memory here" in caplog.text
    assert {record.name for record in caplog.records} == {"memsync"}


def test_a_working_folder_is_the_default(
    machine: Machine, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(top)
    assert open_memory().folder == top
    assert open_memory("..").folder.samefile(machine.folder)


def test_a_round_carries_a_note_to_another_machine(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    here = open_memory(desk.folder, environ=desk.environ)
    here.write("style", "Briefly.", scope="user")
    pretended = sync(environ=desk.environ, dry_run=True)
    assert pretended.sent == ("style",)
    assert sync(environ=desk.environ).sent == ("style",)
    assert sync(environ=desk.environ).changed is False
    assert sync(environ=laptop.environ).received == ("style",)
    there = open_memory(laptop.folder, environ=laptop.environ)
    assert there.read("style").body == "Briefly.\n"
    remote.rename(remote.with_name("away"))
    here.write("style", "Very briefly.", scope="user")
    queued = sync(environ=desk.environ)
    assert queued.queued
    assert queued.trouble is not None


def test_sync_that_is_not_set_up_says_so(machine: Machine) -> None:
    for profile in (None, "work"):
        with pytest.raises(NotSetUp):
            sync(environ=machine.environ, profile=profile)
