"""Passwords before their name, some words behind it, in lists and in languages."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import PASSWORD, TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
WORDY = "Harbor-" + "tiger-" + "815"
CAMEL = "Falcon" + "Panda" + "4187"
SIGNED = "Mag" + "412" + "net$"


@pytest.mark.parametrize(
    "text",
    [
        "{} - that's the new NAS password\n",
        "{} (wifi password)\n",
        "{} = router password\n",
        "{} <- admin pw\n",
        "`{}` is our new root password, keep it safe\n",
        "{} \u2014 pw for the printer\n",
        "{} ist das neue WLAN-Passwort\n",
    ],
)
def test_a_password_before_its_name_is_found(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "Version-2 is the default password hasher",
        "User1 is the owner of the password.",
        "See RFC2617#section - password is never sent",
        "- rotated the RabbitMQ password (INC-4613)\n- all consumers reconnected",
        "Argon2idV13x - password hashing",
        "- CVE\u20112025\u201154321 \u2013 bypass of the password",
        "- Implements **FIDO2/WebAuthn** (passwordless)",
        "{} is the public key.",
        "blob/{}/a.py) - the key",
    ],
)
def test_what_only_stands_before_the_word_passes(text: str) -> None:
    assert found(text.format(tokens.text(40, 5, "0123456789abcdef"))) == []


def test_a_token_before_its_name_is_found() -> None:
    assert values(f"{TOKEN} is the API key for billing\n") == [TOKEN]
    assert values(f"`{TOKEN}` -> staging token\n") == [TOKEN]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The db password got rotated. It went from the old one to {}. Done", SIGNED),
        ("its password, which is the same on prod, is {}.", WORDY),
        ("- [x] set new sudo password on web2 ({})", WORDY),
        ("- **User:** ann\n- **Pass:** {}", SIGNED),
        ("ID/PW: k.meyer / {}", SIGNED),
        ("La contrasenya \u00e9s {}", SIGNED),
        ("the password's {}", WORDY),
        ("fix: stop hardcoding the db password (was {})", WORDY),
        (
            "The contrase\u00f1a de la base de datos de producci\u00f3n es {}, no",
            SIGNED,
        ),
        ("Wachtwoord voor de NAS is gewijzigd naar {}, gebruiker blijft", SIGNED),
        ("Zugang: Benutzer deploy, Kennwort {}. Bitte", SIGNED),
        ("utilisateur deploy, mot de passe {}. Le port est 2222.", SIGNED),
    ],
)
def test_a_password_some_words_behind_its_name_is_found(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "The password is checked by Authenticator2FA here.",
        'Weak passwords fall in minutes, so "CompanyWifi2014" will, too.',
        "password rules: 1 digit and mixed case (eg `IWasAtSignal2018`)",
        "The password goes into an `Order2SQLObj` of the class",
        "enter the Http2TLSCfg for the account, its password is in the Order2SQLObj",
        '--salt string   Password hashing salt (default "dlPL2MqE")',
        'pass "ssh $M2_USER@$M2_HOST"',
    ],
)
def test_names_some_words_behind_the_word_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Passwords:\n- router: {0}\n- nas: {1}\n",
        "## Passwords\n\nrouter = {0}\nnas (upstairs) -> {1} (old)\n",
        "Logins:\n* jenkins: admin / {0}\n* grafana ann {1}\n",
        "Credentials:\n\n1. router admin {0}\n2. nas admin {1}\n",
    ],
)
def test_a_list_below_the_word_is_found(text: str) -> None:
    assert values(text.format(PASSWORD, SIGNED)) == [PASSWORD, SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "Credentials:\n- email: ann@acme.com\n- build: Release-2024b\n",
        "Accounts:\n- Windows-10: 12 GB\n- Python3.11 / Node18\n",
        "Credentials:\n- username: 2940e57271a93d987d6f8a21\n",
        'android:text="Password:"\nandroid:id="@+id/textView2"\n',
        "Passwords:\n\nText about them.\n\n- host: Server2024x\n",
    ],
)
def test_another_list_passes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "ssh in with postgres / {}\n",
        "use admin / {} to log in\n",
        "you can get in as root / {}, then look\n",
        "wifi in the office is AcmeGuest / {}\n",
        "to log into postgres:  postgres \u2192 {}   (via bastion)\n",
        "creds: ci-bot {}\n",
    ],
)
def test_a_user_and_a_password_in_a_sentence_are_found(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


@pytest.mark.parametrize(
    "text",
    [
        "> what was the redis pass again?\n{}\n> thx\n",
        "Ken 14:02\ncan u send me the root pw of web1\nMarta 14:03\n{}\n",
        "I need the password of the switch\nann: {}\n",
        "$ pass show mail/smtp\n{}\n",
        "$ terraform output -raw db_password\n{}\n",
    ],
)
def test_the_answer_to_a_request_is_found(text: str) -> None:
    assert values(text.format(WORDY)) == [WORDY]
    assert values(text.format(CAMEL)) == [CAMEL]


def test_a_command_for_anybodys_entry_shows_an_example() -> None:
    assert found(f"$ pass foo/bar\n{WORDY}\n") == []


def test_a_line_below_a_remark_about_passwords_passes() -> None:
    text = "// We need the password here\n[ProducesResponseType(Status200OK)]\n"
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Heslo na server je {}\n",
        "Os paso la clave del panel: {}\n",
        "Le mdp a chang\u00e9, c'est maintenant \u00ab {} \u00bb\n",
        "sunucu \u015fifresi de\u011fi\u015fti, yenisi {} \u2014 tamam\n",
        "\u043f\u0430\u0440\u043e\u043b\u044c {}. \u041f\u043e\u0441\u043b\u0435\n",
        "Salasana on {} (\u00e4l\u00e4 jaa)\n",
    ],
)
def test_other_languages_are_read_as_well(text: str) -> None:
    assert values(text.format(SIGNED)) == [SIGNED]


def test_the_spanish_for_keyword_is_no_password() -> None:
    assert found(f"palabra clave: {SIGNED}\n") == []
