"""One POST to a server that the user configured: no proxy, no redirect, a deadline.

The data goes to that host and to no other.
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

# Seconds that a command which prints a key may take: it may ask a person.
_COMMAND_LIMIT = 60.0

# The hosts to which plain http is allowed: nothing leaves the machine.
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Answered(NamedTuple):
    """A server's answer, of any status."""

    status: int
    reason: str
    headers: Mapping[str, str]
    """The headers, by name in lower case."""
    data: bytes
    """The body, cut at `Limits.largest`."""


class NoAnswer(Exception):
    """The server was not reached, broke off or took too long; the text says why."""


class TooLate(NoAnswer):
    """The server was reached, and took longer than `Limits.answer`."""


class Limits(NamedTuple):
    """Limits of time and size."""

    connect: float
    """Seconds to reach the server."""
    answer: float
    """Seconds after that for the whole answer."""
    largest: int
    """The most bytes of an answer to read."""


def is_allowed(url: str) -> bool:
    """Whether we may send text to a URL: https, or http on this machine only."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    local = host in _LOOPBACK
    secure = parts.scheme == "https" or (parts.scheme == "http" and local)
    return bool(host) and parts.username is None and secure and url.isprintable()


def post(url: str, body: bytes, key: str, limits: Limits) -> Answered:
    """Send JSON to a URL that `is_allowed`. Raises `NoAnswer`, `TooLate` of it.

    Also for a `key` that no header can hold; the message does not contain it.
    """
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    headers = {"Content-Type": "application/json"}
    if key:
        # A line break in it would start another header.
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
            # An answer without a length has taken the socket from the connection.
            with connection.getresponse() as answer:
                data = answer.read(limits.largest)
    except (OSError, HTTPException, ValueError) as error:
        # The number that begins an OSError's text says nothing to a person.
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        if late.said:
            raise TooLate(late.said) from None
        raise NoAnswer(why or type(error).__name__) from None
    finally:
        connection.close()
    if late.said:
        # The deadline's shutdown ends a read without an error, as if it were the end.
        raise TooLate(late.said)
    if answer.length and len(data) < limits.largest:
        raise NoAnswer("the connection closed in the middle of the answer")
    named = {name.lower(): value for name, value in answer.getheaders()}
    return Answered(answer.status, answer.reason, named, data)


def key_of(command: Sequence[str], environ: Mapping[str, str]) -> str:
    """The server's key, printed by the user's command; empty without a command.

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
        raise NoAnswer(f"it exited with {done.code}")
    return done.out.decode("utf-8", "replace").strip()


# Seconds by which the socket's own timeout is later than ours, which says more.
_SPARE = 5.0


class _Deadline:
    """Ends a connection when its time is up, even while bytes keep arriving."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection
        self.said = ""

    @contextlib.contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        # A socket's timeout counts from the last byte: a slow drip never reaches it. So
        # a timer closes the connection, and the socket's own must not be first.
        self._connection.sock.settimeout(seconds + _SPARE)
        timer = Timer(seconds, self._end, (self._connection.sock, seconds))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _end(self, there: socket.socket, seconds: float) -> None:
        self.said = f"it took more than {seconds:g} seconds"
        # The connection may be closed already.
        with contextlib.suppress(OSError):
            there.shutdown(socket.SHUT_RDWR)
