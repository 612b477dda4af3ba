"""Whether the value after a keyword is a secret, by its name, kind and place."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named import issued
from memsync.secrets.named.names import is_of_another
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import figures, shapes
from memsync.secrets.values.expressions import is_in_brackets
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.named.clue import Clue

# A badge's address, the sample of a one-time-password address, a cloud's type, …
_IN_SAMPLE = lazy(
    rb"\.(?:svg|png)\?[^\s=]*token\Z|badge\S*\?|otpauth://.*(?:user|example|alice)|(?:aws|alexa)::[a-z0-9]+::"
    rb"|etc/passwd|spreadsheets?/\w+\?key\Z|public[ _-]key|arn:aws[\w-]*:\S*\Z"
)

# After these only a value in quotes is one; all else is code.
_COMPARES = frozenset((b"==", b"===", b"!=", b"!=="))
# Characters of a value there that cannot be a name.
_DRAWN = 20

# Beside these a key is a password.
_RADIO = (b"wifi", b"wi-fi", b"wlan", b"wpa")

_ADDRESS = lazy(rb"://\S*\Z")

# How a name ends whose value may be figures alone: what is counted of passwords, and
# which tests of a suite pass, are figures, too. The last is a key of a network.
_NAMES = (b"password", b"passwort", b"passwd", b"pwd", b"phrase", b"psk", b"key")

# How a name ends whose value a person may have made up of words.
_SIGNS = (b"secret", b"secret_key", b"secretkey", b"secret_key_base", b"signing_key")

# A name in code, what separates the words of one, and the letters of a word that says
# something.
_SNAKE, _WORD = lazy(rb"[a-z][a-z0-9]*(?:_[a-z0-9]+)+"), 5
_TO_WORDS = bytes(c if chr(c).isalnum() and c < 0x80 else 0x20 for c in range(256))

# The variable of a shell for the current folder, which no password has.
_FOLDER = (b"$pwd", b"${pwd")

# What words and the names of options consist of, and hexadecimal without digits.
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"
_LIKE_HASH = b"abcdefABCDEFx-"


def rule(clue: Clue, *, password: bool) -> str | None:
    """The id of the rule that finds a secret in the clue, or None."""
    if clue.name.endswith(b"key") and any(map(clue.before.count, _RADIO)):
        password = True
    if (
        len(clue.value) < 6
        or _is_short_word(clue.value)
        or (clue.joined == b"," and not clue.opened)
        or (clue.joined in _COMPARES and not clue.opened and not _is_long(clue.value))
        or is_in_brackets(clue.value, clue.opened)
        or shapes.is_named_digest(clue.value)
        or clue.before.endswith(_FOLDER)
        or _repeats_name(clue)
        or (clue.joined == b"|" and _is_no_row(clue.before))
        # `user:<password>@host`, `-p <password> -v`
        or (clue.joined == b">" and clue.value.startswith((b"@", b"-")))
        or not _may_be(clue, password=password)
        or is_of_another(clue.name)
        or _IN_SAMPLE.search(clue.before)
        or clue.value.lower() in clue.before
    ):
        return None
    if password and _is_number(clue):
        return "generic-password"
    if not password and _is_phrase_of_key(clue):
        return "generic-secret"
    if is_harmless(clue.value):
        return None if password else issued.sample(clue)
    return "generic-password" if password else issued.rule(clue)


def _is_no_row(before: bytes) -> bool:
    """Whether a bar behind these bytes of a line separates no cells of a table.

    `echo "$PASSWORD" | program`, `{{ password | filter }}`; nor does an address in a
    cell say anything of the next one.
    """
    return (
        b"$" in before
        or before.rfind(b"{{") > before.rfind(b"}}")
        or _ADDRESS.search(before) is not None
    )


def _repeats_name(clue: Clue) -> bool:
    """Whether code assigns what has a word of the name, or a member of that name.

    `key_verify = …_verify`, `pass_1: pass_1.result`
    """
    if clue.opened:
        return False
    if clue.value.lower().rpartition(b".")[2] == clue.name or (
        clue.value.startswith(clue.name + b".")
    ):
        return True
    if not _SNAKE.fullmatch(clue.value):
        return False
    words = clue.name.translate(_TO_WORDS).split()[1:]
    parts = clue.value.split(b"_")
    return any(word in parts for word in words if len(word) >= _WORD)


def _is_long(value: bytes) -> bool:
    """Whether it is longer than a name in code, and random: httpie writes `key==…`."""
    return len(value) >= _DRAWN and value.isalnum() and shapes.looks_random(value)


def _may_be(clue: Clue, *, password: bool) -> bool:
    """What the value alone shows, which takes less time than to check its name."""
    value = clue.value
    if password:
        return clue.assigned and (
            shapes.looks_like_password(value)
            or _is_number(clue)
            or _is_passphrase(clue)
        )
    return (
        has_digit(value)
        or not value.translate(None, _LIKE_HASH)
        or shapes.looks_random(value, expected=True)
        or _is_phrase_of_key(clue)
    )


def _is_phrase_of_key(clue: Clue) -> bool:
    """Whether somebody drew words for what signs or encrypts: `jwt.secret=…`."""
    if not (clue.assigned and clue.name.endswith(_SIGNS)):
        return False
    from memsync.secrets.values.phrase import is_hyphened

    return is_hyphened(clue.value)


def _is_number(clue: Clue) -> bool:
    """Whether the value consists of figures that were drawn as a password."""
    return figures.are_drawn(clue.value) and clue.name.endswith(_NAMES)


def _is_passphrase(clue: Clue) -> bool:
    from memsync.secrets.values.phrase import is_hyphened, is_strung

    # A variable of a shell or of code, an option, a part of an address: `PGPASSWORD=…`.
    return is_hyphened(clue.value) or (clue.joined == b"=" and is_strung(clue.value))


def _is_short_word(value: bytes) -> bool:
    # Most values in a note are such words; this needs no pattern.
    if len(value) >= 10 or value.translate(None, _LETTERS):
        return False
    return value[1:].islower() or not shapes.looks_like_password(value)
