"""How sure a finding is: issued formats, values that look drawn, and stand-ins."""

from __future__ import annotations

import base64
import json
import string

import pytest
from support import tokens

from memsync.secrets.doubts.levels import at_least
from memsync.secrets.rules import ROWS
from memsync.secrets.scan import scan

HEX = "0123456789abcdef"
PASSWORD = tokens.text(9, 3) + "!" + tokens.text(4, 5)
RANDOM = tokens.text(32, 11)
KEY = tokens.text(40, 5, HEX)
UUID = "7e2c1f0a-93d4-4b6e-8f51-0a9b3c7d2e64"
DASHES = "-" * 5
OPENS, CLOSES = f"{DASHES}BEGIN PRIVATE KEY{DASHES}", f"{DASHES}END PRIVATE KEY{DASHES}"
TEXT = (
    "\u4fdd\u8b77\u3001\u50c5\u5167\u7db2\uff09\u3002\u5c0d\u5916\u57e0"
    "\uff1a80/81\uff08HTTP\uff09\u3001443/444\uff08HTTPS\uff09\u3001"
)
ED25519 = base64.b64encode(
    bytes.fromhex("302e020100300506032b657004220420" + tokens.text(64, 3, HEX))
).decode()
SAMPLE_TOKEN = '{"access_token": "' + "2YotnFZFEj" + 'r1zCsicMWpAA"}'
SAMPLE_ACCOUNT = (
    "0xac0974bec39a17e36ba4a6b4d238ff94" + "4bacb478cbed5efcae784d7bf4f2ff80"
)
SAMPLE_HEADER = "Authorization: Basic " + "QWxhZGRpbjpv" + "cGVuIHNlc2FtZQ=="


def confidence(text: str) -> list[str]:
    return [found.confidence for found in scan(f"One.\n\n{text}\n".encode())]


@pytest.mark.parametrize(
    "text",
    [
        tokens.github(),
        tokens.aws_key(),
        tokens.private_key(),
        f"postgres://app:{PASSWORD.replace('!', '-')}@db.corp.net/app",
        f"machine git.corp.net login me password {PASSWORD}",
        f"api_key = {RANDOM}",
        f"{OPENS}\n{ED25519}\n{CLOSES}",
        f'"{OPENS}\\n{ED25519}\\n{CLOSES}"',
        f'System.setProperty("XRAY_TOKEN", "{RANDOM}")',
    ],
)
def test_what_only_its_vendor_issues_or_looks_drawn_is_high(text: str) -> None:
    assert confidence(text) == ["high"]


@pytest.mark.parametrize(
    "text",
    [
        f"password: {PASSWORD}",
        "The password is Falcon" + "Panda41.",
        f"ALGOLIA_ADMIN_KEY={KEY[:32]}",
        f'"client_secret": "{UUID}"',
        f"curl -H 'X-Vendor-ApiKey: {UUID}' $HOST",
        f"METRICS_KEY={KEY[:32]}",
        # It says what it is, but nobody would type the rest as a sample.
        "postgres://app:dbp4ssw0rd" + tokens.text(6, 4) + "@db.corp.net/app",
    ],
)
def test_what_a_name_and_a_value_make_likely_is_medium(text: str) -> None:
    assert confidence(text) == ["medium"]


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "IOSFODNN7" + "EXAMPLE",
        SAMPLE_TOKEN,
        SAMPLE_HEADER,
        "postgres://app:password@localhost/shop",
        "amqp://guest:guest@mq.corp.net",
        "postgres://app:" + tokens.text(9, 3) + "@example.com/shop",
        "curl --user ann:password123 https://corp.net",
        "wpa_passphrase=Use-A-Passphrase-Of-20-Letters",
        f"private key: {SAMPLE_ACCOUNT}",
        "sshpass -p changeme ssh ann@corp.net",
        "machine git.corp.net login ann password changeme",
        "Authorization: Basic " + base64.b64encode(b"ann:password").decode(),
        "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
        "subscription-key=" + 2 * (string.digits[1:] + "0abcdef"),
        "O" + RANDOM[:23] + ".YjESug." + RANDOM,
        "AGE-SECRET-" + "KEY-1" + 58 * "Q",
        "ghp_" + string.ascii_lowercase + string.digits[:10],
        "ghp_" + tokens.text(14, 3) + "Password" + tokens.text(14, 4),
        "gpg signing key: " + tokens.text(16, 8, string.digits + "ABCDEF"),
        "SHODAN_API_KEY=" + string.ascii_lowercase + string.digits[:6],
        "APIFY_TOKEN=" + "qwertyuiop" + "asdfghjkl" + string.digits,
        "MYSQL_ROOT_PASSWORD=secret" + "123",
        "PASSWORD: Pass" + "123$",
        "password = 'orig-pass-" + "12345'",
        "NAS login: admin / nas-a1b2c3d4",
        'api_secret = "' + "1a2b3c4d5e6f" + '7g8h9i0j"',
        "cookie.secret = base64CookieSecret",
        'stronger("password", "' + "5c0744940b5c" + '369b")',
        "--md-primary-fg-color--dark: var(--green);",
        # Nothing but escapes.
        "postgres://app:\\r\\n\\r\\n@db.corp.net/app",
        f"session_token: {UUID}",
        f"{OPENS}\n{ED25519[:40]}\n{CLOSES}",
        "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEpQIBAAKCAQEA...\n",
    ],
)
def test_what_documents_and_tests_show_is_low_and_not_absent(text: str) -> None:
    assert confidence(text) == ["low"]


def test_a_drawn_token_of_each_format_blocks() -> None:
    weak = []
    for row in ROWS:
        found = scan(f"We use {tokens.of_row(row, 1)} for that.\n".encode())
        if not at_least(found[0].confidence, "medium"):
            weak.append(f"{row[0]} {row[2]}")
    assert weak == []


@pytest.mark.parametrize(
    "text",
    [
        # What is stored of a password
        "password: $2y$10$" + tokens.text(53, 3),
        "admin_password = '$pbkdf2-sha256$29000$" + tokens.text(22, 4) + "$x1'",
        "password: pbkdf2_sha256$260000$" + tokens.text(22, 4) + "$x1=",
        "DB_PASSWORD={SSHA}" + tokens.text(28, 3),
        'adminEntry password = "admin:$2y$05$' + tokens.text(53, 3) + '"',
        "| id | password |\n|---|---|\n| 1 | $2a$10$" + tokens.text(53, 3) + " |",
        # Words of an interface
        '"New password": "Jaun\u0101-parole",',
        "emptyPassword=\\u0160patn\\u00E9",
        "* DATASOURCE_PASSWORD: \u5bf9\u5e94\u73af\u5883ConfigDB\u7684\u5bc6\u7801",
        # Patterns and code
        r'password: "^(?=.*[A-Z])[A-Za-z0-9]{8,}$"',
        r"token_pattern = [a-z0-9]{32}[^/]+x",
        'if ("password"===g||d.ngTrim2&&x',
        'assertThat(matches("password", "")).isFalse2();',
        "allPass := []validateCheckResult2{",
        # Locks, resources, fingerprints
        "modernc.org/token v1.1.0 h1:" + tokens.text(43, 3) + "=",
        "'@babel/plugin-transform-duplicate-keys': 7.29.7(@babel/core@7.29.0)",
        '"secret": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app-Ab12Cd"',
        "ED25519 key fingerprint is SHA256:" + tokens.text(43, 4),
        "key: 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
        f"cache key: build-{KEY[:8]}-linux",
        "aws-sdk-go-v2/credentials v1.17.61 h1:Hd/uX6" + tokens.text(34, 3) + "=",
        # Base64, and names within names
        "jBJxPLkgWLRqpWDtO" + tokens.text(40, 8) + "+/" + tokens.text(20, 9),
        "authentication.authenticationpasswordstorageargon2",
        'String encodedPassword = "' + tokens.text(64, 3, HEX) + '";',
        "ColorPass = AdaptiveColor2{Light",
        'encodedPassword = "{scrypt@v5_8}$e0801$' + tokens.text(30, 3) + '"',
        '(click)="copyRecoveryCodes()" i18n-title title="Copy"',
        "https://:@google.com2\\@www.corp.net",
        f"key |1|{tokens.text(27, 5)}=|{tokens.text(27, 6)}= ssh-ed25519",
        f"{tokens.text(14, 2)}KeY9{tokens.text(24, 2)}\\n{tokens.text(60, 4)}\\n",
        f'{{"login":1,"body":{{"base64_string":"{tokens.text(60, 5)}"}}}}',
        f"x+AKCp{tokens.text(69, 3)}+{tokens.text(90, 4)}/+",
        f'password: "{{AQAAABAAAAAQ{tokens.text(32, 3)}=}}"',
        # Code, algorithms, text, commands
        "if (passcode1==338150 && passcode2==13371337){",
        "if pwd != tt.outscramsha256 {",
        "info.javascriptKey = req.body._JavaScriptKey || '';",
        'PRETTY_PASS="\\e[32m\u2714 \\e[0m"',
        "CLIENT_SECRET: [0-9A-Za-z\\+\\=]{40,50}",
        "strong passwords by SHA\u2011256 and more",
        "Pre-Shared Key (PSK)]] [[WPA2-Enterprise]]",
        "GITHUB_IMAGE_PASS_IMAGE=httpd:2.4.68-alpine",
        "- [Login:Web:175pts](contest/Login2)",
        "0xC000006A = wrong password, 0xC0000234 = locked",
        'curl -s $U; sqlmap -u "http://target.corp/x.php?id=1"',
        "curl -s $U; date -u +%Y-%m-%dT%H:%M:%SZ",
        f"GPG_KEY_ID={KEY[:16].upper()}",
        f"GitHub OAuth {TEXT}",
        "if (len(user.Password) == md5.Size*2+len(md5prefix) && x) {",
        "char* pass=(char*)0x6040c0;",
        'VaultKey *VaultKey `protobuf:"bytes,4,opt,name=key_4,json=azureVaultKey,x"`',
        "new_password=user1&token=43634643&username=ann",
        "-e POSTGRES_PASSWORD=password --rm postgis/postgis:17-3.5-alpine && sleep 20",
        "curl ftp://$HOST/ --user anonymous:anonymous",
        "s/^resetpass=1$/resetpass=0/g",
        "valid password filters in `C:\\Windows\\System32\\` only",
        f"prompt.token=Your token:\nprompt.X9={RANDOM}",
        # Elements, results, constants, hosts
        '<app-input-password i18n-title="Pass" formControlName="password2">',
        "| 1 | Review PASS present | **PASS** | reviewer-1 recorded it |",
        "`REDIS_HOST_PASSWORD`, `OBJECTSTORE_S3_KEY`, `SMTP_PASSWORD`",
        "http://localhost:8378/1/login?email=ann@corp.net",
        "//localdomain.pw:80#@www.whitelisteddomain.tld/",
        "http://google.com:80#@www.whitelisteddomain.tld/",
    ],
)
def test_what_was_a_false_alarm_passes(text: str) -> None:
    assert confidence(text) == [], text


def test_a_sign_in_a_drawn_password_makes_no_code_of_it() -> None:
    missed = []
    for sign in "!#%+@$*&^~?":
        for seed in range(20):
            value = tokens.text(7, seed) + "3" + sign + tokens.text(5, seed + 50)
            if "medium" not in confidence(f"password: {value}"):
                missed.append(value)
    assert missed == []


def test_drawn_values_are_no_stand_ins() -> None:
    drawn = [
        tokens.text(12, n, string.ascii_letters + string.digits) for n in range(200)
    ]
    weak = [value for value in drawn if confidence(f"password: {value}") == ["low"]]
    assert weak == []


# Their beginning already looks random, or what is filled up is short, or has words.
_NOT_FILLED = {
    *("aws-bedrock-key", "putty-key", "twitter-bearer"),
    *("sidekiq-url", "sidekiq-secret"),
}


def test_a_format_that_one_letter_fills_up_is_low_and_not_absent() -> None:
    others = []
    for row in ROWS:
        found = scan(f"We use {tokens.sample_of_row(row)} for that.\n".encode())
        levels = [each.confidence for each in found]
        if row[0] not in _NOT_FILLED and levels != ["low"]:
            others.append((row, levels))
    assert others == []


@pytest.mark.parametrize("mask", ["x" * 36, "X" * 36, "0" * 36])
def test_where_a_token_is_to_be_put_none_is_found(mask: str) -> None:
    assert confidence(f"GITHUB_TOKEN=ghp_{mask}") == []


def typed(line: str) -> str:
    """What fingers hit on a keyboard, in the form of a key."""
    return "\n".join([OPENS, *(line[i:] + line[:i] for i in range(9)), CLOSES])


TYPED = "Hwjf" + "gkdhs123ugjhfhhsbdcu6356dgyjhsvgvGFDHYgcdjbvcdhbsx63cgyhfuw"


@pytest.mark.parametrize("shape", ["{}", '"{}"', "key: {}"])
def test_a_key_that_a_person_typed_is_low(shape: str) -> None:
    lines = typed(TYPED).replace("\n", "\\n" if '"' in shape else "\n")
    assert confidence(shape.format(lines)) == ["low"]
    drawn = tokens.private_key("").strip().replace("\n", "\\n")
    assert confidence(shape.format(drawn)) == ["high"]


def test_a_typed_key_in_base64_is_low() -> None:
    def wrapped(key: str) -> str:
        account = json.dumps({"type": "service_account", "private_key": key})
        return "account: " + base64.b64encode(account.encode()).decode()

    assert confidence(wrapped(typed(TYPED))) == ["low"]
    assert confidence(wrapped(tokens.private_key(""))) == ["high"]


def test_base64_of_drawn_words_is_no_stand_in() -> None:
    words = "otter-" + "marble-" + "canyon-" + "violin"
    shown = base64.b64encode(f"ann:{words}".encode()).decode()
    assert confidence(f"Authorization: Basic {shown}") == ["high"]
