"""One request: the memories it is about, its note, and the numbers of its query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.errors import BadUsage, NotFound
from memsync.page.html.links import Filed, Served
from memsync.page.request.ask import Ask, not_here

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A folder with a memory of one note, and one of the person's own."""
    folder = machine.folder / "top/.coyote/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory Index\n")
    (folder / "ours.md").write_text("See [[gone]] and [[theirs]].\n")
    machine.user_memory.mkdir(parents=True)
    (machine.user_memory / "MEMORY.md").write_text("# Memory Index\n")
    (machine.user_memory / "theirs.md").write_text("Mine.\n")
    return machine.folder / "top"


def make(
    machine: Machine,
    cwd: Path,
    query: Mapping[str, str] | None = None,
    **path: str,
) -> Ask:
    session = Session(machine.environ, cwd, read_clock(), quiet=True, verbose=False)
    return Ask(PageCommands(session), Served("f"), query or {}, path)


def test_both_memories_are_opened(machine: Machine, top: Path) -> None:
    found = make(machine, top).opened.stores
    assert [store.scope.value for store in found] == ["workspace", "user"]


@pytest.mark.parametrize(("said", "scope"), [("user", "user"), ("global", "user")])
def test_the_scope_is_the_addresss(
    machine: Machine, tmp_path: Path, said: str, scope: str
) -> None:
    assert make(machine, tmp_path, scope=said).scope == scope


def test_another_word_is_no_scope(machine: Machine, tmp_path: Path) -> None:
    with pytest.raises(BadUsage):
        _ = make(machine, tmp_path, scope="everything").scope


@pytest.mark.parametrize("name", ["port", "MEMORY", "Port 2"])
def test_the_name_is_the_addresss(machine: Machine, tmp_path: Path, name: str) -> None:
    assert make(machine, tmp_path, name=name).name == name


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "a\0b", ".hidden"])
def test_a_name_that_no_note_can_have(
    machine: Machine, tmp_path: Path, name: str
) -> None:
    with pytest.raises(BadUsage):
        _ = make(machine, tmp_path, name=name).name


def test_a_notes_address_has_the_scope_it_is_in(machine: Machine, top: Path) -> None:
    ask = make(machine, top)
    assert ask.address("ours") == "/f/notes/workspace/ours"
    assert ask.address("theirs") == "/f/notes/user/theirs"
    assert ask.address("gone") is None


def test_of_two_notes_of_a_name_the_workspaces_is_meant(
    machine: Machine, top: Path
) -> None:
    (machine.user_memory / "ours.md").write_text("Mine, too.\n")
    assert make(machine, top).address("ours") == "/f/notes/workspace/ours"
    assert make(machine, top).address("MEMORY") == "/f/notes/workspace/MEMORY"


def test_without_a_memory_even_the_index_is_nowhere(
    machine: Machine, tmp_path: Path
) -> None:
    assert make(machine, tmp_path).address("MEMORY") is None


def test_files_are_found_beside_each_other(machine: Machine, top: Path) -> None:
    ask = make(machine, top)
    ask.links = Filed()
    assert ask.address("theirs") == "user.theirs.html"


def test_the_memory_of_a_scope(machine: Machine, top: Path) -> None:
    ask = make(machine, top)
    assert ask.store("user").memory.folder == machine.user_memory
    store, other = ask.to_change("workspace")
    assert store.memory.folder == top / ".coyote/memory"
    assert other is not None
    assert other.memory.folder == machine.user_memory


def test_a_memory_that_is_not_here(machine: Machine, tmp_path: Path) -> None:
    ask = make(machine, tmp_path)
    with pytest.raises(NotFound):
        ask.store("workspace")
    with pytest.raises(NotFound):
        ask.to_change("workspace")


def test_cards_links_and_findings_are_of_both_memories(
    machine: Machine, top: Path
) -> None:
    ask = make(machine, top)
    assert [card.name for card in ask.cards] == ["ours", "theirs"]
    assert ask.linking["ours"].to == ("gone", "theirs")
    assert ask.linking["ours"].scope == "workspace"
    assert ask.linking["theirs"].to == ()
    assert "gone" in " ".join(finding.message for finding in ask.findings)


def test_no_command_means_no_changes(machine: Machine, top: Path) -> None:
    stores, found = make(machine, top).changes(5)
    assert list(found) == []
    assert {store.scope.value for store in stores} <= {"workspace", "user"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("0012", 12),
        ("999999", 999999),
        ("1000000", 5),
        ("", 5),
        ("-1", 5),
        ("+1", 5),
        ("1.0", 5),
        (" 1", 5),
        ("1_0", 5),
        ("١٢", 5),
        ("²", 5),
    ],
)
def test_a_number_of_the_query(
    machine: Machine, tmp_path: Path, text: str, number: int
) -> None:
    assert make(machine, tmp_path, {"page": text}).number("page", 5) == number


def test_a_number_that_is_not_asked(machine: Machine, tmp_path: Path) -> None:
    assert make(machine, tmp_path).number("page", 5) == 5


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text())
def test_no_query_breaks_a_number(machine: Machine, tmp_path: Path, text: str) -> None:
    found = make(machine, tmp_path, {"page": text}).number("page", 5)
    assert 0 <= found < 10**6


def test_an_address_that_leads_to_nothing() -> None:
    error = not_here("note 'x'")
    assert error.message == "there is no note 'x'"
    assert error.hint == "see the page Notes"
