"""The last commands that changed notes, as the page Now shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.page.html.links import Served
from memsync.page.request.ask import Ask
from memsync.page.views.recent import changes

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A folder with a memory, outside git."""
    memory = machine.folder / "top/.coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Memory Index\n")
    return machine.folder / "top"


def ask(machine: Machine, top: Path) -> Ask:
    session = Session(machine.environ, top, read_clock(), quiet=True, verbose=False)
    return Ask(PageCommands(session), Served("f"))


def put(machine: Machine, top: Path, name: str) -> None:
    found = ask(machine, top)
    store = found.store("workspace")
    store.write(name, "Text.", now=found.commands.now("write"), description="a fact")


def test_without_a_command_there_is_none(machine: Machine, top: Path) -> None:
    assert changes(ask(machine, top)) == []


def test_without_a_memory_there_is_none(machine: Machine, tmp_path: Path) -> None:
    assert changes(ask(machine, tmp_path)) == []


def test_a_command_has_its_note_and_its_way_back(machine: Machine, top: Path) -> None:
    put(machine, top, "port")
    (found,) = changes(ask(machine, top))
    assert found.command == "write"
    assert list(found.notes) == [("port", "/f/notes/workspace/port")]
    assert found.more == 0
    assert found.stays == ""
    parts = urlsplit(found.undo)
    assert parts.path == "/f/undo"
    assert parse_qs(parts.query) == {"of": [found.time], "back": ["now"]}


def test_the_newest_come_first_and_few_are_shown(machine: Machine, top: Path) -> None:
    for at in range(7):
        put(machine, top, f"n{at}")
    found = changes(ask(machine, top))
    assert [each.notes[0][0] for each in found] == ["n6", "n5", "n4", "n3", "n2"]


def test_a_command_with_many_notes_names_some(machine: Machine, top: Path) -> None:
    moment = ask(machine, top).commands.now("import")
    store = ask(machine, top).store("workspace")
    for at in range(5):
        store.write(f"n{at}", "Text.", now=moment, description="a fact")
    (found,) = changes(ask(machine, top))
    assert found.command == "import"
    assert (len(found.notes), found.more) == (3, 2)
