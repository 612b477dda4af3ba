"""What notes of agents name and measure is no secret; what is like it may be one."""

from __future__ import annotations

import base64
import hashlib

import pytest
from support import tokens
from support.found import values

from memsync.secrets.values.harmless import is_harmless

HEX = "0123456789abcdef"


def _header(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


SIGNED = _header('{"alg":"HS256","typ":"JWT"}')


@pytest.mark.parametrize(
    "value",
    [
        "$44.56M",
        "**$1,200",
        "€3.5bn",
        "~$0.40-1.20/day",
        "$5\N{EN DASH}$7/month",
        "acme/mlx-gpt-oss-20b-mxfp4-q4",
        "acme/qwen3-next-80b-a3b-instruct",
        "login-v2",
        "acme/build-image@v2.1",
        "(S1\N{EN DASH}S7)",
        "Sub-100%",
        "ann7@github",
        "story-1-2-1",
        "~255ms",
        "crwdns17:0crwdne17:0",
        "Product@3f2a1b",
        "Kokoro-82M-bf16",
        "Llama-3.3-70B-Instruct",
        "gpt-oss-120b",
        "0/5s/35s/95s",
        "10^underlyingDecimals",
        "10Gbase-T",
        "translation\N{NARROW NO-BREAK SPACE}[1][2][3",
        "0x" + tokens.text(40, 3, HEX),
        "0x" + tokens.text(40, 3, HEX + "ABCDEF"),
        "Mull-19-*.deb",
        "$HOME/.claude",
        "FUN_80103f80",
        "DEPLOYMENT_MODE=multi_user",
        "MLX_TXG_GPT_OSS_120B_DERESTRICTED_MXFP4",
        SIGNED,
        SIGNED + "...",
        SIGNED[:20],
        _header('{"alg":"RS256","kid":"a1","typ":"JWT"}'),
        "pypi-" + "AgEIcHlwaS5vcmc",
        "01" + tokens.text(24, 3, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
        "llmcache:" + tokens.text(64, 3, HEX),
        "react-dom@18",
        "0x" + tokens.text(34, 3, HEX),
        "0x" + tokens.text(1040, 3, HEX),
        "ctrl+alt+f2",
        "control+c++",
        "_ZN4acme5notes4read17h56a0c1",
        "UUID=7d0c1b52-93ae-4f16-8b20-c4e5f6a7b8d9",
        "PARTLABEL=EFI\\040SYSTEM",
        "%E5%AF%86%E7%A0%81)#Agents",
        "#.E5.AF.86.E7.A0.81",
        "base64",
        "3.hours.ago",
        "40.minutes",
        "2871%2Cfalse%2Ctrue",
        "BakerICML2011",
        "VanDykACL1998b",
        hashlib.sha256().hexdigest(),
        hashlib.sha512().hexdigest()[:24],
    ],
)
def test_what_names_or_measures_something_is_harmless(value: str) -> None:
    assert is_harmless(value.encode())


@pytest.mark.parametrize(
    "value",
    [
        "$48195573",
        "Kokoro-82-bf16",
        "Tiger-9b7-Falcon",
        "10^4Tiger",
        "0x" + tokens.text(64, 3, HEX),
        "TIGER_4fA91c02",
        "Tiger#19840a",
        "#Tiger+1984",
        "^Tiger1984",
        "7:blueTiger",
        "42-otter",
        "shift+4977",
        "*2018|7DqZb",
        "tiger@1984",
        "anna.12.03.85.41.77",
        "Super-Tiger5",
        "3.tigers.2024",
        "Otter%2C1984",
        "TigerOtter2011",
        "TigerXY2011",
        "$Tiger41$",
        "81" + tokens.text(24, 3, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
        tokens.text(8, 1, HEX.upper()) + ("_" + tokens.text(6, 2, HEX.upper())) * 5,
        SIGNED + "." + tokens.text(40),
        _header('{"alg":"HS256","k":"' + tokens.text(40) + '"}'),
    ],
)
def test_what_is_like_it_is_not(value: str) -> None:
    assert not is_harmless(value.encode())


@pytest.mark.parametrize(
    "text",
    [
        "Anon key: {}...\n",
        'curl -H "Authorization: Bearer {}..." https://api.acme.io\n',
        'OAUTH_TOKEN = "{}..."\n',
        "- Token: `{}`…\n",
    ],
)
def test_the_header_of_a_signed_token_is_no_finding(text: str) -> None:
    assert values(text.format(SIGNED)) == []
