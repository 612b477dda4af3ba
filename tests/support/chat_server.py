"""A server of chat completions on this machine, which answers as a test says."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class ChatServer(ThreadingHTTPServer):
    """Answers each request with the next of `steps`; the last is repeated.

    A step is a status with what is answered, or a word: `drip` for bytes that come
    one by one without end, `hang` for none, `cut` for half of what was announced.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.steps: list[tuple[int, bytes, dict[str, str]] | str] = []
        self.seen: list[tuple[str, str, dict[str, Any]]] = []
        self.ended = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def says(self, *answers: object) -> None:
        """Answer with these, as a model would: texts, or what becomes JSON."""
        self.steps = [completion(each) for each in answers]

    def __enter__(self) -> Self:
        # Seconds between its looks whether it shall end.
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.shutdown()
        self.server_close()


def completion(answer: object) -> tuple[int, bytes, dict[str, str]]:
    """A whole answer of the server with this text of the model."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    body = {
        "choices": [{"message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 1234, "completion_tokens": 56},
    }
    return 200, json.dumps(body).encode(), {}


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_GET(self) -> None:
        self.server.seen.append((self.path, "GET", {}))
        self._answer(200, b"{}", {})

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        asked = json.loads(self.rfile.read(size))
        seen = self.server.seen
        seen.append((self.path, self.headers.get("Authorization", ""), asked))
        step = self.server.steps[min(len(seen), len(self.server.steps)) - 1]
        if not isinstance(step, str):
            self._answer(*step)
        elif step == "hang":
            self.server.ended.wait(30)
        elif step == "cut":
            self._answer(200, b'{"choices": [', {"Content-Length": "5000"})
        else:
            self._drip()

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        began = time.monotonic()
        while time.monotonic() < began + 30 and not self.server.ended.wait(0.1):
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return

    def _answer(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""
