"""Writes the pages as files, to attach, or to view without a server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.agents.table import names as agent_names
from memsync.errors import MemsyncError, Refused
from memsync.files import atomic
from memsync.page.html.assets import asset
from memsync.page.html.links import Filed
from memsync.page.html.render import Renderer
from memsync.page.request.ask import Ask
from memsync.page.routes import VIEWS
from memsync.workspace.repository.roots import find_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.page.html.page import Page
    from memsync.page.request.commands import Commands
    from memsync.page.routes import View

# Pages that need a server.
_LEFT_OUT = ("/new", "/sync/progress", "/sync/run", "/sync/release")


def write(commands: Commands, folder: Path, *, force: bool) -> int:
    """Write every page into a new or empty folder; return the number of files.

    Only their owner can read the files (0600), since they contain notes. Raises
    `Refused` for a folder that is not empty and, without `force`, inside a work tree.
    """
    _check(commands, folder, force=force)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    links = Filed()
    renderer = Renderer(
        links, "", read_only=True, home=commands.environ.get("HOME", "")
    )
    count = 0
    for name, tab, page in _pages(commands, links):
        html = renderer.html(page, tab, commands.now("ui").utc)
        atomic.create(folder / name, html.encode("utf-8", "replace"), mode=0o600)
        count += 1
    for name in ("page.css", "icon.svg"):
        atomic.create(folder / name, asset(name), mode=0o600)
        count += 1
    return count


def _check(commands: Commands, folder: Path, *, force: bool) -> None:
    if os.path.lexists(folder) and not (folder.is_dir() and _is_empty(folder)):
        what = "is not empty" if folder.is_dir() else "is not a folder"
        raise Refused(
            f"'{folder}' {what}, and nothing is overwritten",
            hint="name a new folder",
            word="exists",
        )
    nearest = folder
    while not nearest.is_dir():
        nearest = nearest.parent
    if not force and find_root(nearest, commands.environ) is not None:
        raise Refused(
            f"'{folder}' is in a git work tree: a commit could take your notes along",
            hint="name a folder elsewhere, or say --force",
        )


def _is_empty(folder: Path) -> bool:
    return next(folder.iterdir(), None) is None


def _pages(commands: Commands, links: Filed) -> Iterator[tuple[str, str, Page]]:
    for path, tab, view in VIEWS:
        if path in _LEFT_OUT or path.endswith("/edit"):
            continue
        if "{" in path:
            yield from (
                (links.note(scope, name), tab, page)
                for scope, name in _notes(commands, links)
                if (page := _made(view, commands, links, scope=scope, name=name))
            )
        else:
            page = view(Ask(commands, links))
            yield links.page(path.strip("/") or "now"), tab, page
            if path == "/prompt":
                for agent in agent_names():
                    query = {"agent": agent}
                    page = view(Ask(commands, links, query))
                    yield links.page("prompt", query), tab, page


def _made(view: View, commands: Commands, links: Filed, **path: str) -> Page | None:
    try:
        return view(Ask(commands, links, path=path))
    except MemsyncError:
        return None  # a link or a name that no page can have; the list says so


def _notes(commands: Commands, links: Filed) -> list[tuple[str, str]]:
    stores = Ask(commands, links).opened.stores
    return [
        (store.scope.value, name)
        for store in stores
        for name in (*store.names(), "MEMORY")
    ]
