"""Notes as people and agents leave them, each with one secret drawn anew.

The shapes are those of tests/secrets/golden/sentences.txt, most of which people wrote
down without having seen the guard, and what programs print; the values come from a
seed, so that no run repeats another's.
"""

from __future__ import annotations

import base64
import random
import string
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPES = Path(__file__).parents[1] / "secrets/golden/sentences.txt"
_BASE62 = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_BASE32 = string.ascii_lowercase + "234567"
WORDS = """
    amber anchor basil beacon birch cactus canyon cedar cobalt comet copper coral
    crystal delta ember falcon fennel ferry garnet ginger glacier harbor hazel
    indigo jasper juniper kettle lagoon lantern lilac lotus magnet mango maple
    marble meadow nectar nickel nutmeg olive opal orchid otter panda pepper pigeon
    pocket prairie quartz raven ribbon river saffron sapphire silver spruce sunset
    tiger timber topaz tulip tundra turtle umbrella velvet violet walnut willow
    zebra zephyr
""".split()  # noqa: SIM905 -- a hundred lines otherwise


class Note(NamedTuple):
    """One note, and of which kind its secret is."""

    kind: str
    text: str


def notes(seed: int) -> Iterator[Note]:
    """A note of each shape, with values that follow from the seed."""
    draw = random.Random(seed)  # noqa: S311 -- repeatable, not secret
    for line in SHAPES.read_text(encoding="utf-8").splitlines():
        template = line.partition("\t")[2]
        text = template.encode().decode("unicode_escape").encode("latin-1").decode()
        for name, value in _values(draw).items():
            text = text.replace(f"<<{name}>>", value)
        yield Note("sentence", text)
    for text in _printed(draw):
        yield Note("printed", f"Some words before.\n\n{text}\n\nAnd after.\n")
    for text in _keys(draw):
        yield Note("private key", f"It said:\n\n{text}\nand so on.\n")


def _values(draw: random.Random) -> dict[str, str]:
    def text(length: int, alphabet: str = _BASE62) -> str:
        return "".join(draw.choice(alphabet) for _ in range(length))

    def words(count: int) -> list[str]:
        return draw.sample(WORDS, count)

    password = text(6) + draw.choice(string.digits) + draw.choice("!#+%") + text(5)
    key = text(40, _HEX)
    return {
        "django": text(20) + "$(+8)" + text(12) + "#iu*5" + text(8),
        "login": base64.b64encode(f"me:{password}".encode()).decode(),
        "encoded": base64.b64encode(text(32).encode()).decode(),
        "hex": text(64, _HEX),
        "wallet": " ".join([w for w in words(60) if len(w) <= 8][:12]),
        "groups": "-".join(text(6, string.digits) for _ in range(8)),
        "long": text(70),
        "slashed": "/" + text(42),
        "aws": text(40),
        "key": key,
        "half key": key[:32],
        "github": "ghp" + "_" + text(36),
        "slash": "/" + text(39),
        "random": text(32),
        "bin": text(26, _BASE32),
        "seed": " ".join(text(4, _BASE32) for _ in range(3)) + " a2" + text(2, _BASE32),
        "join": text(6, _HEX) + "." + text(16, _HEX),
        "app": " ".join(text(4, "bcdfghjklmnpqrstvwxz") for _ in range(4)),
        "spoken": " ".join(words(4)),
        "drawn": text(20),
        "digits": text(16, string.digits),
        "backup": text(4, _HEX) + "7-" + text(5, _HEX),
        "address": password.translate(str.maketrans("!#+%", "----")),
        "password": password,
        "wordy": "-".join(words(2)) + f"-{draw.randrange(100, 999)}",
        "camel": "".join(w.title() for w in words(2)) + str(draw.randrange(10, 99)),
        "pin": "".join(draw.sample(string.digits, 4)),
    }


def _printed(draw: random.Random) -> Iterator[str]:
    value = _values(draw)
    github, password, camel = value["github"], value["password"], value["camel"]
    esc = "\x1b"
    yield from (
        github.replace("_", sign)
        for sign in ("\\_", "\\u005f", "\\x5f", "%5F", "&#95;", "&#x5f;", "\uff3f")
    )
    yield from (
        f"token {esc}[32m{github[:10]}{esc}[0m{github[10:]}",
        f'{{"out": "\\u001b[32m{github}\\u001b[0m"}}',
        f"{esc}[1mpassword:{esc}[0m {esc}[32m{password}{esc}[0m",
        f"DB\\_PASSWORD\\={camel}",
        f"password\uff1a{camel}",
        f"api_key=&quot;{value['random']}&quot;",
        f"https:\\/\\/ann:{value['address']}@db.corp.net\\/x",
        f"env:\n  - name: DB_PASSWORD\n    value: {camel}",
        f'variable "db_password" {{\n  default = "{camel}"\n}}',
        f"const apiKey =\n  '{value['random']}';",
        f"smtp://ann@corp.net:{value['wordy']}@mail.corp.net:587",
        f"net user deploy {camel} /add",
        f'expect "assword:"\nsend "{camel}\\r"',
        f"jenkins: admin / {camel}",
        f'password: "{" ".join(draw.sample(WORDS, 3))}"',
        f"Set-Cookie: JSESSIONID={value['hex'][:32].upper()}; Path=/",
        f"PRIVATE_KEY=0x{value['hex']}",
        f"`{github[:4]}`{github[4:]}",
        github + "rest",
    )


def _keys(draw: random.Random) -> Iterator[str]:
    """A private key as each of these programs prints it."""

    def lines() -> list[str]:
        kind = draw.choice(("RSA ", "", "EC ", "OPENSSH "))
        dashes = "-" * 5
        body = [
            "".join(draw.choice(_BASE62 + "+/") for _ in range(64))
            for _ in range(draw.randrange(3, 24))
        ]
        first, last = f"BEGIN {kind}PRIVATE KEY", f"END {kind}PRIVATE KEY"
        return [f"{dashes}{first}{dashes}", *body, f"{dashes}{last}{dashes}"]

    for form in (
        "{line}",
        "2026-01-02T03:04:{n:02d}Z web_1 | {line}",
        "2026-01-02T03:04:05.12{n:02d}Z {line}",
        "web_1  | {line}",
        "[12:03:{n:02d}] INFO  deploy - {line}",
        "Nov 22 12:03:{n:02d} build1 app[123]: {line}",
        "I1122 12:03:04.12{n:02d}       1 main.go:42] {line}",
        "+{line}",
        "-{line}",
        "// {line}",
        "# {line}",
        " * {line}",
        "> {line}",
        "remote: {line}",
        "| {line} |",
        "{n:6d}\t{line}",
        "{n:6d}\u2192{line}",
        "{n}\u2192{line}",
        "{n}. {line}",
        "L{n}: {line}",
        "\x1b[32m{line}\x1b[0m",
        "{line}<br>",
        "<p>{line}</p>",
        '    "{line}\\n" +',
        "{line}\\",
    ):
        yield "".join(
            form.format(n=n, line=line) + "\n" for n, line in enumerate(lines(), 1)
        )
    for joint in ("\\n", "\\\\n", "\\r\\n", " ", "<br>", "\r\n", "\n\n"):
        yield joint.join(lines()) + "\n"
    first, *rest = lines()
    yield f"id_rsa:1:{first}\n" + "".join(
        f"id_rsa-{n}-{line}\n" for n, line in enumerate(rest, 2)
    )
