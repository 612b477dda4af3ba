"""The list of notes: filtered, searched, a page at a time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from support.memories import empty_memory

from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.page.html.links import Filed, Served
from memsync.page.request.ask import Ask
from memsync.page.views import graph, notes
from memsync.page.views.listing import A_PAGE, listing

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def memory(machine: Machine) -> Path:
    """A workspace's memory without notes."""
    return empty_memory(machine.folder / "top/.coyote/memory")


@pytest.fixture
def user(machine: Machine) -> Path:
    """The person's own memory, without notes."""
    return empty_memory(machine.user_memory)


def ask(machine: Machine, **query: str) -> Ask:
    top = machine.folder / "top"
    session = Session(machine.environ, top, read_clock(), quiet=True, verbose=False)
    return Ask(PageCommands(session), Served("f"), query)


def put(folder: Path, name: str, text: str = "Text.", **fields: str) -> None:
    known = {"name": name, "description": f"about {name}"} | fields
    head = "".join(f"{key}: {value}\n" for key, value in known.items())
    (folder / f"{name}.md").write_text(f"---\n{head}---\n{text}\n")


def names(machine: Machine, **query: str) -> list[str]:
    return [line.card.name for line in listing(ask(machine, **query)).lines]


def test_every_note_of_both_memories_is_listed(
    machine: Machine, memory: Path, user: Path
) -> None:
    put(memory, "port", type="project")
    put(user, "style", type="feedback")
    found = listing(ask(machine))
    assert [line.card.name for line in found.lines] == ["port", "style"]
    assert (found.total, found.every, found.page, found.pages) == (2, 2, 1, 1)
    assert list(found.types) == ["feedback", "project"]
    assert list(found.agents) == []
    assert found.lines[0].address == "/f/notes/workspace/port"


def test_notes_are_chosen_by_type_and_scope(
    machine: Machine, memory: Path, user: Path
) -> None:
    put(memory, "port", type="project")
    put(memory, "how", type="feedback")
    put(user, "style", type="feedback")
    assert names(machine, type="feedback") == ["how", "style"]
    assert names(machine, scope="user") == ["style"]
    assert names(machine, type="feedback", scope="workspace") == ["how"]
    assert names(machine, type="nothing") == []
    found = listing(ask(machine, type="nothing"))
    assert (found.total, found.every, found.pages) == (0, 3, 1)


def test_notes_are_chosen_by_age(machine: Machine, memory: Path) -> None:
    today = ask(machine).now.today
    for days in (1, 20, 90):
        day = (today - timedelta(days=days)).isoformat()
        put(memory, f"d{days:02}", created=day, updated=day)
    assert names(machine, age="7") == ["d01"]
    assert names(machine, age="30") == ["d01", "d20"]
    assert names(machine, age="old") == ["d90"]
    assert names(machine, age="tomorrow") == ["d01", "d20", "d90"]


def test_a_note_without_a_day_counts_as_old(machine: Machine, memory: Path) -> None:
    put(memory, "undated", created="someday")
    assert names(machine, age="old") == ["undated"]
    assert names(machine, age="30") == []


@pytest.mark.parametrize("strategy", ["", "literal", "no-such-strategy"])
def test_a_search_finds_what_says_the_words(
    machine: Machine, memory: Path, strategy: str
) -> None:
    put(memory, "port", "The harbour opens at seven.")
    put(memory, "style", "Answer in one sentence.")
    found = listing(ask(machine, q="  harbour ", strategy=strategy))
    assert [line.card.name for line in found.lines] == ["port"]
    assert "harbour" in found.lines[0].snippet
    assert found.every == 2
    assert found.strategy != "no-such-strategy"


def test_a_search_keeps_to_the_filter(machine: Machine, memory: Path) -> None:
    put(memory, "port", "The harbour opens.", type="project")
    put(memory, "boat", "It is in the harbour.", type="feedback")
    assert names(machine, q="harbour", type="feedback") == ["boat"]


def test_an_address_keeps_what_was_chosen(machine: Machine, memory: Path) -> None:
    put(memory, "a", type="project")
    (line,) = listing(ask(machine, type="project", q="", other="x")).lines
    parts = urlsplit(line.address)
    assert parts.path == "/f/notes/workspace/a"
    assert parse_qs(parts.query) == {"type": ["project"]}


@pytest.fixture
def many(memory: Path) -> Path:
    """A memory of one note more than a page."""
    for at in range(A_PAGE + 1):
        (memory / f"n{at:03}.md").write_text("Text.\n")
    return memory


@pytest.mark.usefixtures("many")
def test_a_list_has_pages(machine: Machine) -> None:
    first = listing(ask(machine))
    assert (len(first.lines), first.page, first.pages) == (A_PAGE, 1, 2)
    second = listing(ask(machine, page="2"))
    assert [line.card.name for line in second.lines] == [f"n{A_PAGE:03}"]
    assert second.lines[0].address.endswith("?page=2")


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("page", "shown"), [("0", 1), ("-1", 1), ("x", 1), ("3", 2), ("99999", 2)]
)
def test_a_page_that_is_none_is_the_nearest(
    machine: Machine, page: str, shown: int
) -> None:
    assert listing(ask(machine, page=page)).page == shown


@pytest.mark.usefixtures("many")
def test_the_list_beside_a_note_is_at_its_page(machine: Machine) -> None:
    last = ("workspace", f"n{A_PAGE:03}")
    assert listing(ask(machine), around=last).page == 2
    assert listing(ask(machine), around=("user", last[1])).page == 1
    assert listing(ask(machine, page="1"), around=last).page == 1


@pytest.mark.usefixtures("many")
def test_a_file_has_every_note(machine: Machine) -> None:
    asked = ask(machine)
    asked.links = Filed()
    found = listing(asked)
    assert (len(found.lines), found.pages) == (A_PAGE + 1, 1)
    assert found.lines[0].address == "workspace.n000.html"


@pytest.mark.usefixtures("many")
def test_pages_lead_to_their_neighbours(machine: Machine) -> None:
    first = notes.view(ask(machine, scope="workspace")).values
    assert first["newer"] == ""
    assert first["older"] == "/f/notes?scope=workspace&page=2"
    second = notes.view(ask(machine, page="2")).values
    assert second["newer"] == "/f/notes?page=1"
    assert second["older"] == ""


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("query", "command"),
    [
        ({}, "list"),
        ({"scope": "user", "type": "project"}, "list --scope user --type project"),
        ({"q": "a b", "strategy": "literal"}, "search --strategy literal 'a b'"),
    ],
)
def test_the_command_shows_the_same(
    machine: Machine, query: dict[str, str], command: str
) -> None:
    assert notes.view(ask(machine, **query)).command == command


def test_the_graph_counts_notes_and_links(
    machine: Machine, memory: Path, user: Path
) -> None:
    put(memory, "one", "See [[two]], [[mine]] and [[gone]].")
    put(memory, "two")
    put(memory, "alone")
    put(user, "mine")
    values = graph.view(ask(machine)).values
    nodes = values["nodes"]
    assert isinstance(nodes, list)
    assert [(node.name, node.degree) for node in nodes] == [
        ("one", 2),
        ("mine", 1),
        ("two", 1),
        ("alone", 0),
    ]
    assert nodes[0].missing == ("gone",)
    assert nodes[1].address == "/f/notes/user/mine"
    assert values["links_between"] == 2
    assert (values["orphans"], values["missing"], values["left_out"]) == (1, 1, 0)
    assert values["both"] is True
