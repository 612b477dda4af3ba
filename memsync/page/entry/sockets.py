"""The sockets of the page, on loopback only."""

from __future__ import annotations

import errno
import socket

from memsync.errors import Broken

# The most ports to try: a free port in IPv4 may be taken in IPv6.
_TRIES = 20


def listen(port: int) -> list[socket.socket]:
    """Listen on 127.0.0.1 and, if there is IPv6, on ::1, at one port; 0 means any.

    Raises `Broken` for a port that is taken.
    """
    for _ in range(_TRIES):
        first = _bound(socket.AF_INET, "127.0.0.1", port)
        chosen = int(first.getsockname()[1])
        try:
            return [first, *_second(chosen)]
        except Broken:
            first.close()
            if port:
                raise
    raise _taken(port)


def _second(port: int) -> list[socket.socket]:
    if not socket.has_ipv6:
        return []
    try:
        return [_bound(socket.AF_INET6, "::1", port)]
    except OSError:
        return []  # the machine's loopback has no IPv6


def _bound(family: int, host: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        # A page that ended a moment ago must not block its port.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(64)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise _taken(port) from None
        if error.errno == errno.EACCES:
            raise _reserved(port) from None
        raise
    return made


def _taken(port: int) -> Broken:
    return Broken(
        f"port {port} is taken by another program",
        hint="leave out --port to listen on a free one",
        word="port-taken",
    )


def _reserved(port: int) -> Broken:
    return Broken(
        f"port {port} is reserved for the system administrator",
        hint="choose one from 1024 on, or leave out --port to listen on a free one",
        word="port-taken",
    )
