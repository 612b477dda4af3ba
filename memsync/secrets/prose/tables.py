"""The prose tier in tables: cells below a heading such as `password` or `API key`."""

from __future__ import annotations

from memsync.secrets.prose.cells import is_cell, is_heading
from memsync.secrets.texts.places import find as find_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from memsync.secrets.texts.text import Text
    from memsync.secrets.tiers.context import Found

# Every heading that counts contains one of these; that of a password, of the first.
_PASSWORDS = (
    *(b"pass", b"pwd", b"pw"),
    *(b"kennwort", b"senha", b"contrase", b"wachtwoord", b"heslo", b"clave"),
)
WORDS = (*_PASSWORDS, b"token", b"secret", b"key")
# The same in letters beyond ASCII.
_BEYOND = tuple(
    word.encode()
    for word in (
        *(
            "hasł",
            "пароль",
            "密码",
            "密碼",
            "パスワード",
            "비밀번호",
            "lösenord",
            "şifre",
        ),
    )
)

# Such letters alone, which few texts have.
_ASCII = bytes(range(128))
_LETTERS = [(word, word.translate(None, _ASCII)) for word in _BEYOND]

_BAR, _LESS = b"|<"
# What a ruler below a heading has.
_RULES = (b"--", b"==")

# Bytes of a heading that are checked before such a word.
_REACH = 400

# Headings within a table that are looked at.
_NESTED = 64

# Markdown around a cell's text.
_CLOSES = b" \t`*\"'\r\n_"
# How the heading of a column of tokens ends; `key` alone is that of a mapping.
_KEYS = (b"token", b"secret", b"api key", b"apikey", b"api-key", b"access key")


def find(text: Text) -> Iterator[Found]:
    """Every password and token in a table of markdown, of a terminal or of HTML."""
    data, low = text.data, text.low
    foreign: list[bytes] = []
    if not data.isascii():
        letters = data.translate(None, _ASCII)
        foreign = [word for word, beyond in _LETTERS if letters.find(beyond) >= 0]
    if not (foreign or text.says_any(WORDS)):
        return
    bars = low.find(_BAR) >= 0
    if bars:
        places = [at for word in text.among(WORDS) for at in text.places(word)]
        places += [at for word in foreign for at in find_all(low, word)]
        yield from _barred(data, low, sorted(places))
    named = foreign or text.says_any(_PASSWORDS)
    if named and _may_be_marked_up(low, bars=bars):
        from memsync.secrets.prose import markup

        yield from markup.find(data, low)


def _may_be_marked_up(low: bytes, *, bars: bool) -> bool:
    """Whether it has what every table has that `markup` reads."""
    # Searching for a single byte is ten times as fast.
    tags = low.find(_LESS) >= 0
    return (
        (tags and (low.find(b"</t") >= 0 or low.find(b"</d") >= 0))
        or (bars and low.find(b"\n|-") >= 0)
        or low.find(b"list-table::") >= 0
        or low.find(b"= =") >= 0
    )


def _barred(data: bytes, low: bytes, places: list[int]) -> Iterator[Found]:
    """Those of tables with bars between their cells."""
    done = nested = read = 0
    for at in places:
        start = low.rfind(b"\n", max(0, at - _REACH), at) + 1
        if start < done or (not start and at > _REACH):
            continue
        end = low.find(b"\n", at) + 1 or len(low)
        # Else a text of headings would take time that grows with its square.
        nested = nested + 1 if start < read else 0
        if nested <= _NESTED and low.find(_BAR, start, end) >= 0:
            read = max(read, (yield from _cells(data, low, start)))
            done = end


def _cells(data: bytes, low: bytes, start: int) -> Generator[Found, None, int]:
    """Those of one table; returns where it ends."""
    below = low.find(b"\n", start) + 1
    if not below:
        return start
    head = low[start:below]
    doubled = head.startswith(b"||")
    ruler, at = _line(data, below)
    if doubled:
        # In Jira two bars are around a heading.
        head, at = head.replace(b"||", b"|"), below
    elif not any(map(ruler.count, _RULES)) or ruler.strip(b" \t|:-+=\r\n"):
        return start
    columns = _columns(head)
    open_ended = not head.lstrip().startswith(b"|")
    while columns and at < len(data):
        row, after = _line(data, at)
        if not row.strip(b" \t|:-+=\r\n") and row.strip():
            at = after
            continue
        if not (row.lstrip(b" ")[:1] == b"|" or (open_ended and row.find(_BAR) >= 0)):
            return at
        cells = row.split(b"|")
        for column, is_one in columns:
            if column < len(cells):
                value = cells[column].strip(_CLOSES)
                begin = at + sum(len(c) + 1 for c in cells[:column])
                begin = data.find(value, begin)
                if value and is_one(value):
                    yield begin, begin, begin + len(value), "prose-table"
        at = after
    return at


def _line(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.find(b"\n", at) + 1 or len(data)
    return data[at:end], end


def _columns(head: bytes) -> list[tuple[int, Callable[[bytes], bool]]]:
    from memsync.secrets.prose.said import is_token

    found: list[tuple[int, Callable[[bytes], bool]]] = []
    for i, cell in enumerate(head.split(b"|")):
        name = cell.strip(_CLOSES)
        if is_heading(name):
            found.append((i, is_cell))
        elif name.endswith(_KEYS):
            found.append((i, is_token if name.endswith(b"token") else _is_key))
    return found


def _is_key(value: bytes) -> bool:
    from memsync.secrets.prose.said import is_hex_key, is_token

    return is_token(value) or is_hex_key(value)
