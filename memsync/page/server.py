"""The server of the page: one process, on loopback, until Ctrl-C or a time limit."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
import webbrowser
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING

import uvicorn

from memsync.page.app import PageApp
from memsync.page.entry.session import PageSession
from memsync.page.entry.sockets import listen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.page.request.commands import Commands

# Seconds between two checks whether requests still come.
_LOOK = 1.0

# The most seconds for which the address waits until the first page is made: with 1,000
# notes a third of that is enough; with 10,000 the address comes first.
_FOR_THE_FIRST = 0.5

_REDIRECT = (
    '<!doctype html><meta charset="utf-8"><title>memsync</title>'
    '<meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0; url={0}">'
    '<p><a href="{0}">Open the page</a></p>\n'
)


class _Server(uvicorn.Server):
    """uvicorn's server, which leaves signals to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    @contextlib.contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Have Ctrl-C and TERM end it, also while it starts, and raise nothing.

        asyncio leaves a handler of SIGINT alone that is not Python's own.
        """

        def end(*_: object) -> None:
            self.should_exit = True

        before = {each: signal.signal(each, end) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


# systemd sends SIGTERM, a terminal SIGINT.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(
    commands: Commands,
    announce: Callable[[str], None],
    *,
    port: int = 0,
    browser: bool = True,
    read_only: bool = False,
    demo: bool = False,
) -> None:
    """Serve the page until Ctrl-C, a TERM signal or half an hour without a request.

    Calls `announce` with the address and its token. Raises `Broken` for a port that is
    taken.
    """
    sockets = listen(port)
    session = PageSession(int(sockets[0].getsockname()[1]), monotonic)
    app = PageApp(commands, session, read_only=read_only, demo=demo)
    config = uvicorn.Config(
        app.gate,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        log_level="critical",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=100,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=1 << 16,
    )
    server = _Server(config)
    address = f"http://127.0.0.1:{session.port}/#{session.token}"
    with contextlib.ExitStack() as stack:
        # Whoever knows the address may end it.
        stack.enter_context(server.ended_by_signals())
        for each in sockets:
            stack.callback(each.close)
        _warmed(app)
        announce(address)
        if browser:
            stack.enter_context(_opened(address, session))
        asyncio.run(_until_idle(server, session, sockets))


def _warmed(app: PageApp) -> None:
    """Start to make the first pages, and wait a little for the very first."""
    ready = Event()
    # A daemon thread, so that Ctrl-C does not wait for it: it only fills caches.
    Thread(target=app.warm, args=(ready.set,), daemon=True).start()
    ready.wait(_FOR_THE_FIRST)


async def _until_idle(
    server: uvicorn.Server,
    session: PageSession,
    sockets: list[socket.socket],
) -> None:
    async def watch() -> None:
        while not session.is_over:  # noqa: ASYNC110 -- what passes is time itself
            await asyncio.sleep(_LOOK)
        server.should_exit = True

    watching = asyncio.create_task(watch())
    try:
        await server.serve(sockets=sockets)
    finally:
        watching.cancel()


@contextlib.contextmanager
def _opened(address: str, session: PageSession) -> Iterator[None]:
    """Open a private file that leads to the page: process lists show no token."""
    with tempfile.TemporaryDirectory(prefix="memsync-ui-") as folder:
        file = Path(folder, "open.html")
        file.touch(mode=0o600)
        file.write_text(_REDIRECT.format(address))

        def show() -> None:
            with contextlib.suppress(webbrowser.Error):
                if webbrowser.open(file.as_uri()):
                    session.handed_over()

        # Some browsers return only when they are closed.
        Thread(target=show, daemon=True).start()
        yield


if TYPE_CHECKING:
    import socket
