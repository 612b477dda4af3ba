"""The only session of a page: a token that works once, then a cookie."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# The server ends after this many seconds without a request.
IDLE = 30 * 60.0

# Seconds for which a token works after a browser received it.
TOKEN_LIFE = 60.0


class PageSession:
    """Who may use the page, and how long nobody has; `clock` must be monotonic."""

    def __init__(self, port: int, clock: Callable[[], float]) -> None:
        self.port = port
        self.token = secrets.token_urlsafe(32)
        self.folder = secrets.token_urlsafe(12)
        """The first part of every page's path; keeps our cookie from other servers."""
        self.form = secrets.token_urlsafe(32)
        """The word that each of our forms carries."""
        self._cookie = secrets.token_urlsafe(32)
        self._clock = clock
        self._used = False
        self._void_at: float | None = None
        self._last = clock()

    @property
    def cookie_name(self) -> str:
        """The cookie's name, with the port: browsers share cookies across ports."""
        return f"memsync-{self.port}"

    @property
    def cookie(self) -> str:
        """The value of the `Set-Cookie` header."""
        return (
            f"{self.cookie_name}={self._cookie}; Path=/{self.folder}/;"
            " HttpOnly; SameSite=Strict"
        )

    def handed_over(self) -> None:
        """Record that a browser received the token, and has a minute to use it."""
        self._void_at = self._clock() + TOKEN_LIFE

    @property
    def token_is_good(self) -> bool:
        """Whether the token is still valid."""
        late = self._void_at is not None and self._clock() > self._void_at
        return not (self._used or late)

    def exchange(self, token: str) -> bool:
        """Use up the token; return whether it was right."""
        right = self.token_is_good and _same(token, self.token)
        if right:
            self._used = True
            self.touch()
        return right

    def knows(self, cookies: str) -> bool:
        """Whether a `Cookie` header contains our cookie."""
        for each in cookies.split(";"):
            name, _, value = each.strip().partition("=")
            if name == self.cookie_name and _same(value, self._cookie):
                return True
        return False

    def made_form(self, value: str) -> bool:
        """Whether a form carries the word of our forms."""
        return _same(value, self.form)

    def touch(self) -> None:
        """Record a permitted request."""
        self._last = self._clock()

    @property
    def is_over(self) -> bool:
        """Whether there has been no request for too long."""
        return self._clock() - self._last > IDLE


def _same(given: str, ours: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), ours.encode())
