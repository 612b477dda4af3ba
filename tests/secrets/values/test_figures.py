"""Passwords of figures alone, which people take for networks and phones."""

from __future__ import annotations

import pytest
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

DRAWN = "482" + "91746"


@pytest.mark.parametrize(
    "text",
    [
        "WIFI_PASSWORD={}\n",
        'password: "{}"\n',
        "The password of the projector is {}.\n",
        "SSID office-5G, WPA2 key is {}, the guests have none\n",
        "wpa_psk={}\n",
        "pw: {}\n",
        "Das Kennwort lautet {}\n",
        "k\u00e4ytt\u00e4j\u00e4n salasana on {}\n",
        "l\u00f6senordet \u00e4r {} sedan maj\n",
        "la parola d'ordine \u00e8 {}\n",
    ],
)
def test_figures_that_are_called_a_password_are_found(text: str) -> None:
    assert values(text.format(DRAWN)) == [DRAWN]


@pytest.mark.parametrize(
    "figures",
    [
        # Counted off, repeated, a day, seconds since 1970, a size, a duration.
        *("12345678", "87654321", "11112222", "20240131", "1732389012"),
        *("1048576", "86400000", "48213"),
    ],
)
def test_other_figures_pass(figures: str) -> None:
    assert found(f"password: {figures}\nThe password is {figures}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Leaked passwords: {}\n",
        "pass: {} fail: 0\n",
        "max_password_length = {}\n",
        "password_changed_id: {}\n",
        "the sort key is {}\n",
    ],
)
def test_figures_of_something_else_pass(text: str) -> None:
    assert found(text.format(DRAWN)) == []
