"""Keys of services in sentences: further from their name, and in other languages."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import TOKEN, found, values

pytestmark = pytest.mark.usefixtures("both_ways")

HEX = tokens.text(40, 51, "0123456789abcdef")


@pytest.mark.parametrize(
    "text",
    [
        "Replaced the webhook signing key. New: {}.\n",
        "the Datadog app key is this \u2192 {} \u2190 for prod\n",
        "hmac key {}, same as in the portal\n",
        "Sentry auth token (scope releases): {}\n",
        "the API key of the mail service (it's {}) must not change\n",
        "The apikey for the map was changed, the new one: {}\n",
        "AppKey of the second sensor is {}\n",
        'uint8_t APPKEY[16], which I parse from text: "{}"\n',
    ],
)
def test_hexadecimal_behind_a_sure_name_is_found(text: str) -> None:
    assert values(text.format(HEX)) == [HEX]


@pytest.mark.parametrize(
    "text",
    [
        'The "client secret" of the wiki has only 16 digits: {}, and works.\n',
        "the shared secret did not match, both sides have {} now\n",
        "webhook secret is {}\n",
    ],
)
@pytest.mark.parametrize("length", [16, 20, 40])
def test_a_secret_may_be_short_hexadecimal(text: str, length: int) -> None:
    assert values(text.format(HEX[:length])) == [HEX[:length]]


@pytest.mark.parametrize(
    "text",
    [
        "The API key rotation, see span {}.\n",
        "The apikey table came with commit {}.\n",
        "uint8_t KEY[16] came with commit {}\n",
        "happy mapkeys, the commit: {}\n",
        "the signing key has the id {}\n",
        "The secret store runs build {} now.\n",
        "secret rotation (commit {})\n",
    ],
)
def test_short_hexadecimal_elsewhere_passes(text: str) -> None:
    assert found(text.format(HEX[:16])) == []


def test_what_is_left_in_as_a_token_is_found() -> None:
    for text in (
        "The job has {} hard-coded as its token.\n",
        "We left {} as the key\n",
    ):
        assert values(text.format(TOKEN)) == [TOKEN]


@pytest.mark.parametrize(
    "text",
    [
        "\u672c\u756a\u306eAPI\u30ad\u30fc\u306f{}\u3067\u3059\n",
        "API\u5bc6\u94a5\uff1a{}\n",
        "La cl\u00e9 d'API du service est {}.\n",
        "Der API-Schl\u00fcssel f\u00fcr den Versand ({}) l\u00e4uft.\n",
        "\u043a\u043b\u044e\u0447 API: {}\n",
        "La clave de la API de env\u00edos es {}.\n",
    ],
)
@pytest.mark.parametrize("value", [HEX, TOKEN])
def test_other_languages_name_the_key_of_an_api(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Replaced the cache key. Old: {0}. New: {0}.\n",
        "The commit that fixed the token bug is {0}.\n",
        "the sha256 of the token file is {0}\n",
        "API key rotation was merged in {0}.\n",
        "Der API-Schl\u00fcssel hat 40 Zeichen, siehe docs/api_schluessel_anlegen.\n",
        "\u672c\u756a\u306eAPI\u30ad\u30fc\u306f SERVICE_API_KEY_FOR_PROD2\n",
    ],
)
def test_other_values_beside_such_names_pass(text: str) -> None:
    assert found(text.format(HEX)) == []


def test_a_call_before_a_key_passes() -> None:
    assert found('"which is equivalent to 1/0.".format(val, key)\n') == []
