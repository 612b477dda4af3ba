"""The page for people who do not see it, or use no mouse.

No screen reader runs here. What it would say comes from the tree of roles and names
that Chromium gives it; that tree, the order of the focus, and axe stand in for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from support import npm
from support.browser import person
from support.lines_of_agents import claude_code
from support.page import served
from support.synced import put, sync
from support.talk import Said, Talk
from support.tokens import github

from memsync.page.html.links import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, ViewportSize
    from support.browser import Person
    from support.machine import Machine

EVERY = ("", *(name for name, _ in PAGES[1:]))
NOTE = "notes/workspace/harbour"
FORMS = ("new", f"{NOTE}/edit", "sync/run")


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return npm.axe(tmp_path_factory)


@pytest.fixture
def full(desk: Machine, laptop: Machine) -> Path:
    """A repository with all there is to show: merged, held, found, said, broken."""
    one = "---\nname: port\ndescription: which port\n---\n\nThe port is {}.\n"
    put(desk, "port", one.format(1))
    sync(desk, laptop)
    put(laptop, "port", one.format("two, on the laptop"))
    sync(laptop)
    put(desk, "port", one.format("three, on the desk"))
    put(desk, "key", f"---\nname: key\ndescription: k\n---\n\n{github()}\n")
    sync(desk, want=1)
    top = desk.repository()
    text = "## Tides\n\n> See [[tides]], [[nowhere]], [web](https://example.com).\n\n"
    table = "| a | b |\n|---|---|\n| 1 | `x` |\n\n```\ncode\n```\n\n- [x] done\n"
    for body in ("The first text.", text + table):
        desk.memsync("write", "harbour", "-t", "project", "-m", body, cwd=top)
    desk.memsync("write", "tides", "-m", "See [[harbour]].", cwd=top)
    claude_code(desk.home, Talk(str(top), turns=(Said("user", "Which port?"),)))
    return top


@pytest.fixture(params=[320, 1280])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def troubles(page: Page) -> list[str]:
    """What axe finds wrong, however grave, and where."""
    # In the dark there are other colours, and all else is as it was.
    runs = [("light", "axe.run()"), ("dark", "axe.run({runOnly: ['color-contrast']})")]
    said = []
    for scheme, run in runs:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found: dict[str, Any] = page.evaluate(run)
        assert found["passes"], "axe looked at nothing"
        said += [
            f"{page.url}: {scheme}: {each['impact']} {each['id']}:"
            f" {node['html'][:150]}: {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]
    return said


def test_axe_finds_what_is_wrong(someone: Person, axe: str) -> None:
    """Else the tests below could not fail."""
    page = someone.go()
    page.evaluate(axe)
    page.evaluate("document.querySelector('nav a').replaceChildren()")
    assert "link-name" in "".join(troubles(page))


def test_axe_finds_nothing_wrong(
    desk: Machine, browser: Browser, full: Path, axe: str, width: int
) -> None:
    with (
        served(desk, full) as page,
        person(browser, page, viewport={"width": width, "height": 800}) as someone,
    ):
        found = troubles_on(someone, axe, (*EVERY, *MORE, *FORMS))
    assert found == []


MORE = (
    NOTE,
    f"{NOTE}?from=live&to=live",
    "notes/user/port",
    "notes/user/MEMORY",
    "notes?q=harbour",
    "notes?q=nothing-has-this",
    "sessions?q=port",
    "sync/release?name=key",
    "notes/workspace/missing",
    "prompt?agent=coyote",
)


def troubles_on(someone: Person, axe: str, paths: tuple[str, ...]) -> list[str]:
    found = []
    for path in paths:
        page = someone.go(path)
        page.evaluate(
            "for (const e of document.querySelectorAll('details')) e.open = true"
        )
        page.evaluate(axe)
        found += troubles(page)
    return found


def test_axe_finds_nothing_wrong_where_there_is_nothing(
    machine: Machine, browser: Browser, axe: str, width: int
) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    with (
        served(machine, machine.repository()) as page,
        person(browser, page, viewport=size) as someone,
    ):
        found = troubles_on(someone, axe, EVERY)
        someone.page.context.clear_cookies()
        someone.page.goto(page.origin)
        expect(someone.page.get_by_label("Token")).to_be_visible()
        someone.page.evaluate(axe)
        found += troubles(someone.page)
    assert found == []


def focused(page: Page) -> str:
    """The role-like tag and the name of what has the focus."""
    said = page.evaluate(
        "(e => e.tagName.toLowerCase() + ' ' + (e.getAttribute('aria-label')"
        " || e.labels?.[0]?.firstChild.textContent.trim() || e.textContent.trim()))"
        "(document.activeElement)"
    )
    return " ".join(str(said).split())


def tabbed(page: Page, times: int) -> list[str]:
    found = []
    for _ in range(times):
        page.keyboard.press("Tab")
        found.append(focused(page))
    return found


def test_the_focus_goes_as_the_page_is_read(someone: Person) -> None:
    page = someone.go("notes")
    pages = [f"a {words}" for _, words in PAGES]
    filters = ["Search", "Strategy", "Scope", "Type", "Age"]
    assert tabbed(page, 20) == [
        "a Skip to the page",
        *pages,
        "a New note",
        *(f"{'input' if each == 'Search' else 'select'} {each}" for each in filters),
        "button Search",
        "a harbour",
        "a tides",
        "a style",
        "a MEMORY",
    ]


def test_what_has_the_focus_is_seen(someone: Person) -> None:
    for path in (*EVERY, NOTE, *FORMS):
        page = someone.go(path)
        for _ in range(8):
            page.keyboard.press("Tab")
            outline = page.evaluate(
                "getComputedStyle(document.activeElement).outlineStyle"
            )
            assert outline == "solid", (path, focused(page))


def test_a_note_is_changed_and_undone_by_keyboard_alone(
    someone: Person, machine: Machine, top: Path
) -> None:
    page = someone.go("notes")
    page.keyboard.press("/")
    page.keyboard.type("opens")
    expect(page.get_by_text("1 note of 3")).to_be_visible()
    reach(page, "a harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    reach(page, "button Edit")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit harbour")
    reach(page, "textarea The whole file, with its frontmatter")
    page.keyboard.press("Control+End")
    page.keyboard.type("And closes at nine.")
    reach(page, "button Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("'harbour' is saved")
    expect(page.get_by_role("status")).to_be_focused()
    assert "closes at nine" in str(machine.memsync("read", "harbour", cwd=top).out)
    page.keyboard.press("Tab")
    assert focused(page) == "button Undo"
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("undone: memsync edit")
    assert "closes at nine" not in str(machine.memsync("read", "harbour", cwd=top).out)


def reach(page: Page, said: str) -> None:
    """Press Tab until it has the focus."""
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(focused(page))
        if seen[-1] == said:
            return
    raise AssertionError((said, seen))


def test_the_tree_says_what_a_screen_reader_would(someone: Person) -> None:
    page = someone.note("harbour")
    main = page.get_by_role("main")
    expect(main).to_match_aria_snapshot("""
      - main:
        - search:
          - searchbox "Search"
          - combobox "Strategy"
          - combobox "Scope"
          - combobox "Type"
          - combobox "Age"
          - button "Search"
        - region "List of notes":
          - list:
            - listitem:
              - link "harbour"
        - region "The chosen note":
          - heading "harbour" [level=1]
          - button "Edit"
          - button "Forget"
          - article "The note":
            - paragraph:
              - link "tides"
          - region "About"
          - region "Links"
          - region "Versions"
    """)
    expect(page.get_by_role("banner")).to_match_aria_snapshot("""
      - banner:
        - navigation "Pages":
          - list:
            - listitem:
              - link "Now"
    """)
    chosen = page.get_by_role("region", name="List of notes").locator("[aria-current]")
    expect(chosen).to_have_text("harbour")


def test_what_is_found_is_said_without_the_whole_list(someone: Person) -> None:
    page = someone.go("notes")
    said = page.locator("[aria-live]")
    expect(said).to_have_text("3 notes")
    page.get_by_role("searchbox").fill("opens")
    expect(said).to_have_text("1 note of 3, ranked by auto")
    assert said.get_by_role("listitem").count() == 0


def test_nothing_moves_while_a_page_loads(
    desk: Machine, browser: Browser, full: Path
) -> None:
    """And none is as heavy, or asks as often, as docs/page.md has it."""
    with served(desk, full) as page, person(browser, page, fresh=True) as someone:
        someone.page.add_init_script(
            "window.moved = 0; new PerformanceObserver(list => {"
            "for (const e of list.getEntries()) window.moved += e.value"
            "}).observe({type: 'layout-shift', buffered: true})"
        )
        for path in (*EVERY, NOTE):
            shown = someone.go(path)
            shown.wait_for_load_state("networkidle")
            assert shown.evaluate("moved") == 0, path
            sizes = shown.evaluate(
                "['navigation', 'resource'].flatMap(k => performance"
                ".getEntriesByType(k)).map(e => e.decodedBodySize)"
            )
            assert len(sizes) <= 8, path
            assert sum(sizes) <= 150_000, path


def test_where_the_system_chooses_all_colours_what_is_chosen_is_seen(
    someone: Person,
) -> None:
    page = someone.note("harbour")
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    for place in ("nav a[aria-current]", ".list > li:has(> a[aria-current])"):
        style = page.locator(place).evaluate("e => getComputedStyle(e).outlineStyle")
        assert style == "solid", place
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_link_past_the_navigation_leads_there(someone: Person) -> None:
    page = someone.go("notes")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the page")
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert focused(page) == "a New note"


def test_what_stands_in_the_way_has_the_focus(someone: Person) -> None:
    page = someone.go("new")
    page.get_by_label("Name").fill("No Name")
    page.get_by_role("textbox", name="Text", exact=True).fill("Text.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved")
    expect(page.get_by_role("alert")).to_be_focused()
