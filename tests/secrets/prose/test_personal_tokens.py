"""A personal access token that a text calls `PAT`, which is also in other words."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import values

# As Azure DevOps and Mattermost issue them; both belong to nobody.
LONG = tokens.text(52, 3, "abcdefghijklmnopqrstuvwxyz234567")
SHORT = tokens.text(26, 5, "abcdefghijklmnopqrstuvwxyz0123456789")


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("value", [LONG, SHORT])
@pytest.mark.parametrize(
    "text",
    [
        *("PAT: {}", "AZURE_DEVOPS_EXT_PAT={}", "adoPat: '{}'", 'ado_pat = "{}"'),
        *("my Mattermost PAT is {}", "use {} as the PAT", "pat -> {}"),
        *("{} is the PAT for the build agents", "PAT (ends in May): {}"),
        *("const adoPat =\n  '{}';\n", "- name: ADO_PAT\n  value: {}\n"),
        '{{"name": "ado_pat", "value": "{}"}}',
        *("log in with this PAT {}", "| agent | PAT |\n|---|---|\n| ci | {} |\n"),
    ],
)
def test_what_a_text_calls_a_pat_is_found(text: str, value: str) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize(
    "text",
    [
        *("compat: '{}'", "path={}", "the pattern is {}", "patch -> {}", "patId {}"),
        *("const pattern =\n  '{}';\n", "- name: PATTERN\n  value: {}\n"),
        '{{"name": "pattern", "value": "{}"}}',
        *("GITHUB_PAT=$TOKEN", "PAT: ask Ann", "spat: {}", "the dispatch of {}"),
    ],
)
def test_other_words_with_these_letters_name_no_token(text: str) -> None:
    assert values(text.format(LONG)) == []
