"""PINs as options, members and variables, and numbers that only look like them."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import found

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

PIN = tokens.text(4, 17, "46798")
LONG = tokens.text(6, 18, "46798")
PUK = tokens.text(8, 19, "46798")


@pytest.mark.parametrize(
    "text",
    [
        "pkcs11-tool --login --pin {} --list",
        "adb-pair --pin={}",
        "ykman piv access change-pin --new-pin {}",
        '{{"user": "ann", "pin": "{}"}}',
        '{{"pin": {}}}',
        "'pin': '{}'",
        "pin = {}",
        "host: nas\npin = {}\n",
        "PIN={}",
        "export ADMIN_PIN={}",
        "alarm_pin: {}",
        "- **PIN:** {}",
        "- **PIN**: `{}`",
        "SIM of the router (PIN {})",
        "pkcs11:object=key?pin-value={}",
    ],
)
@pytest.mark.parametrize("pin", [PIN, LONG])
def test_a_pin_that_an_option_or_a_member_gives_is_found(text: str, pin: str) -> None:
    assert found(text.format(pin)) == [("prose-code", pin)]


def test_a_pin_code_of_six_figures_may_be_of_the_post() -> None:
    assert found(f'"pinCode": "{PIN}"') == [("prose-code", PIN)]
    assert found(f'"pinCode": "{LONG}"') == []


@pytest.mark.parametrize(
    "text",
    [
        "The card wants the pin, ours is {}",
        "PIN for the card, mine is {}.",
        "the pin, by the way, is {}!",
        "The pin ({}) is on the back.",
        "her pin, {}, works",
        "the passcode, {}, is old",
        "My pin's {}",
    ],
)
def test_a_sign_may_be_between_a_pin_and_its_name(text: str) -> None:
    assert found(text.format(PIN) + "\n") == [("prose-code", PIN)]


@pytest.mark.parametrize(
    "text",
    [
        "The label printer pairs with passkey {}, it cannot be changed",
        "Bluetooth passkey ({})",
        "passkey: {}",
        "The passkey for the scanner is {}.",
    ],
)
def test_a_passkey_of_figures_is_found(text: str) -> None:
    for passkey in (LONG, PUK):
        assert found(text.format(passkey) + "\n") == [("prose-code", passkey)]


def test_a_puk_is_one_wherever_it_is_assigned() -> None:
    for text in (f'"puk": "{PUK}"', f"SIM_PUK={PUK}", f"puk2: {PUK}"):
        assert found(text + "\n") == [("prose-code", PUK)]


def test_it_is_no_surer_than_a_pin_in_a_sentence() -> None:
    (one,) = scan(f"tool --pin {PIN}\n".encode())
    (other,) = scan(f"The PIN is {PIN}\n".encode())
    assert (one.confidence, other.confidence) == ("medium", "medium")


@pytest.mark.parametrize(
    "text",
    [
        # Of a board.
        "pin: 17",
        '{"pin": 13, "mode": "out"}',
        "const int pin = 1024;",
        "gpio_pin = 1017",
        "Solder the pin, 4671 ohm or more",
        "the GPIO pin (1017)",
        "connect the pin, which is 4671 long",
        "tie the pin, 1983, to ground",
        # Of a package.
        "tool --pin 2024 --lock",
        "pin = 3.11.4671",
        "pin-version: 20241",
        # Counted off.
        '"pin": "1234"',
        "--pin 0000",
        "PIN=123456",
        # Of a browser.
        "passkey 4671",
        "passkeys: 467198 users have one",
        "passkey-467198.md",
        "the passkey takes 467198 ms",
        # Of the post.
        '{"city": "Pune", "state": "MH", "pin": "411045"}',
        "pincode: 411045",
        # Of another word.
        "spin = 4671",
        "mapping: 4671",
        '"pinned": 4671',
        "pin_id = 4671",
        '{\n "pie": 12,\n "pig": 13,\n "pin": 9231,\n "pip": 14,\n "pit": 15\n}',
    ],
)
def test_other_numbers_pass(text: str) -> None:
    assert found(text + "\n") == []
