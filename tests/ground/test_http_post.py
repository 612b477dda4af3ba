"""One request to a server that a person named, over a real socket."""

from __future__ import annotations

import gc
import re
import socket
import struct
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.process.http_post import Limits, NoAnswer, is_allowed, key_of, post

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMITS = Limits(connect=20, answer=20, largest=1000)


# With this a close discards what was not read, and resets the connection.
_AT_ONCE = struct.pack("ii", 1, 0)


class Server:
    """Answers one connection with the same bytes, and keeps what it was sent."""

    def __init__(
        self, answer: bytes, *, drips: bool = False, resets: bool = False
    ) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._answer = answer
        self._drips = drips
        self._resets = resets
        self._end = threading.Event()
        self.heard = b""
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        there, _ = self._listening.accept()
        with there:
            # Closing before all was read would reset the connection.
            while not self._has_all():
                self.heard += there.recv(1 << 16)
            there.sendall(self._answer)
            if self._resets:
                there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            with suppress(OSError):
                while self._drips and not self._end.wait(0.01):
                    there.sendall(b".")

    def _has_all(self) -> bool:
        head, end, body = self.heard.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)^content-length: *(\d+)", head, re.MULTILINE)
        return bool(end) and len(body) >= int(length[1] if length else 0)

    def stop(self) -> None:
        self._end.set()
        self._listening.close()
        self._thread.join(30)


@contextmanager
def server(
    answer: bytes, *, drips: bool = False, resets: bool = False
) -> Iterator[Server]:
    started = Server(answer, drips=drips, resets=resets)
    try:
        yield started
    finally:
        started.stop()


def url(of: Server, path: str = "/v1/chat") -> str:
    return f"http://127.0.0.1:{of.port}{path}"


@pytest.mark.parametrize(
    "address",
    [
        "https://api.example.com/v1",
        "https://10.0.0.7:8443",
        "http://localhost:8080/v1",
        "http://127.0.0.1",
        "http://[::1]:11434/api",
        "HTTPS://API.EXAMPLE.COM",
    ],
)
def test_texts_may_go_by_https_or_stay_on_this_machine(address: str) -> None:
    assert is_allowed(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "api.example.com",
        "http://api.example.com",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        # Two who would each see another host.
        "http://localhost@example.com",
        "https://user@api.example.com",
        "https://user:pass@api.example.com",
        "https://",
        "https:///v1",
        "https://api.example.com:port/",
        "https://api.example.com:99999/",
        "https://[::1",
        "ftp://localhost/",
        "file:///etc/passwd",
        "https://api.example.com/\r\nHost: evil",
        "https://api.example.com/\x1b[31m",
    ],
)
def test_nothing_else_is_allowed(address: str) -> None:
    assert not is_allowed(address)


@given(st.text(st.characters(exclude_characters="/?#\\")))
def test_any_text_is_judged(address: str) -> None:
    for scheme in ("http", "ftp", "file"):
        assert not is_allowed(f"{scheme}://{address}.example.com/")


def test_an_answer_has_status_headers_and_bytes() -> None:
    with server(b"HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\n\r\nlater") as there:
        answer = post(url(there, "/v1/chat?x=1"), b'{"a": 1}', "", LIMITS)
    assert (answer.status, answer.reason, answer.data) == (429, "Slow down", b"later")
    assert answer.headers["retry-after"] == "7"
    head, _, body = there.heard.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/chat?x=1 HTTP/1.1\r\n")
    assert b"Content-Type: application/json" in head
    assert b"Authorization" not in head
    assert body in (b'{"a": 1}', b"")  # it may come in a second piece


def test_a_key_goes_in_a_header() -> None:
    with server(b"HTTP/1.1 200 OK\r\n\r\n") as there:
        post(url(there), b"", "k" * 20, LIMITS)
    assert b"Authorization: Bearer kkkkkkkkkkkkkkkkkkkk\r\n" in there.heard


@pytest.mark.parametrize("key", ["a\r\nX-Evil: 1", "k\x00", "schl\u00fcssel", "a\x1b"])
def test_a_key_that_no_header_can_have_is_sent_to_nobody(key: str) -> None:
    with pytest.raises(NoAnswer) as raised:
        post("http://127.0.0.1:1/", b"", key, LIMITS)
    assert str(raised.value) == "the key holds characters that no header can have"


def test_a_redirect_is_an_answer_and_not_followed() -> None:
    with server(
        b"HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\n\r\n"
    ) as there:
        answer = post(url(there), b"{}", "", LIMITS)
    assert answer.status == 302


def test_only_so_much_of_an_answer_is_read() -> None:
    with server(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5000) as there:
        assert post(url(there), b"", "", LIMITS).data == b"x" * 1000


def test_an_answer_that_breaks_off_is_none() -> None:
    with (
        server(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf") as there,
        pytest.raises(NoAnswer),
    ):
        post(url(there), b"", "", LIMITS)


def open_sockets() -> set[int]:
    return {each.fileno() for each in gc.get_objects() if type(each) is socket.socket}


def test_a_reset_leaves_no_socket_open() -> None:
    """Without a length the answer, not the connection, owns the socket."""
    before = open_sockets()
    with (
        server(b"HTTP/1.1 200 OK\r\n\r\nhalf", resets=True) as there,
        pytest.raises(NoAnswer, match="reset") as raised,
    ):
        post(url(there), b"", "", LIMITS)
    # The error keeps alive what it was raised beside.
    assert raised.value.__traceback__
    assert open_sockets() - {-1} <= before


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n", b"\x00\xff\n" * 9])
def test_what_speaks_no_http_is_no_answer(said: bytes) -> None:
    with server(said) as there, pytest.raises(NoAnswer):
        post(url(there), b"", "", LIMITS)


def test_an_answer_that_only_drips_has_an_end() -> None:
    """Each byte comes in time, so that no wait for the next one is too long."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"
    with (
        server(head, drips=True) as there,
        pytest.raises(NoAnswer) as raised,
    ):
        post(url(there), b"", "", LIMITS._replace(answer=0.3))
    assert str(raised.value) == "it took more than 0.3 seconds"


def test_nobody_there_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NoAnswer, match=r"\AConnection refused\Z"):
        post(f"http://127.0.0.1:{port}/", b"", "", LIMITS)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_key_is_what_the_command_prints_without_its_line_end() -> None:
    assert key_of(python("print('abc')"), {}) == "abc"
    assert key_of((), {}) == ""


def test_the_command_has_the_environment_that_is_given() -> None:
    code = "import os; print(os.environ.get('WHO'))"
    assert key_of(python(code), {"WHO": "me"}) == "me"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (python("raise SystemExit(3)"), "it exited with 3"),
        (["/no/such/program"], "^'/no/such/program': no such program$"),
    ],
)
def test_a_command_that_fails_gives_no_key(command: list[str], why: str) -> None:
    with pytest.raises(NoAnswer, match=why):
        key_of(command, {})


def test_a_key_that_is_no_utf8_reaches_no_header() -> None:
    key = key_of(python("import sys; sys.stdout.buffer.write(b'\\xff')"), {})
    with pytest.raises(NoAnswer, match="no header"):
        post("http://127.0.0.1:1/", b"", key, LIMITS)
