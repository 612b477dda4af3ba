"""Credentials that curl, HTTPie, consoles and routers get as arguments."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, TOKEN, found

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    "arguments",
    [
        "-u ann:{}",
        "-uann:{}",
        "-fsSu ann:{}",
        '-u "ann:{}"',
        "-u 'CORP\\ann:{}'",
        "--user ann:{}",
        "--user=ann:{}",
        "-X PUT -u \\\n  ann:{}",
        "-x proxy.corp.net:3128 -U ann:{}",
        "--proxy-user ann:{}",
        "--proxy ann:{}@proxy.corp.net:3128",
        "--socks5-hostname ann:{}@proxy.corp.net",
        "-x http://ann:{}@proxy.corp.net:3128",
        "-E client.pem:{}",
        "--cert client.p12:{} --cert-type P12",
        "--cert c.pem --key k.pem --pass {}",
        "--tlsuser ann --tlspassword {}",
        "--proxy-pass {}",
        "-d 'user=ann&password={}'",
        "-d user=ann -d password={}",
        "--data-urlencode 'password={}'",
        "-F password={} -F file=@x",
        '-u \\"ann:{}\\"',
        # As `copy as cURL` writes it.
        "".join(f"-H 'x-part-{n}: {'ab ' * 30}' \\\n " for n in range(20))
        + "-u ann:{}",
    ],
)
def test_a_password_that_curl_gets_is_found(arguments: str) -> None:
    text = f"Run `curl {arguments.format(DRAWN)} https://api.corp.net/v1` once.\n"
    assert [value for _, value in found(text)] == [DRAWN]


@pytest.mark.parametrize(
    "arguments",
    [
        "-u {}:",
        "-u '{}:'",
        "-u {}:X",
        "--user={}:",
        "-u :{}",
        "-b sid={}",
        "-b 'session={}; theme=dark'",
        "--cookie 'auth_token={}'",
        "--oauth2-bearer {}",
        "-H 'Authorization: Bearer {}'",
        "-H 'X-Api-Key: {}'",
        '-H"X-Vault-Token: {}"',
        '--json \'{{"apiKey": "{}"}}\'',
    ],
)
def test_a_token_that_curl_gets_is_found(arguments: str) -> None:
    text = f"curl {arguments.format(TOKEN)} https://api.corp.net/v1\n"
    assert [value for _, value in found(text)] == [TOKEN]


@pytest.mark.parametrize(
    "text",
    [
        '["curl", "-u", "ann:{}", "https://api.corp.net"]',
        "run(['curl', '--user', 'ann:{}', url])",
        "curl_setopt($c, CURLOPT_USERPWD, 'ann:{}');",
        'curl_easy_setopt(curl, CURLOPT_PROXYUSERPWD, "ann:{}");',
        'CURLOPT_USERPWD => "ann:{}",',
        "curl.setopt(pycurl.USERPWD, 'ann:{}')",
    ],
)
def test_a_password_that_code_gives_to_curl_is_found(text: str) -> None:
    assert found(f"Call it:\n\n    {text.format(DRAWN)}\n") == [("curl-user", DRAWN)]


@pytest.mark.parametrize(
    "arguments",
    [
        "-H 'X-Token: {}'",
        '-H "Circle-Token: {}"',
        "--header='DD-APPLICATION-KEY:{}'",
        '-H \\"X-Session-Secret: {}\\"',
        "--oauth2-bearer {}",
        "--oauth2-bearer={}",
    ],
)
def test_a_hexadecimal_token_that_curl_gets_is_found(arguments: str) -> None:
    value = tokens.text(40, 41, "0123456789abcdef")
    text = f"curl {arguments.format(value)} https://api.corp.net/v1\n"
    assert [each for _, each in found(text)] == [value]


@pytest.mark.parametrize(
    "line",
    [
        "curl -H 'X-Request-Id: {}' https://api.corp.net",
        "curl -H 'Idempotency-Key: {}' https://api.corp.net",
        "curl -H 'X-Public-Key: {}' https://api.corp.net",
        "curl -H 'Surrogate-Key: {}' https://api.corp.net",
        "-H 'X-Token: {}' is an argument.",
        "run(['curl', '-u', 'ann', 'b:{}'])",
    ],
)
def test_another_hexadecimal_argument_passes(line: str) -> None:
    assert found(line.format(tokens.text(40, 41, "0123456789abcdef"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "curl -u: https://api.corp.net1",
        "curl -u ann: https://api.corp.net1",
        "curl -u customers-of-the-shop-2024: https://api.corp.net",
        "curl -x proxy.corp.net:3128 https://api.corp.net",
        "curl --cert client.pem --key client2.pem https://api.corp.net",
        "curl -b cookies2024.txt https://api.corp.net",
        "curl -b 'theme=dark-and-blue-2024-with-more' https://api.corp.net",
        "curl -b 'session=$SESSION_OF_2024_AND_MORE' https://api.corp.net",
        "curl --tlspassword $PASSWORD12 https://api.corp.net",
        'curl -u \\"$USER1:$PASSWORD1\\" https://api.corp.net',
        "['curl', '-u', 'ann:' + password1, url]",
        "curl_setopt($c, CURLOPT_USERPWD, $user . ':' . $password1);",
        'curl_setopt($c, CURLOPT_USERPWD, "$user1:$password1");',
        "curl.setopt(pycurl.USERPWD, f'{user1}:{password1}')",
        "curl -H 'X-Token: 0000000000000000000000000000000000000000' x",
    ],
)
def test_arguments_of_curl_without_a_credential_pass(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "http --auth ann:{} api.corp.net/me",
        "http --auth=ann:{} api.corp.net/me",
        "http -A bearer -a {} api.corp.net/me",
        "http --auth-type=bearer --auth={} api.corp.net/me",
        "echo '{}' | passwd --stdin ann",
        "net use Z: \\\\nas\\share /user:CORP\\ann {}",
        "net use Z: \\\\nas\\share {} /user:CORP\\ann",
        "enable secret 0 {}",
        "aws rds modify-db-instance --master-user-password {}",
        "tool --dbPassword {} --verbose",
        "tool --key-passphrase '{}'",
        "ipa-client-install -p admin -w {} --unattended",
        "SET PASSWORD FOR 'root'@'%' = PASSWORD('{}');",
        "echo {} | vncpasswd -f > ~/.vnc/passwd",
        "username ann privilege 15 password 0 {}",
        " ikev1 pre-shared-key {}",
        "crypto isakmp key {} address 10.0.0.1",
        '$p = PSCredential("ann", (ConvertTo-SecureString "{}" -AsPlainText))',
        '$password = ConvertTo-SecureString "{}" -AsPlainText -Force',
        '$secret = ConvertTo-SecureString -String "{}" -AsPlainText -Force',
    ],
)
def test_a_password_of_another_client_is_found(line: str) -> None:
    assert [value for _, value in found(line.format(DRAWN))] == [DRAWN]


def test_a_short_key_as_a_user_is_found_by_its_signs() -> None:
    value = f"{tokens.text(11, 51)}!7"
    assert [v for _, v in found(f'curl -u "{value}:" https://es.corp.net')] == [value]


def test_a_token_that_is_piped_is_found() -> None:
    assert [v for _, v in found(f"echo {TOKEN} | gh auth login --with-token")] == [
        TOKEN
    ]


def test_a_parameter_of_httpie_is_found() -> None:
    assert [v for _, v in found(f"http api.corp.net api_key=={TOKEN}")] == [TOKEN]
    assert found("if api_key==name_of_the_key_2024:") == []


@pytest.mark.parametrize(
    "line",
    [
        "enable secret 5 $1$mERr$" + DRAWN,
        "The password 7 characters2 long is too short.",
        "net use Z: \\\\nas\\share2024 /user:CORP\\ann2024",
        "net use /persistent:no2",
        "http --auth-type=digest2 api.corp.net",
        "new PSCredential(name2, password2)",
        "<app-password title='two 2'>",
        "tool --reset-password user12@corp.net",
        "tool --no-password mode2",
        "password('field12')",
    ],
)
def test_another_line_of_these_passes(line: str) -> None:
    assert found(line) == []


def test_many_commands_on_one_line_are_each_read_once() -> None:
    line = "curl -s x; " * 60 + f"curl -u ann:{PASSWORD.replace('!', '-')} x"
    assert [v for _, v in found(line)] == [PASSWORD.replace("!", "-")]
