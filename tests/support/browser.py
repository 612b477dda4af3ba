"""The system's own Chromium, with a page of memsync in it."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Dialog, Page, Request, expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

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


@contextlib.contextmanager
def person(browser: Browser, served: Served, **options: Any) -> Iterator[Person]:  # noqa: ANN401 -- Playwright's
    """Open the address that was printed; whatever is `wrong` fails at the end."""
    context = browser.new_context(**options)
    context.set_default_timeout(_PATIENCE)
    page = context.new_page()
    found = Person(page, "")

    def asked(request: Request) -> None:
        if not request.url.startswith(served.origin):
            found.wrong.append(f"asked {request.url}")

    def spoke(dialog: Dialog) -> None:
        found.wrong.append(f"dialog {dialog.message}")
        dialog.dismiss()

    context.on("request", asked)
    context.on("dialog", spoke)
    page.on("pageerror", lambda error: found.wrong.append(str(error)))
    try:
        page.goto(served.address)
        if options.get("java_script_enabled") is False:
            page.get_by_label("Token").fill(served.token)
            page.get_by_role("button", name="Open").click()
        page.get_by_role("heading", name="Now", level=1).wait_for()
        found.base = page.url
        yield found
    finally:
        context.close()
    assert found.wrong == []
