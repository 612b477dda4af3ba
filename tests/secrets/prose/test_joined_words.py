"""Passphrases whose words hyphens join, on lines about logging in."""

from __future__ import annotations

import pytest
from support.found import values

pytestmark = pytest.mark.usefixtures("both_ways")

FOUR = "otter-" + "marble-" + "canyon-" + "violin"
FIVE = "olive-" + "Timber37-" + "rabbit-" + "cello-" + "meadow"


@pytest.mark.parametrize(
    "text",
    [
        "- Signed in as ann@acme.com with {}, which the user gave.\n",
        "Use the account `rescue`, and {} is what it wants.\n",
        "[13:10] <ann> and the password?\n[13:10] <bea> {}\n",
        "just use mine for today: ann@acme.com\n{}\n",
        "`play site.yml --ask-vault-pass` and then type {} (same for prod).\n",
        "entro al servidor con datos y la clave es {}; luego reinicio\n",
    ],
)
@pytest.mark.parametrize("value", [FOUR, FIVE])
def test_a_line_about_logging_in_gives_it_away(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        f"The branch is {FOUR}.\n",
        f"See docs/{FOUR} on how to log in.\n",
        f"If `{FOUR}` is enabled, the account of root is used.\n",
        f"Updated the login with {FOUR} (v1.16.1).\n",
        f'name: "login:{FOUR}"\n',
        f"Log in at https://acme.com/{FOUR} as ann.\n",
        "Log in, then see how-to-install-it-here for the rest.\n",
        "The admin role has user-service-account-token set.\n",
        '<form class="login-form" id="border-narrow-column-orange">\n',
        "const auth = await store.load(narrow-column-orange-border);\n",
        "def test_login_of_users_without_any_cookie(ann): ...\n",
        "from login import alpha_beta_gamma_delta_epsilon\n",
    ],
)
def test_names_of_things_pass(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "line",
    [
        'req.SetBasicAuth("ann", "{}")\n',
        "spring.datasource.password={}\n",
        "CREATE USER 'ann'@'%' IDENTIFIED BY '{}';\n",
        'u.update!(password: "{}")\n',
    ],
)
def test_commands_and_settings_take_one_too(line: str) -> None:
    assert values(line.format(FOUR)) == [FOUR]
