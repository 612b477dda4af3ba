"""Whether findings are the same with and without the native search, on random texts.

    python tests/bench/run_alike.py [TEXTS] [SEED]

By default 100,000 texts from the seed 1; `memsync[fast]` must be installed. A text is a
string of the tests of `memsync.secrets` with made-up values in it, or the beginning of
a form of commands behind the name of a program; then blanks, signs, capitals and words
are changed. Prints each text whose findings differ, and exits 1 if one does: its gate
in `memsync/secrets/gates/` is narrower than what Python reads.
"""

from __future__ import annotations

import ast
import random
import re
import string
import sys
from pathlib import Path
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import tokens
from support.found import DRAWN, PASSWORD, TOKEN

from memsync.secrets import native
from memsync.secrets.commands import forms, programs
from memsync.secrets.scan import scan_all

_TESTS = Path(__file__).parents[1] / "secrets"
_SHORTEST, _LONGEST = 6, 300
# Where a test puts a value.
_HOLE = re.compile(rb"\{[a-zA-Z0-9]*\}|%b|%s")

# As people make them up, and as services draw them; they belong to nobody.
_HEX = "0123456789abcdef"
_VALUES = tuple(
    value.encode()
    for value in (
        *(PASSWORD, DRAWN, TOKEN, tokens.text(16, 4), tokens.text(5, 3, _HEX[:10])),
        *(tokens.text(32, 8, _HEX), str(UUID(tokens.text(32, 9, _HEX)))),
        *(tokens.text(24, seed, string.printable[:94]) for seed in range(4)),
        *(f"Harbor-tiger-{tokens.text(4, 5, _HEX[:10])}", "fjord-otter-marble-canyon"),
    )
)
_SIGNS = (b" ", b"\n", b"\r\n", *(bytes([c]) for c in b"'\"`*:=,/()-s_.|"))
_GAPS = (
    *(b"", b" ", b"=", b":", b": ", b" = ", b" ann ", b" ann:", b" ann/", b" 0 "),
    *(b"('", b'("ann", "', b" '", b"\n", b"</key><string>", b"><value>", b" -x "),
)
_ENDS = (
    *(b"", b"\n", b" host", b"'", b'")', b"@db", b";", b" | sudo -S ls", b"\r\n"),
    *(b" | chpasswd", b"</string>", b"</value>", b";;", b" # x"),
)


def main(count: int, seed: int) -> int:
    """Scan the texts both ways, and print those with other findings."""
    chosen = random.Random(seed)  # noqa: S311 -- to be repeated
    strings = [*_strings()]
    texts = [_text(chosen, strings) for _ in range(count)]
    native.disable()
    expected = [_findings(text) for text in texts]
    if not native.enable():
        print("memsync[fast] is not installed")
        return 1
    differing = 0
    for text, without in zip(texts, expected, strict=True):
        found = _findings(text)
        if found != without:
            differing += 1
            print(f"{text!r}\n  in Python {without}\n  natively  {found}")
    print(
        f"{count} texts, {sum(map(bool, expected))} with findings: {differing} differ"
    )
    return min(differing, 1)


def _findings(text: bytes) -> list[tuple[str, int, int, str, bool]]:
    return [
        (found.rule, found.start, found.end, found.confidence, allowed)
        for found, allowed in scan_all(text)
    ]


def _strings() -> list[bytes]:
    """The texts of the tests."""
    found = set()
    for path in sorted(_TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            said = node.value if isinstance(node, ast.Constant) else None
            text = said.encode(errors="replace") if isinstance(said, str) else said
            if isinstance(text, bytes) and _SHORTEST <= len(text) <= _LONGEST:
                found.add(text)
    return sorted(found)


def _text(chosen: random.Random, strings: list[bytes]) -> bytes:
    # One in three is a command.
    text = _filled(chosen, chosen.choice(strings))
    if not chosen.randrange(3):
        text = _command(chosen)
    for _ in range(chosen.choice((0, 1, 1, 2, 3))):
        text = _changed(chosen, text, strings)
    return text


def _filled(chosen: random.Random, text: bytes) -> bytes:
    filled = _HOLE.sub(lambda _: chosen.choice(_VALUES), text)
    return filled.replace(b"{{", b"{").replace(b"}}", b"}")


def _command(chosen: random.Random) -> bytes:
    names = [word for words in forms.HINTS.values() for word in words]
    opens = [form[0] for form in forms.FORMS + forms.LATE]
    return b"".join(
        (
            chosen.choice((b"", b"$ ", b"sudo ", b"SQL> ", b"echo ")),
            chosen.choice((*names, *programs.READERS)),
            chosen.choice((b" ", b" -u ann", b" x ", b" --")),
            chosen.choice((*opens, *forms.PIPED)),
            chosen.choice(_GAPS),
            chosen.choice(_VALUES),
            chosen.choice(_ENDS),
        )
    )


def _changed(chosen: random.Random, text: bytes, strings: list[bytes]) -> bytes:
    at = chosen.randrange(len(text) + 1)
    other = _filled(chosen, chosen.choice(strings))
    words = text.split(b" ")
    chosen.shuffle(words)
    changes = (
        text.replace(b" ", chosen.choice((b"  ", b"\t")), 1),
        text.title(),
        text.upper(),
        text[:at] + chosen.choice(_SIGNS) + text[at:],
        text[:at] + text[at + 1 :],
        text[:at] + other[chosen.randrange(len(other)) :],
        text.replace(chosen.choice(_VALUES), chosen.choice(_VALUES)),
        b" ".join(words),
    )
    return chosen.choice(changes)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*given, *(100_000, 1)[len(given) :]))
