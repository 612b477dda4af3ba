"""What is changed on the page is undone there: at once, later, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.browser import person
from support.page import served
from support.synced import put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page
    from support.browser import Person
    from support.machine import Machine

ONE = "---\nname: port\ndescription: which port\n---\n\nThe port is {}.\n"


def saved(page: Page, before: str, after: str) -> None:
    """Change a note in its form."""
    page.get_by_role("button", name="Edit").click()
    area = page.get_by_role("textbox")
    area.fill(area.input_value().replace(before, after))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("is saved")


def undo(page: Page) -> None:
    page.get_by_role("status").get_by_role("button", name="Undo").click()


def test_undo_takes_back_what_it_stands_beside_whatever_was_done_since(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.note("harbour")
    saved(page, "seven", "eight")
    machine.memsync("write", "pier", "-m", "An agent wrote this.", cwd=top)
    undo(page)
    told = page.get_by_role("status")
    expect(told).to_contain_text("undone: memsync edit")
    expect(told).to_contain_text("memsync archive restore harbour/")
    assert "seven" in str(machine.memsync("read", "harbour", cwd=top).out)
    assert "agent" in str(machine.memsync("read", "pier", cwd=top).out)


def test_what_was_undone_in_another_tab_is_not_undone_twice(
    someone: Person, machine: Machine, top: Path
) -> None:
    machine.memsync("write", "pier", "-m", "Earlier than all of it.", cwd=top)
    page = someone.note("harbour")
    saved(page, "seven", "eight")
    machine.memsync("undo", cwd=top)
    undo(page)
    expect(page.get_by_role("status")).to_contain_text("undone already")
    assert "Earlier" in str(machine.memsync("read", "pier", cwd=top).out)


def test_it_does_not_say_undone_where_the_note_has_changed_since(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.note("harbour")
    saved(page, "seven", "eight")
    note = top / ".coyote/memory/harbour.md"
    note.write_text(note.read_text().replace("eight", "nine"))
    undo(page)
    told = page.get_by_role("status")
    expect(told).to_contain_text("not undone: memsync edit")
    expect(told).to_contain_text("'harbour' stays as it is")
    assert "nine" in note.read_text()


def test_undo_is_itself_taken_back_from_the_versions(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.note("harbour")
    saved(page, "seven", "eight")
    undo(page)
    page.get_by_role("status").get_by_role("link", name="harbour").click()
    page.get_by_role("button", name="Restore").first.click()
    expect(page.get_by_role("status")).to_contain_text("is live again")
    assert "eight" in str(machine.memsync("read", "harbour", cwd=top).out)


def test_a_new_note_that_was_undone_is_found_and_brought_back(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.go("new")
    page.get_by_label("Name").fill("pier")
    page.get_by_role("textbox", name="Text", exact=True).fill("It is made of oak.")
    page.get_by_role("button", name="Save").click()
    undo(page)
    machine.memsync("read", "pier", cwd=top, want=17)
    page.get_by_role("status").get_by_role("link", name="pier").click()
    expect(page.get_by_text("This note is not live")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    assert "oak" in str(machine.memsync("read", "pier", cwd=top).out)


def test_the_first_note_of_a_memory_is_undone_with_the_memory_s_own_files(
    machine: Machine, browser: Browser
) -> None:
    top = machine.repository()
    with served(machine, top) as page, person(browser, page) as someone:
        shown = someone.go("new")
        shown.get_by_label("Name").fill("pier")
        shown.get_by_role("textbox", name="Text", exact=True).fill("It is made of oak.")
        shown.get_by_role("button", name="Save").click()
        undo(shown)
        expect(shown.get_by_role("status")).to_contain_text("undone: memsync write")
    assert not (top / ".coyote/memory/pier.md").exists()
    assert machine.memsync("undo", "--json", cwd=top).json["command"] is None


def test_the_last_changes_stand_on_now_and_are_undone_from_there(
    someone: Person, machine: Machine, top: Path
) -> None:
    machine.memsync("forget", "tides", cwd=top)
    machine.memsync("remember", "--scope", "user", "Read the tables.", cwd=top)
    changes = someone.go().get_by_role("region", name="Last changes")
    rows = changes.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("memsync remember")
    forgot = rows.filter(has_text="memsync forget")
    expect(forgot).to_contain_text("tides")
    forgot.get_by_role("button", name="Undo").click()
    told = someone.page.get_by_role("status")
    expect(told).to_contain_text("undone: memsync forget")
    expect(told).to_contain_text("restored: tides")
    expect(forgot).to_have_count(0)
    assert "noon" in str(machine.memsync("read", "tides", cwd=top).out)
    assert "tables" in str(machine.memsync("list", "--scope", "user", cwd=top).out)


def test_a_sync_is_undone_only_after_it_is_asked(
    desk: Machine, laptop: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(laptop, "port", ONE.format(1))
    sync(laptop, desk)
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        shown = someone.page
        row = shown.get_by_role("row").filter(has_text="memsync sync")
        row.get_by_role("button", name="Undo").click()
        expect(shown.get_by_role("heading", level=1)).to_have_text("Undo this sync?")
        expect(shown.get_by_text("tells all machines")).to_be_visible()
        assert (desk.user_memory / "port.md").exists()
        shown.get_by_role("button", name="Undo the sync").click()
        expect(shown.get_by_role("status")).to_contain_text("undone: memsync sync")
        expect(shown.get_by_role("status")).to_contain_text("memsync undo --yes")
    assert not (desk.user_memory / "port.md").exists()


def test_merges_that_were_marked_as_seen_are_new_again(
    desk: Machine, laptop: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", ONE.format(1))
    sync(desk, laptop)
    put(laptop, "port", ONE.format("two, on the laptop"))
    sync(laptop)
    put(desk, "port", ONE.format("three, on the desk"))
    sync(desk)
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        shown = someone.go("merges")
        seen = shown.get_by_role("button", name="Mark as seen")
        seen.click()
        expect(shown.get_by_role("status")).to_contain_text("sync status --seen")
        expect(seen).to_have_count(0)
        undo(shown)
        expect(shown.get_by_role("status")).to_contain_text("sync status --unseen")
        expect(seen).to_be_visible()
        merged = someone.go().get_by_role("link", name="1 note was merged since")
        expect(merged).to_be_visible()


def test_what_a_person_may_only_read_has_no_undo(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with (
        served(machine, top, "--read-only") as page,
        person(browser, page) as someone,
    ):
        changes = someone.page.get_by_role("region", name="Last changes")
        expect(changes.get_by_role("row").nth(1)).to_contain_text("memsync write")
        assert changes.get_by_role("button").count() == 0


def test_undo_works_without_script(
    machine: Machine, top: Path, browser: Browser
) -> None:
    with (
        served(machine, top) as page,
        person(browser, page, script=False) as someone,
    ):
        shown = someone.note("tides")
        shown.get_by_role("button", name="Forget").click()
        undo(shown)
        expect(shown.get_by_role("status")).to_contain_text("restored: tides")
    assert "noon" in str(machine.memsync("read", "tides", cwd=top).out)
