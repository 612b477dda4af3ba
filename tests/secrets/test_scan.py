from __future__ import annotations

import base64
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens
from support.hostile import LINES, PIECES

from memsync.secrets.scan import scan, scan_all
from memsync.secrets.texts.crowds import LONG
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

pytestmark = pytest.mark.usefixtures("both_ways")

PASSWORD = tokens.text(9, 3) + "!" + tokens.text(4, 5)
RANDOM = tokens.text(32, 11)
HEX = "".join(f"{ord(c) * 37 % 256:02x}" for c in RANDOM)


def rules(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return [finding.rule for finding in scan(data)]


@pytest.mark.parametrize(
    "text",
    [
        f"password: {PASSWORD}",
        f"DB_PASSWORD={PASSWORD}",
        f"The staging password is {PASSWORD}, ask Ann.",
        f"the password for the build box is `{PASSWORD}`",
        f"Log in with admin / {PASSWORD} on the wiki.",
        f"- login: root:{PASSWORD}",
        f"| host | user | password |\n|---|---|---|\n| db1 | app | {PASSWORD} |",
        f"passphrase = '{PASSWORD}'",
        f"api_key: {RANDOM}",
        f'"client_secret": "{RANDOM}"',
        f"aws_secret_access_key = {tokens.text(40, 2)}",
        f"export STRANGE_TOKEN={RANDOM}",
        f"postgres://app:{PASSWORD.replace('!', '-')}@db.internal.corp:5432/app",
        f"https://deploy:{tokens.text(20)}@git.corp.net/repo.git",
        f"machine git.corp.net login me password {PASSWORD}",
        f"Authorization: Bearer {RANDOM}",
        f"curl -u admin:{PASSWORD} https://ci.corp.net",
        f"sshpass -p {PASSWORD} ssh root@box",
        f"wifi psk: {PASSWORD}",
        f"We use {PASSWORD} as the root password on db1.",
        f"The root password was changed to {PASSWORD} on Monday.",
        f"Login: admin, password {PASSWORD}",
        f"The box is in rack 4 (pw: {PASSWORD}).",
        f"ssh ann@box (password {PASSWORD})",
        f"user ann, pass {PASSWORD}",
        f"- password {PASSWORD}",
        f"credentials for the wiki: ann / {PASSWORD}",
        f"<db><password>{PASSWORD}</password></db>",
        f"encryption key (hex): {HEX}",
        f"AES key = {HEX}",
        f"I stored the token {RANDOM} in CI.",
        f"Passwort für den Server: {PASSWORD}",
        f"mot de passe : {PASSWORD}",
        f"contraseña: {PASSWORD}",
        "the passphrase is `walnut-ferry" + "-copper-lantern`",
        f"mysql -h db1 -u root -p{PASSWORD} app",
        f"docker login -u ci -p {PASSWORD} reg.corp.net",
        f"redis-cli -h cache -a {PASSWORD} ping",
        f"ldapsearch -D cn=admin -w {PASSWORD} -b dc=corp",
        f"openssl enc -aes-256-cbc -k {PASSWORD} -in a",
        f"openssl rsa -passin pass:{PASSWORD} -in key.pem",
        f"Connect-VIServer -Server vc1 -User adm -Password {PASSWORD}",
        f"ALTER USER app IDENTIFIED BY '{PASSWORD}';",
        f'new NetworkCredential("ci@corp.net", "{PASSWORD}")',
    ],
)
def test_a_secret_is_found_where_people_and_agents_write_it(text: str) -> None:
    assert rules(f"Some words before.\n\n{text}\n\nAnd after.\n"), text


def test_basic_credentials_are_found_in_a_header_and_in_docker_auth() -> None:
    encoded = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
    assert rules(f"Authorization: Basic {encoded}") == ["basic-auth"]
    assert rules('{"auths": {"r.io": {"auth": "' + encoded + '"}}}') == ["docker-auth"]


@pytest.mark.parametrize("kind", ["RSA ", "", "OPENSSH ", "EC ", "ENCRYPTED "])
def test_a_private_key_of_each_pem_kind_is_one_finding(kind: str) -> None:
    text = f"key:\n\n{tokens.private_key(kind)}\nend\n"
    (found,) = scan(text.encode())
    assert found.rule == "private-key"
    assert found.line == 3
    assert text.encode()[found.start : found.end].count(b"\n") == 6


@pytest.mark.parametrize(
    "text",
    [
        "sha256:" + "0f" * 32,
        "commit 1c002dd4b536e7479fe34593e72e6c6c1819e53b",
        "token: 1c002dd4b536e7479fe34593e72e6c6c1819e53b",
        "key: 123e4567-e89b-42d3-a456-426614174000",
        "integrity sha512-" + base64.b64encode(bytes(range(64))).decode(),
        "password: <your password>",
        "password: ${DB_PASSWORD}",
        "password = {{ vault.password }}",
        "password: changeme",
        "api_key = os.environ['API_KEY']",
        "token = get_token(session)",
        "secret: /run/secrets/db_password.txt",
        "The password is stored in 1Password under Build.",
        "the secret is that nobody reads it",
        "ghp" + "_" + "x" * 36,
        "public key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabg",
        "recipient: age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "keyboard: us-intl-2024-altgr",
        "author: jane.doe1980-at-corp",
        "postgres://user:password@host/db",
        "max_tokens: 4096",
        "primary key: user_id_2024_v2",
        "Basic authentication is off.",
        "mkdir -p build/out2024 && cp -a src1/ dst2/",
        "mysql -u root -p app2024 < dump.sql",
        "docker login -u ci -p $REGISTRY_PASSWORD2 reg.corp.net",
        "GRANT ALL TO app IDENTIFIED BY 'your-password-1';",
        "the passphrase is in-the-vault-of-ann",
        "use argon2id as the password hash",
        "login h1:" + base64.b64encode(bytes(range(7, 39))).decode(),
        "the password is kept, pass it2 to the next",
        "- password rotation 2024",
        "account arn:aws:iam::123456789012:role/MyRoleForS3Config",
        "-----BEGIN PUBLIC " + "KEY-----\\nMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEqVWUtqs6Ekt",
        "`passphrase`: `Buffer|TypedArray|DataView`",
    ],
)
def test_what_only_looks_like_a_secret_passes(text: str) -> None:
    assert rules(f"Some words.\n\n{text}\n\nMore.\n") == [], text


@pytest.mark.parametrize(
    "split",
    [
        lambda t: f"`{t[:20]}``{t[20:]}`",
        lambda t: f"{t[:20]}\u200b{t[20:]}",
        lambda t: f"{t[:6]}\u2060{t[6:30]}\u200d{t[30:]}",
        lambda t: f"{t[:20]}\n{t[20:]}",
        lambda t: f"{t[:8]}\n{t[8:]}",
        lambda t: f"> {t[:20]}\n> {t[20:]}",
        lambda t: f"{t[:20]}\\\n    {t[20:]}",
        lambda t: f"`{t[:20]}` `{t[20:]}`",
    ],
)
def test_a_token_that_is_split_counts(split: Callable[[str], str]) -> None:
    text = f"The token is {split(tokens.github())} here.\n"
    assert rules(text) == ["github-pat"]


def test_a_token_wrapped_in_base64_counts() -> None:
    once = base64.b64encode(f"token={tokens.github()}\n".encode())
    assert rules(b"blob " + once + b" end") == ["github-pat"]
    assert rules(b"blob " + base64.b64encode(once) + b" end") == ["github-pat"]


def test_line_and_column_count_characters_and_offsets_count_bytes() -> None:
    text = f"ä\nöö: {tokens.github()}\r\n"
    (found,) = scan(text.encode())
    assert (found.line, found.column, found.length) == (2, 5, 40)
    (found,) = scan(b"\xff\n\xff\xff: " + tokens.github().encode())
    assert (found.line, found.column) == (2, 5)


def test_binary_content_is_scanned_like_any_other() -> None:
    assert rules(b"\0\0\1" + tokens.github().encode() + b"\0") == ["github-pat"]


def test_every_secret_of_a_note_is_reported_once_and_in_order() -> None:
    text = f"token: {tokens.github(1)}\nkey: {tokens.aws_key()}\n{tokens.github(2)}\n"
    assert rules(text) == ["github-pat", "aws-access-key", "github-pat"]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.binary(max_size=400))
def test_no_bytes_make_the_scanner_fail(before: bytes, after: bytes) -> None:
    for finding, _ in scan_all(before + b"password=" + after):
        assert 0 <= finding.start < finding.end <= len(before) + 9 + len(after)


@pytest.mark.parametrize("piece", PIECES)
def test_work_grows_with_length_and_not_with_its_square(piece: bytes) -> None:
    calls = 0

    def count(_frame: FrameType, _event: str, _what: object) -> None:
        nonlocal calls
        calls += 1

    def work(size: int) -> int:
        nonlocal calls
        calls = 0
        sys.setprofile(count)
        try:
            scan(piece * (size // len(piece)))
        finally:
            sys.setprofile(None)
        return calls

    work(1 << 12)
    # Longer texts of keywords are left to Python (`native`), which is more work.
    long = 1 << 17 if Text.search is None else LONG - 1
    # Eight times the length: sixty-four times the work would be its square.
    assert work(long) < 12 * work(long >> 3) + 1000


@pytest.mark.parametrize(("begins", "sign"), LINES)
def test_a_long_line_is_read_once(begins: bytes, sign: bytes) -> None:
    """Where patterns read it once for each place in it, this takes minutes."""
    assert len(scan(begins + sign * 40_000)) <= 1


def test_many_tokens_that_a_quoted_line_break_splits_are_read_once() -> None:
    token = tokens.github()
    split = f"> x {token[:22]}\n>{token[22:]}\n\n"
    data = "".join(f"{n}\n{split}" for n in range(3000))
    assert rules(data) == ["github-pat"] * 3000


def test_a_name_with_dots_as_a_discord_token_has_is_none() -> None:
    assert rules("NotificationCenterDefault.shared.add_observers_for_all_names") == []


def test_each_copy_of_a_discord_token_is_found() -> None:
    number = base64.b64encode(b"208461739052846173").decode().rstrip("=")
    token = f"{number}.{tokens.text(6, 4)}.{tokens.text(38, 5)}"
    assert rules(f"a {token}\nb {token}\n") == ["discord-token"] * 2
