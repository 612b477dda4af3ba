"""What sessions taught, decided on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browser import person
from support.page import served
from support.proposals import BODY, PORTS, QUOTE, Learner, note, skill, source

from memsync.learn.proposal import Draft
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page
    from support.browser import Person
    from support.machine import Machine


@pytest.fixture
def learner(machine: Machine) -> Learner:
    return Learner.of(machine, note(), PORTS, skill())


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
        person(browser, page, script=False) as someone,
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


def test_a_rejection_is_taken_back_at_once(someone: Person, learner: Learner) -> None:
    page = someone.go("learned")
    proposal(page, "create ports").get_by_role("button", name="Reject").click()
    told = page.get_by_role("status")
    expect(told).to_contain_text("memsync learn reject")
    told.get_by_role("button", name="Undo").click()
    expect(told).to_contain_text("not rejected any more: create ports")
    expect(told).to_contain_text("memsync learn undo")
    expect(proposal(page, "create ports")).to_be_visible()
    assert len(learner.waiting()) == 3


def test_a_rejection_is_taken_back_later_from_what_was_decided(
    someone: Person, learner: Learner
) -> None:
    """Also one that was made in a terminal, after others were decided."""
    page = someone.go("learned")
    deploys, ports, _ = learner.waiting()
    learner.machine.memsync("learn", "reject", ports.id, cwd=learner.repository)
    proposal(page, "create deploys").get_by_role("button", name="Accept").click()
    decided = page.get_by_role("region", name="Decided before")
    expect(decided.get_by_role("row")).to_have_count(0)
    decided.locator("summary").click()
    rejected = decided.get_by_role("row").filter(has_text="rejected")
    expect(rejected).to_contain_text("create ports")
    expect(rejected).to_contain_text(f"memsync learn undo {ports.id}")
    rejected.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("not rejected any more")
    expect(proposal(page, "create ports")).to_be_visible()
    decided.locator("summary").click()
    expect(rejected).to_have_count(0)
    accepted = decided.get_by_role("row").filter(has_text="accepted")
    expect(accepted).to_contain_text("deploys")
    assert deploys.id not in [each.id for each in learner.waiting()]


def test_a_rejection_is_taken_back_by_keyboard_alone(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    page.keyboard.press("j")
    page.keyboard.press("r")
    told = page.get_by_role("status")
    expect(told).to_contain_text("rejected: create deploys")
    # The text is there before the script that listens to keys.
    page.wait_for_load_state()
    page.keyboard.press("u")
    expect(told).to_contain_text("not rejected any more: create deploys")
    assert len(learner.waiting()) == 3


def test_undo_beside_an_acceptance_leaves_those_that_came_after(
    someone: Person, learner: Learner
) -> None:
    page = someone.go("learned")
    proposal(page, "create ports").get_by_role("button", name="Accept").click()
    told = page.get_by_role("status")
    expect(told).to_contain_text("accepted: create ports")
    (deploys,) = (p for p in learner.waiting() if p.draft.name == "deploys")
    learner.machine.memsync("learn", "accept", deploys.id, cwd=learner.repository)
    told.get_by_role("button", name="Undo").click()
    expect(told).to_contain_text("removed: ports")
    expect(told).to_contain_text("waits again: note ports")
    assert BODY in learner.text("deploys.md")
    assert not (learner.memory / "ports.md").exists()


def test_a_proposal_of_several_sessions_shows_what_each_said(
    learner: Learner, browser: Browser
) -> None:
    both = (
        source("we deploy on Tuesdays", session="one"),
        source("Tuesday it is, then", "and never later", session="two"),
    )
    learner.propose(
        Draft("note", "days", Scope.WORKSPACE, "Tuesdays.", both, trusted=True)
    )
    where = (learner.machine, learner.repository)
    with served(*where) as page, person(browser, page) as someone:
        one = proposal(someone.go("learned"), "create days")
        said = one.get_by_role("heading", name="Said in claude-code:")
        expect(said).to_have_count(2)
        for words in ("on Tuesdays", "Tuesday it is", "and never later"):
            expect(one.locator("blockquote", has_text=words)).to_be_visible()
        one.get_by_role("button", name="Accept").click()
        expect(someone.page.get_by_role("status")).to_contain_text("accepted")
    assert "Tuesdays." in learner.text("days.md")


def test_a_run_without_review_is_shown_and_taken_back_whole(
    machine: Machine, browser: Browser
) -> None:
    learner = Learner.of(machine)
    repository = learner.repository
    machine.memsync("config", "set", "learn.review", "false")
    learner.propose(note(), PORTS, skill(), review=False)
    assert BODY in learner.text("deploys.md")
    with served(machine, repository) as page, person(browser, page) as someone:
        shown = someone.go("learned")
        expect(proposal(shown, "skill release")).to_be_visible()
        expect(shown.get_by_text("becomes a note at once")).to_be_visible()
        shown.get_by_text("Decided before").click()
        run = shown.get_by_role("row").filter(has_text="memsync learn")
        expect(run).to_contain_text("deploys")
        expect(run).to_contain_text("ports")
        expect(run).to_contain_text("1 waits")
        run.get_by_role("button", name="Undo").click()
        told = shown.get_by_role("status")
        expect(told).to_contain_text("undone: memsync learn")
        expect(told).to_contain_text("removed: deploys")
        expect(told).to_contain_text("waits no more: skill release")
        expect(proposal(shown, "skill release")).to_have_count(0)
    assert not (learner.memory / "deploys.md").exists()
    assert not (learner.memory / "ports.md").exists()


def test_what_was_decided_is_undone_without_script(
    learner: Learner, browser: Browser
) -> None:
    where = (learner.machine, learner.repository)
    with (
        served(*where) as page,
        person(browser, page, script=False) as someone,
    ):
        shown = someone.go("learned")
        proposal(shown, "create ports").get_by_role("button", name="Reject").click()
        shown.get_by_role("status").get_by_role("button", name="Undo").click()
        expect(proposal(shown, "create ports")).to_be_visible()
