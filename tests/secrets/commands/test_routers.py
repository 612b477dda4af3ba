"""Passwords and keys in the configuration of routers and switches."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

WEAK = "amber" + "wharf7731"


@pytest.mark.parametrize(
    "text",
    [
        "radius server A\n address ipv4 10.0.0.1 auth-port 1812\n key {}\n!",
        "tacacs server B\n key 0 {}\n timeout 5",
        "aaa-server C (inside) host 10.0.0.1\n key {}\n",
        "line vty 0 4\n password {}\n login",
        " username ann secret {}",
        "username ann privilege 15 secret 0 {}",
        "enable secret {}",
        " ppp chap password 0 {}",
        " ip ftp password {}",
        " edit admin\n    set password {}\n next",
        " ldap-login-password {}",
        " ip ospf authentication-key {}",
        " area 0 virtual-link 10.0.0.1 authentication-key 0 {}",
        " wpa-psk ascii 0 {}",
        " security wpa psk set-key ascii 0 {}",
        "crypto isakmp key {} hostname vpn.corp.net",
        "snmp-server host 10.0.0.1 version 2c {}",
        "snmp-server user mon grp v3 auth sha {}",
        "snmp-server user mon grp v3 auth sha short priv aes 128 {}",
    ],
)
@pytest.mark.parametrize("value", [WEAK, DRAWN])
def test_even_a_word_with_a_number_is_found_there(text: str, value: str) -> None:
    assert values(text.format(value) + "\n") == [value]


def test_a_key_of_a_client_and_a_community_must_look_made_up() -> None:
    text = "aaa server radius dynamic-author\n client 10.0.0.5 server-key {}\n"
    assert values(text.format(DRAWN)) == [DRAWN]
    for name in ("snmp community: ", "snmp community string ", "rocommunity "):
        assert values(f"{name}{DRAWN}\n") == [DRAWN]


@pytest.mark.parametrize(
    "text",
    [
        # Hashes.
        "enable secret 5 $1$mERr$" + tokens.text(22, 3),
        "enable secret 9 $9$nhEmQVczB7dqsO$" + tokens.text(43, 5),
        # No value, or one of another kind.
        "enable secret scanning in 2024",
        "username ann secret from vault2 please",
        "radius server A\n address ipv6 ::1\n retransmit 3",
        "radius server A\n key-wrap x1\n!",
        "- id: 4\n key wharf7731",
        "crontab x\n password wharf7731\n login",
        "set password policy2",
        "tls_server server-key server2.pem",
        "snmp-server host 10.0.0.1 version 3 auth mon",
        "router bgp 1\n  community: 65000:120",
        "psk ascii art2",
        "the authentication-key parameter2 of it",
    ],
)
def test_what_looks_alike_passes(text: str) -> None:
    assert found(text + "\n") == []
