"""Private keys between their two marks, whatever a program writes around the lines."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

import pytest
from support import tokens

from memsync.secrets.scan import scan

if TYPE_CHECKING:
    from collections.abc import Callable

BASE64 = tokens.text(62, 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "abcdefghijklmn0123456789+/"
DASHES = "-" * 5
ED25519 = base64.b64encode(
    bytes.fromhex(
        "302e020100300506032b657004220420" + tokens.text(64, 3, "0123456789abcdef")
    )
).decode()
WAYS = {
    "a call": lambda lines: "\n".join(f'out.write("{line}\\n")' for line in lines),
    "a shell": lambda lines: "\n".join(f'echo "{line}" >> key' for line in lines),
    "a variable": lambda lines: "\n".join(
        f"$k .= '{line}' . \"\\n\";" for line in lines
    ),
    "bytes": lambda lines: "\n".join(f"b'{line}\\n'" for line in lines),
    "joined": lambda lines: " & vbCrLf & _\n".join(f'"{line}"' for line in lines),
    "a list": lambda lines: ", ".join(f"'{line}'" for line in lines),
    "markup": lambda lines: "".join(f"<p>{line}</p>" for line in lines),
    "spans": lambda lines: "\n".join(
        f'<span class="l">{line}</span>' for line in lines
    ),
    "breaks": "<br/>\n".join,
    "one line": " ".join,
    "far right": lambda lines: "\n".join(" " * 70 + line for line in lines),
    "octal": "\\012".join,
    "numeric": "&#10;".join,
}


def block(kind: str, *head: str, body: list[str] | None = None) -> list[str]:
    body = body or [tokens.text(64, n, BASE64) for n in range(5)]
    first, last = f"{DASHES}BEGIN {kind}{DASHES}", f"{DASHES}END {kind}{DASHES}"
    return [first, *head, *body, last]


def found(text: str) -> list[tuple[str, str]]:
    return [
        (one.rule, one.confidence) for one in scan(f"Some words.\n\n{text}\n".encode())
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "lines",
    [
        block("RSA PRIVATE KEY"),
        block(
            "RSA PRIVATE KEY",
            "Proc-Type: 4,ENCRYPTED",
            f"DEK-Info: AES-128-CBC,{tokens.text(32, 3, '0123456789ABCDEF')}",
            "",
        ),
        block("PGP PRIVATE KEY BLOCK", "Version: GnuPG v1.4.11 (GNU/Linux)", ""),
        block("PRIVATE KEY", body=[ED25519]),
    ],
    ids=["plain", "encrypted", "pgp", "short"],
)
def test_a_key_is_found_in_whatever_it_is_written(way: str, lines: list[str]) -> None:
    assert found(WAYS[way](lines)) == [("private-key", "high")]


@pytest.mark.parametrize(
    "way",
    [
        # As an editor, PHP, a browser, a diff, a shell and markdown write a key.
        lambda key: re.sub(r"(\w{2}\S{2}\n-)", r"\n\1", key),
        lambda key: key.replace("/", "\\/").replace("\n", "\\n"),
        lambda key: key.replace("+", "&#43;").replace("/", "&#x2F;"),
        lambda key: key.replace("+", "%2B").replace("/", "%2F").replace("\n", "%0A"),
        lambda key: "\n".join(f"+{line}" for line in key.split("\n")),
        lambda key: key.replace("\n", "`r`n"),
        lambda key: key.replace("-", "\\-").replace("+", "\\+"),
        lambda key: key.rpartition("\n")[0] + "\n\n",
    ],
)
def test_a_short_key_is_whole_in_whatever_it_is_written(
    way: Callable[[str], str],
) -> None:
    for seed in range(20):
        drawn = tokens.text(64, seed, "0123456789abcdef")
        der = bytes.fromhex("302e020100300506032b657004220420" + drawn)
        lines = block("PRIVATE KEY", body=[base64.b64encode(der).decode()])
        assert found(way("\n".join(lines))) == [("private-key", "high")]


@pytest.mark.parametrize(
    "body",
    [
        ED25519[:40],
        ED25519[:24] + "A" * 40,
        ED25519[:30] + "\n\nas the beginning of each key, and what follows is drawn",
        ED25519[:30] + "...",
    ],
)
def test_a_short_key_that_is_cut_is_low(body: str) -> None:
    assert found("\n".join(block("PRIVATE KEY", body=[body]))) == [
        ("private-key", "low")
    ]


def test_a_key_that_was_copied_from_a_page_is_found() -> None:
    """Its words are separated by blanks that do not break, or written as plus signs."""
    drawn = tokens.text(32, 3, "0123456789ABCDEF")
    head = "Proc-Type: 4,ENCRYPTED", f"DEK-Info: AES-128-CBC,{drawn}", ""
    lines = block("RSA PRIVATE KEY", *head)
    text = "\n".join(lines)
    assert found(text.replace(" ", "\u00a0")) == [("private-key", "high")]
    assert found(quote_plus(text)) == [("private-key", "high")]


def test_a_key_ends_with_its_own_last_line() -> None:
    key = "\n".join(block("RSA PRIVATE KEY", "[1]"))
    data = f"{key}\n-----\n{key}\n".encode()
    assert [data[one.start : one.end].decode() for one in scan(data)] == [key, key]


def test_a_last_line_that_an_editor_wrapped_is_one() -> None:
    key = "\n".join(block("RSA PRIVATE KEY", "[1]"))
    data = f"{key[:-10]}\n  {key[-10:]}\n".encode()
    (one,) = scan(data)
    assert data[one.start : one.end] == data.rstrip()


def test_a_key_of_ssh2_and_one_in_small_letters_are_found() -> None:
    body = [tokens.text(64, n, BASE64) for n in range(5)]
    name = "SSH2 ENCRYPTED PRIVATE KEY"
    ssh2 = [f"---- BEGIN {name} ----", 'Comment: "x"', *body, f"---- END {name} ----"]
    assert found("\n".join(ssh2)) == [("private-key", "high")]
    assert found("\n".join(block("rsa private key"))) == [("private-key", "high")]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(block("RSA PRIVATE KEY", body=["<paste your key here, all of it>"])),
        "\n".join(block("PRIVATE KEY", body=["{{ .Values.tls.key | indent 4 }}"])),
        " & ".join(block("PRIVATE KEY", body=["A" * 64, "A" * 64])),
        "\n".join(block("PUBLIC KEY")),
        f"---- BEGIN SSH2 PUBLIC KEY ----\n{BASE64}\n---- END SSH2 PUBLIC KEY ----",
        "---- BEGIN SSH2 PRIVATE KEY ----\n...\n---- END SSH2 PRIVATE KEY ----",
        f"> {DASHES}BEGIN PRIVATE KEY{DASHES}\n" + "> \n" * 9 + "> and so on",
        f"starts with `{DASHES}BEGIN PRIVATE KEY{DASHES}` and goes on",
    ],
)
def test_marks_without_a_key_between_them_are_none(text: str) -> None:
    assert [one for one in found(text) if one[1] != "low"] == []


def test_a_key_that_its_document_cuts_short_is_low() -> None:
    lines = block("RSA PRIVATE KEY")
    cut = [*lines[:2], "[...]", *lines[-2:]]
    assert found("\n".join(cut)) == [("private-key", "low")]
    more = [*lines[:3], "[...]", *lines[-2:]]
    assert found("\n".join(more)) == [("private-key", "medium")]
    masked = [*lines[:1], *("x" * 64 for _ in range(4)), "...", *lines[-1:]]
    assert found("\n".join(masked)) == [("private-key", "low")]


def test_a_word_in_the_prefix_of_its_lines_says_nothing_of_a_key() -> None:
    key = tokens.private_key().splitlines()
    text = "\n".join(f"Nov 22 10:11:12 web.example.com app: {line}" for line in key)
    assert found(text) == [("private-key", "high")]


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_second_kind_of_openvpns_keys_is_found(side: str) -> None:
    mark = f"OpenVPN tls-crypt-v2 {side} key{DASHES}"
    body = "\n".join(tokens.text(64, seed) for seed in range(3))
    text = f"{DASHES}BEGIN {mark}\n{body}\n{DASHES}END {mark}\n"
    (one,) = scan(text.encode())
    assert (one.rule, one.start, one.end) == ("private-key", 0, len(text) - 1)


def test_code_behind_the_first_line_of_a_key_is_no_key() -> None:
    head = f"{DASHES}BEGIN OPENSSH PRIVATE KEY{DASHES}"
    text = f'assert_eq!(\n  part(&found, "{head}"),\n  PartOfDecision::Hidden\n);\n'
    assert found(text) == []
