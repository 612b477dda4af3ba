"""What sessions taught, decided on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browser import person
from support.page import served
from support.proposals import BODY, QUOTE, Learner, note, skill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page
    from support.browser import Person
    from support.machine import Machine

PORTS = note("ports", "The server listens on 8080.", "it listens on port 8080 here")


@pytest.fixture
def learner(machine: Machine) -> Learner:
    repository = machine.repository()
    machine.memsync("init", cwd=repository)
    learner = Learner(machine, repository)
    learner.propose(note(), PORTS, skill())
    return learner


@pytest.fixture
def someone(learner: Learner, browser: Browser) -> Iterator[Person]:
    with (
        served(learner.machine, learner.repository) as page,
        person(browser, page) as found,
    ):
        yield found


def proposal(page: Page, said: str) -> Locator:
    return page.get_by_role("listitem").filter(
        has=page.get_by_role("heading", name=said)
    )


def test_a_proposal_is_found_from_now_accepted_and_taken_back(
    someone: Person, learner: Learner
) -> None:
    someone.page.get_by_role("link", name="3 proposals wait for you").click()
    page = someone.page
    one = proposal(page, "create deploys")
    expect(one.get_by_role("region", name="Changes by word")).to_contain_text(BODY)
    expect(one.get_by_text(QUOTE)).to_be_visible()
    expect(one.get_by_text("Said in claude-code:4f2a")).to_be_visible()
    assert not (learner.memory / "deploys.md").exists()
    one.get_by_role("button", name="Accept").click()
    told = page.get_by_role("status")
    expect(told).to_contain_text("accepted: create deploys")
    expect(told).to_contain_text("memsync learn accept")
    assert BODY in learner.text("deploys.md")
    expect(one).to_have_count(0)
    told.get_by_role("button", name="Undo").click()
    expect(told).to_contain_text("undone: memsync learn accept")
    assert not (learner.memory / "deploys.md").exists()
    expect(one).to_be_visible()


def test_a_proposal_is_edited_and_then_accepted(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    proposal(page, "create ports").get_by_role("button", name="Edit").click()
    area = page.get_by_role("textbox")
    area.fill(area.input_value().replace("8080", "9090"))
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("status")).to_contain_text("accepted: create ports")
    assert "9090" in learner.text("ports.md")


def test_a_proposal_is_rejected_for_good(someone: Person, learner: Learner) -> None:
    page = someone.go("learned")
    proposal(page, "create ports").get_by_role("button", name="Reject").click()
    expect(page.get_by_role("status")).to_contain_text("rejected: create ports")
    assert learner.propose(PORTS).waiting == ()
    expect(proposal(page, "create deploys")).to_be_visible()


def test_keys_go_through_the_proposals_and_decide_them(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    page.keyboard.press("j")
    expect(proposal(page, "create deploys")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(proposal(page, "create ports")).to_be_focused()
    page.keyboard.press("a")
    expect(page.get_by_role("status")).to_contain_text("accepted: create ports")
    page.wait_for_load_state()
    page.keyboard.press("j")
    expect(proposal(page, "create deploys")).to_be_focused()
    page.keyboard.press("r")
    expect(page.get_by_role("status")).to_contain_text("rejected: create deploys")
    assert [each.action for each in learner.waiting()] == ["skill"]


def test_what_a_person_is_to_know_is_said_first(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    expect(proposal(page, "skill release")).to_contain_text("It is a skill")
    expect(page.get_by_role("heading", name="Learning is off")).to_be_visible()
    expect(page.get_by_text("memsync learn enable")).to_be_visible()


def test_a_note_that_changed_meanwhile_is_looked_at_again(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    written = ("write", "deploys", "-m", "A person was faster.")
    learner.machine.memsync(*written, cwd=learner.repository)
    proposal(page, "create deploys").get_by_role("button", name="Accept").click()
    expect(page.get_by_role("alert")).to_contain_text("changed meanwhile")
    assert "faster" in learner.text("deploys.md")
    page.get_by_role("navigation").get_by_role("link", name="Learned").click()
    one = proposal(page, "update deploys")
    expect(one).to_contain_text("A person wrote or changed the note")
    one.get_by_role("button", name="Accept").click()
    assert BODY in learner.text("deploys.md")


def test_it_is_used_without_script_and_shown_read_only(
    learner: Learner, browser: Browser
) -> None:
    where = (learner.machine, learner.repository)
    with (
        served(*where) as page,
        person(browser, page, java_script_enabled=False) as someone,
    ):
        shown = someone.go("learned")
        proposal(shown, "create ports").get_by_role("button", name="Accept").click()
        expect(shown.get_by_role("status")).to_contain_text("accepted: create ports")
    with (
        served(*where, "--read-only") as page,
        person(browser, page) as someone,
    ):
        shown = someone.go("learned")
        expect(proposal(shown, "create deploys")).to_be_visible()
        assert shown.get_by_role("main").get_by_role("button").count() == 0


def test_outside_a_repository_it_says_so(machine: Machine, browser: Browser) -> None:
    with served(machine, machine.folder) as page, person(browser, page) as someone:
        shown = someone.go("learned")
        expect(shown.get_by_text("belongs to a repository")).to_be_visible()
