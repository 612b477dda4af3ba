"""A page that runs: the real command, and requests byte by byte."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from support import lasting, warm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.lasting import Lasting
    from support.machine import Machine

_PATIENCE = 30


class Answer(NamedTuple):
    """One answer."""

    status: int
    head: str
    """The status line and the headers."""
    body: str

    def header(self, name: str) -> str:
        found = re.search(
            rf"^{name}: (.*?)\r?$", self.head, re.MULTILINE | re.IGNORECASE
        )
        return found[1] if found else ""


class Page(NamedTuple):
    """A server, and what its one line said."""

    process: subprocess.Popen[bytes] | Lasting
    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/#{self.token}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def raw(self, data: bytes, *, host: str = "127.0.0.1") -> Answer:
        """What comes back for these bytes."""
        with socket.create_connection((host, self.port), timeout=_PATIENCE) as wire:
            wire.sendall(data)
            got = b""
            while part := wire.recv(1 << 16):
                got += part
        head, _, body = got.partition(b"\r\n\r\n")
        said = head.decode("latin-1")
        return Answer(int(said.split(" ")[1]), said, body.decode())

    def ask(
        self,
        path: str = "/",
        fields: dict[str, str] | None = None,
        **headers: str,
    ) -> Answer:
        """A request as a browser makes it; `fields` are posted. `_` stands for `-`."""
        given = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        body = b""
        if fields is not None:
            body = urlencode(fields).encode()
            given["Content-Type"] = "application/x-www-form-urlencoded"
            given["Content-Length"] = str(len(body))
            given["Origin"] = self.origin
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in given.items() if value]
        start = f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1"
        return self.raw("\r\n".join([start, *lines, "", ""]).encode() + body)

    def enter(self) -> Entered:
        """Use the token."""
        answer = self.ask("/", {"token": self.token})
        assert answer.status == 303, answer
        folder = answer.header("location")
        cookie = answer.header("set-cookie").partition(";")[0]
        page = self.ask(folder + "new", Cookie=cookie)
        form = re.search(r'name="form" value="([^"]+)"', page.body)
        return Entered(self, folder, cookie, form[1] if form else "")

    def end(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(_PATIENCE)


class Entered(NamedTuple):
    """A browser that is in."""

    page: Page
    folder: str
    cookie: str
    form: str

    def get(self, path: str = "", **headers: str) -> Answer:
        given = {"Cookie": self.cookie, **headers}
        return self.page.ask(self.folder + path, None, **given)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        given = {"Cookie": self.cookie, **headers}
        return self.page.ask(self.folder + path, {"form": self.form, **fields}, **given)


def _started(
    machine: Machine,
    cwd: Path,
    argv: list[str],
    environ: dict[str, str],
    *,
    alone: bool,
) -> subprocess.Popen[bytes] | Lasting:
    whole = {**machine.environ, **environ}
    if not alone and warm.would_start_alike(whole):
        return lasting.start(warm.Command(argv, whole, str(cwd)))
    return subprocess.Popen(
        argv,
        cwd=cwd,
        env=whole,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@contextlib.contextmanager
def served(
    machine: Machine, cwd: Path, *options: str, browser: str = "", alone: bool = False
) -> Iterator[Page]:
    """`memsync ui` in a folder, ended afterwards; `alone` in no fork of another one."""
    argv = ["memsync", "ui", *([] if browser else ["--no-browser"]), *options]
    process = _started(machine, cwd, argv, {"BROWSER": browser}, alone=alone)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline().decode()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([\w-]{20,})\n", line)
        assert found, (line, process.poll())
        yield Page(process, int(found[1]), found[2])
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(_PATIENCE)
        rest = process.stdout.read()
        told = process.stderr.read()
        process.stdout.close()
        process.stderr.close()
    assert rest == b""
    assert told == b"", told
