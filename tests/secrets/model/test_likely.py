"""Words that no rule finds, and that all around them makes likely passwords."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import tokens
from support.found import values

from memsync.secrets import reasons
from memsync.secrets.model import candidates, score, weights
from memsync.secrets.scan import scan
from memsync.secrets.texts.text import Text

pytestmark = pytest.mark.usefixtures("both_ways")

NOTES = Path(__file__).parents[2] / "bench/notes"

# As people make them up; they belong to nobody.
NAMED = "Tobias" + "1974"
SIGNED = "velvet" + "Otter!" + "38"


@pytest.mark.parametrize(
    "text",
    [
        "The NAS in the basement still answers to admin with {}, nobody changed it.\n",
        "- Grafana: admin / {}, port 3000\n",
        "Citrix\nuser l.marchetti\nthen {}\n",
        "the fritzbox opens with {} since monday\n",
        "Jenkins login is deploy and then {} (v2.414.3 on build-07)\n",
    ],
)
@pytest.mark.parametrize("value", [NAMED, SIGNED])
def test_a_person_s_password_is_found_beside_what_it_opens(
    text: str, value: str
) -> None:
    assert values(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        # Without any word about access nothing can be said.
        f"We named the release {NAMED} and went home.\n",
        "Sign in with Windows11 or macOS14, iOS17 is too old for it.\n",
        "The account jsmith42 belongs to Jane, jsmith43 to John.\n",
        "Login works since build-4711 on db-prod-03, see OPS-1234.\n",
        f"See https://wiki.example.org/login/{NAMED}/edit for the router.\n",
        f"mail {NAMED}@example.org to log in\n",
        "the vpn needs FortiClient-7.0.9 or OpenVPN2.6 on the laptop\n",
    ],
)
def test_names_with_figures_are_none(text: str) -> None:
    assert values(text) == []


def test_code_is_not_judged() -> None:
    line = f"// the NAS still answers to admin with {NAMED}\n"
    code = "f(x) = {a: [b], c: (d)};\n" * 20
    assert [*candidates.of(Text(line.encode()))] != []
    assert [*candidates.of(Text((code + line).encode()))] == []


def test_the_three_things_that_count_most_are_said() -> None:
    data = f"The NAS still answers to admin with {NAMED}, sorry.\n".encode()
    (finding,) = scan(data)
    assert finding.confidence == "medium"
    said = reasons.of(finding.rule, NAMED.encode(), finding.why)[-1]
    assert len(re.findall(r"[a-z ]+ \([+-]\d+\.\d\)", said)) == 3
    assert "the words before it" in said
    assert NAMED not in said


def test_every_weight_belongs_to_something_that_can_be_said() -> None:
    parts = {part for part, _ in weights.WEIGHTS}
    assert parts
    assert {part for part in parts if score.said(part) == ""} == set()


def test_weights_are_whole_numbers_and_none_is_idle() -> None:
    assert {type(n) for n in weights.WEIGHTS.values()} == {int}
    assert 0 not in weights.WEIGHTS.values()


def test_nearly_all_lines_that_were_false_alarms_are_none() -> None:
    lines = (NOTES / "alike.jsonl").read_text().splitlines()
    texts = [json.loads(line)[0] for line in lines]
    assert len([text for text in texts if values(text)]) <= len(texts) // 10


def test_what_a_machine_made_is_left_to_rules_that_know_its_name() -> None:
    line = f"the NAS answers to admin with {tokens.text(30, 9)} now\n".encode()
    assert [*candidates.spans(line)] == []
