"""Checks every request before a page answers it, and adds headers to each answer.

An ASGI middleware. A request that fails here reaches nothing else. The threats and the
measures against them are in docs/threat-model.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from memsync.page.entry.session import PageSession

# The key in a request's scope under which the fields of a checked form are.
FORM = "memsync.form"

# Files that contain no personal data, and that the first page needs.
OPEN = ("/page.css", "/page.js", "/icon.svg")

# The most bytes of a form: a note of 64 KiB, with each byte encoded as three, and the
# field names.
LARGEST = 1 << 18

# The most bytes of a refused body that are still read, so that the browser gets the
# answer.
_DRAINED = 1 << 23
# The most fields of a form: our largest form has about ten.
MOST_FIELDS = 50

# See docs/page.md: no page may be framed, cached or sniffed, or load anything from
# elsewhere.
_HEADERS = (
    (
        b"content-security-policy",
        (
            b"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
            b" connect-src 'self'; form-action 'self'; frame-ancestors 'none';"
            b" base-uri 'none'"
        ),
    ),
    (b"referrer-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Gate:
    """Passes a permitted request to `app`, or refuses it.

    `entry` makes the first page from a message, which is empty if there is none.
    """

    def __init__(
        self, app: ASGIApp, session: PageSession, entry: Callable[[str], Response]
    ) -> None:
        self.app = app
        self.session = session
        self.entry = entry
        port = session.port
        self._hosts = {f"127.0.0.1:{port}", f"[::1]:{port}", f"localhost:{port}"}
        if port == 80:
            self._hosts |= {host.removesuffix(":80") for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        answer = await self._refusal(scope, receive)
        inner = self.app if answer is None else answer

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [h for h in message["headers"] if h[0] != b"cache-control"]
                message["headers"] = [*kept, *_HEADERS]
            await send(message)

        await inner(scope, receive, with_headers)

    async def _refusal(self, scope: Scope, receive: Receive) -> Response | None:
        headers = Headers(scope=scope)
        refused = self._from_elsewhere(headers, scope["method"])
        if refused is not None:
            return refused
        posted, path = scope["method"] == "POST", scope["path"]
        if path == "/":
            if not posted:
                return self.entry("")
            return self._exchange(await _form(headers, receive))
        if path in OPEN and not posted:
            return None
        if not self._may_enter(headers, path):
            return self.entry("This address needs the token that `memsync ui` printed.")
        self.session.touch()
        return await self._checked(scope, headers, receive) if posted else None

    def _from_elsewhere(self, headers: Headers, method: str) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return _no(421, "This server answers to its own loopback address only.")
        if method not in ("GET", "HEAD", "POST"):
            return _no(405, "The page takes GET and POST.")
        if method == "POST" and not self._is_ours(headers):
            return _no(403, "This form was sent from another site.")
        return None

    def _may_enter(self, headers: Headers, path: str) -> bool:
        inside = path.startswith(f"/{self.session.folder}/")
        # Another port of this host counts as the same site, and gets its cookies.
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        cookies = "; ".join(headers.getlist("cookie"))
        return inside and not elsewhere and self.session.knows(cookies)

    async def _checked(
        self, scope: Scope, headers: Headers, receive: Receive
    ) -> Response | None:
        fields = await _form(headers, receive)
        if fields is None:
            return _no(413, "This form is malformed or too large.")
        if not self.session.made_form(fields.get("form", "")):
            return _no(403, "This form is not one of this page's.")
        scope[FORM] = fields
        return None

    def _is_ours(self, headers: Headers) -> bool:
        """Whether one of our pages sent a form, as far as the browser says."""
        origins = headers.getlist("origin")
        if len(origins) == 1:
            return origins[0] == f"http://{headers['host'].lower()}"
        return not origins and headers.get("sec-fetch-site") == "same-origin"

    def _exchange(self, fields: dict[str, str] | None) -> Response:
        if fields is None:
            return _no(413, "This form is malformed or too large.")
        if not self.session.exchange(fields.get("token", "").strip()):
            told = (
                "This is not the token that `memsync ui` printed."
                if self.session.token_is_good
                else "The token was used, or is too old. Start `memsync ui` again."
            )
            return self.entry(told)
        answer = RedirectResponse(f"/{self.session.folder}/", 303)
        answer.headers["set-cookie"] = self.session.cookie
        return answer


async def _form(headers: Headers, receive: Receive) -> dict[str, str] | None:
    """The fields of a form; None if it is too large, or not a form."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        return None
    body = bytearray()
    read = 0
    more = True
    while more:
        message: Any = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        read += len(message.get("body", b""))
        if read > _DRAINED:
            return None
        if read > LARGEST:
            body.clear()  # read on: a browser shows no answer before it has sent all
        more = message.get("more_body", False)
    if read > LARGEST:
        return None
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        return None
    return dict(pairs)


def _no(status: int, why: str) -> Response:
    return Response(f"memsync: {why}\n", status, media_type="text/plain; charset=utf-8")
