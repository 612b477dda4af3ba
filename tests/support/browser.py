"""The system's own Chromium, with a page of memsync in it."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import (
    Dialog,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ViewportSize

    from support.page import Page as Served

_QUIET = (
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# Milliseconds that a busy machine may take; nothing that works takes so long.
_PATIENCE = 60_000

expect.set_options(timeout=_PATIENCE / 2)


_SIZE: ViewportSize = {"width": 1280, "height": 720}


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; a machine without one cannot run these stories."""
    asked = os.environ.get("CHROMIUM")
    program = asked or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("the stories of the page need a browser: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*_QUIET])
        yield browser
        _TABS.pop(browser, None)
        browser.close()


@dataclass
class Person:
    """Somebody at a browser, who has used the token."""

    page: Page
    base: str
    """The address of the page Now."""
    wrong: list[str] = field(default_factory=list)
    """What must not happen: dialogs, requests elsewhere, errors of scripts."""

    def go(self, path: str = "") -> Page:
        self.page.goto(self.base + path)
        return self.page

    def note(self, name: str, scope: str = "workspace") -> Page:
        return self.go(f"notes/{scope}/{name}")

    def other_tab(self) -> Page:
        return self.page.context.new_page()


# A browser's tabs that nobody sits at, by their options. A first page in a new tab
# costs as much as ten more in an old one: Chromium starts a process for it.
_TABS: dict[Browser, dict[bool, Page]] = {}


@contextlib.contextmanager
def person(
    browser: Browser,
    served: Served,
    *,
    script: bool = True,
    viewport: ViewportSize | None = None,
    fresh: bool = False,
) -> Iterator[Person]:
    """Open the address that was printed; whatever is `wrong` fails at the end.

    The tab may have shown another server's pages before, which has left no cookie; a
    `fresh` one has no history either.
    """
    tabs = _TABS.setdefault(browser, {})
    tab = None if fresh else tabs.pop(script, None)
    if tab is None:
        context = browser.new_context(java_script_enabled=script)
        context.set_default_timeout(_PATIENCE)
        tab = context.new_page()
    tab.set_viewport_size(viewport or _SIZE)
    with _watched(tab, served) as found:
        tab.goto(served.address)
        if not script:
            tab.get_by_label("Token").fill(served.token)
            tab.get_by_role("button", name="Open").click()
        tab.get_by_role("heading", name="Now", level=1).wait_for()
        found.base = tab.url
        yield found
    if fresh or script in tabs or served.process.poll() is not None:
        tab.context.close()
    else:
        _leave(tab, served)
        tabs[script] = tab


@contextlib.contextmanager
def _watched(tab: Page, served: Served) -> Iterator[Person]:
    """Keep what goes wrong in a tab and in those it opens."""
    found = Person(tab, "")

    def asked(request: Request) -> None:
        if not request.url.startswith(served.origin):
            found.wrong.append(f"asked {request.url}")

    def spoke(dialog: Dialog) -> None:
        found.wrong.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def failed(error: Error) -> None:
        found.wrong.append(str(error))

    tab.context.on("request", asked)
    tab.context.on("dialog", spoke)
    tab.on("pageerror", failed)
    try:
        yield found
    except BaseException:
        tab.context.close()
        raise
    tab.context.remove_listener("request", asked)
    tab.context.remove_listener("dialog", spoke)
    tab.remove_listener("pageerror", failed)
    assert found.wrong == []


def _leave(tab: Page, served: Served) -> None:
    """Make the tab what a next person may find."""
    for other in tab.context.pages:
        if other != tab:
            other.close()
    # A page without a script, so that nothing is asked of a server that has ended.
    tab.goto(f"{served.origin}/none")
    tab.context.unroute_all()
    tab.context.clear_cookies()
    tab.emulate_media(color_scheme="null", forced_colors="null", reduced_motion="null")
