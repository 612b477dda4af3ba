"""Passwords that people make up, where a command or a file can hold nothing else."""

from __future__ import annotations

import pytest
from support import tokens
from support.found import found, values

from memsync.secrets.scan import scan

pytestmark = pytest.mark.usefixtures("both_ways")

NUMBER = tokens.text(4, 17, "46798")


@pytest.mark.parametrize(
    "value",
    [
        f"K3lp-{NUMBER}",
        f"3lm@{NUMBER}",
        f"Anchor.puddle{NUMBER}",
        f"poiuy{NUMBER}!",
        f"lkjh5tgb{NUMBER}-",
        f"!QAZwsx{NUMBER}@",
        f"hammock-Koala-{NUMBER}",
        f"bzdvk{NUMBER}hw3cqv32",
    ],
)
def test_a_made_up_password_at_its_place_is_found(value: str) -> None:
    assert values(f"neighbor 10.0.0.1 password {value}\n") == [value]
    assert values(f"tool -u ann --db-password '{value}' -x\n") == [value]


def test_keys_of_a_keyboard_with_a_number_stand_in_for_nothing() -> None:
    (one,) = scan(f"DB_PASSWORD=zxcvasdf{NUMBER}_\n".encode())
    (other,) = scan(b"DB_PASSWORD=zxcvasdf1234\n")
    assert (one.confidence, other.confidence) == ("medium", "low")


@pytest.mark.parametrize("value", ["!Ref", "!important", "node14-2024", "k8s-2024"])
def test_tags_and_names_with_figures_pass(value: str) -> None:
    assert found(f"neighbor 10.0.0.1 password {value}\n") == []
