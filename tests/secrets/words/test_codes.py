"""PINs, codes of doors and reserves, seeds of one-time passwords, app passwords."""

from __future__ import annotations

import base64

import pytest
from support import tokens
from support.found import found, values

pytestmark = pytest.mark.usefixtures("both_ways")

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
SEED = " ".join(tokens.text(4, n, BASE32) for n in (3, 5, 7)) + " 2K7Q"
DISK = "-".join(tokens.text(6, n, "0123456789") for n in range(3, 11))
GROUPS = "xqzv kjwp tgfb hnrd"
CODE = "8f3k2-9dm4q"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The PIN is 4829", "4829"),
        ("My PIN code: 739152", "739152"),
        ("Die PIN lautet 4829.", "4829"),
        ("My pin for the corporate card 4829", "4829"),
        ("The passcode of the tablet is 8351", "8351"),
        ("Door code: 59274", "59274"),
        ("The alarm code is now 6381.", "6381"),
        ("gate code for the garage = #7412", "7412"),
        ("Recovery codes: 8f3k2-9dm4q", "8f3k2-9dm4q"),
        ("Backup code: 4821 7730", "4821 7730"),
        ("2FA codes:\n\n1. 48213907\n", "48213907"),
        (
            "Recovery codes of the release account (none used yet):\n\n8f3k2-9dm4q\n",
            "8f3k2-9dm4q",
        ),
        ("Ann's laptop wants the BitLocker key: " + DISK, DISK),
        ("Recovery codes for the forge, used 3 of 8,\nthe next: `" + CODE + "`", CODE),
        ("Backup codes are printed.\r\nOne is left: " + CODE, CODE),
        ("Codes de secours : " + CODE, CODE),
        ("codes de r\u00e9cup\u00e9ration du compte : " + CODE, CODE),
        ("C\u00f3digos de recuperaci\u00f3n: " + CODE, CODE),
        ("codici di recupero: " + CODE, CODE),
        ("Wiederherstellungscodes: " + CODE, CODE),
        ("Notfall-Codes: " + CODE, CODE),
        ("herstelcodes " + CODE, CODE),
        ("SIM of the router\nPIN 4356\nAPN internet\n", "4356"),
        ("- PUK: 64197786\n", "64197786"),
        ("The panel asks for the service PIN, that is 05927.", "05927"),
        ("app-specific password: xqzv-kjwp-tgfb-hnrd", "xqzv-kjwp-tgfb-hnrd"),
        (f"app password for the mailer (ann@corp.net): {GROUPS}", GROUPS),
        (f"2FA secret: {SEED}", SEED),
        (f"The app password is {GROUPS}", GROUPS),
        (f"app password: {GROUPS.replace(' ', '-')}", GROUPS.replace(" ", "-")),
    ],
)
def test_a_code_that_is_said_to_be_one_is_found(text: str, value: str) -> None:
    assert found(text) == [("prose-code", value)]


@pytest.mark.parametrize(
    "text",
    [
        "2FA codes (print them):\n\n{}\n{}\n{}\n",
        "GitHub recovery codes, one use each:\n1. {}\n2. {}\n3. {}\n",
        "backup codes: {}, {}, {}; keep them\n",
        "backup codes: {}, {} and {}.\n",
        "Backup codes of the shop (printed, too)\n1) {}   2) {}\n3) {}\n",
        '{{"recovery_codes": ["{}", "{}", "{}"]}}\n',
    ],
)
def test_each_code_of_a_list_is_found(text: str) -> None:
    for codes in (
        ["qzvkj-xwtfb", "84wuk-w7puo", "3k9xz-qv7td"],
        ["uxhpqp" + "d2lg", "kwqzvb" + "tfxr", "zc9iey" + "mj9m"],
        ["9KXW-TGJD", "QZVK-JWTF", "XWTF-GJDQ"],
    ):
        assert values(text.format(*codes)) == codes


@pytest.mark.parametrize(
    "text",
    [
        # Counted off, or a figure of another kind.
        "The PIN is 1234",
        "The PIN is 0000",
        "Door code: 99999",
        "The PIN 13 is at 3300 mV, wire it to GND",
        "The status code is 4040",
        "The exit code was 1281",
        "The zip code is 80331",
        "The PIN takes 1500 ms",
        # A number of the post.
        "Ann, PIN code 576682, Bengaluru, India",
        "PIN 4356 is wired to the relay",
        "the identifier 4356-6419",
        "Recovery codes: see the vault",
        "The recovery key is stored offline",
        "Backup code path is tested",
        "Recovery codes are in the vault.\nTicket: qzvk-1234",
        "Recovery codes were printed.\nDate: 2024-0611",
        "Codes de retour : " + CODE,
        # Words, also of one length, and names with a figure.
        "Backup codes:\n\ndownloaded\nregenerate\nassociated\n",
        "Recovery codes: step2check runs nightly",
        "Backup codes come from generate2 and\nvalidate2fa checks them",
        f"The seed is {GROUPS}",
        "The app password dialog has four text form rows",
    ],
)
def test_another_figure_or_group_passes(text: str) -> None:
    assert found(text) == []


def test_a_seed_counts_only_beside_what_needs_it() -> None:
    assert found(f"The build key: {SEED}") == []
    assert found(f"The OTP seed is {SEED}") == [("prose-code", SEED)]


@pytest.mark.parametrize("count", [10, 15, 16, 20, 32])
def test_a_seed_has_any_number_of_bytes_that_apps_issue(count: int) -> None:
    drawn = bytes(ord(c) * 37 % 256 for c in tokens.text(count, 5))
    seed = base64.b32encode(drawn).decode().rstrip("=")
    assert values(f"AWS root: the authenticator seed is {seed} - add it") == [seed]
