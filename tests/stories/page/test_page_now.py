"""Now: what it says where nothing is wrong, and where agents are told too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.browser import person
from support.page import served
from support.synced import note, put

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browser import Person
    from support.machine import Machine


def test_all_is_well_where_every_agent_is_told_everything(someone: Person) -> None:
    expect(someone.page.get_by_role("heading", name="All is well")).to_be_visible()


def test_without_a_memory_it_says_how_to_make_one(
    machine: Machine, browser: Browser
) -> None:
    top = machine.repository()
    with served(machine, top) as page, person(browser, page) as someone:
        shown = someone.page
        none = shown.get_by_role("heading", name="There is no memory here yet")
        expect(none).to_be_visible()
        expect(shown.get_by_text("memsync init")).to_be_visible()
        shown.get_by_role("link", name="new note").click()
        expect(shown.get_by_role("heading", level=1)).to_have_text("New note")
        expect(someone.go("prompt").get_by_text("no memory here")).to_be_visible()


def test_notes_that_no_agent_is_told_of_are_counted(
    machine: Machine, browser: Browser, tmp_path: Path
) -> None:
    for number in range(1200):
        put(machine, f"n{number}", note(f"n{number}"))
    with served(machine, tmp_path) as page, person(browser, page) as someone:
        shown = someone.page
        told = shown.get_by_role("region", name="1 thing to look at")
        expect(told).to_contain_text("1,200 notes have no entry in the memory index")
        expect(told).to_contain_text("memsync lint --fix")
        expect(shown.get_by_role("link", name="1,200 notes").last).to_be_visible()
        told.get_by_role("link").click()
        expect(shown.get_by_text("No note has an entry")).to_be_visible()
        machine.memsync("lint", "--fix", cwd=tmp_path, want=1)  # the index is large
        expect(someone.go().get_by_text("no entry")).to_have_count(0)
