"""The memory as resources: which there are, page by page, and what each says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import empty_memory

from memsync.errors import NotFound, Refused
from memsync.mcp.calls.call import Call
from memsync.mcp.resources import INDEX, NOTES, PAGE, ROOT, offered, text_of

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def memory(machine: Machine) -> Path:
    """A workspace's memory without notes."""
    return empty_memory(machine.folder / "top/.coyote/memory", "Workspace Index")


@pytest.fixture
def user(machine: Machine) -> Path:
    """The person's own memory, without notes."""
    return empty_memory(machine.user_memory)


def call(machine: Machine, *, off: bool = False) -> Call:
    top = machine.folder / "top"
    top.mkdir(exist_ok=True)
    return Call(machine.environ, top, off=off)


def put(folder: Path, name: str, text: str = "Text.", about: str = "about") -> None:
    head = f"---\nname: {name}\ndescription: {about}\n---\n"
    (folder / f"{name}.md").write_bytes(f"{head}{text}\n".encode())


def uris(machine: Machine, cursor: str | None = None) -> list[str]:
    return [each.uri for each in offered(call(machine), cursor)[0]]


def test_without_a_memory_there_is_nothing(machine: Machine) -> None:
    assert offered(call(machine), None) == ([], None)


def test_a_memory_has_context_index_and_notes(machine: Machine, memory: Path) -> None:
    put(memory, "port", about="which port")
    put(memory, "host")
    found, cursor = offered(call(machine), None)
    assert [each.uri for each in found] == [
        ROOT,
        INDEX,
        f"{NOTES}host",
        f"{NOTES}port",
    ]
    assert found[3].name == "port"
    assert found[3].about == "which port"
    assert cursor is None


def test_of_two_notes_of_a_name_the_workspaces_is_listed(
    machine: Machine, memory: Path, user: Path
) -> None:
    put(memory, "port", "Here.", about="ours")
    put(user, "port", "There.", about="theirs")
    put(user, "style", about="theirs")
    found = {each.name: each.about for each in offered(call(machine), None)[0]}
    assert found["port"] == "ours"
    assert found["style"] == "theirs"
    text = text_of(call(machine), f"{NOTES}port")
    assert "Here." in text
    assert "There." not in text


def test_a_name_is_one_part_of_its_uri(machine: Machine, memory: Path) -> None:
    (memory / "a b?#%.md").write_text("Odd.\n")
    assert f"{NOTES}a%20b%3F%23%25" in uris(machine)
    assert text_of(call(machine), f"{NOTES}a%20b%3F%23%25") == "Odd.\n"


def test_a_list_has_pages(machine: Machine, memory: Path) -> None:
    for at in range(PAGE):
        (memory / f"n{at:03}.md").write_text("Text.\n")
    first, cursor = offered(call(machine), None)
    assert len(first) == PAGE
    assert cursor == str(PAGE)
    second, end = offered(call(machine), cursor)
    assert end is None
    names = [each.name for each in (*first, *second)]
    assert names[2:] == [f"n{at:03}" for at in range(PAGE)]


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("cursor", ["", "-1", "x", "1.5", " 2"])
def test_a_cursor_that_is_none_starts_anew(machine: Machine, cursor: str) -> None:
    assert uris(machine, cursor) == [ROOT, INDEX]


@pytest.mark.usefixtures("memory")
def test_a_cursor_beyond_the_end_has_nothing(machine: Machine) -> None:
    assert offered(call(machine), "9999") == ([], None)


def test_the_index_is_the_workspaces_first(
    machine: Machine, memory: Path, user: Path
) -> None:
    assert text_of(call(machine), INDEX) == "# Workspace Index\n"
    (memory / "MEMORY.md").unlink()
    assert text_of(call(machine), INDEX) == (user / "MEMORY.md").read_text()


def test_what_is_read_is_harmless(machine: Machine, memory: Path) -> None:
    data = b"\xef\xbb\xbfone\r\n\x1b[31mtwo\xff\n"
    (memory / "odd.md").write_bytes(data)
    assert text_of(call(machine), f"{NOTES}odd") == "one\n?[31mtwo\ufffd\n"


def test_a_list_is_harmless(machine: Machine, memory: Path) -> None:
    put(memory, "odd", about='"a\\eb"')
    (found,) = offered(call(machine), "2")[0]
    assert found.about == "a?b"


def test_the_context_is_what_a_session_starts_with(
    machine: Machine, memory: Path
) -> None:
    (memory / "MEMORY.md").write_text("# Memory Index\n\n- [[port]]: the port\n")
    put(memory, "port")
    assert "[[port]]: the port" in text_of(call(machine), ROOT)


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    "uri",
    [
        "",
        "memory://",
        "memory://root/",
        "memory://root/skills/x/SKILL.md",
        "file:///etc/passwd",
        "memory://root/../../etc/passwd",
        f"{NOTES}gone",
    ],
)
def test_a_uri_that_leads_nowhere(machine: Machine, uri: str) -> None:
    with pytest.raises(NotFound):
        text_of(call(machine), uri)


@pytest.mark.usefixtures("memory")
def test_an_unknown_uri_is_named_harmlessly(machine: Machine) -> None:
    with pytest.raises(NotFound) as raised:
        text_of(call(machine), "memory://x\x1b")
    assert raised.value.message == "there is no 'memory://x?'"


@pytest.mark.usefixtures("memory")
def test_while_memory_is_off_nothing_is_read(machine: Machine) -> None:
    with pytest.raises(Refused) as raised:
        offered(call(machine, off=True), None)
    assert raised.value.word == "memory-off"
    with pytest.raises(Refused):
        text_of(call(machine, off=True), INDEX)
