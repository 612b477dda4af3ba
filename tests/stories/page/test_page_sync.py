"""Sync on the page: a round while it runs, and several profiles."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.agent_sync import IDENTITY, KINDS, side
from support.browser import person
from support.page import served
from support.synced import put, sync
from support.tokens import github

from memsync.paths import Places
from memsync.sync.round.steps import STEPS
from memsync.sync.state.state import state_folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.machine import Machine

NOTE = "---\nname: {0}\ndescription: about {0}\n---\n\nThe {0} is {1}.\n"
_ROUND = """
import sys
from pathlib import Path
from memsync.files import lock
path = Path(sys.argv[1])
with lock.hold_round(path, what="sync", wait=1):
    for step in ("", "saving notes"):
        step and lock.say(path, step)
        print("ready", flush=True)
        sys.stdin.readline()
"""


@contextlib.contextmanager
def a_round_of_another_process(
    machine: Machine,
) -> Iterator[subprocess.Popen[str]]:
    """One that stops where the test wants it to."""
    path = state_folder_of(Places(machine.environ), "").lock
    command = [sys.executable, "-c", _ROUND, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_a_round_that_runs_is_shown_with_its_step(
    desk: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", NOTE.format("port", 1))
    sync(desk)
    with (
        served(desk, tmp_path) as page,
        person(browser, page) as someone,
        a_round_of_another_process(desk) as running,
    ):
        shown = someone.go("sync")
        said = shown.get_by_text("A sync is running")
        expect(said).to_contain_text("it has just begun")
        expect(said).to_contain_text(f"memsync sync, process {running.pid}")
        go_on(running)
        expect(said).to_contain_text("saving notes")
        expect(said).to_contain_text(" second")
        steps = shown.get_by_role("list", name="Steps of a sync")
        expect(steps.locator("[aria-current=step]")).to_have_text("saving notes")
        expect(steps.locator(".done")).to_have_text("reading notes")
        assert steps.get_by_role("listitem").count() == len(STEPS)
        go_on(running)
        expect(said).to_have_count(0)
        expect(shown.get_by_role("region", name="Last syncs")).to_contain_text("port")


def test_the_same_without_script_and_where_sync_is_begun(
    desk: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", NOTE.format("port", 1))
    sync(desk)
    with (
        served(desk, tmp_path) as page,
        person(browser, page, script=False) as someone,
        a_round_of_another_process(desk) as running,
    ):
        for path in ("sync", "sync/run"):
            told = someone.go(path).get_by_text("A sync is running")
            expect(told).to_be_visible()
        shown = someone.go("sync")
        go_on(running)
        go_on(running)
        expect(shown.get_by_text("A sync is running")).to_have_count(0)


_REMEMBER = """new MutationObserver(() => {
  sessionStorage.told = (sessionStorage.told || '') + document.body.innerText;
}).observe(document.body, {childList: true, subtree: true})"""


def test_what_sync_now_does_is_told_while_it_does_it(
    desk: Machine, browser: Browser, tmp_path: Path
) -> None:
    put(desk, "port", NOTE.format("port", 1))
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        shown = someone.go("sync/run")
        shown.evaluate(_REMEMBER)
        with a_round_of_another_process(desk) as running:
            # Playwright reads nothing of a page that is about to be left.
            with shown.expect_response("**/sync/progress"):
                button = shown.get_by_role("button", name="Sync now")
                button.click(no_wait_after=True)
            with shown.expect_response("**/sync/progress"):
                go_on(running)
            with shown.expect_response("**/sync/progress"):
                pass
            go_on(running)
        expect(shown.get_by_role("status")).to_contain_text("sent: port")
        told = shown.evaluate("sessionStorage.told")
        assert "Working…" in told
        assert "A sync is running: saving notes" in told


def test_a_profile_is_chosen_and_kept_apart(
    desk: Machine, laptop: Machine, browser: Browser, tmp_path: Path
) -> None:
    other = tmp_path / "other.git"
    desk.run("git", "init", "--quiet", "--bare", str(other))
    for machine in (desk, laptop):
        machine.memsync(
            "sync", "init", str(other), "--profile", "work", "--notes", "work-*"
        )
    put(desk, "port", NOTE.format("port", 1))
    put(desk, "work-port", NOTE.format("work-port", 1))
    for machine in (desk, laptop):
        machine.memsync("sync")
    put(laptop, "work-port", NOTE.format("work-port", "two, on the laptop"))
    laptop.memsync("sync")
    put(desk, "work-port", NOTE.format("work-port", "three, on the desk"))
    desk.memsync("sync")
    with served(desk, tmp_path) as page, person(browser, page) as someone:
        link = "work: 1 note was merged since you last looked"
        someone.page.get_by_role("link", name=link).click()
        shown = someone.page
        shown.get_by_role("button", name="Take the other side back").click()
        expect(shown.get_by_role("status")).to_contain_text("work-port")
        assert "on the laptop" in (desk.user_memory / "work-port.md").read_text()

        someone.go("merges").get_by_text("Nothing was merged").wait_for()
        shown.get_by_label("Profile").select_option("work")
        shown.get_by_role("button", name="Show").click()
        shown.get_by_role("button", name="Mark as seen").click()
        expect(shown.get_by_role("status")).to_contain_text("--seen --profile work")
        expect(shown.get_by_role("button", name="Mark as seen")).to_have_count(0)

        rounds = someone.go("sync").get_by_role("region", name="Last syncs")
        expect(rounds).not_to_contain_text("work-port")
        shown.get_by_label("Profile").select_option("work")
        shown.get_by_role("button", name="Show").click()
        expect(rounds).to_contain_text("work-port")
        expect(shown.get_by_text("other.git")).to_be_visible()
        missing = someone.go("sync?profile=nothing").get_by_role("alert")
        expect(missing).to_contain_text("there is no profile 'nothing'")


def test_of_two_held_notes_of_one_name_the_chosen_one_is_released(
    desk: Machine, remote: Path, tmp_path: Path
) -> None:
    root = desk.repository("shop")
    desk.memsync("init", cwd=root)
    desk.memsync("sync", "add", "--id", "shop", cwd=root)
    secret = f"---\nname: key\ndescription: k\n---\n\n{github()}\n"
    put(desk, "key", secret)
    (root / ".coyote/memory/key.md").write_text(secret)
    sync(desk, want=1)
    with served(desk, tmp_path) as page:
        inside = page.enter()
        named = re.findall(r'name="name" value="([^"]*)"', inside.get("sync").body)
        assert named == ["key", "projects/shop/key"]
        assert inside.post("sync/release", {"name": named[1]}).status == 303
    files = desk.git("ls-tree", "-r", "--name-only", "main", cwd=remote).split()
    assert "projects/shop/key.md" in files
    assert "user/key.md" not in files


def test_a_merge_in_an_agents_own_folder_is_named_and_taken_back(
    desk: Machine, laptop: Machine, browser: Browser
) -> None:
    claude = KINDS[0]
    here, there = side(desk, claude), side(laptop, claude, "work/the-shop")
    here.put("deploys", "Never on Mondays.")
    here.sync()
    there.sync()
    there.put("deploys", "On Fridays, said on the laptop.")
    there.sync()
    here.put("deploys", "On Sundays, said at the desk.")
    here.sync()
    with served(desk, here.root) as page, person(browser, page) as someone:
        homes = someone.go("sync").get_by_role("region", name="Memories")
        own = f"Claude Code's own folder of {IDENTITY}"
        expect(homes).to_contain_text(own)
        shown = someone.go("merges")
        merge = shown.get_by_role("region", name="Merge of deploys")
        expect(merge).to_contain_text(own)
        expect(merge.get_by_text("said on the laptop").first).to_be_visible()
        merge.get_by_role("button", name="Take the other side back").click()
        told = shown.get_by_role("status")
        expect(told).to_contain_text("memsync archive restore deploys/")
        expect(told).to_contain_text("--agent claude-code")
        assert "said on the laptop" in (here.get("deploys") or "")
        told.get_by_role("button", name="Undo").click()
        expect(told).to_contain_text("undone: memsync archive restore")
        assert "said at the desk" in (here.get("deploys") or "")
