"""Words that no rule finds, and that all around them makes likely passwords."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.found import values

from memsync.secrets import reasons
from memsync.secrets.model import candidates, figures, score
from memsync.secrets.model.weights.figures import FIGURES
from memsync.secrets.model.weights.passphrases import PASSPHRASES
from memsync.secrets.model.weights.words import WORDS
from memsync.secrets.scan import scan
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from memsync.secrets.model.weights.table import Table

pytestmark = pytest.mark.usefixtures("both_ways")

NOTES = Path(__file__).parents[2] / "bench/notes"
GUIDE = Path(__file__).parents[3] / "docs/guard.md"

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
        "The router takes {}.",
        "Sign in as ann with {}.",
        "Ann told me to use {} for the printer.",
        "I reset the account, it's {} now.",
        "mongo root {}",
        "u: ann, p: {}",
        "un/pw ann/{}",
        "wifi: Guest, {}",
        "the new one is {}, please remember it",
    ],
)
@pytest.mark.parametrize("value", [SIGNED, tokens.text(14, 1)])
def test_what_the_page_of_the_guard_shows_is_found(text: str, value: str) -> None:
    assert text.format("…") in GUIDE.read_text(encoding="utf-8")
    assert values(f"{text.format(value)}\n") == [value]


def test_a_passphrase_needs_no_name() -> None:
    text = "wifi of the office: Guest5, {}"
    assert text.format("…") in GUIDE.read_text(encoding="utf-8")
    phrase = "otter-" + "marble-" + "canyon-" + "violin"
    assert values(f"{text.format(phrase)}\n") == [phrase]
    assert values(f"The branch is {phrase}, see its log.\n") == []


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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("keypad at the side door, 4 digits then the key: {}\n", "7391"),
        ("Unlock the tablet in room 204 with {}, then open the till app.\n", "604819"),
        ("Alarm: disarm with {}, you have 30 seconds\n", "8264"),
    ],
)
def test_figures_are_found_behind_what_takes_them(text: str, code: str) -> None:
    assert values(text.format(code)) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "The login service listens on port 8443 and logs 404 as error code 1045.\n",
        "Room 2204, phone 5583, ticket 48213; the door was painted in 1998.\n",
        "Unlock takes 1500 ms on the old tablet, 300 MB are used for it.\n",
        "The safe weighs 1200 kg, order no. 778213, code review on 2024-11-02.\n",
    ],
)
def test_other_figures_are_none(text: str) -> None:
    assert values(text) == []


def test_code_is_not_judged() -> None:
    line = "// keypad at the side door, 4 digits then the key: 7391\n"
    assert values(line) == ["7391"]
    assert values("f(x) = {a: [b], c: (d)};\n" * 20 + line) == []


def test_a_list_of_words_with_figures_is_not_judged() -> None:
    line = f"The NAS still answers to admin with {NAMED}, nobody changed it.\n"
    parts = "".join(f"part{n}x{n} " for n in range(200))
    assert [*candidates.of(Text(line.encode()))] != []
    assert [*candidates.of(Text(f"{line}\n{parts}\n".encode()))] == []


def test_the_three_things_that_count_most_are_said() -> None:
    data = f"The NAS still answers to admin with {NAMED}, sorry.\n".encode()
    (finding,) = scan(data)
    assert finding.confidence == "medium"
    said = reasons.of(finding.rule, NAMED.encode(), finding.why)[-1]
    assert len(re.findall(r"[a-z ]+ \([+-]\d+\.\d\)", said)) == 3
    assert "the words before it" in said
    assert NAMED not in said


@pytest.mark.parametrize("table", [WORDS, FIGURES, PASSPHRASES])
def test_every_weight_is_a_whole_number_of_something_that_can_be_said(
    table: Table,
) -> None:
    assert {type(n) for n in table.weights.values()} == {int}
    assert 0 not in table.weights.values()
    assert [part for part, _ in table.weights if score.said(part) == ""] == []


def test_nearly_all_lines_that_were_false_alarms_are_none() -> None:
    lines = (NOTES / "alike.jsonl").read_text().splitlines()
    texts = [json.loads(line)[0] for line in lines]
    assert len([text for text in texts if values(text)]) <= len(texts) // 10


def test_what_a_machine_made_is_left_to_rules_that_know_its_name() -> None:
    drawn = tokens.text(30, 9)
    assert values(f"the NAS logs in as admin with {drawn} now\n") == [drawn]
    assert values(f"next_page_token: {drawn}\nnextPageToken: {drawn}\n") == []
    assert [*figures.spans(b"the safe opens with 123456789\n")] == []
    assert [*figures.spans(b"the door opens with 0512, the safe with 4096\n")] == [
        (20, 24)
    ]


@pytest.mark.parametrize("length", [14, 32])
def test_without_any_word_nothing_can_be_said(length: int) -> None:
    drawn = tokens.text(length, 7)
    assert values(f"{drawn}\n") == []
    assert values(f"- {drawn}\n- {tokens.text(length, 8)}\n") == []
    assert values(f"the NAS logs in as admin with {drawn} now\n") == [drawn]


def test_a_list_of_ids_under_one_name_holds_no_passwords() -> None:
    ids = [tokens.text(11, seed) for seed in range(12)]
    lines = "".join(f"  - youtube: {one}\n    type: video\n" for one in ids)
    assert values(lines) == []


def test_a_video_s_id_is_none_but_a_made_up_word_is_one() -> None:
    for text in ("- youtube: {}\n", "{{{{< youtube {} >}}}}\n", 'youtube_id="{}"\n'):
        assert values(text.format("k7Wcd9" + "HdXAY")) == []
    for word in ("Tobias_" + "1974", "Otter!" + "38904"):
        assert values(f"- youtube: {word}\n") == [word]


def test_an_id_behind_its_name_is_none() -> None:
    drawn = "01" + tokens.text(24, 3, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    line = "9:18PM TRC pipeline/login.go:81 > start step echo {}={}\n"
    assert values(line.format("taskUUID", drawn)) == []


def test_a_hash_behind_the_name_of_its_kind_is_none() -> None:
    for kind in ("{SSHA} ", "{SSHA512} ", "{SMD5} ", "{SSHA}", "{MD5}"):
        for seed in range(9):
            line = f"uid: ann\nuserPassword: {kind}{tokens.text(32, seed)}\n"
            assert values(line) == []


def test_a_member_in_code_is_no_passphrase() -> None:
    text = "foreach (var credentials in {})\n"
    assert values(text.format("context.Options.SigningCredentials")) == []


def test_a_picture_has_no_sentences() -> None:
    line = f"The NAS still answers to admin with {NAMED}, nobody changed it.\n"
    for text in (line.encode(), line.encode("utf-16")):
        assert [found.rule for found in scan(text)] == ["prose-password"]
    assert [*scan(b"GIF89a\x10\0\x10\0\n" + line.encode())] == []


def test_what_is_encoded_is_no_sentence() -> None:
    line = f"The NAS still answers to admin with {NAMED}, nobody changed it.\n"
    assert values(line) == [NAMED]
    assert values(f"data: {b64encode(line.encode()).decode()}\n") == []


def test_the_last_line_of_a_block_of_base64_is_no_password() -> None:
    last = tokens.text(14, 3)
    alone = f"the login of the NAS:\n{{}}{last}\n"
    assert values(alone.format("")) == [last]
    assert values(alone.format(tokens.text(64, 5) + "\n")) == []
