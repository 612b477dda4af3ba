"""The one session of a page: a token that works once, then a cookie."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Seconds without a request after which the server ends.
IDLE = 30 * 60.0

# Seconds that a token is good for once a browser was given it.
TOKEN_LIFE = 60.0


class PageSession:
    """Who may come in, and since when nobody has; `clock` gives growing seconds."""

    def __init__(self, port: int, clock: Callable[[], float]) -> None:
        self.port = port
        self.token = secrets.token_urlsafe(32)
        self.folder = secrets.token_urlsafe(12)
        """The first part of every page's path: other servers get no cookie of ours."""
        self.form = secrets.token_urlsafe(32)
        """What every form of ours carries."""
        self._cookie = secrets.token_urlsafe(32)
        self._clock = clock
        self._used = False
        self._void_at: float | None = None
        self._last = clock()

    @property
    def cookie_name(self) -> str:
        """Cookies know no ports: two pages must not take each other's."""
        return f"memsync-{self.port}"

    @property
    def cookie(self) -> str:
        """The value of the `Set-Cookie` header."""
        return (
            f"{self.cookie_name}={self._cookie}; Path=/{self.folder}/;"
            " HttpOnly; SameSite=Strict"
        )

    def handed_over(self) -> None:
        """A browser was given the token: it has a minute to use it."""
        self._void_at = self._clock() + TOKEN_LIFE

    @property
    def token_is_good(self) -> bool:
        """Whether the token still lets somebody in."""
        late = self._void_at is not None and self._clock() > self._void_at
        return not (self._used or late)

    def exchange(self, token: str) -> bool:
        """Take the token, once; whether it was right."""
        right = self.token_is_good and _same(token, self.token)
        if right:
            self._used = True
            self.touch()
        return right

    def knows(self, cookies: str) -> bool:
        """Whether a `Cookie` header has ours."""
        for each in cookies.split(";"):
            name, _, value = each.strip().partition("=")
            if name == self.cookie_name and _same(value, self._cookie):
                return True
        return False

    def made_form(self, value: str) -> bool:
        """Whether a form carries what ours carry."""
        return _same(value, self.form)

    def touch(self) -> None:
        """Somebody who may is here."""
        self._last = self._clock()

    @property
    def is_over(self) -> bool:
        """Whether nobody has come for too long."""
        return self._clock() - self._last > IDLE


def _same(given: str, ours: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), ours.encode())
