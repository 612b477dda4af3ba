"""How sure it is that a finding is a secret: high, medium or low.

A format that only its vendor issues is high by itself. A value beside a keyword is the
surer, the more random it looks and the clearer its name says that it holds the value.
What a document shows, a test makes up or a person types as a stand-in is low: it is
mentioned, but blocks nothing.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.doubts import introduced, keys, public, signed, surroundings
from memsync.secrets.doubts.levels import HIGH, LEVELS, LOW, MEDIUM, at_least
from memsync.secrets.doubts.stand_ins import (
    MOST_OF,
    is_hit,
    is_made_of_words,
    is_stand_in,
    names_itself,
    share_of_sequences,
)
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import shapes
from memsync.secrets.values.harmless import is_harmless

# Carriers, which hold nothing but credentials.
_EXACT = frozenset(
    b"private-key-numbers credential-uri docker-auth netrc sshpass curl-user basic-auth"
    b" postgres-pgpass bearer-auth authorization-header discord-token"
    b" memsync-key session-cookie".decode().split()
)

# Rules that find a value only by what is around it, not by a vendor's format.
_VAGUE = ("generic-", "prose-", "service-", "command-", "ethereum-")

# Bytes before a value on its line that decide its confidence.
_LEFT = 100

# What documents show in blocks of code, and what has no vendor's format.
_IN_BLOCKS = (
    *_VAGUE,
    "credential-uri",
    "curl-user",
    "bearer-auth",
    "authorization-header",
)

# Characters of the shortest value that looks drawn by a machine.
_LONG = 20

# A token that reads more like words than this is no secret, whatever its prefix.
_WORDS = 0.7

# Rules that need a sentence to say so, for values made of words or digits.
_SAID = ("prose-phrase", "prose-code")

# Letters of the shortest word that can be told from random ones.
_PLAIN = 7

# One character many times in a row.
_RUN = lazy(rb"(.)\1{5}")

# `SuperLeaky`
_CAPITALISED = lazy(rb"(?:[A-Z][a-z]{3,}){2,}")

# How a program's names of secrets end, and names whose value may be a UUID.
_CALLED = (b"secret", b"password", b"passwd", b"token", b"apikey")
_NAMES_HIGH = (b"secret", b"password", b"passwd", b"pwd", b"private")

# A name of what a sentence gives away.
_NAMED = lazy(rb"(?i)pass|pwd?\b|secret|token|key|cred|log ?in|auth|psk|senha|code")

# `setenv("API_KEY", "…")` assigns the value to the name, as do what fills a form and
# the options of a command; other calls do not.
_SETS = lazy(
    rb"(?i)(?:set|put|add|define|env|header|property|param|field|fill|type|input)\w{0,20}\("
    rb"[ \t]*[\"'][\w.#=\[\]-]{1,60}[\"'][ \t]*,[ \t]*[\"']\Z"
    rb"|[\"']--[\w-]{1,40}[\"'][ \t]*,[ \t]*[\"']\Z"
)

# The header or parameter of an API key, right before the value.
_OF_API = lazy(rb"(?i)(?:api[_-]?key|authorization)[\"']?[ \t]*[:=][ \t]*[\"']?\Z")

# What decided, as `scan -v` says it.
_STANDS_IN = "a person would type it as a stand-in"
_SAMPLE = "a vendor's documents show it as a sample"
SHOWN = "it stands in for a credential, as in documents"
_COUNTED = "it is mostly counted off"
_ISSUED = "only its vendor issues this format"
# AWS and others mark the keys in their documents with this word.
_DOCUMENTED = (b"EXAMPLE", b"example")


def of(rule: str, value: bytes, above: bytes, right: bytes) -> tuple[str, str]:
    """The confidence of a finding, and what decided it.

    `above` is the text before it, with its own line, `right` the text after it.
    """
    left = above[-_LEFT:].rpartition(b"\n")[2]
    found = _by_itself(rule, value, left, right)
    if found[0] != LOW:
        doubt = surroundings.of(rule, value, left, right)
        if doubt and not at_least(doubt[0], found[0]):
            found = doubt
    if found[0] != LOW:
        seen = public.of(rule, value, above, right)
        if seen:
            found = LOW, seen
    if found[0] != LOW and rule.startswith(_IN_BLOCKS) and introduced.is_example(above):
        found = LEVELS[LEVELS.index(found[0]) - 1], "the lines above call it an example"
    return found


def _by_itself(rule: str, value: bytes, left: bytes, right: bytes) -> tuple[str, str]:
    """The confidence that the value has by itself, whatever is around it."""
    if shapes.is_published(value):
        found = LOW, _SAMPLE
    elif rule == "private-key":
        # The prefixes of its lines may hold any word.
        key = _decoded(value)
        found = keys.of(key if b"-----END" in key else key + right)
    elif any(map(value.count, _DOCUMENTED)):
        found = LOW, _SAMPLE
    elif rule.startswith(_VAGUE):
        found = _of_vague(rule, value, left)
    elif rule in _EXACT:
        found = _of_carrier(rule, value)
    elif rule == "jwt":
        found = MEDIUM, signed.kind(left)
    else:
        found = _of_provider(value)
    return found


def _decoded(key: bytes) -> bytes:
    """A private key, also if it is in base64."""
    from memsync.secrets.texts.decode import decoded

    return key if b"-----" in key else decoded(key) or key


def _of_carrier(rule: str, value: bytes) -> tuple[str, str]:
    if is_stand_in(value):
        return LOW, _STANDS_IN
    if names_itself(value):
        return MEDIUM, "it has the word for what it is"
    # Numbers of a key may begin with zeroes.
    if _RUN.search(value) and rule != "private-key-numbers":
        return MEDIUM, "one character fills a part of it"
    return HIGH, "only credentials stand there"


def _of_provider(value: bytes) -> tuple[str, str]:
    # A value with a colon or an @ holds more than random characters, such as a host.
    if b":" in value or b"@" in value:
        return HIGH, _ISSUED
    if shapes.is_slug(value) or (
        not has_digit(value) and shapes.word_score(value) > _WORDS
    ):
        return LOW, "it reads like words, which no drawn token does"
    tail = value.rpartition(b"_")[2]
    if names_itself(value):
        return LOW, _STANDS_IN
    if _is_word(tail) or is_made_of_words(tail):
        return MEDIUM, "it is made of words, which no drawn token is"
    if share_of_sequences(value) >= MOST_OF:
        return MEDIUM, _COUNTED
    return HIGH, _ISSUED


def _is_word(tail: bytes) -> bool:
    """Whether the random part of a token is in fact words with digits around them."""
    word = tail.strip(b"0123456789")
    if len(word) < _PLAIN or not word.isalpha():
        return False
    plain = word.islower() and shapes.word_score(word) > _WORDS
    return plain or _CAPITALISED.fullmatch(word) is not None


def _of_vague(rule: str, value: bytes, left: bytes) -> tuple[str, str]:
    sample = rule == "service-token" and is_harmless(value)
    weak = SHOWN if sample else _weakness(rule, value, left)
    if weak:
        return LOW, weak
    if rule in _SAID:
        return MEDIUM, "a sentence says so, and words and figures mean much else"
    if _is_drawn(value):
        return _of_drawn(rule, left)
    if rule == "service-token":
        # The service is named, and its tokens may be UUIDs.
        return MEDIUM, "a service's name makes it likely"
    if shapes.is_uuid(value):
        return MEDIUM, "a UUID, under a name that holds a credential"
    return MEDIUM, "its name and its shape make it likely"


def _of_drawn(rule: str, left: bytes) -> tuple[str, str]:
    if rule.startswith("prose-") and not _NAMED.search(left):
        return MEDIUM, "it looks drawn by a machine, but nothing before it names it"
    return HIGH, "it is long and looks drawn by a machine"


def _weakness(rule: str, value: bytes, left: bytes) -> str | None:
    """Why a value beside a word is hardly a secret, or None."""
    if rule in _SAID or rule == "service-token":
        made_up = _is_made_up(value, said=rule in _SAID)
        return _STANDS_IN if made_up else None
    passed = rule.startswith("generic-") and left.rstrip(b" \t\"'`").endswith(b",")
    if passed and not _SETS.search(left):
        return "it is an argument of a call, which does not name it"
    if is_stand_in(value) or names_itself(value):
        return _STANDS_IN
    if _is_name(value):
        return "it is what a program calls a secret"
    named = any(map(left.lower().count, _NAMES_HIGH)) or _OF_API.search(left)
    if shapes.is_uuid(value) and not named:
        return "a UUID, which names things more often than it unlocks them"
    return None


def _is_made_up(value: bytes, *, said: bool) -> bool:
    """Whether a person made it up; a sentence `said` it, or a service has it."""
    # Groups of figures are no words, though they have no letters that differ.
    if said and value.translate(None, b"- ").isdigit():
        return False
    # A PIN that a person types may well be a sequence. A sequence in a service's
    # documents has at least the form that the service issues.
    sure = len(value) < _PLAIN if said else share_of_sequences(value) > 0
    return is_made_of_words(value) or (not sure and is_stand_in(value))


def _is_name(value: bytes) -> bool:
    """Whether it is a program's name for a secret: `base64CookieSecret`."""
    return value.isalnum() and value.lower().endswith(_CALLED)


def _is_drawn(value: bytes) -> bool:
    return (
        len(value) >= _LONG
        and shapes.looks_random(value)
        and not shapes.is_hex(value)
        and not shapes.is_uuid(value)
        and not is_hit(value)
    )
