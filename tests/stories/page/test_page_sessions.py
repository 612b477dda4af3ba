"""Sessions on the page: found as one types, and opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.lines_of_agents import claude_code
from support.talk import Said, Talk

if TYPE_CHECKING:
    from pathlib import Path

    from support.browser import Person
    from support.machine import Machine


def test_what_was_said_is_found_as_one_types(
    someone: Person, machine: Machine, top: Path
) -> None:
    talk = Talk(str(top), turns=(Said("user", "The quay numbers begin at zero."),))
    claude_code(machine.home, talk)
    page = someone.go("sessions")
    said = page.locator("[aria-live]")
    expect(said).to_have_text("1 session, the latest first")
    page.keyboard.press("/")
    page.keyboard.type("quay")
    expect(said).to_have_text("1 turn found")
    expect(page.locator("mark")).to_have_text("quay")
    expect(page.get_by_role("button", name="Copy the command")).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_contain_text("recall quay")
    assert page.url.endswith("sessions?q=quay")
    page.get_by_role("searchbox").fill("nothing-has-this")
    expect(page.get_by_text("Nothing was said of that")).to_be_visible()
