"""The list of notes, and the one that was chosen, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browser import person
from support.page import served

from memsync.page.html.links import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, ViewportSize
    from support.browser import Person
    from support.machine import Machine

WIDE: ViewportSize = {"width": 1280, "height": 800}


def listed(page: Page) -> Locator:
    return page.get_by_role("region", name="List of notes")


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def test_a_note_opens_beside_the_list_that_stays(
    machine: Machine, top: Path, browser: Browser
) -> None:
    for at in range(60):
        machine.memsync("write", f"many-{at:02}", "-m", "One of them.", cwd=top)
    with (
        served(machine, top) as page,
        person(browser, page, viewport=WIDE) as someone,
    ):
        shown = someone.go("notes?q=one+of+them")
        link = listed(shown).get_by_role("link", name="many-40")
        link.scroll_into_view_if_needed()
        before = link.bounding_box()
        link.click()
        expect(heading(shown)).to_have_text("many-40")
        expect(heading(shown)).to_be_focused()
        assert link.bounding_box() == before
        expect(link).to_have_attribute("aria-current", "true")
        assert shown.url == f"{someone.base}notes/workspace/many-40?q=one+of+them"
        assert shown.title() == "many-40 · memsync"
        shown.reload()
        expect(heading(shown)).to_have_text("many-40")
        expect(listed(shown)).to_contain_text("60 notes of 63")
        shown.go_back()
        expect(heading(shown)).to_have_text("Notes")


def test_the_same_without_script(machine: Machine, top: Path, browser: Browser) -> None:
    with (
        served(machine, top) as page,
        person(browser, page, viewport=WIDE, script=False) as someone,
    ):
        shown = someone.go("notes?scope=workspace")
        before = listed(shown).bounding_box()
        listed(shown).get_by_role("link", name="tides").click()
        expect(heading(shown)).to_have_text("tides")
        assert listed(shown).bounding_box() == before
        expect(listed(shown)).to_contain_text("2 notes of 3")
        listed(shown).get_by_role("link", name="harbour").click()
        expect(heading(shown)).to_have_text("harbour")
        expect(listed(shown)).to_contain_text("2 notes of 3")


@pytest.mark.parametrize("width", [320, 900])
def test_on_a_narrow_screen_there_is_one_of_them(
    machine: Machine, top: Path, browser: Browser, width: int
) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    with (
        served(machine, top) as page,
        person(browser, page, viewport=size) as someone,
    ):
        shown = someone.go("notes")
        listed(shown).get_by_role("link", name="tides").click()
        expect(heading(shown)).to_have_text("tides")
        expect(listed(shown)).to_be_hidden()
        main = shown.get_by_role("main")
        main.get_by_role("link", name="Notes", exact=True).click()
        expect(listed(shown)).to_be_visible()


def test_keys_go_through_the_list(someone: Person) -> None:
    page = someone.go("notes")
    page.keyboard.press("j")
    expect(heading(page)).to_have_text("harbour")
    expect(listed(page).get_by_role("link", name="harbour")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(heading(page)).to_have_text("tides")
    page.keyboard.press("k")
    expect(heading(page)).to_have_text("harbour")
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(listed(page).get_by_role("link", name="harbour")).to_be_focused()


def test_letters_that_are_typed_are_no_keys(someone: Person) -> None:
    page = someone.go("notes")
    page.keyboard.press("/")
    page.keyboard.type("jk/")
    assert page.get_by_role("searchbox").input_value() == "jk/"
    expect(page.get_by_role("contentinfo")).to_contain_text("search --strategy")
    expect(page.get_by_role("contentinfo")).to_contain_text("jk/")
    expect(heading(page)).to_have_text("Notes")


def test_a_note_says_its_changes_beside_the_list(
    someone: Person, machine: Machine, top: Path
) -> None:
    """The list, and what was asked of it, is still there after a comparison."""
    machine.memsync("write", "harbour", "-m", "It opens at eight.", cwd=top)
    page = someone.go("notes/workspace/harbour?scope=workspace")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("region", name="Changes by word")).to_be_visible()
    expect(listed(page)).to_contain_text("2 notes of 3")


def test_a_server_that_has_ended_is_told(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with served(machine, top) as page, person(browser, page) as someone:
        shown = someone.go("notes")
        assert page.end() == 0
        shown.get_by_role("searchbox").fill("opens")
        told = shown.get_by_role("alert")
        expect(told).to_contain_text("does not answer")
        expect(listed(shown).get_by_role("link", name="tides")).to_be_visible()


def test_the_list_keeps_its_place_without_script(
    machine: Machine, browser: Browser
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    for number in range(30):
        text = f"---\nname: n{number:02}\ndescription: one of many\n---\n\nText.\n"
        (top / ".coyote/memory" / f"n{number:02}.md").write_text(text)
    with (
        served(machine, top) as page,
        person(
            browser,
            page,
            script=False,
            viewport={"width": 1280, "height": 700},
        ) as someone,
    ):
        shown = someone.go("notes")
        shown.get_by_role("link", name="n25").click()
        expect(shown.get_by_role("heading", level=1)).to_have_text("n25")
        expect(shown.get_by_role("link", name="n25")).to_be_in_viewport()
        expect(shown.get_by_role("link", name="n24")).to_be_in_viewport()
        expect(shown.get_by_role("navigation", name="Pages")).to_be_in_viewport()


def test_the_navigation_stays_where_it_is(someone: Person) -> None:
    page = someone.go()

    def places() -> list[float]:
        found = page.evaluate(
            "[...document.querySelectorAll('nav a')]"
            ".map(a => a.getBoundingClientRect().x)"
        )
        return [round(x, 2) for x in found]

    before = places()
    for name, _ in PAGES[1:]:
        someone.go(name)
        assert places() == before, name


def test_of_many_agents_the_fullest_come_first(
    machine: Machine, top: Path, browser: Browser
) -> None:
    for folder in (".claude", ".codex", ".gemini", ".qwen", ".cursor", ".yottacode"):
        (machine.home / folder).mkdir()
    for number in range(60):
        about = f"a long line about number {number}, " + "so that all are long " * 4
        machine.memsync("write", f"n{number}", "-d", about, "-m", "Text.", cwd=top)
    with served(machine, top) as page, person(browser, page) as someone:
        matter = someone.page.get_by_role("link", name="and the memory has more")
        expect(matter).to_have_count(1)
        told = someone.page.get_by_role("region", name="What agents are told here")
        shares = told.get_by_role("row")
        expect(shares).to_have_count(6)
        more = told.get_by_text("more agents with more room")
        more.click()
        assert shares.count() > 7
