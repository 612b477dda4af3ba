"""Passwords in lists: arguments of a command as strings, and users of a program."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

OTHER = tokens.text(14, 41) + "7"


@pytest.mark.parametrize(
    "text",
    [
        'execve("/usr/bin/mysql", ["mysql", "-uroot", "-p{}", "shop"], 0x7f) = 0',
        "subprocess.run(['docker', 'login', '-u', 'ann', '-p', '{}'])",
        '"Cmd": [\n  "mosquitto_sub",\n  "-u",\n  "ann",\n  "-P",\n  "{}"\n]',
        'spawn("redis-cli", ["-a", "{}", "ping"])',
    ],
)
def test_a_password_in_a_list_of_arguments_is_found(text: str) -> None:
    assert values(text.format(DRAWN) + "\n") == [DRAWN]


@pytest.mark.parametrize(
    "text",
    [
        'parser.add_argument("-p", "--port", default=8080)',
        "run(['ssh', '-p', '2222', '-u', 'ann', 'host-01.corp.net'])",
        '["cp", "-a", "release-2024-11", "backup-2024-11"]',
    ],
)
def test_other_arguments_pass(text: str) -> None:
    assert found(text + "\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "chpasswd:\n  expire: false\n  list: |\n    root:{}\n    ann:{}\nx: y\n",
        "[users]\nann = {}\nbob = {}\n\n[groups]\n",
        'ScramLoginModule required\n  user_ann="{}"\n  user_bob="{}";\n}};\n',
    ],
)
def test_each_password_of_a_list_of_users_is_found(text: str) -> None:
    assert values(text.format(PASSWORD, OTHER)) == [PASSWORD, OTHER]


def test_the_names_in_a_list_of_users_pass() -> None:
    assert (
        found("[users]\nann = admin,team01\nbob = /home/bob2\n[x]\na = b1c2d3\n") == []
    )
