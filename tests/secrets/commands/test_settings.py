"""Passwords in the lines and blocks of programs' files, and in what they print."""

from __future__ import annotations

import base64

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, found, values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

PHRASE = "violet-ember-saturn-winter"


@pytest.mark.parametrize(
    "text",
    [
        "[smtp.corp.net]:587 ann@corp.net:{}",
        "smtp.corp.net:465\tann:{}",
        "relayhost [x]:25 static:ann:{}",
        "olcRootDN: cn=admin\nolcRootPW: {}",
        "bindpw = {}",
        "ldap_default_authtok = {}",
        '"pw": "{}"',
        "<AdministratorPassword>\n <Value>{}</Value>\n</AdministratorPassword>",
        '<property name="password"><value>{}</value></property>',
        "<key>SharedSecret</key>\n<string>{}</string>",
        "WIFI:T:WPA;S:Office;P:{};;",
        "<keyMaterial>{}</keyMaterial>",
        "netsh wlan set profileparameter name=Office keyMaterial={}",
        'pre-shared-key ascii-text "{}"',
        "set psksecret {}",
        "key-string {}",
        "ip ospf message-digest-key 1 md5 {}",
        "username ann privilege 15 secret {}",
        'AuthInfo:corp.net "U:ann" "P:{}" "M:PLAIN"',
        "chpasswd:\n  list: |\n    root:{}",
        "CREATE LOGIN ann WITH PASSWORD=N'{}', DEFAULT_DATABASE=[x]",
        "CREATE USER hr IDENTIFIED BY {} DEFAULT TABLESPACE x",
        "UPDATE u SET authentication_string=PASSWORD('{}')",
        'form-data; name="password"\r\n\r\n{}\r\n--x',
        '["password"]=>\n  string(15) "{}"',
        '"AUTH" "{}"',
        '17.4 [0 10.0.0.9:5183] "AUTH" "default" "{}"',
        "snmp-server user mon grp v3 auth sha {}",
        "snmp-server user mon grp v3 auth sha {} priv aes 128 short",
        "snmp-server user mon grp v3 auth md5 short priv des {}",
        "rocommunity {} 10.0.0.0/8",
        "snmp {{\n    community {} {{\n",
        " isis password clear {}",
        'password "Auth" {}',
        "<auth-user-pass>\nann\n{}\n</auth-user-pass>",
        '"db_password": {{\n "sensitive": true,\n "value": "{}"\n}}',
        "Password for the [elastic] user successfully reset.\nNew value: {}",
        "Security key : Present\nKey Content : {}",
        "[+] 10.0.0.5:445 - CORP\\ann:{} (ok)",
    ],
)
def test_a_password_in_a_file_or_print_is_found(text: str) -> None:
    assert values(text.format(DRAWN) + "\n") == [DRAWN]


@pytest.mark.parametrize(
    "text",
    [
        "rcon_password {}",
        "press ~ and type `rcon_password {}`, then `rcon status`",
        "srcds -game x +sv_password {} +map de",
        'seta g_password "{}"',
    ],
)
@pytest.mark.parametrize("value", ["amber" + "wharf7731", tokens.text(9, 4) + "42bp"])
def test_a_variable_of_a_console_may_give_a_weak_one(text: str, value: str) -> None:
    assert values(text.format(value) + "\n") == [value]


def test_a_key_that_servers_share_is_found() -> None:
    key = base64.b64encode(tokens.text(32, 11).encode()).decode()
    assert values(f'datacenter = "home"\nencrypt    = "{key}"\n') == [key]
    assert values(f"nsupdate -y hmac-sha256:ddns:{key}\n") == [key]
    swarm = tokens.text(64, 12, "0123456789abcdef")
    assert values(f"/key/swarm/psk/1.0.0/\n/base16/\n{swarm}\n") == [swarm]


@pytest.mark.parametrize(
    "text",
    [
        "RABBITMQ_ERLANG_COOKIE={}",
        'RABBITMQ_ERLANG_COOKIE: "{}"',
        "ERLANG_COOKIE is {} on all nodes, else they do not join",
        "erl -name a@b -setcookie {}",
    ],
)
def test_a_cookie_that_nodes_of_erlang_share_is_found(text: str) -> None:
    for cookie in (DRAWN, tokens.text(20, 8, "QWZXPLKMVNTRHJGDSBFY")):
        assert values(text.format(cookie) + "\n") == [cookie]


def test_a_password_in_base64_that_a_client_keeps_is_found() -> None:
    value = base64.b64encode(DRAWN.encode()).decode()
    assert values(f'<Pass encoding="base64">{value}</Pass>\n') == [value]


def test_a_made_up_password_behind_its_user_is_found() -> None:
    assert values(f"stats auth ann:{PASSWORD}\n") == [PASSWORD]


@pytest.mark.parametrize("verb", ["AUTH PLAIN", "a1 AUTHENTICATE PLAIN"])
def test_a_login_of_a_mail_client_is_found(verb: str) -> None:
    sent = base64.b64encode(f"\0ann@corp.net\0{DRAWN}".encode()).decode()
    assert values(f"{verb} {sent}\n235 ok\n") == [sent]


def test_the_answer_to_the_question_for_a_password_is_found() -> None:
    asked, sent = (base64.b64encode(x.encode()) for x in ("Password:", DRAWN))
    assert values(f"334 {asked.decode()}\n{sent.decode()}\n") == [sent.decode()]


@pytest.mark.parametrize(
    "text",
    [
        'network={{\n ssid="Office"\n psk="{}"\n}}',
        "RESTIC_PASSWORD={}",
        "Environment=BORG_PASSPHRASE={}",
    ],
)
def test_words_are_a_passphrase_where_a_program_takes_one(text: str) -> None:
    assert values(text.format(PHRASE) + "\n") == [PHRASE]


@pytest.mark.parametrize(
    "text",
    [
        "redirect localhost:587 to web2:8080",
        "listen on :465 tls:required1",
        'label: "password">\n<value>',
        "<password><value>$DB_PASS1</value></password>",
        "WIFI:T:nopass;S:Guest;P:;;",
        "AUTH PLAIN LOGIN",
        "AUTH PLAIN c29tZXRoaW5n",
        "message-digest-key 1 md5 $KEY1",
        "the key content : see page2",
        "identified by id2 in the log",
        'password="choose-some-strong-password"',
        'password = "this-text-must-change-soon"',
        'placeholder password="enter the new words here"',
        'psk="your-wifi-network-key"',
        '"token": {{"sensitive": true, "value": null}}',
        '"key": {{"type": "string", "value": "{}"}}',
        "[+] 10.0.0.5:445 - CORP\\ann:aad3b435b51404ee:31d6cfe0d16ae931",
        "Password for ann was reset.\nSee also: page2",
        "set secret {} aside",
        "RABBITMQ_ERLANG_COOKIE: $COOKIE1",
        "erl -setcookie cookie2",
        "the erlang_cookie is in vault2",
        "    proxy_pass 10.13.37.42:$port;",
        "    user_password varchar(255)",
        "the reset_password step42 of it",
        "  db_password utf8_bin1 collate",
        "set_password",
        "reset_password /users/form2",
    ],
)
def test_what_looks_alike_passes(text: str) -> None:
    assert found(text.format(tokens.text(7, 3) + "1") + "\n") == []


def test_what_a_server_shows_once_may_be_hexadecimal() -> None:
    shown = tokens.text(32, 4, "0123456789abcdef")
    at = "/var/jenkins_home/secrets/initialAdminPassword"
    assert values(f"$ sudo cat {at}\n{shown}\n") == [shown]
    assert values(f"It is in {at}\n\n{shown}\n") == [shown]
    assert found(f"It is not in {at}.\nThe commit is {shown}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        'await page.fill("#password", "{}")',
        'await page.type("input[name=password]", "{}")',
        'args: ["--password", "{}"]',
    ],
)
def test_what_fills_a_form_or_an_option_blocks(line: str) -> None:
    (finding,) = scan((line.format(DRAWN) + "\n").encode())
    assert finding.confidence == "medium"
