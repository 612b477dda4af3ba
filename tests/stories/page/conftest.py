"""A browser, and somebody who has opened the page in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.browser import chromium, person
from support.page import served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browser import Person
    from support.machine import Machine

FACT = "The harbour opens at seven, see [[tides]]."


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with two notes, and one of the person's own."""
    top = machine.repository()
    run = machine.memsync
    run("write", "tides", "-d", "when the water is high", "-m", "At noon.", cwd=top)
    run("write", "harbour", "-d", "when it opens", "-t", "project", "-m", FACT, cwd=top)
    run("write", "style", "--scope", "user", "-t", "user", "-m", "Plain.", cwd=top)
    return top


@pytest.fixture
def someone(machine: Machine, top: Path, browser: Browser) -> Iterator[Person]:
    with served(machine, top) as page, person(browser, page) as found:
        yield found
