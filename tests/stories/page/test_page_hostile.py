"""What others wrote reaches the page: it does nothing, and leads nowhere outside."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import expect
from support.agent_sync import KINDS, side
from support.browser import person
from support.lines_of_agents import claude_code
from support.page import served
from support.proposals import Learner, note, source
from support.talk import Said, Talk

from memsync.learn.proposal import Draft
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Request, Route
    from playwright.sync_api import Page as Tab
    from support.browser import Person
    from support.machine import Machine

MARKUP = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>"
    "<svg/onload=alert(1)>\"'><iframe src=https://evil.example>"
)
TURNED = "\u202eevil\u2066 reversed"
OUTSIDE = "Only for eyes outside of any memory.\n"


def harmless(tab: Tab) -> Locator:
    """The page, which has none of the elements that its texts are made of."""
    made = tab.locator("main script, main img, main iframe, main svg[onload]")
    expect(made).to_have_count(0)
    assert "\u202e" not in tab.locator("main").inner_text()
    return tab.locator("main")


def test_what_a_proposal_or_a_session_says_does_nothing(
    machine: Machine, browser: Browser
) -> None:
    repository = machine.repository()
    machine.memsync("init", cwd=repository)
    quotes = (source(f"{MARKUP} is what we deploy, always", TURNED),)
    draft = Draft(
        *("note", "deploys", Scope.WORKSPACE, f"{MARKUP}\n\n{TURNED}", quotes),
        trusted=True,
        description=f"{MARKUP[:60]}",
        why=MARKUP,
    )
    learner = Learner(machine, repository)
    learner.propose(draft, note("ports", "The port is 8080.", "it is port 8080 here"))
    (ports,) = (p for p in learner.waiting() if p.draft.name == "ports")
    machine.memsync("learn", "reject", ports.id, cwd=repository)
    said = (Said("user", f"{MARKUP} on the quay"), Said("assistant", f"quay {TURNED}"))
    claude_code(machine.home, Talk(str(repository), turns=said))
    with served(machine, repository) as page, person(browser, page) as someone:
        shown = harmless(someone.go("learned"))
        expect(shown.get_by_text("<script>alert(1)</script>").first).to_be_visible()
        for path in ("sessions", "sessions?q=quay", f"sessions?q={quote(MARKUP)}"):
            harmless(someone.go(path))
        someone.go("sessions?q=quay")
        someone.page.get_by_role("button", name="Make a note of this").first.click()
        expect(someone.page.get_by_role("heading", level=1)).to_have_text("New note")
        harmless(someone.page)
        someone.go("learned").get_by_role("button", name="Accept").click()
        harmless(someone.page)
        harmless(someone.go())


def test_what_an_agents_own_folder_says_does_nothing(
    desk: Machine, laptop: Machine, browser: Browser
) -> None:
    claude = KINDS[0]
    here, there = side(desk, claude), side(laptop, claude, "work/the-shop")
    here.put("deploys", "Never on Mondays.")
    here.sync()
    there.sync()
    there.put("deploys", f"{MARKUP} {TURNED}")
    there.sync()
    here.put("deploys", "On Sundays, said at the desk.")
    here.sync()
    with served(desk, here.root) as page, person(browser, page) as someone:
        shown = harmless(someone.go("merges"))
        expect(shown.get_by_text("<script>alert(1)</script>").first).to_be_visible()
        shown.get_by_role("button", name="Take the other side back").click()
        harmless(someone.page)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    file = tmp_path / "outside.md"
    file.write_text(OUTSIDE)
    return file


def test_a_note_that_is_a_link_is_neither_read_nor_written(
    machine: Machine, top: Path, outside: Path
) -> None:
    memory = top / ".coyote/memory"
    (memory / "linked.md").symlink_to(outside)
    seen = hashlib.sha256(OUTSIDE.encode()).hexdigest()
    with served(machine, top) as page:
        someone = page.enter()
        for path in ("", "notes", "notes?q=eyes", "graph", "prompt"):
            assert "eyes outside" not in someone.get(path).body
        for name in ("linked", "..%2Foutside"):
            for part in ("", "/edit"):
                answer = someone.get(f"notes/workspace/{name}{part}")
                assert answer.status >= 400
                assert "eyes outside" not in answer.body
            for part in ("edit", "forget", "restore"):
                fields = {"text": "Overwritten.\n", "seen": seen, "id": f"{name}/x"}
                answer = someone.post(f"notes/workspace/{name}/{part}", fields)
                assert answer.status >= 400
        written = {"name": "linked", "scope": "workspace", "text": "Overwritten.\n"}
        someone.post("new", written)
    assert outside.read_text() == OUTSIDE
    assert sorted(each.name for each in outside.parent.glob("outside*")) == [
        "outside.md"
    ]


def test_a_note_that_becomes_a_link_while_its_form_is_open(
    someone: Person, top: Path, outside: Path
) -> None:
    page = someone.note("tides")
    page.get_by_role("button", name="Edit").click()
    file = top / ".coyote/memory/tides.md"
    file.unlink()
    file.symlink_to(outside)
    page.get_by_role("textbox").fill("Overwritten.\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert outside.read_text() == OUTSIDE
    assert "eyes outside" not in page.content()


def test_a_memory_that_becomes_a_link_is_not_written_through(
    machine: Machine, top: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    with served(machine, top) as page:
        someone = page.enter()
        memory = top / ".coyote/memory"
        memory.rename(elsewhere)
        memory.symlink_to(elsewhere)
        before = {each.name: each.read_bytes() for each in elsewhere.glob("*.md")}
        for path in ("tides/forget", "tides/edit", "harbour/restore"):
            someone.post(f"notes/workspace/{path}", {"text": "x", "id": "tides/x"})
        written = {"name": "new-one", "scope": "workspace", "text": "Overwritten.\n"}
        someone.post("new", written)
        someone.post("undo", {})
    assert {each.name: each.read_bytes() for each in elsewhere.glob("*.md")} == before


def test_a_link_elsewhere_is_told_nothing_of_where_it_came_from(
    someone: Person, machine: Machine, top: Path
) -> None:
    machine.memsync("write", "web", "-m", "See [it](https://example.com/a).", cwd=top)
    asked: list[Request] = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(body="elsewhere")

    someone.page.context.route("https://example.com/*", answer)
    page = someone.note("web")
    with page.context.expect_page() as opened:
        page.get_by_role("article").get_by_role("link", name="it").click()
    expect(opened.value.locator("body")).to_have_text("elsewhere")
    assert ["referer" in each.all_headers() for each in asked] == [False]
    assert opened.value.evaluate("document.referrer + (window.opener || '')") == ""
    someone.wrong[:] = [each for each in someone.wrong if "example.com" not in each]


@pytest.mark.parametrize("options", [(), ("--demo",)])
def test_ctrl_c_leaves_nothing(
    machine: Machine, top: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """No folder of the browser's page, of the demo, no file beside the notes."""
    shelf = tmp_path / "tmp"
    shelf.mkdir()
    machine.environ["TMPDIR"] = str(shelf)
    before = _below(top)
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    with served(machine, top, *options, browser=str(program)) as page:
        someone = page.enter()
        assert someone.get("notes").status == 200
        assert os.listdir(shelf) != []  # noqa: PTH208 -- names alone
        assert page.end() == 0
    assert os.listdir(shelf) == []  # noqa: PTH208 -- as above
    assert _below(top) == before


def _below(folder: Path) -> list[str]:
    return sorted(str(each) for each in folder.rglob("*") if ".git" not in each.parts)


def test_a_command_that_the_page_shows_is_safe_to_paste(
    machine: Machine, top: Path
) -> None:
    names = ("x;touch PWN;", "y$(touch PWN)", "it's")
    folder = top / ".coyote/memory"
    for name in names:
        (folder / f"{name}.md").write_text("By an agent.\n")
    with served(machine, top) as page:
        entered = page.enter()
        for name in names:
            below = quote(name, safe="")
            for path in (below, f"{below}/edit"):
                shown = entered.get(f"notes/workspace/{path}")
                assert shown.status == 200, path
                (line,) = re.findall(r"In a terminal: <code>(.*?)</code>", shown.body)
                words = shlex.split(unescape(line))
                assert words[2:] == [name, "--scope", "workspace"]
        query = 'a"; touch PWN #'
        for path, verb in (("sessions", "recall"), ("notes", "search")):
            shown = entered.get(f"{path}?{urlencode({'q': query})}")
            (line,) = re.findall(r"In a terminal: <code>(.*?)</code>", shown.body)
            words = shlex.split(unescape(line))
            assert words[1] == verb
            assert query in words
