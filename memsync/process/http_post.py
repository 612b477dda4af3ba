"""One request to a server that a person named: no proxy, no redirect, and a deadline.

What is sent goes to that host and to no other.
"""

from __future__ import annotations

import contextlib
import socket
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Seconds for a command that prints a key: it may ask a person.
_COMMAND_LIMIT = 60.0

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Answered(NamedTuple):
    """What a server answered, whatever its status."""

    status: int
    reason: str
    headers: Mapping[str, str]
    """By their names in lower case."""
    data: bytes
    """At most as much as was asked for."""


class NoAnswer(Exception):
    """The server cannot be reached, broke off or took too long; the text says why."""


class Limits(NamedTuple):
    """How long and how much."""

    connect: float
    """Seconds to reach the server."""
    answer: float
    """Seconds after that for all of the answer, however it comes."""
    largest: int
    """Bytes of an answer that are read."""


def is_allowed(url: str) -> bool:
    """Whether texts may be sent to a URL: https, or http on this machine."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    local = host in _LOOPBACK
    secure = parts.scheme == "https" or (parts.scheme == "http" and local)
    return bool(host) and parts.username is None and secure and url.isprintable()


def post(url: str, body: bytes, key: str, limits: Limits) -> Answered:
    """Send JSON to a URL that `is_allowed`. Raises `NoAnswer`.

    A `key` that cannot stand in a header is one, too: its text is in no message.
    """
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    headers = {"Content-Type": "application/json"}
    if key:
        if not (key.isascii() and key.isprintable()):
            raise NoAnswer("the key holds characters that no header can have")
        headers["Authorization"] = f"Bearer {key}"
    connection = kind(parts.hostname or "", parts.port, timeout=limits.connect)
    late = _Deadline(connection)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        connection.connect()
        with late.within(limits.answer):
            connection.request("POST", path or "/", body, headers)
            answer = connection.getresponse()
            data = answer.read(limits.largest)
    except (OSError, HTTPException, ValueError) as error:
        # The number that begins an OSError's text says nothing to a person.
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise NoAnswer(late.said or why or type(error).__name__) from None
    finally:
        connection.close()
    if late.said:
        raise NoAnswer(late.said)
    if answer.length and len(data) < limits.largest:
        raise NoAnswer("the answer broke off")
    named = {name.lower(): value for name, value in answer.getheaders()}
    return Answered(answer.status, answer.reason, named, data)


def key_of(command: Sequence[str], environ: Mapping[str, str]) -> str:
    """What a person's command prints as the server's key; empty without a command.

    Raises `NoAnswer`.
    """
    if not command:
        return ""
    from memsync.errors import Broken
    from memsync.process.spawn import run

    try:
        done = run([*command], environ, limit=_COMMAND_LIMIT)
    except TimeoutError:
        raise NoAnswer("it took too long") from None
    except OSError as error:
        raise NoAnswer(Broken.from_os_error(error).message) from None
    if done.code:
        raise NoAnswer(f"it ended with {done.code}")
    return done.out.decode("utf-8", "replace").strip()


class _Deadline:
    """Ends a connection when its time is up, also one on which bytes keep dripping."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection
        self.said = ""

    @contextlib.contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        self._connection.sock.settimeout(seconds)
        timer = Timer(seconds, self._end, (self._connection.sock, seconds))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _end(self, there: socket.socket, seconds: float) -> None:
        self.said = f"it took more than {seconds:g} seconds"
        with contextlib.suppress(OSError):
            there.shutdown(socket.SHUT_RDWR)
