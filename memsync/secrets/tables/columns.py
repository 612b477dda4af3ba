"""Which headings of a table name passwords or tokens, and which cells are one."""

from __future__ import annotations

from functools import partial

from memsync.lazy import lazy
from memsync.secrets.tables import pairs
from memsync.secrets.values.certainty import certainty
from memsync.secrets.values.given import is_hex_key, is_token, may_be_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.finding import Found

    # The secret in a cell, or nothing.
    Judge = Callable[[bytes], bytes]
    # Where a cell begins, and what is in it.
    Cell = tuple[int, bytes]
    # The number of a column, and what it looks for in each of its cells.
    Column = tuple[int, Judge]

# Each heading of passwords contains one of these, if it has no letters beyond ASCII,
# and each of tokens one of the others.
OF_PASSWORDS = (
    *(b"pass", b"pwd", b"pw", b"kennwort", b"senha", b"contrase", b"wachtwoord"),
    *(b"heslo", b"clave", b"parola"),
)
WORDS = (*OF_PASSWORDS, b"token", b"secret", b"key", b"pat")


def _spelt(words: str) -> Iterator[bytes]:
    """Words as they are, capitalised, and in capitals; ASCII in lower case."""
    for word in words.split():
        for form in (word, word.capitalize(), word.upper()):
            yield form.encode().lower()


# What the headings with letters beyond ASCII contain.
BEYOND = frozenset(_spelt("hasł пароль 密码 密碼 パスワード 비밀번호 lösenord şifre"))

_FOREIGN = frozenset(
    _spelt(
        "senha contraseña contrasena contraseñas clave wachtwoord heslo hasło parola"
        " пароль 密码 密碼 パスワード 비밀번호 lösenord şifre"
    )
)
_LONG = (b"password", b"passphrase", b"passcode", b"passwort", b"mot de passe")
_SHORT = lazy(
    rb"(?:[^|]{0,40}[ _./-])?(?:pass|passwd|(?:passwd|pwd|pw)(?: \w{1,12})?|kennwort)"
)
# What is said of a password in a column of its own; in brackets it is an addition.
_ABOUT = lazy(
    rb"(?<![a-z])(?:hash|polic|expir|chang|require|length|reset|field"
    rb"|(?:min|max|age|set)(?![a-z]))"
)
_TOKEN = lazy(
    rb"[^|]{0,60}tokens?|(?:[^|]{0,40}[ _./-])?(?:secrets?|pats?)"
    rb"|[^|]{0,40}(?:api|access|secret)[ _-]?keys?"
)

_PROGRAM = b"1password"

# Markdown around the text of a cell.
MARKS = b" \t`*\"'\r\n_"


def is_heading(name: bytes) -> bool:
    """Whether a name, in lower case, is the heading of passwords."""
    # A program for passwords says nothing of what stands below its name.
    name = name.replace(_PROGRAM, b"")
    if not (name in _FOREIGN or any(map(name.count, _LONG)) or _SHORT.fullmatch(name)):
        return False
    return not _ABOUT.search(name.partition(b"(")[0])


def columns(
    names: list[bytes], least: int = 0, *, tokens: bool = True, logins: bool = False
) -> list[Column]:
    """The columns of passwords, tokens and logins among headings in lower case.

    A password needs the `least` certainty (`values.certainty`), the higher, the less
    sure it is that the text is a table.
    """
    found: list[Column] = []
    for i, name in enumerate(names):
        bare = name.strip(MARKS + b":")
        if is_heading(bare):
            both = logins and pairs.names_both(bare)
            found.append((i, partial(_password, least=least, both=both)))
        elif logins and (pairs.is_heading(bare) or pairs.names_both(bare)):
            found.append((i, partial(pairs.password, vague=pairs.is_vague(bare))))
        elif tokens and _TOKEN.fullmatch(bare):
            found.append((i, _token))
    return found


def beside(name: bytes, least: int) -> list[Column]:
    """The same for the cell that stands behind its name, in a row of two."""
    return [(1, judge) for _, judge in columns([name], least, tokens=False)]


def split(at: int, row: bytes, sign: bytes = b"|") -> list[Cell]:
    """The cells of a row that begins somewhere."""
    cells: list[Cell] = []
    for part in row.split(sign):
        cells.append((at, part))
        at += len(part) + len(sign)
    return cells


def among(cells: list[Cell], wanted: list[Column]) -> Iterator[Found]:
    """The secrets in a row of cells."""
    for i, judge in wanted:
        if i < len(cells):
            at, cell = cells[i]
            value = cell.strip(MARKS)
            secret = judge(value) if value else b""
            if secret:
                # A user may be in front of it.
                begin = at + cell.rfind(secret)
                rule = "prose-table" if secret == value else "prose-login"
                yield begin, begin, begin + len(secret), rule


def is_plain(value: bytes) -> bool:
    """Whether a cell that a heading or a file's name vouches for is a password."""
    return b" " not in value and may_be_password(value)


def _password(value: bytes, least: int, *, both: bool) -> bytes:
    return (both and pairs.password(value)) or value * _is_password(value, least)


def _is_password(value: bytes, least: int) -> bool:
    from memsync.secrets.values.phrase import is_hyphened

    if is_hyphened(value):
        return True
    if least:
        return b" " not in value and certainty(value) >= least
    return b"](" not in value and is_plain(value)


def _token(value: bytes) -> bytes:
    """A token with what may be beside it: `… (staging)`."""
    return value * any(is_token(word) or is_hex_key(word) for word in value.split())
