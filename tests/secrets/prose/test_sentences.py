"""Passwords and tokens that a sentence gives away, and sentences that only speak."""

from __future__ import annotations

import pytest
from support.found import DRAWN, PASSWORD, TOKEN, found


@pytest.mark.parametrize(
    "sentence",
    [
        "The password is {}.",
        "The password was set to {} yesterday.",
        "Password for staging: {}",
        "passwd -> {}",
        "My pwd is {}, do not tell.",
        "The admin's password is now **{}**",
        "password: `{}`",
        "The wifi passphrase is '{}'",
        "Das Passwort lautet {}",
        "La contrase\u00f1a es {}",
        "O senha \u00e9 {}",
        "Log in with the password {} there.",
        "Use {} as the password for now.",
        "I chose {} as my new password.",
        "user ann, password {}",
    ],
)
def test_a_sentence_that_gives_a_password_away_is_found(sentence: str) -> None:
    (finding,) = found(sentence.format(PASSWORD))
    assert finding[1] == PASSWORD


@pytest.mark.parametrize(
    "sentence",
    [
        "The password is required.",
        "The password is in the vault.",
        "The password must have 12 characters.",
        "password: ask the owner",
        "The password hash is compared in constant time.",
        "Passwords are never logged.",
        "The password is $DB_PASSWORD.",
        "The password is {{ vault.password }}.",
        "The password is <your-password>.",
        "The password is ********.",
        "The password is changeme",
        "Use argon2id as the password hash.",
        "`if password == other1.password2:`",
        "The passenger list is table12.",
    ],
)
def test_a_sentence_that_only_speaks_of_one_passes(sentence: str) -> None:
    assert found(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The token for the build server is {}",
        "The secret of the webhook was {}.",
        "Our key for maps is now `{}`",
        "The API token of acme = {}",
    ],
)
def test_a_sentence_that_gives_a_token_away_is_found(sentence: str) -> None:
    (finding,) = found(sentence.format(TOKEN))
    assert finding[1] == TOKEN


@pytest.mark.parametrize(
    "sentence",
    [
        "The token is parsed by parse_token_from_header.",
        "The key of the map is user_id_and_project.",
        "The public key for the server is {}",
        "Everyone may use our public token {}",
        "The csrf_token of the form is {}",
        "The key fingerprint is sha256:{}",
        "The secret is stored in /etc/app/secrets/webhook.",
        "The token is 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b.",
    ],
)
def test_a_sentence_that_only_names_a_token_passes(sentence: str) -> None:
    assert found(sentence.format(TOKEN)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Log in as admin / {}",
        "login: ann:{}",
        "The credentials are `deploy` / `{}`",
        "My account on the wiki: ann / {}",
        "Logged in with root and {}",
    ],
)
def test_a_user_with_a_password_is_found(sentence: str) -> None:
    (finding,) = found(sentence.format(PASSWORD))
    assert finding[1] == PASSWORD


@pytest.mark.parametrize(
    "sentence",
    [
        "Log in at the office and go to room 12.",
        "The login is at https://wiki.corp.net/login2 / ask ann.",
        "account: prod/eu-west-1",
        "Login and sign-up share form2/fields.",
    ],
)
def test_a_login_without_a_password_passes(sentence: str) -> None:
    assert found(sentence) == []


def test_punctuation_behind_a_value_is_no_part_of_it() -> None:
    for end in (".", ",", ";", ")", ")."):
        assert [v for _, v in found(f"(The password is {DRAWN}{end}")] == [DRAWN]


def test_each_line_speaks_for_itself() -> None:
    assert found(f"The password is on the next page.\n{DRAWN} is a word.\n") == []
