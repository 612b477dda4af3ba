"""What people make up as passwords, wherever a line has a word for a password."""

from __future__ import annotations

import pytest
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up: two words and a year, small letters alone, figures for
# letters, a walk over the keyboard with figures. They belong to nobody.
YEAR = "Harbor" + "Tiger" + "1987"
SMALL = "harbor" + "-tiger." + "1987"
SPELT = "h4rb0r" + "Tiger" + "8815"
WALK = "2wsx" + "#" + "rfv8815"
CHOSEN = [YEAR, SMALL, SPELT, WALK]


@pytest.mark.parametrize(
    "text",
    [
        "The breakglass user gets a fresh password, agreed on {}\n",
        "vandaag is het wachtwoord van de wifi ineens {}, hangt op de koelkast\n",
        "use {} whenever something wants the root password of these boxes\n",
        "{} opens that box, at least until ann changes the password\n",
        "c'est toujours le m\u00eame mot de passe, {}, sur le serveur\n",
        "ricordati: la pwd nuova \u00e8 {} (quella vecchia scade)\n",
        "heslo k mongo jsem nastavil na {}, dej v\u011bd\u011bt\n",
        "no secret here: the backup password became {} on Monday\n",
    ],
)
@pytest.mark.parametrize("value", CHOSEN)
def test_a_line_with_a_word_for_a_password_gives_it(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Weak passwords fall, so Harbor" + "Tiger1987 will, too.\n",
        "The password policy names Harbor" + "Tiger1987 as weak.\n",
        "The password of user Harbor" + "Tiger1987 is in the vault.\n",
        "The password spray hit Storm-0558 and others.\n",
        "Its password goes over PEAP-MSCHAPv2 to the server.\n",
        "qword_2131A0 = *(_QWORD *)our_password;\n",
        "| PEAP-MSCHAPv2 | Username/password, server cert |\n",
        "if !utf8.ValidString(password) {\n",
        "XKCD#936 inspired password generator\n",
        'Password hashing salt (default "dlPL2MqE")\n',
        "ciphers EECDH+ECDSA+SHA384 EECDH+aRSA+RC4 !aNULL !PSK !SRP\n",
    ],
)
def test_names_beside_the_same_words_are_none(text: str) -> None:
    assert values(text) == []
