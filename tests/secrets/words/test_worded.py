"""Passphrases near their name, in front of it and below it."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

# Words as one draws them from a list; they open nothing.
JOINED = "walnut-copper-" + "lantern-meadow"
SPACED = "walnut copper " + "lantern meadow basket"


@pytest.mark.parametrize(
    "text",
    [
        "The backup encryption password has always been {}.\n",
        "master password (bitwarden) -> {}\n",
        "The wifi password is {} for guests.\n",
        "Passwort f\u00fcr das Backup lautet {}.\n",
        "{} is the password of the kiosk\n",
        "the key has a passphrase -- {} -- load it once per boot\n",
        'psk="{}"\n',
        "RESTIC_PASSWORD={}\n",
        "* router 10.0.0.1, admin pw {}\n",
        "the pwd of the nas is {}, keep it\n",
        "login: ann\npw: {}\n",
        "What is the passphrase?\nann: {}\n",
        "Password:\n\n{}\n",
    ],
)
def test_words_that_hyphens_join_are_found(text: str) -> None:
    assert values(text.format(JOINED)) == [JOINED]


@pytest.mark.parametrize(
    "text",
    [
        'restic passphrase -> "{}" (lose it and it is all gone)\n',
        "passphrase = {}   # the ssh key of the laptop\n",
        "Two of us know the passphrase of the disk: {}.\n",
        '"{}" is the passphrase of the signing key.\n',
        'gpg wants a passphrase, and "{}" is it.\n',
        "Passphrase:\n{}\n",
        "what is the password?\n{}, all lower case\n",
        "wifi password: {}\n",
        "- **Password:** {}\n- host: nas\n",
        "user: ann\npw: {}\n",
    ],
)
def test_words_with_blanks_between_are_found(text: str) -> None:
    assert values(text.format(SPACED)) == [SPACED]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("The password of the kiosk is now {}.\n", "-"),
        ("- passphrase: {}\n", "-"),
        ("passphrase for the state bucket = {}\n", "_"),
        ("I changed the wifi password to `{}`, ask Ann\n", "-"),
        ("Passwort der Gäste: {}\n", "-"),
        ("Password of the kiosk -> {}\n", "_"),
    ],
)
def test_three_words_are_found_right_behind_what_gives_them(
    text: str, sign: str
) -> None:
    value = sign.join(("walnut", "copper", "meadow"))
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "passphrase = given_phrase_plain\n",
        "passphrase = walnut_copper_meadow\n",
        "password: walnut-copper-meadow\n",
        "password: see-vault-entry\n",
        "The password is case-sensitive-only here.\n",
        "the password was auto-generated-once\n",
        "The password is walnut-copper-meadow.txt\n",
        "The password is in walnut-copper-meadow.\n",
        "passwords: walnut-copper-meadow-server\n",
    ],
)
def test_three_words_elsewhere_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The password is stored in prod-orders-root-credentials in the vault.\n",
        "The mail password-reset-email-template is what a user gets.\n",
        "password: see-vault-for-orders-entry\n",
        "See [the password](../how-to-change-an-old-password.md).\n",
        "from check_password import passlib.ext.django.models\n",
        "Options: --password-store-rotate-daily-backup\n",
        "the password of correct-horse-battery-staple in the comic\n",
        "The passphrase is required while decrypting backups.\n",
        "They reuse passwords - making bulk lookups trivially fast.\n",
        "Passphrase:\nenter the words you were given\n",
        "What is a password?\nPasswords are short secret strings.\n",
        'passphrase: "leave empty for none"\n',
        "password: ask ann about router login\n",
        "password: printed under router base\n",
        "password: company name plus year\n",
        "password_hint: walnut copper lantern meadow\n",
        # Without its name it may be anything.
        "The branch is walnut-copper-lantern-meadow.\n",
        "reset_password: atur ulang kata sandi",
        "Passwort: steht auf dem zettel",
        # The quote closes what was quoted.
        "Il comando `gpasswd -M` agisce come una modifica, non altro.\n",
    ],
)
def test_names_and_sentences_are_none(text: str) -> None:
    assert found(text) == []
