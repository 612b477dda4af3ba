"""The pages and actions as a web application, protected by the gate."""

from __future__ import annotations

import contextlib
import mimetypes
from time import sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from memsync.errors import BadUsage, Broken, MemsyncError, NotFound, Refused
from memsync.page.changes.did import Did
from memsync.page.entry.gate import FORM, Gate
from memsync.page.html.assets import asset
from memsync.page.html.links import Served
from memsync.page.html.notices import Notices
from memsync.page.html.page import Page
from memsync.page.html.render import Renderer
from memsync.page.request.ask import Ask
from memsync.page.request.kept import Kept
from memsync.page.routes import ACTIONS, FIRST, SECOND, VIEWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from memsync.page.entry.session import PageSession
    from memsync.page.request.commands import Commands
    from memsync.page.routes import Action, View

# Seconds for the browser to get the first page before other pages are prepared.
_LET_THE_FIRST_BE_ASKED = 1.0

_MISSING = 404

# Each error as an HTTP status; the page shows its message and hint.
_STATUS: dict[type[MemsyncError], int] = {
    BadUsage: 400,
    NotFound: _MISSING,
    Refused: 403,
    Broken: 409,
}


class PageApp:
    """The web application; a server runs its `gate`."""

    def __init__(
        self,
        commands: Commands,
        session: PageSession,
        *,
        read_only: bool = False,
        demo: bool = False,
    ) -> None:
        self._commands = commands
        self._links = Served(session.folder)
        self._notices = Notices()
        self._kept = Kept()
        self._renderer = Renderer(
            self._links,
            session.form,
            read_only=read_only,
            demo=demo,
            home=commands.environ.get("HOME", ""),
        )
        base = f"/{session.folder}"
        routes = [
            Route(f"/{name}", _asset) for name in ("page.css", "page.js", "icon.svg")
        ]
        posted = {path: (tab, act) for path, tab, act in ACTIONS}
        for path, tab, view in VIEWS:
            both = posted.pop(path, None) if not read_only else None
            if read_only and path in ("/new", "/sync/run", "/sync/release"):
                continue
            if read_only and path.endswith("/edit"):
                continue
            act = both[1] if both else None
            routes.append(_route(base + path, self._endpoint(tab, view, act), act))
        for path, (tab, act) in posted.items():
            if not read_only:
                routes.append(_route(base + path, self._endpoint(tab, None, act), act))
        missing: Any = {404: self._missing, 405: self._missing}
        inner = Starlette(routes=routes, exception_handlers=missing)
        self.gate = Gate(inner, session, self._entry)

    def warm(self, ready: Callable[[], None]) -> None:
        """Make the first pages before anybody asks, so that they then come at once.

        Calls `ready` once the page that a browser asks for first is made.
        """
        try:
            self._make(*FIRST)
        finally:
            ready()
        sleep(_LET_THE_FIRST_BE_ASKED)
        self._renderer.load()
        self._make(*SECOND)

    def _make(self, tab: str, view: View) -> None:
        ask = Ask(self._commands, self._links, kept=self._kept)
        with contextlib.suppress(MemsyncError, OSError):  # a request reports it
            self._renderer.html(view(ask), tab, ask.now.utc)

    def _endpoint(self, tab: str, view: View | None, act: Action | None) -> Any:  # noqa: ANN401 -- what starlette takes
        async def endpoint(request: Request) -> Response:
            # Notes are read from disk and git is run, so this runs in a thread.
            try:
                return await run_in_threadpool(self._answer, request, tab, view, act)
            except Exception as error:  # noqa: BLE001 -- shown as the bug that it is
                return self._bug(error)

        return endpoint

    def _answer(
        self, request: Request, tab: str, view: View | None, act: Action | None
    ) -> Response:
        ask = Ask(
            self._commands,
            self._links,
            dict(request.query_params),
            dict(request.path_params),
            self._kept,
        )
        try:
            if request.method == "POST" and act is not None:
                done = act(ask, request.scope[FORM])
                if isinstance(done, Did):
                    return self._follow(done)
            elif view is not None:
                done = view(ask)
            else:
                raise NotFound("there is no such page")
        except (MemsyncError, OSError) as error:
            done = _error_page(error)
        notice = self._notices.take(ask.query.get("said", ""))
        html = self._renderer.html(done, tab, ask.now.utc, notice)
        return HTMLResponse(html.encode("utf-8", "replace"), done.status)

    def _follow(self, done: Did) -> Response:
        word = urlencode({"said": self._notices.add(done.notice)})
        joint = "&" if "?" in done.to else "?"
        return RedirectResponse(f"{done.to}{joint}{word}", 303)

    def _bug(self, error: Exception) -> Response:
        # Log only the kind: the exception's own text may quote a note.
        said = f"a bug in memsync: {type(error).__name__}"
        hint = "please report it, with what you did"
        return self._alone(_error_page(MemsyncError(said, hint=hint)))

    def _missing(self, request: Request, error: Exception) -> Response:  # noqa: ARG002 -- starlette's
        return self._alone(_error_page(NotFound("there is no such page")))

    def _entry(self, said: str) -> Response:
        status = 403 if said else 200
        return self._alone(Page("entry.html", "memsync", {"said": said}, status=status))

    def _alone(self, page: Page) -> Response:
        html = self._renderer.html(page, "", self._commands.now("ui").utc)
        return HTMLResponse(html.encode("utf-8", "replace"), page.status)


def _route(path: str, endpoint: Any, act: Action | None) -> Route:  # noqa: ANN401 -- as above
    methods = ["GET", "POST"] if act is not None else ["GET"]
    return Route(path, endpoint, methods=methods)


def _error_page(error: MemsyncError | OSError) -> Page:
    if isinstance(error, OSError):
        error = Broken.from_os_error(error)
    status = next((s for kind, s in _STATUS.items() if isinstance(error, kind)), 500)
    title = "Not found" if status == _MISSING else "Something is wrong"
    return Page("error.html", title, {"error": error}, status=status)


async def _asset(request: Request) -> Response:
    name = request.url.path.removeprefix("/")
    kind = mimetypes.guess_type(name)[0]
    return Response(asset(name), media_type=kind)
