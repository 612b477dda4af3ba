"""What notes of coding agents say beside words for secrets, and is none itself."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import DRAWN, TOKEN, values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

# As people make them up; they belong to nobody.
CHOSEN = "Harbor" + "@" + "4187"
ID = "list_" + tokens.text(20, 4)
PHRASE = "violet-anchor" + "-meadow-saddle"


@pytest.mark.parametrize(
    "text",
    [
        # A label, steps, members of one thing, an owner and a name.
        f"- **{CHOSEN}**: misses half of all documents that matter\n",
        "# Runs: _check-credentials → _confirm → db-init → db-check → test-e2e\n",
        "  impact: result.latency.p99 / result.latency.p50,\n",
        "Source: mrmrs / random-display-p3-color.\n",
        # Results of tests, and what a name of a package begins with.
        "| Iter-112 regression test (6 cases) | 6/6 PASS |\n",
        "bound by (`submit-1password-context-injection-fastpath` at 635ms)\n",
        (
            "the gateway holds the password. Runs the amazon-photos-album-download,"
            " heic-to-jpeg-bundle, and cloudflare-workers skills.\n"
        ),
        # Another setting, a mask, prices, a public key.
        "c = 'user=$U password=$PASSWORD application_name=replica1'\n",
        '"password": "xxxx-xxxx-xxxx-xxxx"\n',
        "AWS API Gateway: $350（REST API）、$100-150（HTTP API）\n",  # noqa: RUF001
    ],
)
def test_what_is_beside_a_word_for_secrets_is_none(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Key accounts (ID: {})\n",
        "key = read(p); drive.files.get({{ fileId: '{}', alt: 'media' }})\n",
        "the key of the list, with the id {} as before\n",
    ],
)
def test_what_identifies_something_is_no_token(text: str) -> None:
    assert values(text.format(ID)) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the token for the list is {}\n", ID),
        ("the ids are public, but the key is {}\n", TOKEN),
        ("login: ann → {}\n", DRAWN),
        ("the passphrase is {}, as on the wall\n", PHRASE),
        ("password for app: {}\n", DRAWN),
    ],
)
def test_what_is_like_it_is_found(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


def _levels(text: str) -> set[str]:
    return {each.confidence for each in scan(text.encode())}


def test_a_public_key_is_low() -> None:
    value = "0x" + tokens.text(80, 5, "0123456789abcdef")
    assert _levels(f"- Public API key: `{value}`\n") <= {"low"}


def test_a_token_whose_last_part_is_hidden_is_none() -> None:
    begins = "xoxb-" + tokens.text(11, 2, "0123456789") + "-"
    assert values(f"- Bot token: {begins}... (in .env)\n") == []
    assert values(f"- Bot token: {TOKEN[:24]}... (in .env)\n") == [TOKEN[:24]]


@pytest.mark.parametrize(
    "row",
    [
        "| Model | Price/1M tokens |\n|---|---|\n| llama | $0.05 in / $0.08 out |\n",
        "| Attack | Token |\n|---|---|\n| force | a 256bit random ID |\n",
        "| Who | 1Password Item |\n|---|---|\n| eon | iqwxow2iidycaethycub7agfmm |\n",
    ],
)
def test_a_cell_of_words_is_no_token(row: str) -> None:
    assert values(row) == []


def test_a_token_with_words_in_its_cell_is_found() -> None:
    table = f"| Host | Token |\n|---|---|\n| nas | {TOKEN} (staging) |\n"
    assert any(TOKEN in value for value in values(table))


@pytest.mark.parametrize(
    "text",
    [
        "| PC-052 | build | All tests pass | {} | `cargo test` | exit 0 |\n",
        "| PC-053 | build | existing checks still pass | `{}` | PASS |\n",
        "- [x] PC-001: file exists | `test -f a.md && echo PASS` | {}\n",
        'pass_criteria: "{} is an ancestor of the head"\n',
        '"pass_status": "{}"\n',
        "# To a pass-through: {} (as before)\n",
    ],
)
@pytest.mark.parametrize("value", ["AC-001.2", "pending@2026-03-22T12:45:00Z"])
def test_what_passes_has_no_password(text: str, value: str) -> None:
    assert values(text.format(value)) == []


@pytest.mark.parametrize(
    "text",
    [
        "| nas | root | pass | {} |\n",
        "| mysql root pass | {} |\n",
        "pass_prod: {}\n",
        "root pass: {}\n",
    ],
)
def test_a_password_behind_the_short_word_is_found(text: str) -> None:
    assert values(text.format(DRAWN)) == [DRAWN]


@pytest.mark.parametrize(
    "text",
    [
        "internal_url: [http://gate:8000](http://gate:8000)\n",
        "Coverage: all. Key mappings: AC-001.x→PC-001/002/003, AC-002.x→PC-018\n",
        "sources inventoried at NodeTemplate@8999fd1 and L9-Node-Template@dcb5d24\n",
        "| Workflow credentials | `n8n/L9/Supabase` nodes | High |\n",
        "**For tabs:** Use `react-native-bottom-tabs` (native) when somebody logs in\n",
    ],
)
def test_names_and_addresses_are_no_secrets(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "| config | `https://azconfig.io/KeyValue.Read` | `{}` | reader |\n".format(
            "-".join(tokens.text(n, n, "0123456789abcdef") for n in (8, 4, 4, 4, 12))
        ),
        '{"sprint_id": "42", "issue_keys": "PROJ-1,PROJ-2,PROJ-3"}\n',
        '{"issue_key": "PROJ-4187"}\n',
        f"  Account Hash: {tokens.text(22, 4)}\n",
        f"Example user account ID: '{tokens.text(24, 6, '0123456789abcdefg')}'\n",
        "Defaults to `Standard_D2s_v5` size when somebody logs in with a password.\n",
        "  - Password policy enforcement (`MS.AAD.6.1v1`)\n",
    ],
)
def test_what_services_number_is_no_secret(text: str) -> None:
    assert values(text) == []


def test_the_password_of_an_account_is_found() -> None:
    assert values(f"account: ann / {DRAWN}\n") == [DRAWN]
    assert values(f"| api_key | {TOKEN} |\n") == [TOKEN]
