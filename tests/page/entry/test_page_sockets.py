"""The sockets of the page: loopback only, both families at one port."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

from memsync.errors import Broken
from memsync.page.entry.sockets import listen


def test_a_free_port_is_found_on_loopback() -> None:
    with ExitStack() as stack:
        found = [stack.enter_context(each) for each in listen(0)]
        host, port = found[0].getsockname()[:2]
        assert host == "127.0.0.1"
        assert port > 0
        hosts = [each.getsockname()[0] for each in found]
        assert set(hosts) <= {"127.0.0.1", "::1"}
        assert {each.getsockname()[1] for each in found} == {port}


def test_a_program_can_connect() -> None:
    with ExitStack() as stack:
        found = [stack.enter_context(each) for each in listen(0)]
        for each in found:
            with socket.create_connection(each.getsockname()[:2], timeout=5) as client:
                assert client.getpeername()[1] == each.getsockname()[1]


def test_two_pages_get_two_ports() -> None:
    with ExitStack() as stack:
        one = [stack.enter_context(each) for each in listen(0)]
        two = [stack.enter_context(each) for each in listen(0)]
        assert one[0].getsockname()[1] != two[0].getsockname()[1]


def test_a_taken_port_is_refused_with_the_way_out() -> None:
    with ExitStack() as stack:
        found = [stack.enter_context(each) for each in listen(0)]
        port = int(found[0].getsockname()[1])
        with pytest.raises(Broken) as raised:
            listen(port)
    assert raised.value.message == f"port {port} is taken by another program"
    assert raised.value.hint == "leave out --port to listen on a free one"
    assert raised.value.word == "port-taken"


def test_a_port_that_was_closed_can_be_had_again() -> None:
    first = listen(0)
    port = int(first[0].getsockname()[1])
    for each in first:
        each.close()
    with ExitStack() as stack:
        again = [stack.enter_context(each) for each in listen(port)]
        assert again[0].getsockname()[1] == port
