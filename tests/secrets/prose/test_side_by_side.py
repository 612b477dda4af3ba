"""A user and a password with a slash, a comma or their own names between them."""

from __future__ import annotations

import pytest
from support.found import found, values

from memsync.secrets.values.certainty import POSSIBLE, WEAK, certainty

pytestmark = pytest.mark.usefixtures("both_ways")

# As people and machines make them up; they belong to nobody.
SMALL = "qx7vbk" + "2wzn9tf"
CAPITALS = "7KX4RR" + "2Q"
MIXED = "gXwQpZ" + "kTvRb48"
CHOSEN = "copper" + "7731"
WORDS = "walnut-" + "copper-meadow"


@pytest.mark.parametrize("value", [SMALL, CAPITALS, CHOSEN, MIXED])
def test_a_label_and_a_usual_user_make_it_a_password(value: str) -> None:
    for text in (
        f"BMC of the rack: ADMIN / {value} (on the lid)\n",
        f"- switch upstairs: root / {value}\n- 24 ports\n",
        f"doorbell: `admin` / `{value}`\n",
    ):
        assert values(text) == [value]


def test_behind_a_slash_alone_it_is_words_with_a_number() -> None:
    assert values(f"- camera at the gate: admin/{CHOSEN}\n- 4 channels\n") == [CHOSEN]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Old laptop:\n - ip .1.12\n - ann / {}\n", MIXED),
        ("For the review:\n\nann@acme.com  /  {}\n(ask Ben)\n", SMALL),
        ("> ann@acme.com / {}\n", CHOSEN),
    ],
)
def test_a_line_of_nothing_but_the_two_gives_it(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "un/pw ann/{}\n",
        "kiosk: user/password = ann/{}\n",
        "login / pass: ann / {}\n",
        "username:pw ann:{}\n",
        "| nas | (user/pass ann/{}) |\n",
    ],
)
@pytest.mark.parametrize("value", [SMALL, CHOSEN])
def test_two_names_and_two_values_are_joined_alike(text: str, value: str) -> None:
    assert any(value in each for each in values(text.format(value)))


@pytest.mark.parametrize(
    "text",
    [
        "Sign in to the wiki w/ the shared account (ann@acme.com, {}).\n",
        "logins: (ann@acme.com, `{}`)\n",
        "login: ann@acme.com, {}\n",
        "account for the shop: `ann@acme.com`, `{}` (asked Ben)\n",
        "log in as ann@acme.com / {}\n",
        "Login: ann / {}\n",
        "creds of the kiosk: admin -> {}\n",
    ],
)
@pytest.mark.parametrize("value", [WORDS, CHOSEN])
def test_a_login_may_be_joined_words(text: str, value: str) -> None:
    if value == WORDS or "@acme.com`" in text or "(ann@" in text:
        assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Ports: admin / web80\n",
        "- Roles: admin / user / guest12\n",
        "image: library/redis7241\n",
        "- ann / ben-2024-03\n",
        "- NetNode / Order2SQLObj\n",
        "result.low / result.high2\n",
        "ann@acme.com / 2024-03-11\n",
        "user/pass are in the vault/entry12\n",
        "menu/pw page/number12\n",
        "user/password: src/auth/login2.ts\n",
        "Log in with Google / sign-in-page\n",
        "The login page (see ann@acme.com, team-lead)\n",
        "Account owner: ann@acme.com, since-2024\n",
        "Logins: ann@acme.com, ben12@acme.com, 2024-03-11\n",
        "login: acme/blue-river-stone\n",
        "// The account: node -> walnut-copper-meadow\n",
        "accounts: walnut -> walnut-copper-meadow\n",
        "Users log in with the `copper` and `walnut-meadow-lantern` components.\n",
        "Credentials: none, sqlite only. The file is `var/dev-4471.sqlite3`.\n",
        "Logins are in data/users-2024.parquet\n",
        "Host: n5 / n5.acmelab.net / 10.4.1.7\n",
        "About the cloud-credentials: the alarm-watch and S3-tag-sweep had stopped.\n",
        "In the finance account is a role named: `CloudSSO_ReadOnly_4b7d6e2f`\n",
        'At login one sees: `POST /login body: "c4de71b92a77e0b5"` in the log\n',
        "The log uses the `Decimal128`() constructor. If you pass a user, see below.\n",
        "Lists of hashes (for common passwords) to break unsalted hashes instantly.\n",
    ],
)
def test_other_things_side_by_side_pass(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("joined", [" and ", " + ", " / "])
def test_behind_what_tells_a_login_a_word_with_a_number_is_enough(joined: str) -> None:
    assert values(f"creds: ann{joined}{CHOSEN}\n") == [CHOSEN]


@pytest.mark.parametrize(
    ("value", "sure"),
    [
        (SMALL, POSSIBLE),
        ("x9k2" + "mq7vtzb", POSSIBLE),
        (CHOSEN, WEAK),
        ("ember22thunder", WEAK),
        ("node18" + "alpine2", WEAK),
    ],
)
def test_small_letters_by_chance_are_surer_than_words(value: str, sure: int) -> None:
    assert certainty(value.encode()) == sure
