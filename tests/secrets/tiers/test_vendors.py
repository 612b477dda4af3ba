"""Credentials without a prefix, as their vendors' documents have people hold them."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import alike

HEX = "0123456789abcdef"
UUID = "-".join(tokens.text(n, k, HEX) for k, n in enumerate((8, 4, 4, 4, 12), start=3))
SHA = tokens.text(64, 5, HEX)


def blocked(text: str) -> set[str]:
    """The rules of the findings that stop a commit, the same with both searches."""
    data = f"# Notes\n\n{text}\n\nMore.\n".encode()
    return {each.rule for each in alike(data) if each.confidence != "low"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FAL_KEY", f"{UUID}:{tokens.text(32, 4, HEX)}"),
        ("GHOST_ADMIN_API_KEY", f"{tokens.text(24, 4, HEX)}:{SHA}"),
        (
            "ABLY_API_KEY",
            f"{tokens.text(6, 4)}.{tokens.text(6, 5)}:{tokens.text(43, 6)}",
        ),
        ("BWS_ACCESS_TOKEN", f"0.{UUID}.{tokens.text(30, 5)}:{tokens.text(22, 6)}=="),
        ("APOLLO_KEY", f"service:my-graph:{tokens.text(22, 4)}"),
        ("UNLEASH_API_TOKEN", f"default:production.{tokens.text(56, 4, HEX)}"),
        ("QDRANT_API_KEY", f"{UUID}|{tokens.text(54, 5)}"),
        ("RAILWAY_TOKEN", UUID),
        ("WISE_API_TOKEN", UUID),
        ("CYPRESS_RECORD_KEY", UUID),
        ("SERPER_API_KEY", tokens.text(40, 5, HEX)),
        # No service is named, and the prefix is nobody's.
        ("API_KEY", "prefix_" + tokens.text(64, 5, HEX)),
        ("VULTR_API_KEY", tokens.text(36, 5).upper()),
    ],
)
@pytest.mark.parametrize("form", ["{}={}", 'export {}="{}"', "  {}: {}", '"{}": "{}"'])
def test_a_credential_beside_its_name_is_found(
    form: str, name: str, value: str
) -> None:
    assert blocked(form.format(name, value))
    assert blocked(form.format(name.lower(), value))


@pytest.mark.parametrize(
    "header",
    [
        *("X-Api-Key", "X-Auth-Token", "Api-Key", "apikey", "DD-API-KEY"),
        *("DD-APPLICATION-KEY", "X-Shopify-Access-Token", "x-functions-key"),
        *("Ocp-Apim-Subscription-Key", "PRIVATE-TOKEN", "x-goog-api-key"),
        *("X-Vault-Token", "xi-api-key", "X-Insert-Key", "X-RapidAPI-Key"),
    ],
)
def test_a_key_in_a_header_is_found(header: str) -> None:
    for value in (tokens.text(32, 3, HEX), tokens.text(40, 4), tokens.text(24, 5)):
        assert blocked(f"curl https://api.example.net/v1 -H '{header}: {value}'")
        assert blocked(f'headers = {{"{header}": "{value}"}}')


@pytest.mark.parametrize(
    "address",
    [
        *("api.example.net/v1/current.json?key=", "example.net/v2/find?q=1&key="),
        *("example.net/x?apikey=", "example.net/x?q=1&access_token="),
        *("example.net/x?api_key=", "example.net/x?client_secret="),
    ],
)
def test_a_key_in_an_address_is_found(address: str) -> None:
    for value in (tokens.text(32, 3, HEX), tokens.text(40, 4)):
        assert blocked(f"GET https://{address}{value}")
        assert blocked(f"see https://{address}{value}&page=2 for it")


@pytest.mark.parametrize(
    "text",
    [
        f"checksum_key: sha256:{SHA}",
        f'"api_key_hash": "sha256:{SHA}"',
        f"APP_TOKEN_IMAGE=registry.net/app:{tokens.text(40, 3, HEX)}",
        f"secret_key: urn:sha1:{tokens.text(40, 3, HEX)}",
        f"https://example.net/style.css?key={tokens.text(32, 3, HEX)}",
        f"whereby the token {UUID} names a page",
        "access_key: config:production-settings-for-the-new-region",
    ],
)
def test_what_only_reads_like_one_is_not_found(text: str) -> None:
    assert blocked(text) == set()
