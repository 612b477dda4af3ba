"""The words for a password, for a token and for logging in, and where a text has them.

Also as people misspell and shorten them: `psswd`, `p/w`.
"""

from __future__ import annotations

from memsync.lazy import any_of
from memsync.secrets.named.names import MUST, TESTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.texts.text import Text

# Words for a password: a stem, and how it goes on.
PASSWORDS = {
    b"pass": (
        b"word",
        b"wd",
        b"phrase",
        b"code",
        b"wort",
        b"ord",
        b"e :",
        b"e:",
        b"e=",
        b"e est ",
        b"e d",
        b"e pour ",
        b"e ",
        b":*",
        b": ",
        b" ",
        # Misspelt.
        *(b"wrod", b"owrd", b"wrd", b"woord", b"swor"),
    ),
    b"pasw": (b"ord", b"d"),
    b"pssw": (b"ord", b"d"),
    b"p/w": (b":", b" ", b"="),
    b"pwd": (b"",),
    b"pw": (
        *(b":", b" is ", b" =", b"=", b" on ", b" for ", b" of ", b" to ", b" "),
        *(b")", b".", b",", b"\n", b"\r"),
    ),
    b"contrase": (b"\xc3\xb1a", b"na", b"nya"),
    b"senha": (b"",),
    b"psk": (b" ",),
    b"kennwort": (b"",),
    b"wachtwoord": (b"",),
}
# Those that are misspelt, or shortened with a slash, as a part of a pattern.
MISSPELT = any_of(
    """
    passwrod passowrd passwrd passwoord passsword pasword paswd pssword psswd p/w
    """
)

# Words for a password in other languages that have no letters beyond ASCII, and no
# others like them.
FOREIGN = (
    *(b"heslo", b"clave", b"parola", b"sandinya", b"kata sandi", b"haslo"),
    *(b"salasana", b"adgangskode", b"kodeord", b"sifre"),
)

# Words for a token.
TOKENS = (b"token", b"secret", b"key", b"pat")

# Words for logging in: a stem, and how it goes on.
LOGINS = {
    b"log": (b"in", b" in", b"-in", b"on", b" on", b"ged in", b"ged on", b"ging in"),
    b"cred": (b"s", b"entials"),
    b"account": (b"",),
    b"auth": (b" ", b":"),
}

# What precedes `pw` where a user and a password follow.
_BOTH = (b"id/", b"user/", b"un/", b"login/", b"name/", b"mail/", b"account/")

# What precedes `passe` in French and in Portuguese.
_PASSE = (b"de ", b"de_", b"de-", b"palavra-", b"palavra ")

# The folder of the file that is named so.
_FOLDER = b"/etc/"

_VERBS = (b"pass if ", b"pass only if ", b"pass unless ")
# Who does it, where `pass` is a verb.
_WHO = (*TESTED, b"you ", b"we ", b"they ")

# Before `password`, these name what is stored instead of it.
_STORED = (b"encoded", b"encoded_", b"hashed", b"hashed_", b"hashed-")


def passwords(text: Text) -> Iterator[int]:
    """Where a text has a word for a password."""
    low = text.low
    for stem in text.among_before(PASSWORDS, "told passwords"):
        for at in _places(text, stem, PASSWORDS[stem], "told passwords"):
            # Two letters occur in base64 and in names of hosts, too.
            if stem == b"pw" and _goes_before(low, at):
                continue
            if stem == b"pwd" and _is_within(low, at):
                continue
            if not (low.endswith(_STORED, 0, at) or _is_other(low, at)):
                yield at


def logins(text: Text) -> Iterator[tuple[int, bytes]]:
    """Where a text has a word for logging in, and how that begins."""
    for stem in text.among_before(LOGINS, "told logins"):
        for at in _places(text, stem, LOGINS[stem], "told logins"):
            yield at, stem


def _places(
    text: Text, stem: bytes, goes_on: tuple[bytes, ...], gate: str
) -> list[int]:
    """Where a stem is that goes on in one of these ways; `gate`: as `Text` has them."""
    low, length = text.low, len(stem)
    places = text.places_before(stem, gate)
    return [at for at in places if low.startswith(goes_on, at + length)]


def _goes_before(low: bytes, at: int) -> bool:
    """Whether what is right before `pw` makes it the end of something else."""
    before = low[at - 1 : at] if at else b""
    if before == b"/":
        return not low.endswith(_BOTH, 0, at)
    return before.isalnum() or before in (b".", b"+", b"?")


def _is_within(low: bytes, at: int) -> bool:
    """Whether three letters are in the middle of others, as in base64."""
    return low[max(0, at - 1) : at].isalnum() and low[at + 3 : at + 4].isalnum()


def _is_other(low: bytes, at: int) -> bool:
    """Whether it is another word that begins with the same letters, such as `passe`.

    Or a verb: a test is to `pass if …`.
    """
    if low.startswith(_VERBS, at) or low.endswith(_FOLDER, 0, at):
        return True
    if low.startswith(b"pass ", at) and low.endswith(_WHO, 0, at):
        return True
    if MUST.match(low, at):
        return True
    return low.startswith(b"passe ", at) and not low.endswith(_PASSE, 0, at)
