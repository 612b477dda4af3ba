"""What stands around a value lowers how sure a finding is, and only then."""

from __future__ import annotations

import base64
import json

import pytest
from support import tokens

from memsync.secrets.scan import scan

HEX = "0123456789abcdef"
PASSWORD = "Falcon" + "Panda41!"
RANDOM = tokens.text(32, 11)
KEY = tokens.text(40, 5, HEX)
WORDS = base64.b64encode(b"username:pass" + b"word").decode()
MAIL = base64.b64encode(b"admin@corp.net").decode()
DRAWN = base64.b64encode(PASSWORD.encode()).decode()
FLAG = base64.b64encode(b"corpCTF{n0_53cr3t_" + RANDOM[:9].encode() + b"}").decode()
WORD = "tig" + "er"
SITE = "https://docs.corp.net"


def signed(
    header: dict[str, str], signature: str, claims: dict[str, object] | None = None
) -> str:
    def part(members: object) -> str:
        return (
            base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("=")
        )

    user = {"user": "ann", "mail": "ann@corp.net"}
    return f"{part(header)}.{part(user if claims is None else claims)}.{signature}"


def until(end: object) -> str:
    """A signed token that ends at a time."""
    return signed({"alg": "HS256"}, tokens.text(43, 3), {"user": "ann", "exp": end})


# In the years 2020 and 2200
PAST, FAR = 1577836800, 7258118400


SIGNED = signed({"alg": "HS256", "typ": "JWT"}, tokens.text(43, 3))


def confidence(text: str) -> list[str]:
    return [found.confidence for found in scan(f"One.\n\n{text}\n".encode())]


@pytest.mark.parametrize(
    ("doubtful", "sure"),
    [
        # An example, said to be one
        (
            f'weak passwords (e.g., "{PASSWORD}") fall at once',
            f'the password is "{PASSWORD}", so it falls at once',
        ),
        (f"a password such as {PASSWORD} is weak", f"the password is {PASSWORD} here"),
        (
            f'# the answer should be like: {{"token":"{KEY}"}}',
            f'# the answer was today: {{"token":"{KEY}"}}',
        ),
        (
            f"If it looks more like this: `{RANDOM}`, it is the client's secret",
            f"Our client's secret is `{RANDOM}`",
        ),
        # A word for a password in another language
        (
            "ftp://root:contrase\u00f1a@10.13.1.2/",
            f"ftp://root:{PASSWORD}@10.1.2.3/",
        ),
        (
            "smb://ann:\u043f\u0430\u0440\u043e\u043b\u044c@print/x",
            f"smb://ann:{PASSWORD}@print/x",
        ),
        ("ftp://root:senha12@10.13.1.2/", "ftp://root:senha196328@10.13.1.2/"),
        # The key of one link
        (f"{SITE}/j/9123456789?pwd={RANDOM}", f"{SITE}/login?user=ann&pwd={RANDOM}"),
        (f"{SITE}/s/a.jpg?dl=0&amp;rlkey={RANDOM}", f"{SITE}/a.jpg?api_key={RANDOM}"),
        # Identifiers, and what belongs to a public key
        (f'X-Oauth-Client-Id: ["{KEY[:20]}"]', f'client_secret: ["{RANDOM}"]'),
        (
            f'<map Token="{KEY[:16]}" PublicKey="00240000" />',
            f'<map Token="{RANDOM}" Owner="00240000" />',
        ),
        (f'PubKey(id="1", key="{RANDOM}")', f'Login(id="1", api_key="{RANDOM}")'),
        (f"signed by key {KEY[:40].upper()}", f"api_key = {KEY[:40].upper()}"),
        (f"csrf token: {RANDOM}", f"session token: {RANDOM}"),
        (
            f'<outlet property="txt_pwd" destination="{PASSWORD}"/>',
            f'<outlet property="txt_pwd" value="{PASSWORD}"/>',
        ),
        # Encrypted, by its name
        (f'encryptedSecret = "{RANDOM}"', f'clientSecret = "{RANDOM}"'),
        # Made of the user's name
        (
            'username="connector" password="connector' + '1"',
            f'username="connector" password="{PASSWORD}"',
        ),
        (
            "CREATE ROLE \"shopkeeper\" LOGIN PASSWORD 'shopKeeper_pass33';",
            f"CREATE ROLE \"shopkeeper\" LOGIN PASSWORD '{PASSWORD}';",
        ),
        (
            "machine a.corp.net login ftp_user password ftp_pass",
            f"machine a.corp.net login ftp_user password {PASSWORD}",
        ),
        ("Log in with martha/Martha@123$.", f"Log in with martha/{PASSWORD}."),
        # A word, at a host of one's own
        (
            f"postgres://scott:{WORD}@127.0.0.1/x",
            f"postgres://scott:{WORD}@db.corp.net/x",
        ),
        (
            f"postgres://scott:{WORD}%2F{WORD}@hostspec/x",
            f"postgres://scott:{tokens.text(14, 3)}@localhost/x",
        ),
        # Stand-ins, as escapes, base64 and figures for letters hide them
        ("PWD=pass" + "%2Bword1;", f"PWD={PASSWORD[:-1]}%2B;"),
        (f"auth_token: {WORDS}", f"auth_token: {DRAWN}"),
        (f"jenkins_secret: {MAIL}", f"jenkins_secret: {DRAWN}"),
        ('password: "Temp' + 'P@ss123!"', f'password: "{PASSWORD}"'),
        ("PWD%3D" + "pass%252Bword1;", f"PWD%3D{PASSWORD[:-1]}%252B;"),
        (
            "export RCLONE_AUTH_KEY='user1" + ",pass1'",
            f"export RCLONE_AUTH_KEY='{KEY}'",
        ),
        (
            "-d access_token=Alph4num3r1c" + "t0k3nv4lu3",
            f"-d access_token={RANDOM}",
        ),
        # A piece of a format, and of a block of base 85
        ('"a=pass:rate=0{0}"', f'"a=pass:{PASSWORD}"'),
        (f"PW={PASSWORD}`6qR/~>\n", f"PW={PASSWORD}\n"),
        # The answer of a contest
        (
            "Log in with these credentials to get the flag: `HOPE" + "{0Ld_B16_F4rm}`",
            f"Log in with these credentials: `ann` and `{PASSWORD}`",
        ),
        # Without a signature
        (signed({"alg": "none"}, ""), SIGNED),
        (signed({"alg": "nOnE"}, tokens.text(43, 3)), SIGNED),
        (
            f"Authorization: Bearer {signed({'alg': 'RS256'}, '', {})}",
            f"Authorization: Bearer {SIGNED}",
        ),
        # Expired
        (until(PAST), until(FAR)),
        (until(PAST + 0.5), until(FAR + 0.5)),
        (f'token = "{until(PAST)}"', f'token = "{until(str(PAST))}"'),
        (f"Authorization: Bearer {until(1)}", f"Authorization: Bearer {until(True)}"),
        (f"curl -H 'Authorization: token {until(PAST)}' $A", f"token: {until(None)}"),
        # The flag of a contest
        (f"token: {FLAG}", f"token: {DRAWN}"),
        # Masked
        (
            f'"SecretAccessKey": "{RANDOM}********"',
            f'"SecretAccessKey": "{RANDOM}"',
        ),
        # The name of a type
        ("firstPass: SyncBail" + "Hook<[], boolean>", f"firstPass: {PASSWORD}"),
    ],
)
def test_what_stands_around_it_makes_it_low(doubtful: str, sure: str) -> None:
    assert set(confidence(doubtful)) <= {"low"}, doubtful
    assert set(confidence(sure)) & {"medium", "high"}, sure


@pytest.mark.parametrize(
    "text",
    [
        "ASIA" + tokens.text(16, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        "AI" + "za" + tokens.text(35, 3),
        f"Set-Cookie: PHPSESSID={RANDOM}; path=/",
        f'mockIdentity string = "{tokens.github()}"',
        f"tokens look like this: `{tokens.github()}`",
        "STRIPE_KEY=sk" + "_test_testkey1234567890",
        "STRIPE_KEY=sk" + "_test_51JargonSuperLeaky",
        'sessionToken = "dfr3kjsdf5jkjk420544' + 'kjkll"',
        "machine git.corp.net login me password c0d3" + "b4ssssss!",
        f"curl -d 'user=ann&login=x' -H 'Cookie: session={RANDOM}'",
    ],
)
def test_what_ends_soon_or_is_made_up_is_not_high(text: str) -> None:
    assert confidence(text) == ["medium"]


def test_a_token_that_goes_on_in_the_next_string_is_signed() -> None:
    head, claims, signature = SIGNED.split(".")
    assert confidence(f'x = ("{head}"\n  ".{claims}"\n  ".{signature}")') == ["medium"]


@pytest.mark.parametrize(
    "text",
    [
        "- serve: constant time comparison for password check GHSA-mfvx-7rcj-9m5g",
        "strip secrets CVE-2025-12345",
        "# Ladder password: Monday:100pts",
        "The account database reports `kvm:x:993:ann`",
        'minipass: "npm:^7.1.3"',
        "[Vendor Passkey](#Vendor-Passkey1)",
        "financial impact of each account: $50\u2013$200 k",
        "makes passwords trivially brute-forceable\u2014NTLMv1 has them",
        'filter = "eof_action=pass:repeatlast=0:format=nv12"',
        "[key1][key2][key3]=value1",
        "keys: 'fizz,barBaz.key,barBaz.bazoo1'",
        "requires password:confirm.route,100",
        "pass: or/**/1/**/#",
        "pass %[1]s-%[1]s as two arguments",
        "Key: key2__list_1__map_foo",
        '"key": "upload/7e2c1f0a-93d4-4b6e-8f51-0a9b3c7d2e64"',
        "STYLES_KEYS = %i[ruby19_no_mixed_keys no_mixed]",
        'echo -e "$ADMIN_PASSWORD" | kdb5_util -r X',
        "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9" + "GBhXDw==",
        "such as basic authentication, login by OAuth1a and OAuth2, or others",
        "fetch_credentials(use_profile: true, region: 'us-west-1')",
        "credentials httpVersion: .http1Only) {",
        'Hsa2Account bool `json:"hsa2Account"`',
        'password: "Last 4 of guest phone"',
    ],
)
def test_names_and_settings_beside_a_keyword_pass(text: str) -> None:
    assert confidence(text) == [], text


def test_passwords_with_the_same_signs_are_found() -> None:
    missed = []
    for seed in range(20):
        drawn = tokens.text(7, seed) + "3"
        for joint in ("=", ",", "/", ":", "%", "#", "__", "$"):
            value = drawn + joint + tokens.text(5, seed + 50)
            if "medium" not in confidence(f'password: "{value}"'):
                missed.append(value)
    assert missed == []


def test_a_name_that_ends_with_token_gets_hexadecimal_in_quotes() -> None:
    assert confidence(f'userToken: "{KEY}"') == ["medium"]
    assert confidence(f"const token = '{KEY[:32]}';") == ["medium"]
    # A commit, and the next page.
    assert confidence(f"token: {KEY}") == []
    assert confidence(f'"nextPageToken": "{KEY[:32]}"') == []
    assert confidence(f'"tokens": "{KEY[:32]}"') == []


def test_a_name_in_code_is_no_password() -> None:
    assert confidence("key = scryptSync(password, __dep0106Salt, 32);") == []


def test_what_an_example_of_an_address_includes_is_low() -> None:
    assert confidence(
        'is an example of a URL that includes the password "kx@jj5/g"'
    ) == ["low"]
