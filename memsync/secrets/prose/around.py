"""A password in the words around its name."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import before, called, near
from memsync.secrets.prose.names import MISSPELT
from memsync.secrets.texts.glance import has_digit, line_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.texts.text import Text

# A name alone, also of several.
_WHOLE_NAME = lazy(
    rb"(?:pass(?:word|wd|phrase|code|wort|ord|ordet|e)?|pwd|pw|contrase(?:\xc3\xb1|ny?)a"
    rb"|senha|psk|kennwort|wachtwoord|%b)(s|w\xc3\xb6rter|en)?(?![\w.(\[/=\\}<>-])"
    % MISSPELT
)
# Names that are nothing else.
_VERB, _RESULT = b"pass", b"PASS"
_SHORT = (
    *(b"pw", b"pwd", b"kennwort", b"wachtwoord", b"senha", b"passwort", b"passe"),
    *(b"passord", b"passordet", b"contrase\xc3\xb1a", b"contrasena"),
)


def password(text: Text, at: int) -> tuple[int, int] | None:
    """Where the password is some words before or behind its name."""
    data, low = text.data, text.low
    name = _WHOLE_NAME.match(low, at)
    # A piece of a name in code or of a file has others beside it.
    if name is None or low[at - 1 : at].isalnum():
        return None
    behind = name.end()
    general = called.is_general(low, behind)
    # What a test has come to: `run-12 … PASS`.
    result = data[at:behind] == _RESULT
    if not result and has_digit(line_before(low, at)):
        span = before.password(data, at, behind)
        if not span and not name[1] and not general:
            span = before.certain(data, at)
        if span:
            return span
    # Several passwords are what a text says about all of them.
    if name[1]:
        return None
    return near.password(
        data,
        behind,
        phrase=b"phrase" in name[0],
        short=name[0] in _SHORT,
        doubtful=name[0] == _VERB or general,
    )
