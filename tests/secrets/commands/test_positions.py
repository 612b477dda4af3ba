"""Passwords and tokens at a certain place of a command, a console or a call."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")


@pytest.mark.parametrize(
    "line",
    [
        "rabbitmqctl add_user ann {}",
        "rabbitmqctl change_password ann {}",
        "snmp-server community {} RW",
        "snmpwalk -v2c -c {} sw1.corp.net",
        "kinit svc@CORP.LAN <<< '{}'",
        'sudo -S <<< "{}" apt update',
        "echo {} | sudo -S reboot",
        "rootpw --plaintext {}",
        "twine upload -u ann -p {} dist/*",
        "cypher-shell -u neo4j -p {}",
        "rar a -hp{} a.rar dir",
        "composer config http-basic.git.corp.net ann {}",
        "bw login ann@corp.net {}",
        "openssl passwd -6 {}",
        "radius-server host 10.0.0.1 key {}",
        "redis> AUTH {}",
        "AUTH default {}",
        'smtp.login("ann@corp.net", "{}")',
        'requests.get(url, auth=("ann", "{}"))',
        'session.auth = ("ann@corp.net", "{}")',
        '    secret "{}";',
        "331 Please specify the password.\nPASS {}\n230 Login successful.",
        "<key>Password</key>\n<string>{}</string>",
        "mc alias set s3 https://s3.corp.net short {}",
    ],
)
def test_a_password_at_its_place_is_found(line: str) -> None:
    assert values(line.format(DRAWN) + "\n") == [DRAWN]


@pytest.mark.parametrize(
    "line", ["vault login {}", "snyk auth {}", "cargo login {}", "x -Dsonar.login={}"]
)
def test_a_token_at_its_place_is_found(line: str) -> None:
    assert values(line.format(TOKEN) + "\n") == [TOKEN]


@pytest.mark.parametrize(
    "line",
    [
        "mkdir -u ann -p releases/2024",
        "docker run -u 1000 -p 8080:80 image1",
        'grep foo <<< "{}"',
        "bash -c {}",
        "docker login registry2.corp.net",
        "login page2",
        "auth module1",
        'log.login("ann", "user-2")',
        "pass {} to it",
        "AUTH LOGIN",
        "kubectl auth can-i create2",
        "ssh -l ann -p 2222 host1",
    ],
)
def test_another_word_at_such_a_place_passes(line: str) -> None:
    assert found(line.format(tokens.text(7, 3) + "1") + "\n") == []
