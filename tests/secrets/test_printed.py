"""Secrets as programs print them: escaped, coloured, numbered, in another encoding.

Each text is judged with and without the native search, which must find the same.
"""

from __future__ import annotations

import base64
import string
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens
from support.found import alike

from memsync.secrets.scan import scan
from memsync.secrets.texts.meant import escapes

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.secrets.finding import Finding

HEX = "0123456789abcdef"
UPPER = HEX.upper()
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
PASSWORD = tokens.text(9, 3) + "!" + tokens.text(4, 5)
CAMEL = "Falcon" + "Panda" + "41"
WORDY = "tiger-" + "harbor-" + "815"
RANDOM = tokens.text(32, 11)
KEY = tokens.text(64, 9, HEX)
DIGITS = tokens.text(16, 3, string.digits)
GITHUB = tokens.github()
PEM = tokens.private_key()
ESC = "\x1b"
ENCRYPTED = PEM.replace(
    "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n", 1
)
MACHINE_KEY = (
    f'<machineKey validationKey="{tokens.text(128, 3, UPPER)}" '
    f'decryptionKey="{tokens.text(48, 4, UPPER)}" validation="SHA1" />'
)
OPENVPN = (
    "-----BEGIN OpenVPN Static key V1-----\n"
    + "\n".join(tokens.text(32, n, HEX) for n in range(16))
    + "\n-----END OpenVPN Static key V1-----"
)
PUTTY = (
    "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\n"
    f"Public-Lines: 1\n{tokens.text(64, 1)}\nPrivate-Lines: 1\n"
    f"{tokens.text(48, 3)}\nPrivate-MAC: {KEY}"
)


def judged(text: str | bytes) -> list[Finding]:
    data = text.encode() if isinstance(text, str) else text
    return alike(data)


def each_line(form: Callable[[int, str], str]) -> str:
    lines = PEM.splitlines()
    return "".join(form(number, line) + "\n" for number, line in enumerate(lines, 1))


@pytest.mark.parametrize(
    "key",
    [
        each_line(lambda n, line: f"2026-01-02T03:04:0{n}Z web_1 | {line}"),
        each_line(lambda n, line: f"2026-01-02T03:04:05.{n}23Z {line}"),
        each_line(lambda _, line: f"web_1  | {line}"),
        each_line(lambda n, line: f"[12:03:0{n}] INFO  deploy - {line}"),
        each_line(lambda n, line: f"Nov 22 12:03:0{n} build1 app[123]: {line}"),
        each_line(lambda n, line: f"I1122 12:03:04.12{n}       1 main.go:42] {line}"),
        each_line(lambda _, line: f"+{line}"),
        each_line(lambda _, line: f"-{line}"),
        each_line(lambda _, line: f"// {line}"),
        each_line(lambda _, line: f"# {line}"),
        each_line(lambda _, line: f" * {line}"),
        each_line(lambda _, line: f"> {line}"),
        each_line(lambda _, line: f"remote: {line}"),
        each_line(lambda _, line: f"| {line} |"),
        each_line(lambda n, line: f"id_rsa{':' if n == 1 else '-'}{n + 7}-{line}"),
        each_line(lambda n, line: f"{n + 7:6d}\t{line}"),
        each_line(lambda n, line: f"{n + 7:6d}\u2192{line}"),
        each_line(lambda n, line: f"L{n}: {line}"),
        each_line(lambda n, line: f"{n}. {line}"),
        each_line(lambda n, line: f"{n * 16:08x}: {line}"),
        each_line(lambda _, line: f"{ESC}[32m{line}{ESC}[0m"),
        each_line(lambda _, line: f"{line}<br>"),
        each_line(lambda _, line: f"<p>{line}</p>"),
        each_line(lambda _, line: f'"{line}\\n" +'),
        PEM.replace("\n", "<br>"),
        PEM.replace("\n", "\\n"),
        PEM.replace("\n", "\\\\n"),
        PEM.replace("\n", " "),
        PEM.replace("\n", "\r\n"),
        PEM.replace("\n", "\n\n"),
        PEM.replace("\n", "&#10;"),
        PEM.replace("\n", "&#xA;"),
        PEM.replace("\n", "\\u000a"),
        each_line(lambda _, line: f"  \u2502 {line:70s} \u2502"),
        ENCRYPTED,
        ENCRYPTED.replace("\n", "\\n"),
    ],
)
def test_a_private_key_is_one_finding_whatever_stands_before_its_lines(
    key: str,
) -> None:
    text = f"Here:\n\n{key}\nand more.\n".encode()
    (found,) = judged(text)
    assert (found.rule, found.line, found.confidence) == ("private-key", 3, "high")
    assert text[found.start : found.end].endswith(b"PRIVATE KEY-----")


def test_what_looks_like_a_token_within_a_printed_key_is_part_of_it() -> None:
    key = PEM.replace("\n", "\n" + "aQkEAAA" + "C" + tokens.text(40, 3) + "\n", 1)
    lines = "".join(f"  \u2502 {line:70s} \u2502\n" for line in key.splitlines())
    assert [found.rule for found in judged(lines)] == ["private-key"]


@pytest.mark.parametrize(
    "key",
    [
        PEM.encode().hex(),
        PEM.encode().hex().upper(),
        PEM.replace("\n", "%0A").replace("+", "%2B").replace(" ", "%20"),
        PEM.replace("+", "%2B").replace("\n", "%0A").replace(" ", "+"),
    ],
)
def test_a_private_key_in_hexadecimal_or_an_address_is_found(key: str) -> None:
    found = judged(f"Here:\n\nit is {key}\n")
    assert [(one.rule, one.line) for one in found] == [("private-key", 3)]


def test_a_signed_token_of_few_claims_is_found() -> None:
    token = "eyJhbGciOiJIUzI1NiJ9" + ".eyAic3ViIjogImEiIH0." + tokens.text(43, 3)
    assert [one.rule for one in judged(f"Send {token} along.\n")] == ["jwt"]


def test_what_follows_a_public_block_is_no_private_key() -> None:
    for text in (
        each_line(lambda n, line: f"{n}. {line.replace('RSA PRIVATE', 'PUBLIC')}"),
        "-----BEGIN PRIVATE KEY-----\nis how the file begins, see openssl(1).\n",
        "7: grep -----BEGIN RSA PRIVATE KEY-----\n8: grep -----END\n",
    ):
        assert judged(text) == []


@pytest.mark.parametrize(
    "text",
    [
        # Keys and tokens by their shape
        MACHINE_KEY,
        OPENVPN,
        PUTTY,
        f"PRIVATE_KEY=0x{KEY}",
        f'const wallet = new ethers.Wallet("0x{KEY}");',
        f"the deployer's private key 0x{KEY}",
        f'accounts: ["0x{KEY}"]',
        "nsec1" + tokens.text(58, 3, BECH32),
        f"ASANA_PAT=1/{DIGITS}:{KEY[:32]}",
        f"use 2/12{DIGITS}/12{DIGITS}:{KEY[:32]} for asana",
        "rootly" + "_" + KEY,
        "PMAT" + "-" + tokens.text(26, 3, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
        "cog" + "_" + tokens.text(52, 3, string.ascii_lowercase + "234567"),
        "ntn" + "_" + tokens.text(46, 4),
        GITHUB + "andmore",
        "token" + GITHUB,
        f"`{GITHUB[:4]}`{GITHUB[4:]}",
        # Sessions
        f"Set-Cookie: JSESSIONID={tokens.text(32, 3, UPPER)}; Path=/; HttpOnly",
        f"Cookie: JSESSIONID=node0{tokens.text(26, 3)}.node0",
        f"Set-Cookie: session={tokens.text(43, 3)}; HttpOnly",
        # A name and its value on two lines
        f"env:\n  - name: DB_PASSWORD\n    value: {CAMEL}",
        f'- name: API_TOKEN\n  value: "{RANDOM}"',
        f'variable "db_password" {{\n  type    = string\n  default = "{CAMEL}"\n}}',
        f"const apiKey =\n  '{RANDOM}';",
        f'password =\n    "{PASSWORD}"',
        # A user and a password
        f"smtp://ann@corp.net:{WORDY}@mail.corp.net:587",
        f"net user deploy {CAMEL} /add",
        f'expect "assword:"\nsend "{CAMEL}\\r"',
        f"expect 'Password:' ; send -- \"{PASSWORD}\\n\"",
        f"jenkins: admin / {CAMEL}",
        f"- **grafana**: ann / {PASSWORD}",
        f"Jenkins: admin/{WORDY}",
        # Words and blanks in quotes
        'password: "correct ' + "horse " + 'staple"',
        "the wifi password is 'purple " + "monkey " + "dishwasher'",
        'password: "My Dog ' + '42 barks!"',
        # Escapes
        f"token {ESC}[32m{GITHUB[:10]}{ESC}[0m{GITHUB[10:]}",
        f"{ESC}[1mpassword:{ESC}[0m {ESC}[32m{PASSWORD}{ESC}[0m",
        f'{{"out": "\\u001b[32m{GITHUB}\\u001b[0m"}}',
        f"\\x1b[1m{GITHUB}\\x1b[0m",
        f"\\033[1m{GITHUB}\\033[0m",
        GITHUB.replace("_", "\\_"),
        "sk\\_live\\_" + tokens.text(24, 3),
        f"DB\\_PASSWORD\\={CAMEL}",
        GITHUB.replace("_", "\\u005f"),
        GITHUB.replace("_", "\\x5F"),
        GITHUB.replace("_", "%5F"),
        GITHUB.replace("_", "&#95;"),
        GITHUB.replace("_", "&#x5f;"),
        GITHUB.replace("_", "&lowbar;"),
        GITHUB.replace("_", "\uff3f"),
        f"api_key=&quot;{RANDOM}&quot;",
        f"?password%3D{RANDOM}%26x",
        f"\uff24\uff22_PASSWORD\uff1d{CAMEL}",
        f"password\uff1a{CAMEL}",
        f"pass\u200bword: {CAMEL}",
        f"https:\\/\\/ann:{PASSWORD}@db.corp.net\\/x",
        base64.b64encode(base64.b64encode(f"token={GITHUB}\n".encode())).decode(),
    ],
)
def test_a_secret_is_found_as_programs_print_it(text: str) -> None:
    assert judged(f"Some words.\n\n{text}\n\nMore.\n"), text


@pytest.mark.parametrize(
    "text",
    [
        f"transaction 0x{KEY} was mined",
        'password: "Enter the new password twice"',
        'password: "at least 8 characters"',
        "- name: DB_PASSWORD\n  valueFrom: secretKeyRef2",
        'variable "password_length" {\n  default = "16"\n}',
        "usage: admin/v2beta1",
        "platform: linux / amd64v3",
        "Cookie: csrftoken=" + RANDOM,
        'send "Hello2\\n"',
        "net user deploy * /add",
        "a\\_b\\_c &quot;d&quot; %20 e",
    ],
)
def test_what_programs_print_otherwise_passes(text: str) -> None:
    assert judged(f"Some words.\n\n{text}\n\nMore.\n") == [], text


@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_read_and_lines_are_those_of_the_file(
    name: str, *, mark: bool
) -> None:
    text = f"Gr\u00fc\u00dfe und ein paar W\u00f6rter.\n\u00fc: {GITHUB}\nMore.\n"
    data = ("\ufeff" * mark + text).encode(name)
    (found,) = judged(data)
    assert (found.rule, found.line, found.column) == ("github-pat", 2, 4)
    assert data[found.start : found.end].decode(name) == GITHUB
    assert judged(PEM.encode(name))[0].rule == "private-key"


def test_a_finding_behind_escapes_stands_where_it_is_in_the_file() -> None:
    line = f'{{"a\\u0022": 1, "o": "\\u001b[32m{GITHUB[:4]}\\u001b[0m{GITHUB[4:]}"}}'
    (found,) = judged(f"One.\n{line}\n")
    assert found.line == 2
    assert found.column == line.index("ghp") + 1
    value = f"One.\n{line}\n".encode()[found.start : found.end]
    assert value.startswith(b"ghp")
    assert value.endswith(GITHUB[-4:].encode())


def test_a_marker_in_utf_16_allows_its_line() -> None:
    text = f"{GITHUB} <!-- memsync:allow github-pat -->\n"
    assert scan(text.encode("utf-16")) == []


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "\\_",
                "%41",
                "\\u0041",
                f"{ESC}[1m",
                "&quot;",
                "\uff21",
                "\u200b",
                "\n",
                *"a\u00e9\\%&",
                "\n\n\n",
            ]
        ),
        max_size=30,
    ).map("".join)
)
def test_each_byte_of_a_form_has_its_place_in_the_file(text: str) -> None:
    data = text.encode()
    form = escapes.unescaped(data)
    last = 0
    for at in range(len(form.text) if form else 0):
        assert form is not None
        start, end = form.place(at, at + 1)
        assert last <= start < end <= len(data)
        raw, meant = data[start:end], form.text[at : at + 1]
        # Line breaks stand between lines that do not belong together.
        if len(raw) == 1 and meant != b"\n":
            assert raw == meant
        last = start


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    for prefix in (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff", b"\xff\xfe\0\0", b""):
        for found in scan(prefix + data + GITHUB.encode()):
            assert 0 <= found.start < found.end


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["key=", "password ", "a\n", "token: x, ", "-----BEGIN ", "word "]),
    st.integers(30_000, 200_000),
    st.sampled_from(["", "\n", "secret: "]),
)
def test_a_secret_behind_a_text_that_repeats_itself_is_where_it_stands(
    piece: str, size: int, joint: str
) -> None:
    before = piece * (size // len(piece)) + joint + "\n"
    text = f"{GITHUB}\n{before}\n{GITHUB}\n{before}"
    found = [f for f in scan(text.encode()) if f.rule == "github-pat"]
    second = text.rindex(GITHUB)
    assert [(f.start, f.line) for f in found] == [
        (0, 1),
        (second, text.count("\n", 0, second) + 1),
    ]
