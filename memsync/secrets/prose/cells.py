"""Which headings of a table name passwords, and which cells are one."""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.phrase import is_hyphened
from memsync.secrets.values.verdict import not_secret

# Headings of a column of passwords: whole words, or parts of one.
_PASSWORDS = frozenset(
    "pass pwd pw passwd passwords kennwort senha contraseña contrasena clave wachtwoord"
    " heslo hasło пароль 密码 密碼 パスワード 비밀번호 lösenord şifre".encode().split()
)
_LONG_PASSWORDS = (
    b"password",
    b"passphrase",
    b"passcode",
    b"passwort",
    b"mot de passe",
)
# How such a heading ends after the name of an account.
_OWN = (b" pw", b" pwd", b" pass", b" kennwort", b" passwd")


def is_heading(name: bytes) -> bool:
    """Whether it is the heading of a column of passwords."""
    return (
        name in _PASSWORDS
        or name.endswith(_OWN)
        or any(map(name.count, _LONG_PASSWORDS))
    )


def is_cell(value: bytes) -> bool:
    """Whether a cell below such a heading is a password."""
    return is_hyphened(value) or (
        b" " not in value
        and b"](" not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
