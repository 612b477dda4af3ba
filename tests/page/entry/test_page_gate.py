"""The gate before every page: what it refuses, and what it lets through."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import pytest
from starlette.responses import PlainTextResponse, Response

from memsync.page.entry.gate import FORM, LARGEST, MOST_FIELDS, OPEN, Gate
from memsync.page.entry.session import IDLE, PageSession

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Message, Receive, Scope, Send

PORT = 4321
HERE = f"127.0.0.1:{PORT}"


class Answer(NamedTuple):
    """What a browser gets."""

    status: int
    headers: Mapping[str, str]
    text: str


class Door:
    """A gate, its session, and the page behind it, which keeps what it is asked."""

    def __init__(self, port: int = PORT) -> None:
        self.seconds = 0.0
        self.session = PageSession(port, lambda: self.seconds)
        self.seen: list[Scope] = []
        self.gate = Gate(self._page, self.session, self._entry)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.seen.append(scope)
        headers = {"cache-control": "public"}
        await PlainTextResponse("inside", headers=headers)(scope, receive, send)

    @staticmethod
    def _entry(told: str) -> Response:
        return PlainTextResponse(f"entry:{told}", 403 if told else 200)

    @property
    def inside(self) -> str:
        """The path of a page."""
        return f"/{self.session.folder}/notes"

    @property
    def cookie(self) -> str:
        """The cookie of somebody who was let in."""
        return self.session.cookie.partition(";")[0]

    def ask(
        self,
        path: str,
        *,
        method: str = "GET",
        body: list[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        kind: str = "http",
    ) -> Answer | None:
        """What a request is answered; None for no answer at all."""
        sent: list[Message] = []
        waiting: list[Message] = [
            {"type": "http.request", "body": each, "more_body": True}
            for each in body or [b""]
        ]
        waiting[-1]["more_body"] = False

        async def receive() -> Message:
            return waiting.pop(0)

        async def send(message: Message) -> None:
            sent.append(message)

        scope: dict[str, Any] = {
            "type": kind,
            "method": method,
            "path": path,
            "headers": [
                (name.lower().encode(), value.encode("latin-1"))
                for name, value in ({"host": HERE} | dict(headers or {})).items()
                if value
            ],
        }
        asyncio.run(self.gate(scope, receive, send))
        if not sent:
            return None
        found = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
        text = b"".join(each.get("body", b"") for each in sent[1:])
        return Answer(sent[0]["status"], found, text.decode())

    def post(
        self, path: str, fields: Mapping[str, str] | list[bytes], **headers: str
    ) -> Answer | None:
        """What a form of a browser at this page is answered."""
        known = {
            "content-type": "application/x-www-form-urlencoded",
            "origin": f"http://{HERE}",
            "cookie": self.cookie,
        }
        changed = {name.replace("_", "-"): value for name, value in headers.items()}
        body = fields if isinstance(fields, list) else [urlencode(fields).encode()]
        return self.ask(path, method="POST", body=body, headers=known | changed)


@pytest.fixture
def door() -> Door:
    return Door()


def said(answer: Answer | None) -> tuple[int, str]:
    """The status and the text of an answer that must be there."""
    assert answer is not None
    return answer.status, answer.text


ENTRY = "entry:This address needs the token that `memsync ui` printed."


def test_the_root_shows_the_entry(door: Door) -> None:
    assert said(door.ask("/")) == (200, "entry:")
    assert door.seen == []


@pytest.mark.parametrize("path", OPEN)
def test_assets_are_open(door: Door, path: str) -> None:
    assert said(door.ask(path)) == (200, "inside")


@pytest.mark.parametrize("path", ["/page.css/", "//page.css", "/page.cssx", "/x"])
def test_nothing_beside_the_assets_is_open(door: Door, path: str) -> None:
    assert said(door.ask(path)) == (403, ENTRY)


def test_a_page_needs_the_cookie(door: Door) -> None:
    assert said(door.ask(door.inside)) == (403, ENTRY)
    assert said(door.ask(door.inside, headers={"cookie": "a=b"})) == (403, ENTRY)
    known = {"cookie": door.cookie}
    assert said(door.ask(door.inside, headers=known)) == (200, "inside")


def test_the_cookie_opens_no_other_folder(door: Door) -> None:
    known = {"cookie": door.cookie}
    for path in ("/other/notes", f"/{door.session.folder}", f"/x{door.inside}"):
        assert said(door.ask(path, headers=known)) == (403, ENTRY)


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)],
)
def test_a_link_on_another_site_opens_no_page(
    door: Door, site: str, status: int
) -> None:
    known = {"cookie": door.cookie, "sec-fetch-site": site}
    assert said(door.ask(door.inside, headers=known))[0] == status


@pytest.mark.parametrize("host", [HERE, f"[::1]:{PORT}", f"LOCALHOST:{PORT}"])
def test_loopback_is_answered_under_each_name(door: Door, host: str) -> None:
    assert said(door.ask("/", headers={"host": host})) == (200, "entry:")


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1", "127.0.0.1:80", f"evil.example:{PORT}"]
)
def test_another_host_is_not_answered(door: Door, host: str) -> None:
    status, text = said(door.ask("/", headers={"host": host}))
    assert status == 421
    assert text == "memsync: This server answers to its own loopback address only.\n"


def test_at_port_80_browsers_leave_the_port_out() -> None:
    door = Door(80)
    for host in ("localhost", "127.0.0.1:80", "[::1]"):
        assert said(door.ask("/", headers={"host": host}))[0] == 200
    assert said(door.ask("/", headers={"host": "evil.example"}))[0] == 421


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "get"])
def test_other_methods_are_refused(door: Door, method: str) -> None:
    answer = door.ask(door.inside, method=method, headers={"cookie": door.cookie})
    assert said(answer) == (405, "memsync: The page takes GET and POST.\n")
    assert door.seen == []


def test_what_is_not_http_gets_nothing(door: Door) -> None:
    assert door.ask(door.inside, kind="websocket") is None


def test_every_answer_forbids_framing_keeping_and_loading(door: Door) -> None:
    known = {"cookie": door.cookie}
    for answer in (
        door.ask("/"),
        door.ask("/", headers={"host": "evil.example"}),
        door.ask(door.inside, headers=known),
    ):
        assert answer is not None
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        policy = answer.headers["content-security-policy"].split("; ")
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy


def test_the_token_is_exchanged_for_the_cookie(door: Door) -> None:
    answer = door.post("/", {"token": f" {door.session.token}\n"}, cookie="")
    assert answer is not None
    assert answer.status == 303
    assert answer.headers["location"] == f"/{door.session.folder}/"
    assert answer.headers["set-cookie"] == door.session.cookie


def test_a_wrong_token_gets_no_cookie(door: Door) -> None:
    for fields in ({"token": "wrong"}, {"token": ""}, {"other": "x"}):
        answer = door.post("/", fields, cookie="")
        assert answer is not None
        assert answer.text == "entry:This is not the token that `memsync ui` printed."
        assert "set-cookie" not in answer.headers


def test_a_used_token_says_so(door: Door) -> None:
    token = {"token": door.session.token}
    door.post("/", token)
    assert said(door.post("/", token)) == (
        403,
        "entry:The token was used, or is too old. Start `memsync ui` again.",
    )


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HERE}"])
def test_a_form_of_another_site_is_refused(door: Door, origin: str) -> None:
    form = {"form": door.session.form}
    answer = door.post(door.inside, form, origin=origin)
    assert said(answer) == (403, "memsync: This form was sent from another site.\n")
    assert door.seen == []


def test_without_an_origin_the_browser_must_say_same_origin(door: Door) -> None:
    form = {"form": door.session.form}
    assert said(door.post(door.inside, form, origin=""))[0] == 403
    answer = door.post(door.inside, form, origin="", sec_fetch_site="same-origin")
    assert said(answer) == (200, "inside")


def test_a_form_of_the_page_passes_with_its_fields(door: Door) -> None:
    fields = {"form": door.session.form, "text": "a&b=ü\r\n", "empty": ""}
    assert said(door.post(door.inside, fields)) == (200, "inside")
    assert door.seen[0][FORM] == fields


def test_a_form_without_the_word_is_refused(door: Door) -> None:
    for fields in ({"text": "x"}, {"form": ""}, {"form": door.session.token}):
        assert said(door.post(door.inside, fields)) == (
            403,
            "memsync: This form is not one of this page's.\n",
        )
    assert door.seen == []


def test_a_form_needs_the_cookie_as_well(door: Door) -> None:
    answer = door.post(door.inside, {"form": door.session.form}, cookie="")
    assert said(answer) == (403, ENTRY)
    assert door.seen == []


MALFORMED = (413, "memsync: This form is malformed or too large.\n")


@pytest.mark.parametrize("kind", ["", "text/plain", "multipart/form-data", "{}"])
def test_another_type_of_body_is_no_form(door: Door, kind: str) -> None:
    form = {"form": door.session.form}
    assert said(door.post(door.inside, form, content_type=kind)) == MALFORMED


def test_the_type_may_name_an_encoding(door: Door) -> None:
    kind = "Application/X-WWW-Form-Urlencoded; charset=utf-8"
    form = {"form": door.session.form}
    assert said(door.post(door.inside, form, content_type=kind))[0] == 200


def test_a_form_has_a_largest_size(door: Door) -> None:
    form = {"form": door.session.form, "text": ""}
    room = LARGEST - len(urlencode(form))
    full = door.post(door.inside, form | {"text": "x" * room})
    assert said(full) == (200, "inside")
    more = door.post(door.inside, form | {"text": "x" * (room + 1)})
    assert said(more) == MALFORMED
    assert len(door.seen) == 1


def test_a_form_has_a_largest_number_of_fields(door: Door) -> None:
    form = {"form": door.session.form}
    most = {f"f{n}": "" for n in range(MOST_FIELDS - 1)}
    assert said(door.post(door.inside, form | most))[0] == 200
    assert said(door.post(door.inside, form | most | {"more": ""})) == MALFORMED


@pytest.mark.parametrize("tail", [b"&a=%ff", b"&a=\xff"])
def test_bytes_that_are_no_text_are_malformed(door: Door, tail: bytes) -> None:
    body = urlencode({"form": door.session.form}).encode() + tail
    assert said(door.post(door.inside, [body])) == MALFORMED


def test_a_form_may_come_in_pieces(door: Door) -> None:
    whole = urlencode({"form": door.session.form, "text": "words"}).encode()
    answer = door.post(door.inside, [whole[:7], b"", whole[7:]])
    assert said(answer) == (200, "inside")
    assert door.seen[0][FORM]["text"] == "words"


def test_only_those_who_may_enter_keep_the_page_alive(door: Door) -> None:
    door.seconds = IDLE + 1
    door.ask("/")
    door.ask(door.inside)
    assert door.session.is_over
    door.ask(door.inside, headers={"cookie": door.cookie})
    assert not door.session.is_over
