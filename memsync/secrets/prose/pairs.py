"""`jenkins: admin / …`, a service with its user and password."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.accounts import BEFORE_SLASH
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    SYMBOL,
    WEAK,
    certainty,
)
from memsync.secrets.values.drawn import is_drawn
from memsync.secrets.values.given import is_only_chosen, may_be_password, stands_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A usual name for a user.
_USUAL = rb"(?i:" + b"|".join(BEFORE_SLASH) + rb")"

_STOPS = b".,;:)]}|*"

# Bytes before the slash in which its line begins.
_REACH = 160


def _behind_usual() -> bytes:
    """That one of these names ends right before: names of one length at a time."""
    ends = bytes({name[-1] for name in BEFORE_SLASH})
    of_length: dict[int, list[bytes]] = {}
    for name in BEFORE_SLASH:
        of_length.setdefault(len(name), []).append(name)
    names = [rb"(?<=[ \t`](?:%b)/)" % b"|".join(x) for x in of_length.values()]
    return rb"(?<=[%b]/)(?:%b)" % (ends, b"|".join(names))


# A slash between blanks or after such a name; then a digit. It begins with the slash,
# because `re` finds that as fast as a single byte.
_SLASH = lazy(
    rb"/(?:[ \t](?<=[ \t]/.)|%b)[ \t]{0,4}`?[^\s\"'`<>/0-9]{0,63}[0-9]"
    % _behind_usual()
)
_PAIR = lazy(
    rb"[ \t>*-]{0,12}(?:(?P<label>\w[\w .*()-]{1,40}?)\*{0,2}:\*{0,2}[ \t]{1,4})?`?"
    rb"(?:(?P<user>[\w.@+-]{2,64})`?[ \t]{1,4}/[ \t]{1,4}|" + _USUAL + rb"/)"
    rb"`?(?P<value>[^\s\"'`<>/]{6,64})`?[ \t]*(?:$|\n|[,;(]|\.(?!\w)|\r)"
)
# A user in front of a slash in a sentence, and the password behind it.
_USER = lazy(rb"[\w.@+-]{2,64}[\"'`*]{0,3}[ \t]{0,4}\Z")
_VALUE = lazy(rb"/[ \t]{0,4}[\"'`*]{0,3}(?P<value>[^\s\"'`<>/]{6,64})")
# Words of a sentence that says where the two are to be used.
_ENTERS = lazy(
    rb"(?:\b|_)(?:ssh|log(?:ged|ging)?[ -]?(?:in|on)|sign(?:ed)?[ -]?in|logins?|creds?"
    rb"|credentials|accounts?|users?|username|connect|rdp|vnc|s?ftp|vpn|admin|panel"
    rb"|console|auth|access|benutzer|zugang|anmelde\w{0,6}|konto|einloggen|usuario"
    rb"|identifiants?|compte|acceso|utente|konta|gebruiker)\b"
)
_RADIO = lazy(rb"\b(?:wi-?fi|wlan|ssid)\b")
# How labels end whose lines have two things of a kind, or an owner and a name.
_CHOICES = (
    *(b"usage", b"version", b"versions", b"or", b"date", b"model"),
    *(b"source", b"sources", b"repo", b"repository", b"upstream", b"credit", b"name"),
)
# Bytes of a sentence beside the two.
_SENTENCE = 100


def find(text: Text) -> Iterator[Found]:
    """The password of each line that gives a label, a user and a password."""
    data, low = text.data, text.low
    done = 0
    for slash in _SLASH.finditer(low):
        at = slash.start()
        said = _in_sentence(data, low, at)
        if said:
            yield said
        # Nothing before the slash holds another one, so each line is checked once.
        line = data.rfind(b"\n", max(done, at - _REACH), at) + 1
        first = not done and at <= _REACH
        done = at
        match = _PAIR.match(data, line) if line or first else None
        if match is None:
            continue
        value = match["value"].rstrip(b".,;)")
        user, label = match.group("user", "label")
        if (
            (
                _is_password(value, user)
                and not _is_choice(label)
                and not _are_members(user, value)
            )
            if label
            else _is_alone(value, user)
        ):
            start = match.start("value")
            yield start, start, start + len(value), "prose-login"


def _in_sentence(data: bytes, low: bytes, at: int) -> Found | None:
    """What a sentence says about logging in: `ssh in with ann / …`."""
    value = _VALUE.match(data, at)
    if value is None:
        return None
    password = value["value"].rstrip(_STOPS)
    sure = certainty(password)
    if not sure:
        return None
    line = low.rfind(b"\n", max(0, at - _SENTENCE), at) + 1
    start = max(line, at - _SENTENCE)
    user = _USER.search(data, start, at)
    if user is None:
        return None
    common = user[0].rstrip(b"\"'`* \t").lower() in BEFORE_SLASH
    # A usual name for a user makes it surer, and so does what they are for.
    needed = CERTAIN if common else CERTAIN + 1
    if _ENTERS.search(low, start, at + _SENTENCE) or (common and _is_made_up(password)):
        needed = POSSIBLE if common else LIKELY
    elif _RADIO.search(low, start, at):
        needed = POSSIBLE
    if sure < needed:
        return None
    begin = value.start("value")
    return begin, begin, begin + len(password), "prose-login"


def _is_made_up(password: bytes) -> bool:
    """Whether it has a sign that no name has, or is words with a long number."""
    return is_only_chosen(password) or SYMBOL.search(password) is not None


def _is_choice(label: bytes) -> bool:
    """Whether a label offers a choice, or tells an origin: `source: owner / name-2`."""
    low = label.lower()
    return low.endswith(_CHOICES)


def _are_members(user: bytes | None, value: bytes) -> bool:
    """Whether both are members of one thing in code: `result.low / result.high2`."""
    parent = (user or b"").rpartition(b".")[0]
    return parent != b"" and value.rpartition(b".")[0] == parent


def _is_password(value: bytes, user: bytes | None) -> bool:
    """Whether it is one, behind a user with blanks around the slash, or `admin/`."""
    if (
        shapes.is_hash(value)
        or shapes.is_uuid(value)
        or b":" in value
        or b"(" in value
        or not may_be_password(value)
    ):
        return False
    if stands_out(value) or shapes.is_slug(value):
        return True
    return (
        is_only_chosen(value)
        if user is None
        else (user.lower() in BEFORE_SLASH and certainty(value) >= WEAK)
    )


def _is_alone(value: bytes, user: bytes | None) -> bool:
    """Whether it is a password where a line has nothing but a user in front of it."""
    if user is None or _are_members(user, value):
        return False
    sure = certainty(value)
    if b"@" in user:
        return sure >= WEAK
    return sure >= LIKELY and is_drawn(value)
