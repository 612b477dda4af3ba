"""Secrets planted into lines of real code and configuration: name = value.

Where a repository gives a name such as `db_password` a value, that value is replaced
by one that is drawn; the lines around it stay. So it is known what is a secret, though
nobody reads the text: what a scanner does not find at such a place, it misses. The
names are looked for by a pattern of this file's own, and not by the guard's.
"""

from __future__ import annotations

import base64
import random
import re
import string
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_BASE62 = string.ascii_letters + string.digits

# Kinds of files by how they give a value: in quotes, or with the rest of the line.
_CODE = frozenset(
    b".py .js .ts .tsx .jsx .go .rb .java .kt .cs .php .rs .swift .scala .c .cc .cpp"
    b" .h .ps1 .groovy .tf .json .gradle .dart .ex .exs .lua .pl .xml".decode().split()
)
_CONFIGURATION = frozenset(
    b".env .ini .cfg .conf .properties .yaml .yml .toml .sh".decode().split()
)

_NAME = (
    rb"[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key"
    rb"|private[_-]?key|auth[_-]?key|encryption[_-]?key)"
)
_QUOTED = re.compile(
    rb"(?i)\b%b[\"']?\]?[ \t]{0,4}(?::|=>|:?=)[ \t]{0,4}([\"'])([^\"'\s]{6,80})\1"
    % _NAME
)
_BARE = re.compile(
    rb"(?im)^[ \t]*(?:export[ \t]+|- )?%b[ \t]{0,4}[:=][ \t]{0,4}()"
    rb"([^\s\"'#$({]{6,80})$" % _NAME
)

# Names of this kind hold no secret.
_OF_NONE = re.compile(
    rb"(?i)public|hash|encrypted|next|page|csrf|mock|fake|dummy|tiktoken|jsonwebtoken"
)

# Lines around the one that is changed.
_AROUND = 6

# Places of one file, of one repository, and of all.
_OF_FILE, _OF_REPOSITORY, _OF_ALL = 2, 25, 500


class Planted(NamedTuple):
    """A text, the line of it that has the secret, and the kind of the secret."""

    kind: str
    text: bytes
    line: int
    suffix: str


def draw(folder: Path, seed: int) -> list[Planted]:
    """Texts of the repositories below a folder, each with one secret."""
    rng = random.Random(seed)  # noqa: S311 -- repeatable, not secret
    places: list[tuple[Path, re.Match[bytes]]] = []
    for repository in sorted(folder.iterdir()):
        own = list(_places(repository))
        rng.shuffle(own)
        places += own[:_OF_REPOSITORY]
    rng.shuffle(places)
    found = []
    for i, (path, match) in enumerate(places[:_OF_ALL]):
        kinds = _OF_PASSWORDS if b"passw" in match[0].lower() else _OF_KEYS
        kind = kinds[i % len(kinds)]
        found.append(_planted(path, match, kind, _KINDS[kind](rng).encode()))
    return found


def _places(repository: Path) -> Iterator[tuple[Path, re.Match[bytes]]]:
    for path in sorted(repository.rglob("*")):
        suffix = path.suffix.lower() or path.name.lower()
        patterns = [_QUOTED] * (suffix in _CODE | _CONFIGURATION)
        patterns += [_BARE] * (suffix in _CONFIGURATION)
        if patterns and path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            matches = [m for pattern in patterns for m in pattern.finditer(data)]
            named = [m for m in matches if not _OF_NONE.search(m[0])]
            for match in named[:_OF_FILE]:
                yield path, match


def _planted(path: Path, match: re.Match[bytes], kind: str, value: bytes) -> Planted:
    data = match.string
    lines = data[: match.start(2)].split(b"\n")
    before = b"\n".join(lines[-_AROUND - 1 :])
    after = b"\n".join(data[match.end(2) :].split(b"\n")[: _AROUND + 1])
    suffix = path.suffix or ".txt"
    return Planted(kind, before + value + after, before.count(b"\n") + 1, suffix)


def print_recall(name: str, planted: list[Planted], hit: set[tuple[int, int]]) -> None:
    """How many of the planted secrets are found on their lines, by kind."""
    all_of = Counter(one.kind for one in planted)
    found = Counter(one.kind for i, one in enumerate(planted) if (i, one.line) in hit)
    shares = (f"{kind} {100 * found[kind] / n:5.1f} %" for kind, n in all_of.items())
    share = 100 * found.total() / max(len(planted), 1)
    print(f"  {name:16s} all {share:5.1f} %, {', '.join(shares)}")


def _text(rng: random.Random, length: int, alphabet: str = _BASE62) -> str:
    return "".join(rng.choice(alphabet) for _ in range(length))


def _password(rng: random.Random) -> str:
    signs = [rng.choice("!#%+-_*@"), *_text(rng, rng.randrange(9, 15)), *"a7K"]
    rng.shuffle(signs)
    return "x" + "".join(signs)


def _base64(rng: random.Random) -> str:
    return base64.b64encode(rng.randbytes(rng.choice((24, 32)))).decode()


def _typed(rng: random.Random) -> str:
    word = "".join(
        rng.choice(c) for c in ("bcdfgklmprst", "aeiou", "lmnrst", "aeiou", "dklmnrst")
    )
    return f"{word.title()}{rng.randrange(10, 9999)}{rng.choice('!?#*')}"


_KINDS: dict[str, Callable[[random.Random], str]] = {
    "drawn": lambda rng: _text(rng, rng.randrange(20, 49)),
    "hexadecimal": lambda rng: _text(rng, rng.choice((32, 40, 64)), "0123456789abcdef"),
    "base64": _base64,
    "password": _password,
    "typed": _typed,
}

# Nobody types a token.
_OF_KEYS = ("drawn", "hexadecimal", "base64")
_OF_PASSWORDS = ("drawn", "password", "typed")
