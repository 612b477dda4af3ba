"""Secrets as agents and people write them down, and what only reads like one.

Each text is judged with and without the native search, which must find the same.
"""

from __future__ import annotations

import base64
import string
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.found import alike

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.secrets.finding import Finding

BASE32 = string.ascii_lowercase + "234567"
HEX = "0123456789abcdef"
PASSWORD = tokens.text(9, 3) + "!" + tokens.text(4, 5)
CAMEL = "Falcon" + "Panda" + "41"
WORDY = "tiger-" + "harbor-" + "815"
RANDOM = tokens.text(32, 11)
KEY = tokens.text(40, 5, HEX)
WALLET = (
    "violet harbor ember walnut copper lantern maple rocket galaxy coffee panda silver"
)
SPOKEN = "umbrella marble banana zebra"
SEED = " ".join(tokens.text(4, n, BASE32) for n in (3, 4, 5, 8))
APP = " ".join(tokens.text(4, n, string.ascii_lowercase) for n in (1, 2, 3, 4))
PIN = "48" + "21"
GROUPS = "-".join(tokens.text(6, n, string.digits) for n in range(8))
BACKUP = tokens.text(5, 1, HEX) + "-" + tokens.text(5, 2, HEX)
DJANGO = "9f1r7$(+8)9f&pz#iu*5djjftb7cwe96" + "kyl407k9krezfc+_0="
BOT = tokens.text(10, 2, string.digits) + ":h" + tokens.text(34, 3)
JOIN = tokens.text(6, 2, HEX) + "." + tokens.text(16, 3, HEX)
ENCODED = base64.b64encode(RANDOM.encode()).decode()


def judged(text: str) -> list[Finding]:
    data = f"Some words.\n\n{text}\n\nMore.\n".encode()
    return alike(data)


@pytest.mark.parametrize(
    "text",
    [
        # Anywhere near its name, when it can be nothing else
        f"temporary password {PASSWORD} until Monday",
        f"If it asks for a password, type {CAMEL}.",
        f"Q: what is the db password? A: {PASSWORD}",
        f"password? It's {PASSWORD}",
        f"old password {PASSWORD}, new one by mail",
        f"password - {PASSWORD}",
        f"password \u2013 {CAMEL}",
        f"**Password:** {CAMEL}",
        f"Password: <code>{CAMEL}</code>",
        f"SSID guest, PSK {PASSWORD}",
        f"user ann, pass {WORDY}",
        f"To log in, enter ann and {PASSWORD}",
        f"FYI the shared account is ann with {PASSWORD} as the password",
        f"WLAN key: {PASSWORD}",
        # Below its name
        f"## Password\n\n{CAMEL}",
        f"The admin password:\n\n```\n{PASSWORD}\n```",
        f"Password:\n    {CAMEL}",
        f"API key:\n\n> {RANDOM}",
        # In a table
        f"| host | login | pw |\n|---|---|---|\n| nas | ann | {CAMEL} |",
        f"| host | pass |\n|:--|--:|\n| nas | `{WORDY}` |",
        f"| name | API key |\n|---|---|\n| acme | {KEY} |",
        f"| name | token |\n|---|---|\n| acme | {RANDOM} |",
        # In words
        f'The passphrase is "{SPOKEN}".',
        f"Passphrase: {SPOKEN}",
        f"passphrase: `{SPOKEN}`",
        'The password is "' + "swordfish" + '".',
        f"seed phrase: {WALLET}",
        f"The wallet's seed phrase is {WALLET}.",
        "Recovery phrase:\n"
        + "\n".join(f"{i}. {w}" for i, w in enumerate(WALLET.split(), 1)),
        # In figures and groups
        f"The PIN is {PIN}.",
        f"SIM PIN: {PIN}",
        f"door code: {PIN}",
        f"The passcode is {PIN}",
        f"TOTP secret: {SEED}",
        f"2FA seed for the wiki: {SEED.replace(' ', '').upper()}",
        f"Gmail app password: {APP}",
        f"Recovery codes for the wiki:\n- {BACKUP}",
        f"BitLocker recovery key: {GROUPS}",
        # Given to a command, or piped to it
        f"keytool -list -keystore a.jks -storepass {WORDY}",
        f"smbclient //nas/x -U ann%{WORDY}",
        f"http -a ann:{CAMEL} https://ci.corp.net",
        f"htpasswd -b /etc/.htpasswd ann {CAMEL}",
        f"echo 'root:{CAMEL}' | chpasswd",
        f"echo {CAMEL} | docker login -u ci --password-stdin",
        f"requirepass {CAMEL}",
        f"bindpw {WORDY}",
        f"docker login -u ci -p {WORDY} reg.corp.net",
        f"gh secret set DB_PASSWORD --body {CAMEL}",
        f"CREATE ROLE app LOGIN PASSWORD '{CAMEL}';",
        f"db.corp.net:5432:app:app:{WORDY}",
        f"jdbc:oracle:thin:app/{WORDY}@db.corp.net:1521:orcl",
        f"kubeadm join 10.0.0.1:6443 --token {JOIN}",
        f"TELEGRAM_BOT_TOKEN={BOT}",
        f"curl https://api.telegram.org/bot{BOT.replace('h', 'A')}/getMe",
        # Given to a name that holds the value, whatever it begins with
        f"ALGOLIA_ADMIN_KEY={KEY[:32]}",
        f"storage_account_key: {RANDOM}",
        f"NEXTAUTH_SECRET={ENCODED}",
        f"FB_PAGE_ACCESS_TOKEN={RANDOM}",
        f"HASHICORP_TOKEN={RANDOM}",
        f"CIRCLE_TOKEN={KEY}",
        f"https://x.corp.net/feed?token={KEY}",
        f"The API key for CI is `{KEY}`",
        f"SECRET_KEY = '{DJANGO}'",
        f"The AWS secret key is /{tokens.text(39, 9)}.",
        f"PrivateKey = /{tokens.text(42, 9)}=",
        f"Cookie: PHPSESSID={tokens.text(26, 3, BASE32)}",
        f"ASANA_TOKEN=1/{tokens.text(16, 3, string.digits)}:{KEY[:32]}",
        # In other languages
        f"Kennwort: {CAMEL}",
        f"mot de passe du nas : {CAMEL}",
        f"A senha \u00e9 {CAMEL}",
        f"has\u0142o: {CAMEL}",
        f"l\u00f6senord: {CAMEL}",
        f"\u043f\u0430\u0440\u043e\u043b\u044c: {CAMEL}",
        f"\u5bc6\u7801\uff1a{CAMEL}",
        f"\u30d1\u30b9\u30ef\u30fc\u30c9: {CAMEL}",
    ],
)
def test_a_secret_is_found_as_notes_put_it(text: str) -> None:
    assert judged(text), text


@pytest.mark.parametrize(
    "text",
    [
        "The default password hashing algorithm is now Argon2id.",
        "Use a password manager such as 1Password or KeePassXC2.",
        "pass -fsimple=1 and ABI=64 to the compiler",
        "password - sha256sum of the file",
        'password: "string"',
        'The password is "required" and must be a "string".',
        "The passphrase is stored in the vault of the team.",
        "passphrase: the words that you chose when you made the key",
        "See the blogon/user2:name part.",
        "The seed is set to 42 for each run, which makes the runs the same again.",
        "The PIN is stored on the card. PIN 13 is ground.",
        "status code: 404, error code is 1045, zip code 80331",
        "| Token | Description |\n|---|---|\n| `PARAM_NAME2` | a name |",
        f"| Key | Value |\n|---|---|\n| sha | {KEY} |",
        "Password:\n\n- at least 8 characters",
        "## Secret\n\nmy_module.secret_name2",
        "password:\n  valueFrom: secretKeyRef2",
        '"AWS::KMS::Key": "' + "2b447c471bc7" + '0388"',
        "pkcs12_key_as_pem = _openssl_crypt.pkcs12_key_as_pem",
        '<a href="lib-keys.html#xsltInitCtxtKeys">xsltInitCtxtKeys</a>',
        r"key: \xf0\x9f\x92\xa9\xf0\x9f\x92",
        '"PurchaseToken": "' + RANDOM[:26] + '..."',
        "Public key ping-sha256: " + base64.b64encode(bytes(range(32))).decode(),
        "key_down_event=" + "NYPP=vG_9C==kRR6QWam34O.0c7C-z",
        "docker run -p 8080:80 -a stdin -u www-data:www-data2 app",
        "psql -U app2 -p 5432 -a -f db2.sql",
        "PASS: gdb.ada/assign_1.exp: changing the language to ada",
        "base-passwd (3.5.52) unstable; urgency=medium",
        "use :attr:`UserOAuth2.email` when credentials are available",
        "key: MFkwEwYHKoZIzj0" + "CAQYIKoZIzj0DAQcDQgAE1Olb3zMAFFxXKHiIkQO5cJ3Y",
        "account arn:aws:iam::my-account-id:role/RoleForS3TemplateConfig",
        "index_key = " + RANDOM,
        "api_key = 48213904821",
        "api_key: 123e4567-e89b-12d3-a456-426614174000",
        "next_page_token: " + RANDOM,
        "uint8_t auth_key[NET_" + "MD5SIG_MAXKEYLEN];  /* binary */",
        "pass_duration: google.protobuf." + "duration_pb2.Duration | None = ...,",
        "# the credentials file, see owner/aws" + "-cli2#847.",
    ],
)
def test_what_only_reads_like_a_secret_passes(text: str) -> None:
    assert judged(text) == [], text


@pytest.mark.parametrize(
    "around",
    [
        lambda t: '{"body": "first\\n' + t + '\\nlast"}',
        lambda t: '{"body": "\\u0022' + t + '\\u0022"}',
        lambda t: f"https://x.corp.net/?q=a%3D{t}%26b",
        lambda t: f"use {t[: len(t) // 2]}\\\n{t[len(t) // 2 :]} here",
        lambda t: f"> use {t[: len(t) // 2]}\n> {t[len(t) // 2 :]} here",
        lambda t: f"use {t[: len(t) // 2]}\n{t[len(t) // 2 :]} here",
    ],
)
@pytest.mark.parametrize(
    "token",
    [
        tokens.aws_key(),
        tokens.github(),
        # The mark of a storage key stands near its end.
        tokens.text(70, 4) + "+" + "ASt" + tokens.text(6, 5) + "==",
    ],
    ids=["aws", "github", "azure"],
)
def test_a_token_counts_behind_an_escape_and_across_lines(
    token: str, around: Callable[[str], str]
) -> None:
    assert judged(around(token))
