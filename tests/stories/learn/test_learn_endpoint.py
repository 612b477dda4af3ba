"""A model at a server: what it is sent, and what it may do to us."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING

import pytest
from support.chat_server import ChatServer, completion
from support.learner import FACT, NOTES, QUESTION, Learning
from support.tokens import github

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.machine import Machine


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer() as found:
        yield found


@pytest.fixture
def learning(machine: Machine, server: ChatServer) -> Learning:
    made = Learning.of(machine)
    made.enable(command=[], endpoint=server.url, model="small")
    return made


def test_an_endpoint_is_asked_for_chat_completions(
    learning: Learning, server: ChatServer
) -> None:
    id_ = learning.session()
    server.says({"facts": [FACT]}, "```json\n" + json.dumps(NOTES) + "\n```")
    done = learning.run()
    assert done["sessions"]["read"] == [id_]
    assert done["tokens"] == {"in": 2468, "out": 112}
    path, key, asked = server.seen[0]
    assert (path, key) == ("/v1/chat/completions", "")
    assert asked["model"] == "small"
    assert QUESTION in asked["messages"][0]["content"]


def test_stage_two_may_have_another_model(
    learning: Learning, server: ChatServer
) -> None:
    learning.session()
    learning.enable(
        command=[],
        endpoint=f"{server.url}/v1/",
        model="small",
        consolidate_model="large",
    )
    server.says({"facts": [FACT]}, NOTES)
    learning.run()
    assert [asked["model"] for _, _, asked in server.seen] == ["small", "large"]
    assert {path for path, _, _ in server.seen} == {"/v1/chat/completions"}


def test_the_key_is_sent_and_never_shown(
    learning: Learning, server: ChatServer
) -> None:
    learning.session()
    key = github()
    server.steps = [(401, b"{}", {})]
    printing = ["printf", "%s", key]
    learning.enable(command=[], endpoint=server.url, model="m", key_command=printing)
    machine = learning.machine
    done = machine.memsync("-v", "learn", cwd=learning.top, want=1)
    said = done.out + done.err
    said += machine.memsync("learn", "status", cwd=learning.top).out
    said += machine.memsync("learn", "log", "--json", cwd=learning.top).out
    assert "refused the key" in said
    assert key not in said
    machine.environ["MEMSYNC_LEARN_KEY"] = "another"
    learning.run("--rebuild", want=1)
    assert [sent for _, sent, _ in server.seen] == [f"Bearer {key}", "Bearer another"]


def test_a_key_that_no_header_can_have_is_not_shown(
    learning: Learning, server: ChatServer
) -> None:
    learning.session()
    learning.machine.environ["MEMSYNC_LEARN_KEY"] = "hidden\u2028word\nX-Evil: 1"
    done = learning.run(want=1)
    assert "hidden" not in json.dumps(done)
    assert server.seen == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "http://10.0.0.1/v1",
        "ftp://127.0.0.1/",
        "https://me:word@example.com/v1",
        "http://127.0.0.1.example.com/v1",
        "https://example.com/v1?key=1",
        "nonsense",
    ],
)
def test_sessions_go_nowhere_in_clear(learning: Learning, url: str) -> None:
    learning.session()
    learning.enable(command=[], endpoint=url, model="m")
    error = learning.run(want=16)["error"]
    assert "learn.endpoint must be https" in error["message"]


def test_a_redirect_is_not_followed(learning: Learning, server: ChatServer) -> None:
    learning.session()
    server.steps = [(307, b"", {"Location": f"{server.url}/elsewhere"})]
    (failed,) = learning.run(want=1)["failed"]
    assert failed["class"] == "transient"
    assert "redirect" in failed["reason"]
    assert [path for path, _, _ in server.seen] == ["/v1/chat/completions"]


@pytest.mark.parametrize("as_date", [False, True])
def test_a_server_that_asks_to_wait_is_left_alone_so_long(
    learning: Learning, server: ChatServer, as_date: bool
) -> None:
    learning.session()
    then = datetime.now(UTC) + timedelta(hours=3)
    wait = format_datetime(then, usegmt=True) if as_date else "10800"
    server.steps = [(429, b"", {"Retry-After": wait})]
    (failed,) = learning.run(want=1)["failed"]
    assert (failed["class"], "429" in failed["reason"]) == ("transient", True)
    (shown,) = learning.run("status")["failed"]
    again = datetime.fromisoformat(shown["next"])
    assert abs(again - then) < timedelta(minutes=2)
    assert learning.run()["calls"] == 0


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        ((503, b"", {}), "transient"),
        ((404, b"", {}), "transient"),
        ((400, b'{"error": "too long"}', {}), "content"),
        ((200, b"", {}), "content"),
        ((200, b"not json", {}), "content"),
        ((200, b'{"choices": []}', {}), "content"),
        ((200, b'{"choices": [{"message": {"content": null}}]}', {}), "content"),
        ((200, b"[" * 100_000, {}), "content"),
        ((200, b"x" * (30 << 20), {}), "content"),
        ("cut", "transient"),
        ("hang", "transient"),
        ("drip", "transient"),
    ],
)
def test_a_server_in_trouble_stops_one_session(
    learning: Learning,
    server: ChatServer,
    step: tuple[int, bytes, dict[str, str]] | str,
    kind: str,
) -> None:
    bad, good = learning.session(1, hours=20), learning.session(2, hours=30)
    learning.enable(command=[], endpoint=server.url, model="m", timeout=2)
    again = [step] if kind == "content" else []
    server.steps = [step, *again, completion({"facts": []})]
    done = learning.run(want=1)
    assert done["sessions"]["read"] == [good]
    (failed,) = done["failed"]
    assert (failed["id"], failed["class"]) == (bad, kind)


def test_no_proxy_and_no_other_host_is_asked(
    learning: Learning, server: ChatServer
) -> None:
    learning.session()
    with ChatServer() as proxy:
        proxy.says({"facts": []})
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            learning.machine.environ[name] = proxy.url
        server.says({"facts": []})
        assert len(learning.run()["sessions"]["read"]) == 1
        assert proxy.seen == []


def test_a_server_that_is_gone_is_tried_again_later(
    learning: Learning, server: ChatServer
) -> None:
    learning.session()
    port = re.search(r":(\d+)$", server.url)
    assert port is not None
    learning.enable(command=[], endpoint="http://127.0.0.1:9", model="m")
    (failed,) = learning.run(want=1)["failed"]
    assert failed["class"] == "transient"
    assert "cannot be reached" in failed["reason"]
