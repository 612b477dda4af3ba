"""The page, as a person uses it, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browser import person
from support.lines_of_agents import claude_code
from support.page import served
from support.synced import put, sync
from support.talk import Said, Talk
from support.tokens import github

from memsync.page.html.links import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browser import Person
    from support.machine import Machine


def text_of(machine: Machine, top: Path, name: str) -> str:
    return str(machine.memsync("read", name, cwd=top).out)


def test_each_page_opens_from_the_navigation(someone: Person) -> None:
    for name, words in PAGES:
        link = someone.page.get_by_role("navigation").get_by_role("link", name=words)
        link.click()
        expect(someone.page.get_by_role("heading", level=1)).to_contain_text(words)
        expect(link).to_have_attribute("aria-current", "page")
        assert someone.page.url.endswith("/" if name == "now" else f"/{name}")


def test_now_says_what_is_wrong_once_it_is(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.go()
    expect(page.get_by_role("heading", name="All is well")).to_be_visible()
    machine.memsync("write", "quay", "-m", "See [[nowhere]].", cwd=top)
    page.reload()
    page.get_by_role("link", name="quay: links to 'nowhere'").click()
    expect(page.get_by_role("list", name="Findings")).to_contain_text("broken-link")


def test_the_token_leaves_the_address_and_the_history(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with served(machine, top) as page, person(browser, page, fresh=True) as someone:
        assert "#" not in someone.page.url
        someone.page.go_back()
        assert "#" not in someone.page.url


def test_a_note_is_found_as_one_types_and_followed_to_its_links(
    someone: Person,
) -> None:
    page = someone.go("notes")
    page.keyboard.press("/")
    page.keyboard.type("opens")
    expect(page.get_by_text("1 note of 3, ranked by auto")).to_be_visible()
    page.get_by_role("link", name="harbour").click()
    page.get_by_role("article").get_by_role("link", name="tides").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("tides")
    linked = page.get_by_role("region", name="Links").get_by_role(
        "link", name="harbour"
    )
    expect(linked).to_be_visible()


def test_filters_work_without_script(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with (
        served(machine, top) as page,
        person(browser, page, script=False) as someone,
    ):
        shown = someone.go("notes")
        shown.get_by_label("Scope").select_option("user")
        shown.get_by_role("button", name="Search").click()
        expect(shown.get_by_text("1 note of 3")).to_be_visible()
        expect(shown.get_by_role("link", name="style")).to_be_visible()


def test_edit_compare_restore_and_undo(
    someone: Person, machine: Machine, top: Path
) -> None:
    before = text_of(machine, top, "harbour")
    page = someone.note("harbour")
    page.get_by_role("button", name="Edit").click()
    area = page.get_by_role("textbox")
    assert area.input_value() == before
    area.fill(before.replace("seven", "eight"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("memsync edit harbour")
    assert "eight" in text_of(machine, top, "harbour")

    page.get_by_role("button", name="Compare").click()
    changes = page.get_by_role("region", name="Changes by word")
    expect(changes.locator("del").first).to_have_text("seven")
    expect(changes.locator("ins").first).to_have_text("eight")

    page.get_by_role("button", name="Restore").click()
    assert text_of(machine, top, "harbour") == before
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text(
        "undone: memsync archive restore"
    )
    assert "eight" in text_of(machine, top, "harbour")


def test_a_note_that_changed_meanwhile_is_not_overwritten_unseen(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.note("harbour")
    page.get_by_role("button", name="Edit").click()
    mine = page.get_by_role("textbox").input_value().replace("seven", "eight")
    page.get_by_role("textbox").fill(mine)
    machine.memsync("write", "harbour", "-m", "An agent was faster.", cwd=top)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("changed while you edited it")
    assert "faster" in text_of(machine, top, "harbour")
    assert page.get_by_role("textbox").input_value() == mine
    page.get_by_role("button", name="Save").click()
    assert "eight" in text_of(machine, top, "harbour")
    versions = page.get_by_role("region", name="Versions")
    versions.locator("summary").nth(1).click()
    expect(versions.get_by_text("An agent was faster.")).to_be_visible()


def test_two_tabs_lose_nothing(someone: Person, machine: Machine, top: Path) -> None:
    tabs = [someone.note("harbour"), someone.other_tab()]
    tabs[1].goto(tabs[0].url)
    for tab in tabs:
        tab.get_by_role("button", name="Edit").click()
    for tab, word in zip(tabs, ("eight", "nine"), strict=True):
        area = tab.get_by_role("textbox")
        area.fill(area.input_value().replace("seven", word))
        tab.get_by_role("button", name="Save").click()
    expect(tabs[1].get_by_role("alert")).to_contain_text("changed while you edited it")
    assert "eight" in text_of(machine, top, "harbour")


def test_the_guard_answers_in_the_form(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.note("harbour")
    page.get_by_role("button", name="Edit").click()
    area = page.get_by_role("textbox")
    written = area.input_value() + f"\nThe token is {github()}\n"
    area.fill(written)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved")
    assert area.input_value() == written
    assert github() not in text_of(machine, top, "harbour")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_an_edit_keeps_all_other_bytes(someone: Person, top: Path, ending: str) -> None:
    file = top / ".coyote/memory/tides.md"
    lines = ["---", "name: tides", "odd:   'kept'  # why", "---", "", "", "A\ttab", "é"]
    file.write_bytes(ending.join([*lines, ""]).encode())
    page = someone.note("tides")
    page.get_by_role("button", name="Edit").click()
    area = page.get_by_role("textbox")
    area.fill(area.input_value().replace("tab", "tap"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_be_visible()
    saved = file.read_bytes()
    assert b"A\ttap" + ending.encode() in saved
    assert ending.join(lines[:3]).encode() in saved
    assert saved.count(b"\r\n") == (saved.count(b"\n") if ending == "\r\n" else 0)


def test_forget_and_undo(someone: Person, machine: Machine, top: Path) -> None:
    page = someone.note("tides")
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("status")).to_contain_text("lead nowhere in: harbour")
    machine.memsync("read", "tides", cwd=top, want=17)
    page.get_by_role("button", name="Undo").click()
    assert "At noon." in text_of(machine, top, "tides")


def test_a_losing_version_is_found_and_brought_back(
    desk: Machine, laptop: Machine, browser: Browser, tmp_path: Path
) -> None:
    """Clicks of somebody new: `merged since you last looked`, `Take … back`: two."""
    one = "---\nname: port\ndescription: which port\n---\n\nThe port is {}.\n"
    put(desk, "port", one.format(1))
    sync(desk, laptop)
    put(laptop, "port", one.format("two, on the laptop"))
    sync(laptop)
    put(desk, "port", one.format("three, on the desk"))
    sync(desk)
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        someone.page.get_by_role("link", name="1 note was merged since").click()
        expect(someone.page.get_by_text("two, on the laptop").first).to_be_visible()
        someone.page.get_by_role("button", name="Take the other side back").click()
        told = someone.page.get_by_role("status")
        expect(told).to_contain_text("memsync archive restore port/")
    assert "two, on the laptop" in (desk.user_memory / "port.md").read_text()


def test_sync_now_asks_first_and_a_held_note_is_released(
    desk: Machine, laptop: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", "---\nname: port\ndescription: p\n---\n\nThe port is 1.\n")
    put(desk, "key", f"---\nname: key\ndescription: k\n---\n\n{github()}\n")
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        shown = someone.go("sync")
        shown.get_by_role("button", name="Sync now").click()
        expect(shown.get_by_role("heading", level=1)).to_have_text("Sync now?")
        sync(laptop)
        assert not (laptop.user_memory / "port.md").exists()
        shown.get_by_role("button", name="Sync now").click()
        expect(shown.get_by_role("status")).to_contain_text("sent: port")
        shown.get_by_role("button", name="Release").click()
        expect(shown.get_by_text("cannot be undone")).to_be_visible()
        shown.get_by_role("button", name="Release").click()
        expect(shown.get_by_role("status")).to_contain_text("'key' is released")
        assert github() not in shown.content()
    sync(laptop)
    assert (laptop.user_memory / "port.md").exists()
    assert github() in (laptop.user_memory / "key.md").read_text()


def test_offline_is_said_and_loses_nothing(
    desk: Machine, remote: Path, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", "---\nname: port\ndescription: p\n---\n\nThe port is 1.\n")
    remote.rename(remote.with_name("away"))
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        shown = someone.go("sync/run")
        shown.get_by_role("button", name="Sync now").click()
        expect(shown.get_by_role("status")).to_contain_text("the sync failed")
        assert (desk.user_memory / "port.md").exists()


def test_recall_and_make_a_note_of_it(
    someone: Person, machine: Machine, top: Path
) -> None:
    talk = Talk(str(top), turns=(Said("user", "The quay numbers begin at zero."),))
    claude_code(machine.home, talk)
    page = someone.go("sessions")
    page.get_by_role("searchbox").fill("quay")
    page.get_by_role("button", name="Recall").click()
    expect(page.get_by_text("claude --resume")).to_be_visible()
    page.get_by_role("button", name="Make a note of this").click()
    page.get_by_label("Name").fill("quays")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("quays")
    assert "begin at zero" in text_of(machine, top, "quays")


@pytest.mark.parametrize("width", [320, 768, 1920])
def test_nothing_is_wider_than_the_window(someone: Person, width: int) -> None:
    someone.page.set_viewport_size({"width": width, "height": 800})
    for path in (*(name for name, _ in PAGES[1:]), "", "notes/workspace/harbour"):
        page = someone.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_by_keyboard_alone(someone: Person) -> None:
    page = someone.go("notes")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "harbour":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("harbour")


def test_every_field_has_a_label_and_every_page_one_heading(someone: Person) -> None:
    paths = [name for name, _ in PAGES[1:]]
    for path in ("", *paths, "new", "notes/workspace/harbour/edit"):
        page = someone.go(path)
        assert page.get_by_role("heading", level=1).count() == 1, path
        for role in ("main", "navigation", "banner", "contentinfo"):
            assert page.get_by_role(role).first.count() == 1
        for each in page.locator("input:not([type=hidden]), select, textarea").all():
            assert each.evaluate("e => e.labels.length") == 1, path
        for each in page.get_by_role("button").all():
            assert each.inner_text().strip(), path


def test_the_demo_shows_a_merge_and_reads_nothing_of_yours(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with served(machine, top, "--demo") as page, person(browser, page) as someone:
        shown = someone.go("notes")
        expect(shown.get_by_role("link", name="test-database")).to_be_visible()
        assert shown.get_by_role("link", name="harbour").count() == 0
        button = someone.go("merges").get_by_role("button", name="Take the other")
        expect(button).to_be_visible()


def test_files_are_written_and_lead_to_each_other(
    machine: Machine, top: Path, browser: Browser
) -> None:
    folder = machine.folder / "shown"
    machine.memsync("ui", "--static", folder, cwd=top)
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.iterdir())
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name="Notes", exact=True).click()
    page.get_by_role("link", name="harbour").click()
    page.get_by_role("article").get_by_role("link", name="tides").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("tides")
    assert page.locator("form").count() == 0
    page.context.close()
    machine.memsync("ui", "--static", folder, cwd=top, want=14)
    machine.memsync("ui", "--static", top / "shown", cwd=top, want=14)
    machine.memsync("ui", "--static", top / "shown", "--force", cwd=top)
    links = {row.get("name") for row in machine.memsync("list", "--json", cwd=top).json}
    assert links == {"tides", "harbour", "style"}


def test_ten_thousand_notes_come_a_page_at_a_time(
    machine: Machine, browser: Browser, top: Path
) -> None:
    for at in range(10_000):
        put(
            machine, f"n{at:05}", f"---\nname: n{at:05}\ndescription: d{at}\n---\n\nx\n"
        )
    with served(machine, top) as page, person(browser, page) as someone:
        someone.page.set_default_timeout(60_000)
        shown = someone.go("notes?scope=user")
        assert shown.locator("#results li").count() == 100
        shown.get_by_role("link", name="Next").click()
        expect(shown.get_by_text("page 2 of 101")).to_be_visible()


@pytest.mark.parametrize("verb", [["rename"], ["forget"]])
def test_a_note_that_was_removed_meanwhile_costs_no_text(
    someone: Person, machine: Machine, top: Path, verb: list[str]
) -> None:
    page = someone.note("harbour")
    page.get_by_role("button", name="Edit").click()
    mine = page.get_by_role("textbox").input_value().replace("seven", "eight")
    page.get_by_role("textbox").fill(mine)
    new = ["port"] if verb == ["rename"] else []
    machine.memsync(*verb, "harbour", *new, cwd=top)
    page.get_by_role("button", name="Save").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("was removed or renamed while you edited it")
    assert page.get_by_role("textbox").input_value() == mine
    assert not (top / ".coyote/memory/harbour.md").exists()
    page.get_by_role("button", name="Save").click()
    assert "eight" in text_of(machine, top, "harbour")
    page.get_by_role("button", name="Undo").click()
    assert not (top / ".coyote/memory/harbour.md").exists()
