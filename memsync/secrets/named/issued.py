"""Whether the value of a name for tokens and keys is one that a service issued."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named.names import says_secret
from memsync.secrets.texts.glance import digits
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.certainty import LIKELY, certainty
from memsync.secrets.values.harmless import is_build_name
from memsync.secrets.values.noise import is_noise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.named.clue import Clue

_QUOTES = (b'"', b"'")

# Asana's tokens, those that join a cluster of Kubernetes, and those of Telegram's bots,
# which have no prefix.
_SHAPED = lazy(
    rb"[0-2]/\d{10,20}(?:/\d{10,20})?:[0-9a-f]{32}|[a-z0-9]{6}\.[a-z0-9]{16}"
    rb"|\d{8,16}:[\w-]{35}"
)

# The parameter of a service's address that its documents call `key`.
_OF_API = lazy(rb"://[^\s\"']{0,200}(?:\bapis?\b|/v\d\b)[^\s\"']{0,200}[?&]key\Z")

# An id before a secret; no algorithm, no scheme, and no number, which is that of a bot.
_ID = lazy(
    rb"(?i)(?!\d+\Z|(?:sha\d*|md\d|blake\w*|hmac|crc\d*|urn|arn|did|spki|git|file|data|docker|oci"
    rb"|base64|hex|enc\w*|image|ref|cache)[:\w-]*\Z)[\w.*=:-]{3,80}"
)

# Characters of a value that cannot be a name.
_DRAWN = 20

# Characters of the shortest sample of a service's token, and how its name ends.
_SAMPLE = 16
# Characters of one that needs no service.
_KEY = 32
_OF_SAMPLES = (b"key", b"token", b"secret")

# Bytes before a value in which its own name decides.
_NEAR = 24


def rule(clue: Clue) -> str | None:
    """The rule for a value that a name for tokens and keys has, or None."""
    from memsync.secrets.named.services import named

    if b"token" in clue.name and _SHAPED.fullmatch(clue.value):
        return "service-token"
    service = named(clue.before)
    if service:
        of_service = _of_service(clue) or _is_pair(clue)
        return "service-token" if of_service or _is_given_noise(clue) else None
    # A word with a capital is one of another language: `'2fauth' => 'Kode…'`.
    if clue.value.isalpha() and clue.value.istitle():
        return None
    if fillers.is_sequence(clue.value) or clue.name.endswith(b"api"):
        return sample(clue)
    if _is_given_noise(clue):
        return "generic-secret"
    # `the API key: …` says as much as `api_key: …`.
    words = clue.before[-_NEAR:].replace(b" ", b"_")
    strong = says_secret(clue.name) or says_secret(words) or _is_variable(clue)
    sure = _without_service(clue, strong=strong) or (strong and _is_pair(clue))
    return "generic-secret" if sure else None


def _is_given_noise(clue: Clue) -> bool:
    """Whether a drawn value with signs is in quotes, or all that follows a name."""
    alone = clue.before.strip().removeprefix(b"export ") == clue.name
    quoted = clue.opened[-1:] in _QUOTES
    return clue.assigned and (alone or quoted) and is_noise(clue.value)


def _is_pair(clue: Clue) -> bool:
    """Whether the value is an id and a secret, as services join them with a colon."""
    name, _, secret = clue.value.rpartition(b":")
    secret = secret.rpartition(b".")[2].rstrip(b"=")
    return (
        clue.assigned
        and _ID.fullmatch(name) is not None
        and len(secret) >= _DRAWN
        and secret.isalnum()
        and not fillers.is_filler(secret)
        and (shapes.is_hex(secret) or shapes.looks_random(secret, expected=True))
    )


def sample(clue: Clue) -> str | None:
    """The rule for a sample that documents show of a token, or None.

    It is one that a vendor publishes, or a sequence of a token's length.
    """
    from memsync.secrets.named.services import named

    value = clue.value
    if not (clue.name.endswith(_OF_SAMPLES) and len(value) >= _SAMPLE):
        return None
    if shapes.is_published(value):
        return "generic-secret"
    if (
        clue.joined in (b"", b",")
        or not value.replace(b"-", b"").replace(b"_", b"").isalnum()
        or not fillers.is_counted_off(value)
        or fillers.is_mask(value)
    ):
        return None
    if named(clue.before):
        return "service-token"
    strong = len(value) >= _KEY and says_secret(clue.name)
    return "generic-secret" if strong else None


def _is_variable(clue: Clue) -> bool:
    """Whether a token is assigned to a variable of a shell or in an address."""
    before = clue.before.strip().removeprefix(b"export ")
    shell = before == clue.name and clue.name.endswith((b"_token", b"_auth", b"_key"))
    address = before.endswith((b"?token", b"&token")) or _OF_API.search(before)
    return clue.joined == b"=" and bool(shell or address)


def _of_service(clue: Clue) -> bool:
    """Whether it has a form in which services issue tokens, beside one's name."""
    value, n = clue.value, len(clue.value)
    if shapes.is_uuid(value):
        # npm's tokens were random UUIDs; one made from a clock is an example.
        return not (shapes.is_time_uuid(value) and clue.name.endswith(b"authtoken"))
    if value.isdigit():
        # `google-oauth2|…` is who somebody is.
        return n >= 12 and clue.assigned and clue.joined != b"|"
    if shapes.is_hash(value):
        return n >= 12
    if clue.assigned and _is_long_mix(value):
        return True
    return (
        n >= (10 if clue.joined or clue.opened else 16)
        and _is_one_word(value)
        and shapes.looks_random(value, expected=bool(clue.joined))
    )


def _without_service(clue: Clue, *, strong: bool) -> bool:
    """Whether it is a token beside no service; `strong`: its name says secret."""
    value, n = clue.value, len(clue.value)
    if value.isdigit() or shapes.is_time_uuid(value):
        return False
    if shapes.is_hash(value) or shapes.is_uuid(value):
        # Such values name things far more often than they unlock them.
        return n >= 32 and bool(clue.joined) and (strong or _is_token(clue))
    if strong and clue.assigned and n >= 10 and certainty(value) >= LIKELY:
        return True
    return (
        n >= (10 if strong and (clue.joined or clue.opened) else 16)
        and (strong or bool(clue.joined or clue.opened) or _is_drawn(clue))
        and _is_one_word(value)
        and shapes.looks_random(value)
    )


def _is_token(clue: Clue) -> bool:
    """Whether a name that ends with `token` has a hexadecimal value in quotes.

    A commit's id looks the same, but a sentence gives it without quotes.
    """
    return (
        clue.opened[-1:] in _QUOTES
        and clue.joined != b","
        and not shapes.is_uuid(clue.value)
        and clue.name.endswith(b"token")
    )


def _is_drawn(clue: Clue) -> bool:
    """Whether it is so clearly random that `the token …` is enough."""
    value = clue.value
    if b"public" in clue.before[-_NEAR:]:
        return False
    return (
        len(value) >= _DRAWN
        and value.lower() != value != value.upper()
        and value.isalnum()
        and digits(value) >= 2
    )


def _is_one_word(value: bytes) -> bool:
    return not (b":" in value or shapes.is_slug(value) or is_build_name(value))


def _is_long_mix(value: bytes) -> bool:
    """One word of letters and digits as services issue them, even if a sequence."""
    if len(value) > 64 and shapes.is_hash(value[:64]) and not shapes.is_hex(value):
        return False
    if shapes.is_slug(value):
        return False
    word = value.replace(b"-", b"").replace(b"_", b"")
    mixed = 4 <= digits(value) <= len(value) - 4
    return len(value) >= 14 and mixed and word.isalnum()
