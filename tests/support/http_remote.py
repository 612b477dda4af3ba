"""Smart HTTP on loopback: git-http-backend behind a small CGI shim."""

from __future__ import annotations

import base64
import contextlib
import os
import subprocess
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class Rules:
    """What the server does; a test may change it while it runs."""

    login: str | None = None
    """`user:password` that it demands."""
    status: int | None = None
    """Answer everything with this status instead."""
    redirect: str | None = None
    """Send everybody there instead."""
    moved: int = 301
    """The status with which it does."""
    page: bytes | None = None
    """Answer everything with this page instead, as the login of a hotspot."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    rules: Rules
    root: Path

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- http.server's
        """Say nothing."""

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            self._serve(b"".join(parts))
        else:
            self._serve(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def _serve(self, body: bytes) -> None:
        if self.rules.redirect:
            self._answer(
                self.rules.moved, {"Location": self.rules.redirect + self.path}, b""
            )
        elif self.rules.page is not None:
            self._answer(200, {"Content-Type": "text/html"}, self.rules.page)
        elif self.rules.status:
            self._answer(self.rules.status, {}, b"no\n")
        elif not self._let_in():
            self._answer(401, {"WWW-Authenticate": 'Basic realm="notes"'}, b"")
        else:
            self._backend(body)

    def _let_in(self) -> bool:
        if self.rules.login is None:
            return True
        wanted = base64.b64encode(self.rules.login.encode()).decode()
        return self.headers.get("Authorization") == f"Basic {wanted}"

    def _backend(self, body: bytes) -> None:
        url = urlsplit(self.path)
        environ = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "REMOTE_USER": "someone",
            "REMOTE_ADDR": "127.0.0.1",
            "PATH_INFO": url.path,
            "QUERY_STRING": url.query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(
            ["git", "http-backend"],
            env=environ,
            input=body,
            capture_output=True,
            check=False,
        )
        head, _, out = done.stdout.partition(b"\r\n\r\n")
        fields = dict(
            line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line
        )
        status = int(fields.pop("Status", "200").split()[0])
        self._answer(status, fields, out)

    def _answer(self, status: int, fields: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def serve(root: Path, rules: Rules | None = None) -> Iterator[str]:
    """Serve the bare repositories below `root`; gives the address of the server."""
    handler = type("Handler", (_Handler,), {"rules": rules or Rules(), "root": root})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
