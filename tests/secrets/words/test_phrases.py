"""Passphrases, plain words in quotes, and the words of a wallet."""

from __future__ import annotations

import pytest
from support.found import found

# Words as one draws them from a list; they open nothing.
DRAWN = "walnut copper lantern meadow"
DRAWN3 = "walnut copper meadow"
NUMBERED = "seven walnut lanterns eat copper"
PLAIN = "tulip spruce mitten fiddle"
WALLET = (
    "walnut copper lantern meadow basket orbit velvet tunnel cactus marble pilot rocket"
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"The passphrase is {DRAWN}", DRAWN),
        (f'The password is "{DRAWN}"', DRAWN),
        ("passphrase: walnut-copper-lantern-meadow", "walnut-copper-lantern-meadow"),
        ('The wifi password is "trumpetfish"', "trumpetfish"),
        ("the grafana password is tulip spruce mitten fiddle", PLAIN),
        ("I set the password to tulip spruce mitten fiddle, ask Ann", PLAIN),
        ('Without the passphrase "tulip spruce mitten fiddle" it is noise', PLAIN),
        ("The password was `moonraker`.", "moonraker"),
        ('The password is "Tuna 42 sandwich"', "Tuna 42 sandwich"),
        ('guest wifi passphrase (as is): "walnut copper meadow"', DRAWN3),
        ("The passphrase is 'walnut copper meadow' for now", DRAWN3),
        ('Passphrase: "Walnut Copper Meadow"', "Walnut Copper Meadow"),
        ("The passphrase of the key is " + NUMBERED + ". Ann knows it.", NUMBERED),
        (f"passphrase: {NUMBERED}", NUMBERED),
    ],
)
def test_words_that_are_given_as_the_password_are_found(text: str, value: str) -> None:
    assert [each[1] for each in found(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "The passphrase is kept in the vault of the team",
        'The password is "required"',
        'The password is "admin"',
        'password: "enter your new password again"',
        'placeholder = "at least eight characters"',
        "The password is meadow",
        "password is case sensitive everywhere else",
        "the password is required during initial installation",
        "password_hint = vier andere deutsche worte",
        "The passphrase unlocks the key file on this machine",
        'The password field is "optional"',
        'passphrase: "enter your passphrase"',
        'The passphrase is "very long indeed"',
        "The passphrase is walnut copper meadow",
        "The passphrase is seven walnut meadow",
        "The passphrase is seven words from nine lists",
    ],
)
def test_words_of_a_sentence_or_a_form_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Seed phrase: {}",
        "The recovery words are: {}",
        "Mnemonic: {}",
        "seed words:\n1. {}",
        "Save this seed phrase to recover your new keypair:\n{}",
        "Recovery mnemonic (this is shown only once):\n\n{}",
    ],
)
def test_the_words_of_a_wallet_are_found_whole(text: str) -> None:
    (finding,) = found(text.format(WALLET))
    assert finding == ("prose-phrase", WALLET)


def test_numbered_words_of_a_wallet_are_found() -> None:
    listed = "\n".join(f"{n}. {word}" for n, word in enumerate(WALLET.split(), 1))
    ((rule, value),) = found(f"Seed phrase:\n{listed}\n")
    assert rule == "prose-phrase"
    assert value.startswith("walnut\n2. copper")
    assert value.endswith("rocket")


@pytest.mark.parametrize(
    "text",
    [
        # Too few, the same ones, or words of a sentence.
        f"Seed phrase: {DRAWN}",
        f"Seed phrase: {'walnut copper ' * 6}",
        "Seed phrase: the words that were shown when the wallet was made are kept",
        f"The random seed: {WALLET}",
    ],
)
def test_other_words_behind_such_a_name_pass(text: str) -> None:
    assert found(text) == []
