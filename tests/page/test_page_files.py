"""The pages as files: which there are, for whom, and where they may not go."""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING

import pytest

from memsync.agents.table import names as agent_names
from memsync.cli.page.functions import PageCommands
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.errors import Refused
from memsync.page.files import write
from memsync.page.html.links import PAGES, Filed

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def commands(machine: Machine) -> PageCommands:
    """Those of a folder with a memory of two notes."""
    folder = machine.folder / "top/.coyote/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory Index\n")
    (folder / "port.md").write_text("See [[Odd Name]].\n")
    (folder / "Odd Name.md").write_text("<script>alert(1)</script>\n")
    top = machine.folder / "top"
    session = Session(machine.environ, top, read_clock(), quiet=True, verbose=False)
    return PageCommands(session)


def test_every_page_and_note_has_a_file(commands: PageCommands, tmp_path: Path) -> None:
    folder = tmp_path / "new/deep"
    count = write(commands, folder, force=False)
    links = Filed()
    expected = {links.page(name) for name, _ in PAGES}
    expected |= {links.page("prompt", {"agent": each}) for each in agent_names()}
    expected |= {links.note("workspace", n) for n in ("port", "Odd Name", "MEMORY")}
    expected |= {"page.css", "icon.svg"}
    assert {each.name for each in folder.iterdir()} == expected
    assert count == len(expected)
    modes = {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    there = {each.name for each in folder.iterdir()}
    for each in folder.glob("*.html"):
        text = each.read_text()
        assert "<script" not in text
        assert "<form" not in text
        for address in re.findall(r'href="([^"#]+\.html)', text):
            assert address in there


def test_the_prompt_of_each_agent_says_where_its_limit_is_from(
    commands: PageCommands, tmp_path: Path
) -> None:
    write(commands, tmp_path / "new", force=False)
    links = Filed()

    def text(agent: str) -> str:
        return (tmp_path / "new" / links.page("prompt", {"agent": agent})).read_text()

    assert "Windsurf reads at most 6,000 characters." in text("windsurf")
    said = "Cursor gets at most what the settings <code>caps.context_tools</code>"
    assert said in text("cursor")


def test_an_empty_folder_will_do(commands: PageCommands, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert write(commands, folder, force=False) == len(list(folder.iterdir()))


def test_a_folder_with_anything_in_it_is_left_alone(
    commands: PageCommands, tmp_path: Path
) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / ".hidden").touch()
    with pytest.raises(Refused) as raised:
        write(commands, folder, force=True)
    assert raised.value.message == (
        f"'{folder}' is not empty, and nothing is overwritten"
    )
    assert raised.value.hint == "name a new folder"
    assert raised.value.word == "exists"
    assert [each.name for each in folder.iterdir()] == [".hidden"]


@pytest.mark.parametrize("kind", ["file", "dangling"])
def test_what_is_no_folder_is_left_alone(
    commands: PageCommands, tmp_path: Path, kind: str
) -> None:
    place = tmp_path / "place"
    if kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(tmp_path / "nothing")
    with pytest.raises(Refused) as raised:
        write(commands, place, force=False)
    assert f"'{place}' is not a folder" in raised.value.message
    assert not (tmp_path / "nothing").exists()


def test_a_work_tree_takes_none_unasked(
    commands: PageCommands, machine: Machine
) -> None:
    top = machine.folder / "repository"
    top.mkdir()
    machine.git("init", "--quiet", cwd=top)
    folder = top / "deep/pages"
    with pytest.raises(Refused) as raised:
        write(commands, folder, force=False)
    assert "is in a git work tree" in raised.value.message
    assert raised.value.hint == "name a folder elsewhere, or say --force"
    assert not (top / "deep").exists()
    write(commands, folder, force=True)
    assert (folder / "index.html").is_file()
