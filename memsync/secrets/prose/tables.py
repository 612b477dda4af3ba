"""The prose tier in tables: cells below a heading such as `password` or `API key`."""

from __future__ import annotations

from memsync.secrets.texts.glance import has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# Every heading that counts contains one of these.
WORDS = (b"pass", b"pwd", b"pw", b"token", b"secret", b"key")

_BAR = ord("|")

# Bytes of a heading that are checked before such a word.
_REACH = 400

# Markdown around a cell's text.
_CLOSES = b" \t`*\"'\r\n_"
# Headings of a column of passwords: whole words, or parts of one.
_PASSWORDS = frozenset(b"pass pwd pw passwd passwords kennwort".split())
_LONG_PASSWORDS = (b"password", b"passphrase", b"passcode", b"passwort")

# How the heading of a column of tokens ends; `key` alone is that of a mapping.
_KEYS = (b"token", b"secret", b"api key", b"apikey", b"api-key", b"access key")


def find(text: Text) -> Iterator[Found]:
    """Every password and token in a markdown table."""
    data, low = text.data, text.low
    if not text.says_any(WORDS) or low.find(_BAR) < 0:
        return
    done = 0
    for at in sorted([at for word in text.among(WORDS) for at in text.places(word)]):
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        if not start and at > _REACH:
            continue
        if start >= done and low[start:at].lstrip()[:1] == b"|":
            yield from _cells(data, low, start)
            done = low.find(b"\n", at) + 1 or len(low)


def _cells(data: bytes, low: bytes, start: int) -> Iterator[Found]:
    below = low.find(b"\n", start) + 1
    ruler, under = _line(data, below)
    if not below or b"--" not in ruler or ruler.strip(b" \t|:-\r\n"):
        return
    columns = _columns(low[start:below])
    at = under
    while columns and at < len(data):
        row, after = _line(data, at)
        if row[:1] != b"|":
            return
        cells = row.split(b"|")
        for column, is_one in columns:
            if column < len(cells):
                value = cells[column].strip(_CLOSES)
                begin = at + sum(len(c) + 1 for c in cells[:column])
                begin = data.find(value, begin)
                if is_one(value):
                    yield begin, begin, begin + len(value), "prose-table"
        at = after


def _line(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.find(b"\n", at) + 1 or len(data)
    return data[at:end], end


def _columns(head: bytes) -> list[tuple[int, Callable[[bytes], bool]]]:
    from memsync.secrets.prose.said import is_token

    found: list[tuple[int, Callable[[bytes], bool]]] = []
    for i, cell in enumerate(head.split(b"|")):
        name = cell.strip(_CLOSES)
        if name in _PASSWORDS or any(map(name.count, _LONG_PASSWORDS)):
            found.append((i, _is_password))
        elif name.endswith(_KEYS):
            found.append((i, is_token if name.endswith(b"token") else _is_key))
    return found


def _is_key(value: bytes) -> bool:
    from memsync.secrets.prose.said import is_hex_key, is_token

    return is_token(value) or is_hex_key(value)


def _is_password(value: bytes) -> bool:
    return (
        b" " not in value
        and b"](" not in value
        and not not_secret(value)
        and shapes.looks_like_password(value)
        and has_digit_and_letter(value)
    )
