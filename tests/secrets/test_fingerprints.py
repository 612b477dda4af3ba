"""What was found once keeps its rule and value, and so its fingerprint.

Allow lists and purges name secrets by fingerprints: one that changed would bring a
false alarm back, or leave a purged value in. The lists were written by the guard of
2026-11-22; lines are added, and none is changed.
"""

from __future__ import annotations

import base64
import string
from pathlib import Path

import pytest
from support import tokens

from memsync.secrets.allow import fingerprints
from memsync.secrets.scan import scan_all

pytestmark = pytest.mark.usefixtures("both_ways")

GOLDEN = Path(__file__).parent / "golden"
SALT = bytes(range(16))
HEX = "0123456789abcdef"
BASE32 = string.ascii_lowercase + "234567"


def _drawn() -> dict[str, str]:
    password = tokens.text(9, 3) + "!" + tokens.text(4, 5)
    random, key = tokens.text(32, 11), tokens.text(40, 5, HEX)
    return {
        "django": "9f1r7$(+8)9f&pz#iu*5djjftb7cwe96" + "kyl407k9krezfc+_0=",
        "login": base64.b64encode(f"me:{password}".encode()).decode(),
        "encoded": base64.b64encode(random.encode()).decode(),
        "hex": "".join(f"{ord(c) * 37 % 256:02x}" for c in random),
        "wallet": "violet harbor ember walnut copper lantern maple rocket galaxy"
        " coffee panda silver",
        "groups": "-".join(tokens.text(6, n, string.digits) for n in range(8)),
        "long": tokens.text(70, 4),
        "slashed": "/" + tokens.text(42, 9),
        "aws": tokens.text(40, 2),
        "key": key,
        "half key": key[:32],
        "github": tokens.github(),
        "slash": "/" + tokens.text(39, 9),
        "random": random,
        "bin": tokens.text(26, 3, BASE32),
        "seed": " ".join(tokens.text(4, n, BASE32) for n in (3, 4, 5, 8)),
        "join": tokens.text(6, 2, HEX) + "." + tokens.text(16, 3, HEX),
        "app": " ".join(
            tokens.text(4, n, string.ascii_lowercase) for n in (1, 2, 3, 4)
        ),
        "spoken": "umbrella marble banana zebra",
        "drawn": tokens.text(20),
        "digits": tokens.text(16, 3, string.digits),
        "backup": tokens.text(5, 1, HEX) + "-" + tokens.text(5, 2, HEX),
        "address": password.replace("!", "-"),
        "password": password,
        "wordy": "tiger-" + "harbor-" + "815",
        "camel": "Falcon" + "Panda" + "41",
        "pin": "48" + "21",
    }


DRAWN = _drawn()


def _lines(name: str) -> list[list[str]]:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    assert text
    return [line.split("\t") for line in text.splitlines()]


def _found(text: str) -> set[str]:
    data = text.encode()
    return {
        each
        for f, _ in scan_all(data)
        for each in fingerprints(SALT, f.rule, data[f.start : f.end])
    }


def _filled(template: str) -> str:
    text = template.encode().decode("unicode_escape").encode("latin-1").decode()
    for name, value in DRAWN.items():
        text = text.replace(f"<<{name}>>", value)
    return text


def test_a_token_of_each_format_keeps_its_fingerprint() -> None:
    lost = []
    for line in _lines("formats.txt"):
        wanted, rule, literal, shape, *lead = line
        row = (rule, "", literal, shape, "", *lead)
        token = tokens.of_row(row, 1)  # type: ignore[arg-type]
        if wanted not in _found(f"We use {token} for that.\n"):
            lost.append(line)
    assert lost == []


def test_a_secret_in_a_sentence_keeps_its_fingerprint() -> None:
    lost = []
    for wanted, template in _lines("sentences.txt"):
        if wanted not in _found(_filled(template)):
            lost.append((wanted, template))
    assert lost == []
