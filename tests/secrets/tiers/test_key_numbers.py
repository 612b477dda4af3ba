"""Private keys that are written as their numbers: JWK, and the XML of .NET."""

from __future__ import annotations

import base64
import json

import pytest
from support import tokens
from support.found import found

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
X, Y, D, K = (tokens.text(43, seed, _URL) for seed in (1, 2, 3, 4))
N, LONG, P, Q = (tokens.text(n, n, _URL) for n in (342, 341, 171, 170))
EC = {"kty": "EC", "crv": "P-256", "x": X, "y": Y, "d": D}
RSA = {"kty": "RSA", "n": N, "e": "AQAB", "d": LONG, "p": P, "q": Q, "kid": "a1"}
OKP = {"d": D, "x": X, "crv": "Ed25519", "kty": "OKP"}
SHARED = {"kty": "oct", "alg": "HS256", "k": K}
NAMES = ("Modulus", "Exponent", "P", "Q", "D")


def xml(*names: str) -> str:
    numbers = {
        name: base64.b64encode(tokens.text(96, seed).encode()).decode()
        for seed, name in enumerate(NAMES)
    }
    inner = "".join(f"<{name}>{numbers[name]}</{name}>" for name in names)
    return f"<RSAKeyValue>{inner}</RSAKeyValue>"


@pytest.mark.parametrize("key", [EC, RSA, OKP, SHARED], ids=["ec", "rsa", "okp", "oct"])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_private_key_in_json_is_found(
    key: dict[str, str], indent: int | None
) -> None:
    for text in (
        json.dumps(key, indent=indent),
        json.dumps({"keys": [{"kty": "RSA", "n": N, "e": "AQAB"}, key]}, indent=indent),
        json.dumps({"env": json.dumps(key)}, indent=indent),
    ):
        assert {rule for rule, _ in found(text)} == {"private-key-numbers"}


def test_a_private_key_in_yaml_is_found() -> None:
    assert found(f"kty: OKP\ncrv: Ed25519\nd: {D}\nx: {X}\n") == [
        ("private-key-numbers", D)
    ]
    assert found(f"- kty: oct\n  k: {K}\n") == [("private-key-numbers", K)]
    assert found(f"kty: EC\ncrv: P-256\nx: {X}\ny: {Y}\n") == []


PAIRS = [tokens.text(2, seed, "0123456789abcdef") for seed in range(47)]
PRINTED = "\n    ".join(":".join(PAIRS[at : at + 15]) + ":" for at in (0, 15, 30))
PRINTED += "\n    " + ":".join(PAIRS[45:])


def test_a_private_key_that_openssl_prints_is_found() -> None:
    ((rule, value),) = found(
        f"Private-Key: (256 bit)\npriv:\n    {PRINTED}\npub:\n    {PRINTED}\n"
    )
    assert (rule, value) == ("private-key-numbers", PRINTED)
    ((_, value),) = found(
        f"RSA Private-Key: (2048 bit)\nmodulus:\n    {PRINTED}\n"
        f"privateExponent:\n    {PRINTED}\nprime1:\n    {PRINTED}\n"
    )
    assert value == f"{PRINTED}\nprime1:\n    {PRINTED}"
    assert found(f"Public-Key: (256 bit)\npub:\n    {PRINTED}\n") == []


def test_a_private_key_of_a_zone_is_found() -> None:
    value = base64.b64encode(tokens.text(64, 5).encode()).decode()
    assert found(
        f"Private-key-format: v1.2\nAlgorithm: 5 (RSASHA1)\nModulus: {value[::-1]}\n"
        f"PrivateExponent: {value}\n"
    ) == [("private-key-numbers", value)]


def test_a_private_key_in_code_is_found() -> None:
    assert found(f"const jwk = {{\n  kty: 'EC',\n  d: '{D}',\n  x: '{X}',\n}};\n") == [
        ("private-key-numbers", D)
    ]


def test_one_finding_covers_all_private_numbers_of_a_key() -> None:
    ((_, value),) = found(json.dumps(RSA))
    assert value.startswith(LONG)
    assert value.endswith(Q)
    ((_, value),) = found(xml(*NAMES))
    assert "<D>" in value
    assert "<Modulus>" not in value


def test_it_is_of_high_confidence_and_a_stand_in_is_none() -> None:
    (one,) = scan(json.dumps(EC).encode())
    assert one.confidence == "high"
    for number in ("your-private-key-goes-here", "x" * 43, "..."):
        assert found(json.dumps({**EC, "d": number})) == []


def test_a_key_that_is_cut_off_does_not_hide_the_next() -> None:
    whole = xml(*NAMES)
    cut = whole[:-40]
    assert found(f"{cut}\n") == []
    assert len(found(f"{cut}\n{'-' * 9000}\n{whole}\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"kty": "RSA", "n": N, "e": "AQAB"}),
        json.dumps({"kty": "EC", "crv": "P-256", "x": X, "y": Y}),
        # Members of another object are no numbers of the key.
        json.dumps({"a": {"kty": "EC", "crv": "P-256", "x": X}, "d": D}),
        json.dumps({"alg": "EC", "d": D}),
        xml("Modulus", "Exponent"),
    ],
)
def test_a_public_key_passes(text: str) -> None:
    assert found(text) == []


def test_many_kinds_without_numbers_take_a_single_pass() -> None:
    kinds = "".join(f'{{"kty": "EC", "kid": "{n}", ' for n in range(20_000))
    assert found(f"{kinds}\n{json.dumps(EC)}\n") == [("private-key-numbers", D)]
