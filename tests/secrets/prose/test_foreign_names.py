"""Passwords behind their name in other languages, with nothing but a blank between."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

WEAK = "luna" + tokens.text(4, 5, "4679")
MADE_UP = "Schrank-Keller" + tokens.text(2, 6, "4679")


@pytest.mark.parametrize(
    "text",
    [
        "konto: ann@sklep.test, has\u0142o {}\nJak nie dzia\u0142a, dzwo\u0144.\n",
        "SSID lab / has\u0142o {}\n",
        "u\u017eivatel ann, heslo {}\n",
        "usuario ann, contrase\u00f1a {}\n",
        "usuario ann, clave {} (cambiar)\n",
        "utente ann, parola {}\n",
        "utilisateur ann, mot de passe {}\n",
        "R\u00e9seau invit\u00e9 / mdp {}\n",
        "bruker ann / passord {}\n",
        "anv\u00e4ndare ann, l\u00f6senord {}\n",
        "bruger ann, adgangskode {}\n",
        "kayttaja ann, salasana {}\n",
        "uzytkownik ann, haslo {}\n",
        "kullan\u0131c\u0131 ann, \u015fifre {}\n",
        "felhaszn\u00e1l\u00f3 ann, jelsz\u00f3 {}\n",
        "ann, \u043f\u0430\u0440\u043e\u043b\u044c {}.\n",
    ],
)
def test_a_word_with_a_number_may_follow_at_the_end_of_a_clause(text: str) -> None:
    assert values(text.format(WEAK)) == [WEAK]


@pytest.mark.parametrize(
    "text",
    [
        "WLAN-Schl\u00fcssel Besprechungsraum {} (nur G\u00e4ste)\n",
        "Der WLAN-Schl\u00fcssel lautet {}.\n",
        "Netzwerkschl\u00fcssel: {}\n",
        "la cl\u00e9 wifi du local : {}\n",
        "cl\u00e9 WPA {}\n",
        "kl\u00ed\u010d wifi: {}\n",
    ],
)
def test_the_key_of_a_radio_network_is_a_password(text: str) -> None:
    assert values(text.format(MADE_UP)) == [MADE_UP]


@pytest.mark.parametrize(
    "text",
    [
        "has\u0142o sha256\n",
        "las palabras clave utf8mb4\n",
        "tabla ann, clave id_1\n",
        "mot de passe \u00e0 changer avant 2024-06-11\n",
        "Passwort in web-01\n",
        "\u043f\u0430\u0440\u043e\u043b\u044c web-01\n",
        "WLAN-Schl\u00fcssel im Tresor, Fach 12b\n",
        "la cl\u00e9 \u00e9trang\u00e8re fk_user_id2\n",
        "la cl\u00e9 primaire : id_client22\n",
        "adgangskode i 1Password\n",
    ],
)
def test_another_word_behind_such_a_name_passes(text: str) -> None:
    assert found(text) == []
