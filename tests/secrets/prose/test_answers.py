"""Passwords on the line after a question, below a column, and in more words."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, PASSWORD, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

HEX = tokens.text(64, 9, "0123456789abcdef")


@pytest.mark.parametrize(
    "text",
    [
        "password for the jump host is\n{}\n",
        "The password of the router:\n`{}`\n",
        "Q: What is the admin password?\nA: {}\n",
        "<ann> hey, what's the pw for redis?\n<ben> {}\n",
        "[10:42] ann: the password?\n[10:43] ben: {}\n",
        "root pw on 10.0.0.4 got rotated, it's now {}\n",
        "pw for the box is {}\n",
        "the root pw {} for now\n",
        "The shared password should be {}\n",
        "Benutzer ann, Passwort {}\n",
        "creds: root {}\n",
        "Router login: 192.168.1.1 admin {}\n",
        "2. Enter admin as user and {} as password\n",
        "Passordet er {}\n",
    ],
)
def test_the_password_in_an_answer_is_found(text: str) -> None:
    assert [value for _, value in found(text.format(PASSWORD))] == [PASSWORD]


@pytest.mark.parametrize(
    "text",
    [
        "Did you forget the password?\nAsk the owner of host12.\n",
        "The password for the wiki:\n<input id='password2'>\n",
        '<a text="password is"\n android:id="@+id/textView2" />\n',
        "The generated password for a/b is:\n{}\n",
        "password is\nsize=12345678\n",
        "The password?\nExpected:{}\n",
        "npw for it is\n{}\n",
    ],
)
def test_another_line_after_a_question_passes(text: str) -> None:
    assert found(text.format(DRAWN)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The API key we got from the vendor (valid until March): {}",
        "Webhook signing secret \u2192 {}",
        "deploy token -> {}",
        'The preshared secret (group A) should be "{}"',
        "Use `{}` as API key there.",
        "We set {} as the deploy token.",
    ],
)
def test_a_token_in_a_longer_sentence_is_found(sentence: str) -> None:
    assert [value for _, value in found(sentence.format(TOKEN))] == [TOKEN]


def test_a_hexadecimal_key_behind_an_arrow_is_found() -> None:
    assert [v for _, v in found(f"webhook signing secret \u2192 {HEX}")] == [HEX]


@pytest.mark.parametrize(
    "text",
    [
        "service;username;password\ngrafana;ann;{}\n",
        "name,url,username,password\nGit,https://git.corp.net,ann,{}\n",
        "Username\tPassword\nann\t{}\n",
        '"login","pass"\n"ann","{}"\r\n',
        "pwd_of,db password\napp,{}\n",
        "a\tpassphrase\tb\nx\tlater\ty\nx\t{}\ty",
    ],
)
def test_a_password_in_a_row_is_found(text: str) -> None:
    assert [value for _, value in found(text.format(PASSWORD))] == [PASSWORD]


@pytest.mark.parametrize(
    "text",
    [
        "service;username;password\ngrafana;ann;in the vault\n",
        "name,password\nann,{},more\n",
        "name,password_hash\nann,{}\n",
        "def login(user, password,\n          host, port1234):\n",
        "password reset, and then\nnothing, {}\n",
        "password\n\nsize {}\n",
    ],
)
def test_another_row_passes(text: str) -> None:
    assert found(text.format(PASSWORD)) == []


@pytest.mark.parametrize(
    "text",
    [
        "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f\u300c{}\u300d\u3067\u3059\u3002",
        "\ube44\ubc00\ubc88\ud638\ub294 {} \uc785\ub2c8\ub2e4",
        "Passwort f\u00fcr Grafana ist jetzt: {}",
    ],
)
def test_a_password_in_another_language_is_found(text: str) -> None:
    assert [value for _, value in found(text.format(PASSWORD))] == [PASSWORD]


def test_a_password_may_have_an_equals_sign() -> None:
    value = f"{tokens.text(9, 41)}=Q{tokens.text(4, 42)}"
    assert [v for _, v in found(f"FTP account ann, password {value}\n")] == [value]


def test_the_code_of_a_lock_may_have_more_words() -> None:
    code = tokens.text(6, 8, "0123456789")
    assert found(f"Alarm code 2nd floor: {code}\n") == [("prose-code", code)]


@pytest.mark.parametrize(
    "text",
    ["deepgram token 1 == {}", "deepgram token #2 = '{}'", "DEEPGRAM_KEY 12: {}"],
)
def test_the_name_of_a_token_may_have_a_number(text: str) -> None:
    assert [value for _, value in found(text.format(HEX[:40]))] == [HEX[:40]]


def test_a_list_of_recovery_codes_is_found() -> None:
    codes = [tokens.text(6, seed, "0123456789") for seed in range(4)]
    assert values(f"My recovery codes: {' '.join(codes)}\n") == codes
    assert found("My recovery codes: page 123456 of 7\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "the netbox api token you asked for:\n\n    {}\n\nwrite enabled\n",
        "Here is the access token for the build box:\n{}\n",
        "ann 14:03\nnew API key, valid from today:\nann 14:04\n{}\n",
    ],
)
def test_a_key_below_the_line_that_announces_it_is_found(text: str) -> None:
    assert values(text.format(HEX[:40])) == [HEX[:40]]


@pytest.mark.parametrize(
    "text",
    [
        "the commit with the key, which is the last one:\n{}\n",
        "checksum of the signing key's archive follows:\n{}\n",
    ],
)
def test_a_digest_below_a_line_about_a_key_is_none(text: str) -> None:
    assert values(text.format(HEX[:40])) == []


@pytest.mark.parametrize(
    "text",
    [
        "- key for the push service\n  {}\n- project 17\n",
        "NAS encryption pw\n{}\n(keep it)\n",
        "wifi password upstairs\n\n`{}`\n",
        "> deploy token of the wiki\n> {}\n",
        "The variable `NAS_PASSWORD` was empty, so I set it to\n`{}`\nand went on\n",
    ],
)
def test_what_was_drawn_is_found_below_a_few_words(text: str) -> None:
    assert values(text.format(DRAWN)) == [DRAWN]


def test_below_the_name_of_a_key_it_may_be_hexadecimal() -> None:
    assert values(f"api key for the maps\n{HEX}\n") == [HEX]
    assert found(f"cache key for the maps\n{HEX}\n") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("public key of the host\n{}\n", DRAWN),
        ("the sha of the key\n{}\n", DRAWN),
        ("return key\n{}\n", DRAWN),
        ("monkey business\n{}\n", DRAWN),
        ("primary key of the table\n{}\n", "Order2SQLObject"),
        ("the token of the page, once read by the server, is checked\n{}\n", DRAWN),
        ("password reset page\n{}\n", "reset-2024-11"),
    ],
)
def test_other_lines_below_a_few_words_pass(text: str, value: str) -> None:
    assert found(text.format(value)) == []


UUID = "-".join(tokens.text(n, n, "0123456789abcdef") for n in (8, 4, 4, 4, 12))


def test_a_password_is_a_uuid_if_a_sentence_says_so() -> None:
    for text in (
        "The admin was made anew, its password is now the uuid {}.\n",
        "password: UUID {}\n",
    ):
        assert values(text.format(UUID)) == [UUID]
    for text in (
        "The password of the account {} has expired.\n",
        "The password is kept under the uuid {}.\n",
    ):
        assert found(text.format(UUID)) == []
