"""The prose tier in other languages: words for password that have other letters.

One check excludes texts without such letters; in the others only these are searched.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tiers.context import Found

# The word for password in other languages.
NAMES = [
    name.encode()
    for name in (
        *(
            "пароль",
            "Пароль",
            "пароля",
            "密码",
            "密碼",
            "口令",
            "パスワード",
            "비밀번호",
        ),
        *("hasło", "Hasło", "hasłem", "lösenord", "Lösenord", "şifre", "Şifre"),
        *("κωδικός", "סיסמה", "mật khẩu", "Mật khẩu", "palavra-chave é", "parolă"),
    )
]
# Names are searched by their bytes beyond ASCII, which few texts have.
_ASCII = bytes(range(128))
_BEYOND = [(name, name.translate(None, _ASCII)) for name in NAMES]
# What follows such a name, including the full-width colon, arrows, the verb and
# quotation marks.
_VALUE = lazy(
    rb"[^\n]{0,60}?(?:[:=~]|->|\xef\xbc\x9a|\xe2\x86\x92|\xe2\x80[\x93\x94]|[ ]-[ ]"
    rb"|\xe6\x98\xaf|\xe3\x81\xaf|\xeb\x8a\x94|\xec\x9d\x80"
    rb"|[ ](?:to|jest|\xc3\xa4r|ist|is)(?=[ ]))[ \t]*"
    rb"(?:[\"'`*_(]{0,3}|\xe3\x80[\x8c\x8e\x90]|\xe2\x80[\x9c\x9e]|\xc2\xab)"
    rb"(?P<value>[!-~]{6,128})"
)
_ENDS = b".,;:)]}|*\"'`_"


def find(data: bytes) -> Iterator[Found]:
    """Every password after its name in one of these languages."""
    beyond = data.translate(None, _ASCII)
    for name, letters in _BEYOND:
        at = data.find(name) if beyond.find(letters) >= 0 else -1
        while at >= 0:
            match = _VALUE.match(data, at + len(name))
            value = match["value"].rstrip(_ENDS) if match else b""
            if match and _is_password(value):
                start = match.start("value")
                yield at, start, start + len(value), "prose-password"
            at = data.find(name, at + len(name))


def _is_password(value: bytes) -> bool:
    return (
        not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
