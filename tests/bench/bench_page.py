"""What the page costs: the time to its first view, its weight, the server's memory.

    .venv/bin/python tests/bench/bench_page.py [NOTES]

Times are ratios to an empty Starlette page that the same server sends in the same run;
the machine's own speed cancels out. Memory and weight are plain numbers.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import threading
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine
from support.page import Page, served
from support.synced import put

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

_TIMES = 7


def main() -> None:
    """Measure with some notes, and with ten times as many."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with TemporaryDirectory() as name:
        empty = _empty()
        print(f"an empty Starlette page: {empty * 1000:.1f} ms")
        for notes in (count, 10 * count):
            machine = Machine(Path(name) / str(notes))
            top = machine.repository()
            for at in range(notes):
                put(machine, f"n{at:05}", _note(at, notes))
            machine.memsync("lint", cwd=top, want=None)
            _measure(machine, top, notes, empty)


def _note(at: int, notes: int) -> str:
    link = f"n{(at * 7 + 1) % notes:05}"
    body = f"Fact {at} is about harbour {at % 97}; see [[{link}]].\n" * 4
    return f"---\nname: n{at:05}\ndescription: fact {at} of the harbour\n---\n\n{body}"


def _measure(machine: Machine, top: Path, notes: int, empty: float) -> None:
    begun = time.perf_counter()
    with served(machine, top, "--read-only", alone=True) as page:
        started = time.perf_counter() - begun
        answer = page.ask("/", {"token": page.token})
        folder = answer.header("location")
        cookie = answer.header("set-cookie").partition(";")[0]
        print(f"\n{notes} notes: address after {started * 1000:.0f} ms")
        first = _timed(lambda: page.ask(folder, Cookie=cookie), 1)
        print(
            f"  the very first page: {first * 1000:.0f} ms, {first / empty:.0f} x empty"
        )
        weight = sum(len(page.ask(f"/{each}").body) for each in ("page.css", "page.js"))
        for path in ("", "notes", "notes?q=harbour+12", "notes/user/n00001", "prompt"):
            took = _timed(partial(page.ask, folder + path, Cookie=cookie), _TIMES)
            body = len(page.ask(folder + path, Cookie=cookie).body)
            print(
                f"  /{path}: {took * 1000:.0f} ms, {took / empty:.0f} x empty,"
                f" {(body + weight) / 1000:.0f} kB with style and script"
            )
        print(f"  memory of the server: {_resident(page.process.pid):.0f} MB")


def _timed(ask: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def _empty() -> float:
    async def nothing(_: Request) -> HTMLResponse:
        return HTMLResponse("")

    app = Starlette(routes=[Route("/", nothing)])
    config = uvicorn.Config(app, port=0, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    page = Page(None, port, "")  # type: ignore[arg-type]  # only asked
    taken = _timed(page.ask, 20)
    server.should_exit = True
    thread.join()
    return taken


if __name__ == "__main__":
    main()
