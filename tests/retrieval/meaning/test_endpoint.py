"""Vectors from a server on this machine, and what a search does without its answer."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from support.memories import settings

from memsync.retrieval.meaning.choice import model_of
from memsync.retrieval.meaning.model import NoModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.machine import Machine


class Server(ThreadingHTTPServer):
    """A server of made vectors: a text's are its letters' counts."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[tuple[str, str, dict[str, Any]]] = []
        self.answer: tuple[int, bytes] | None = None
        self.hold = threading.Event()
        self.hold.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        asked = json.loads(self.rfile.read(size))
        key = self.headers.get("Authorization", "")
        self.server.seen.append((self.path, key, asked))
        self.server.hold.wait(20)
        rows = [
            [1 + text.lower().count(letter) for letter in "aeioukz"]
            for text in asked["input"]
        ]
        if self.path == "/api/embed":
            body: object = {"embeddings": rows}
        else:
            body = {"data": [{"embedding": row} for row in rows]}
        code, data = self.server.answer or (200, json.dumps(body).encode())
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        if code == 302:
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield found
        found.hold.set()
        found.shutdown()
        thread.join()


def test_ollama_is_asked_only_where_settings_name_it(server: Server) -> None:
    model = model_of(
        settings(search__model="ollama:nomic"), {"OLLAMA_HOST": server.url}
    )
    assert model.embed(["kayak", "zoo"]).shape == (2, 7)
    assert server.seen == [
        ("/api/embed", "", {"model": "nomic", "input": ["kayak", "zoo"]})
    ]


def test_an_endpoint_gets_the_key_that_a_command_prints(server: Server) -> None:
    model = model_of(
        settings(
            search__model="endpoint:small",
            search__endpoint=f"{server.url}/v1",
            search__key_command=["printf", "%s", "the-key"],
        ),
        {"PATH": "/usr/bin:/bin"},
    )
    model.embed(["x"] * 70)
    paths = [(path, key, len(asked["input"])) for path, key, asked in server.seen]
    assert paths == [
        ("/v1/embeddings", "Bearer the-key", 64),
        ("/v1/embeddings", "Bearer the-key", 6),
    ]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "ftp://127.0.0.1/",
        "https://me:word@example.com",
        "nonsense",
        "http://[::1",
        "",
    ],
)
def test_notes_go_nowhere_in_clear(url: str) -> None:
    with pytest.raises(NoModel, match="https"):
        model_of(
            settings(search__model="endpoint:small", search__endpoint=url),
            {"PATH": "/usr/bin:/bin"},
        )


@pytest.mark.parametrize(
    "answer",
    [
        (401, b"{}"),
        (302, b""),
        (200, b"not json"),
        (200, b'{"embeddings": [[1, 2], [3]]}'),
        (200, b'{"embeddings": [[1, null]]}'),
        (200, b'{"embeddings": []}'),
        (200, b"[1]"),
        (200, b'{"embeddings": [["NaN", 1]]}'),
        (200, b"[" * 100_000),
    ],
)
def test_any_other_answer_is_no_model(
    server: Server, answer: tuple[int, bytes]
) -> None:
    server.answer = answer
    model = model_of(settings(search__model="ollama:m"), {"OLLAMA_HOST": server.url})
    with pytest.raises(NoModel):
        model.embed(["x"])
    assert len(server.seen) == 1  # a redirect is not followed


def test_a_search_goes_on_by_bm25_where_the_server_is_gone_or_slow(
    machine: Machine, server: Server
) -> None:
    root = machine.repository()
    machine.memsync("write", "kafka", "-m", "kafka keeps a log", cwd=root)
    machine.memsync("config", "set", "search.model", "ollama:m")
    named = {"OLLAMA_HOST": server.url}
    asked = ("search", "kafka zebra", "--json")
    assert machine.memsync(*asked, cwd=root, environ=named).json[0]["name"] == "kafka"
    assert server.seen
    server.hold.clear()
    for strategy in ("auto", "semantic"):
        slow = machine.memsync(*asked, "--strategy", strategy, cwd=root, environ=named)
        assert slow.json[0]["name"] == "kafka"
        assert "is slow: it took more than 2 seconds; ranked by bm25" in slow.err
    gone = {"OLLAMA_HOST": "127.0.0.1:1"}
    ran = machine.memsync(*asked, cwd=root, environ=gone)
    assert ran.json[0]["name"] == "kafka"
    assert "cannot be reached" in ran.err
    needed = ("--strategy", "semantic")
    ran = machine.memsync(*asked, *needed, cwd=root, environ=gone, want=16)
    assert "`--strategy bm25`" in ran.json["error"]["hint"]
