"""Changes of notes from the page: saved, written, restored, forgotten, undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.errors import BadUsage, NotFound
from memsync.page.changes import notes, undoing
from memsync.page.changes.did import Did
from memsync.page.html.links import Served
from memsync.page.html.page import Page
from memsync.page.request.ask import Ask
from memsync.page.views.edit import digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from support.machine import Machine

OURS = {"scope": "workspace", "name": "port"}
TEXT = "---\nname: port\ndescription: a port\n---\nIt is 80.\n"


@pytest.fixture
def memory(machine: Machine) -> Path:
    """A workspace's memory with one note."""
    folder = machine.folder / "top/.coyote/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory Index\n\n- [[port]]: a port\n")
    (folder / "port.md").write_text(TEXT)
    return folder


def ask(
    machine: Machine,
    path: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
) -> Ask:
    top = machine.folder / "top"
    session = Session(machine.environ, top, read_clock(), quiet=True, verbose=False)
    return Ask(PageCommands(session), Served("f"), query or {}, path or {})


def done(found: Did | Page) -> Did:
    assert isinstance(found, Did), found
    return found


def asked_again(found: Did | Page) -> tuple[Page, Mapping[str, Any]]:
    assert isinstance(found, Page), found
    return found, found.values


def undo(machine: Machine, change: Did) -> Did:
    """Click the Undo that a change offers."""
    page, _, query = change.notice.undo.partition("?")
    assert page == "undo"
    of = {key: values[0] for key, values in parse_qs(query).items()}
    return done(undoing.undo(ask(machine, query=of), {}))


def edit(machine: Machine, text: str, seen: str = "") -> Did | Page:
    fields = {"text": text, "seen": seen or digest(TEXT.encode())}
    return notes.save(ask(machine, OURS), fields)


def test_an_edit_is_saved_and_can_be_undone(machine: Machine, memory: Path) -> None:
    found = done(edit(machine, TEXT.replace("80", "81").replace("\n", "\r\n")))
    assert found.to == "/f/notes/workspace/port"
    assert found.notice.said == "'port' is saved"
    assert found.notice.command == "edit port --scope workspace"
    assert not found.notice.bad
    saved = (memory / "port.md").read_bytes()
    assert b"It is 81.\n" in saved
    assert b"\r" not in saved
    back = undo(machine, found)
    assert back.notice.said == "undone: memsync edit"
    assert [item.said for item in back.notice.items] == ["restored"]
    assert (memory / "port.md").read_text() == TEXT


def test_an_edit_without_a_change_offers_no_undo(
    machine: Machine, memory: Path
) -> None:
    found = done(edit(machine, TEXT))
    assert found.notice.said == "'port' is as it was"
    assert found.notice.undo == ""
    assert (memory / "port.md").read_text() == TEXT


def test_a_note_that_changed_meanwhile_is_not_replaced(
    machine: Machine, memory: Path
) -> None:
    page, values = asked_again(edit(machine, "mine\n", seen=digest(b"older")))
    assert page.status == 409
    assert values["changed"] is True
    assert values["text"] == "mine\n"
    assert values["seen"] == digest(TEXT.encode())
    assert (memory / "port.md").read_text() == TEXT


def test_a_note_that_was_removed_is_made_again_only_if_asked_twice(
    machine: Machine, memory: Path
) -> None:
    (memory / "port.md").unlink()
    page, values = asked_again(edit(machine, "mine\n"))
    assert page.status == 409
    assert values["removed"] is True
    assert values["text"] == "mine\n"
    assert not (memory / "port.md").exists()
    fields = {"text": "mine\n", "seen": values["seen"]}
    done(notes.save(ask(machine, OURS), fields))
    assert (memory / "port.md").read_text() == "mine\n"


def test_a_note_is_written_and_can_be_undone(machine: Machine, memory: Path) -> None:
    fields = {
        "name": " host ",
        "scope": "workspace",
        "text": "It is\r\nlocal.",
        "about": " where\n it  runs ",
    }
    found = done(notes.write(ask(machine), fields))
    assert found.to == "/f/notes/workspace/host"
    assert found.notice.said == "'host' is written"
    assert found.notice.command == "write host --scope workspace"
    text = (memory / "host.md").read_text()
    assert "description: where it runs\n" in text
    assert "It is\nlocal.\n" in text
    items = undo(machine, found).notice.items
    assert [item.said for item in items if item.name == "host"] == ["removed"]
    assert not (memory / "host.md").exists()


def test_a_note_that_is_there_is_not_replaced(machine: Machine, memory: Path) -> None:
    fields = {"name": "port", "scope": "workspace", "text": "Other.", "about": "x"}
    page, values = asked_again(notes.write(ask(machine), fields))
    assert page.status == 422
    assert values["error"].word == "exists"
    assert values["error"].message == "there is a note 'port' already"
    assert values["given"] == {"name": "port", "about": "x", "text": "Other."}
    assert (memory / "port.md").read_text() == TEXT


@pytest.mark.parametrize("name", ["", "../x", "A B", "MEMORY"])
def test_a_name_that_cannot_be_shows_the_form_again(
    machine: Machine, memory: Path, name: str
) -> None:
    before = sorted(each.name for each in memory.iterdir())
    fields = {"name": name, "scope": "workspace", "text": "Text."}
    page, values = asked_again(notes.write(ask(machine), fields))
    assert page.status == 422
    assert isinstance(values["error"], BadUsage)
    assert values["given"]["text"] == "Text."
    assert sorted(each.name for each in memory.iterdir()) == before


def test_a_scope_that_is_none_shows_the_form_again(
    machine: Machine, memory: Path
) -> None:
    fields = {"name": "host", "scope": "moon", "text": "Text."}
    page, values = asked_again(notes.write(ask(machine), fields))
    assert page.status == 422
    assert isinstance(values["error"], BadUsage)
    assert not (memory / "host.md").exists()


def test_a_note_is_forgotten_restored_and_undone(
    machine: Machine, memory: Path
) -> None:
    (memory / "other.md").write_text("See [[port]].\n")
    gone = done(notes.forget(ask(machine, OURS), {}))
    assert gone.to == "/f/notes"
    assert gone.notice.said == "'port' is forgotten"
    assert gone.notice.details == ("links to it now lead nowhere in: other",)
    assert not (memory / "port.md").exists()
    (version,) = ask(machine).commands.versions("port", "workspace")
    wanted = {"id": version.version.id}
    back = done(notes.restore(ask(machine, OURS), wanted))
    assert back.to == "/f/notes/workspace/port"
    assert back.notice.said == "the version of 'port' is live again"
    assert back.notice.command == f"archive restore {version.version.id}"
    assert (memory / "port.md").read_text() == TEXT
    undo(machine, back)
    assert not (memory / "port.md").exists()


def test_a_restore_leads_back_to_the_page_it_was_asked_on(
    machine: Machine, memory: Path
) -> None:
    notes.forget(ask(machine, OURS), {})
    (version,) = ask(machine).commands.versions("port", "workspace")
    again = ask(machine, OURS, {"back": "merges"})
    assert notes.restore(again, {"id": version.version.id}).to == "/f/merges"
    assert (memory / "port.md").exists()


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("id_", ["", "port/1", "../../../etc/passwd"])
def test_a_version_that_is_none(machine: Machine, id_: str) -> None:
    with pytest.raises(NotFound) as raised:
        notes.restore(ask(machine, OURS), {"id": id_})
    assert raised.value.message == "there is no such version"
    assert raised.value.hint == "choose one from the list"


@pytest.mark.usefixtures("memory")
def test_a_note_that_is_none_cannot_be_forgotten(machine: Machine) -> None:
    with pytest.raises(NotFound):
        notes.forget(ask(machine, {"scope": "workspace", "name": "nothing"}), {})


@pytest.mark.usefixtures("memory")
def test_with_no_change_there_is_nothing_to_undo(machine: Machine) -> None:
    found = done(undoing.undo(ask(machine), {}))
    assert found.notice.said == "there is nothing to undo"
    assert found.to == "/f/notes"
    now = done(undoing.undo(ask(machine, query={"back": "now"}), {}))
    assert now.to == "/f/"


def test_a_change_is_undone_once(machine: Machine, memory: Path) -> None:
    change = done(edit(machine, TEXT.replace("80", "81")))
    undo(machine, change)
    edit(machine, TEXT.replace("80", "82"))
    again = undo(machine, change)
    assert again.notice.said == "this was undone already, or is as it was before"
    assert "82" in (memory / "port.md").read_text()


def test_an_emptied_note_is_not_saved(machine: Machine, memory: Path) -> None:
    for text in ("", " \r\n\r\n"):
        page, values = asked_again(edit(machine, text))
        assert page.status == 422
        assert values["error"].message == "the text is empty, so nothing was changed"
    assert (memory / "port.md").read_text() == TEXT


def test_a_new_note_without_text_names_the_field(
    machine: Machine, memory: Path
) -> None:
    fields = {"scope": "workspace", "name": "empty", "about": "x", "text": " \n"}
    page, values = asked_again(notes.write(ask(machine), fields))
    assert page.status == 422
    assert values["error"].hint == "fill in the field Text"
    assert not (memory / "empty.md").exists()
