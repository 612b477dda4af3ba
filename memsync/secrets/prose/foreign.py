"""Passwords and keys of an API behind their names in other languages.

Most of these names have letters beyond ASCII. One check passes texts without such
letters; in others only what begins with a letter that the text has is looked for.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import before, near
from memsync.secrets.prose.names import FOREIGN
from memsync.secrets.values import figures, shapes
from memsync.secrets.values.certainty import POSSIBLE, certainty
from memsync.secrets.values.given import is_hex_key, is_token, may_be_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text


def _listed(words: str) -> list[bytes]:
    """Words between commas, because some have a blank within."""
    return [word.strip().encode() for word in words.split(",")]


# The word for password in other languages, without its ending, and for that of a radio
# network.
NAMES = _listed(
    """
    парол, Парол, ПАРОЛ, лозинк, Лозинк, 密码, 密碼, 密　码, 密 码, 口令, パスワード,
    暗証, 비밀번호, 비번, 암호, hasł, Hasł, lösenord, Lösenord, şifre, Şifre, jelsz,
    Jelsz, κωδικ, Κωδικ, συνθηματικ, סיסמ, גישה, mật khẩu, Mật khẩu, رمز, كلمة المرور,
    كلمة السر, पासवर्ड, รหัสผ่าน, palavra-chave é, parolă, slaptažod, mot de passe,
    WLAN-Schlüssel, WLAN Schlüssel, WPA-Schlüssel, WPA2-Schlüssel, Netzwerkschlüssel,
    clé wifi, clé du wifi, clé Wi-Fi, clé WiFi, clé WPA, klíč k wifi, klíč wifi
    """
)
# The same for the key of an API, with its value behind it.
KEYS = _listed(
    """
    APIキー, API キー, API密钥, API 密钥, API密鑰, API金鑰, 的密钥, API 키, API-ключ,
    ключ API, ключ от API, ключ апи, ключ от апи, API-Schlüssel, API-nyckel, clé d'API,
    clé API, clé de l'API, API anahtar, klucz API, clave de la API, clave de API,
    chave da API, chave de API
    """
)
_KEY = lazy(
    rb"[^\n]{0,80}?(?<![A-Za-z0-9_+/=-])(?P<value>(?=\S{0,19}\d)[A-Za-z0-9_-]{20,100})"
    rb"(?![\w+/=-])"
)
# The same in letters that English has, as whole words.
LATIN = (
    *(b"heslo", b"hesla", b"heslem", b"geslo", b"salasana", b"clave", b"mdp", b"haslo"),
    *(b"adgangskode", b"kodeord", b"lozinka", b"parola", b"parool", b"sifre"),
    *(b"sandinya", b"kata sandi"),
)
# What other letters begin with in languages that are written with Latin ones.
_ACCENTS = (b"\xc3", b"\xc4", b"\xc5", b"\xc6", b"\xc8")

# Spanish for keyword.
_KEYWORD = (b"palabra ", b"palabras ")

# Names are searched by their bytes beyond ASCII, which few texts have.
_ASCII = bytes(range(128))
_Names = dict[bytes, list[tuple[bytes, bytes]]]


def _sorted(names: list[bytes]) -> _Names:
    """The names by the first of these bytes, because texts have few of them."""
    found: _Names = {}
    for name in names:
        letters = name.translate(None, _ASCII)
        found.setdefault(letters[:1], []).append((name, letters))
    return found


_PASSWORDS = _sorted(NAMES)
# Most names of a key have these letters, and few texts do.
_API = b"API"
_KEYS_OF_API = _sorted([name for name in KEYS if _API in name])
_OTHER_KEYS = _sorted([name for name in KEYS if _API not in name])
# What the letters of all these begin with, and all other bytes.
_FIRSTS = b"".join({*_PASSWORDS, *_KEYS_OF_API, *_OTHER_KEYS, *_ACCENTS})
_OTHERS = bytes(c for c in range(256) if c not in _FIRSTS)
# Passwords' names without such letters have one of the first two, keys' the last.
_PASS, _JELSZO, _OF_API = (b"pass",), b"elsz", (b"api",)
# What follows such a name, including the full-width colon, arrows, the verb and
# quotation marks.
_VALUE = lazy(
    rb"[^\n]{0,60}?(?:[:=~]|->|\xef\xbc\x9a|\xe2\x86\x92|\xe2\x80[\x93\x94]|[ ]-[ ]"
    rb"|\xe6\x98\xaf|\xe3\x81\xaf|\xeb\x8a\x94|\xec\x9d\x80"
    rb"|[ ](?:to|jest|\xc3\xa4r|ist|is|es|je|er|on|este|\xc3[\xa8\xa9])(?=[ ]))[ \t]*"
    rb"(?:[\"'`*_(]{0,3}|\xe3\x80[\x8c\x8e\x90]|\xe2\x80[\x9c\x9e]|\xc2\xab)"
    rb"(?P<value>[!-~]{6,128})"
)
# A value in the quotation marks of languages whose words have no blanks between them.
_QUOTED = lazy(
    "[^\\n]{0,90}?(?:「(?P<one>[!-~]{6,64})」|『(?P<two>[!-~]{6,64})』"
    "|“(?P<three>[!-~]{6,64})”|« ?(?P<four>[!-~]{6,64}) ?»)".encode()
)
_CJK, _ENDING = 0xE0, lazy(rb"(?:[a-z]|[\xc3-\xd3][\x80-\xbf]){1,6}(?![\w\x80-\xff])")
# A value right behind a name in such a language.
_GLUED = lazy(rb"(?P<one>[!-~]{5,63}[A-Za-z0-9!?*#$%])(?=[.,;:)]?(?:[\s\x80-\xff]|\Z))")
# Bytes before a name that may say that what follows is its hash.
_HASH = 24
_ENDS = b".,;:)]}|*\"'`_"


def find(text: Text) -> Iterator[Found]:
    """Every password after its name in one of these languages."""
    data = text.data
    beyond = data.translate(None, _ASCII)
    # Most texts have dashes and quotation marks alone.
    firsts = {bytes((first,)) for first in beyond.translate(None, _OTHERS)}
    if text.says_any(_PASS) or data.find(_JELSZO) >= 0:
        firsts.add(b"")
    for at, behind in _places(data, beyond, firsts, _PASSWORDS):
        yield from _passwords(data, at, behind)
    firsts.add(b"")
    api = text.says_any(_OF_API) and data.find(_API) >= 0
    for keys in (_KEYS_OF_API, _OTHER_KEYS):
        if keys is _OTHER_KEYS or api:
            for at, behind in _places(data, beyond, firsts, keys):
                match = _KEY.match(data, behind)
                if match and (is_token(match["value"]) or is_hex_key(match["value"])):
                    yield at, *match.span("value"), "prose-token"
    if not firsts.isdisjoint(_ACCENTS):
        for word in LATIN:
            yield from _spelt(text, word)


def _places(
    data: bytes, beyond: bytes, firsts: set[bytes], names: _Names
) -> Iterator[tuple[int, int]]:
    """Where each of these names begins and ends.

    `beyond` are the bytes beyond ASCII, and names that begin with other letters than
    `firsts` are not in the text.
    """
    for first, some in names.items():
        for name, letters in some if first in firsts else ():
            at = data.find(name) if beyond.find(letters) >= 0 else -1
            while at >= 0:
                yield at, at + len(name)
                at = data.find(name, at + len(name))


def find_plain(text: Text) -> Iterator[Found]:
    """The same in a text without letters beyond ASCII."""
    for word in FOREIGN:
        yield from _spelt(text, word)


def _spelt(text: Text, word: bytes) -> Iterator[Found]:
    low = text.low
    at = low.find(word)
    while at >= 0:
        behind = at + len(word)
        whole = low[at - 1 : at].isalnum() or low[behind : behind + 1].isalnum()
        if not whole and not low.endswith(_KEYWORD, 0, at):
            yield from _passwords(text.data, at, behind)
        at = low.find(word, behind)


def _passwords(data: bytes, at: int, behind: int) -> Iterator[Found]:
    # A name goes on with its ending, if its language has blanks between words.
    if data[at] < _CJK and (ending := _ENDING.match(data, behind)):
        behind = ending.end()
    match = _VALUE.match(data, behind)
    value = match["value"].rstrip(_ENDS) if match else b""
    if (
        match
        and (may_be_password(value) or figures.are_drawn(value))
        and not (
            shapes.is_hash(value) and b"hash" in data[max(0, at - _HASH) : at].lower()
        )
    ):
        start = match.start("value")
        yield at, start, start + len(value), "prose-password"
        return
    quoted = _GLUED.match(data, behind) if data[at] >= _CJK else None
    quoted = quoted or _QUOTED.match(data, behind)
    span = quoted.span(quoted.lastgroup or 0) if quoted else None
    if span is None or not _is_sure(data[slice(*span)]):
        span = near.password(data, behind, foreign=True, short=True)
    if span is None:
        span = before.password(data, at, behind)
    if span:
        yield at, *span, "prose-password"


def _is_sure(quoted: bytes) -> bool:
    return certainty(quoted) >= POSSIBLE or is_token(quoted)
