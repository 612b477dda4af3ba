"""Passwords in command lines, in calls and at consoles."""

from __future__ import annotations

import pytest
from support.found import PASSWORD, found

# No sign that a shell or an address would read.
PLAIN = PASSWORD.replace("!", "-")


@pytest.mark.parametrize(
    "line",
    [
        "mysql -u root -p{} shop",
        "mysqldump --host db -p'{}'",
        "docker login -u ann -p {}",
        "redis-cli -a {} ping",
        "smbclient //host/share -U ann%{}",
        "ldapsearch -x -w {} -b dc=corp",
        "plink -pw {} ann@host",
        "openssl pkcs12 -in a -passin pass:{}",
        "keytool -list -storepass {}",
        "requirepass {}",
        "CREATE USER ann IDENTIFIED BY '{}'",
        "echo {} | docker login --password-stdin",
        "echo 'ann:{}' | chpasswd",
        "htpasswd -b /etc/passwords ann {}",
        'new NetworkCredential("ann", "{}")',
        "pulumi config set --secret dbPassword {}",
        "curl -u ann:{} https://host",
        "sshpass -p {} ssh ann@host",
        "net user ann {} /add",
        'expect "*assword:"\nsend "{}\\r"',
        "aws secretsmanager create-secret --name a --secret-string {}",
        "http -a ann:{} api.corp.net/me",
    ],
)
def test_a_password_on_a_command_line_is_found(line: str) -> None:
    assert [value for _, value in found(line.format(PLAIN))] == [PLAIN]


@pytest.mark.parametrize(
    "line",
    [
        "mysql -u root -p",
        "mysql -u root -p$MYSQL_PASSWORD",
        "mysql -u root -p shop2024db",
        "mkdir -p releases/2024",
        "ssh -p 2222 host1",
        "docker run -p 8080:80 image1",
        "curl -u $USER:$TOKEN https://host",
        "curl -u ann https://host1",
        "date -u +%H:%M",
        "redis-cli -a $REDIS_PASSWORD ping",
        "sshpass -f /run/password1 ssh host",
        "keytool -storepass ${STORE_PASS1}",
        "CREATE USER ann IDENTIFIED BY '<password1>'",
        "echo $TOKEN1 | docker login --password-stdin",
        '<app-password title="Sign in 2">',
        "pytest -p no:cacheprovider2",
        'send "hello12345\\r"',
        "net user ann /delete1",
        "net user ann %PASSWORD1% /add",
        "python -W error::x2",
    ],
)
def test_an_option_without_a_password_passes(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize(
    "line", ["echo {} | passwd --stdin ann", "net user ann {} /add"]
)
def test_drawn_words_are_found_where_only_a_password_can_be(line: str) -> None:
    words = "otter-lantern-" + "copper-meadow"
    assert [value for _, value in found(line.format(words))] == [words]


def test_another_program_takes_the_same_option_for_something_else() -> None:
    assert found(f"grep -p{PLAIN} file") == []
    assert found(f"tar -k {PLAIN}") == []


def test_each_line_is_a_command_of_its_own() -> None:
    assert found(f"mysql --version\nmkdir -p {PLAIN}\n") == []


def test_a_line_of_endless_options_takes_no_longer_than_its_first_ones() -> None:
    crowd = "mysql " + "-px " * 20
    assert [v for _, v in found(f"mysql -px -p{PLAIN}")] == [PLAIN]
    assert found(f"{crowd}-p{PLAIN}") == []
    assert [v for _, v in found(f"{crowd}\nmysql -p{PLAIN}")] == [PLAIN]
