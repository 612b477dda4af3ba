"""memsync's own recovery codes and key files, which open a whole encrypted memory."""

from __future__ import annotations

import base64
import json
import random

import pytest
from support.found import found

from memsync.secrets.scan import scan
from memsync.vault.codes import CODE_BYTES, code_text, parse_code
from memsync.vault.machine_keys import MachineKeys, rendered
from memsync.vault.slots import Keys

pytestmark = pytest.mark.usefixtures("both_ways")

DRAW = random.Random(20)  # noqa: S311 -- the same keys in each run
CODE = code_text(DRAW.randbytes(CODE_BYTES))
SECRET, ROOT, EPOCH = (DRAW.randbytes(32) for _ in range(3))
KEY_FILE = rendered(MachineKeys(DRAW.randbytes(16), SECRET, 1, Keys(ROOT, EPOCH)))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "The memsync recovery code is {}",
        "Recovery code: {}",
        "recovery_code: {}",
        "The recovery-{} of my vault.",
        "- `{}`\n",
        '"{}",',
        "| vault | {} |",
        "https://notes.example.com/?c={}",
    ],
)
def test_a_recovery_code_is_found_wherever_it_stands(text: str) -> None:
    for _ in range(20):
        code = code_text(DRAW.randbytes(CODE_BYTES))
        assert found(text.format(code)) == [("memsync-key", code)]
        assert found(text.format(code.lower())) == [("memsync-key", code.lower())]


def test_as_a_person_types_it_or_a_mail_breaks_it() -> None:
    mistyped = CODE.replace("O", "0").replace("I", "1").replace("B", "8")
    assert parse_code(mistyped) == parse_code(CODE)
    assert found(mistyped) == [("memsync-key", mistyped)]
    for at in (9, 27, 36, 54):
        broken = f"{CODE[:at]}\n{CODE[at:]}"
        assert found(f"Code:\n{broken}") == [("memsync-key", broken)]


def test_encoded_it_is_found_as_well() -> None:
    once = base64.b64encode(f"The code: {CODE}\n".encode()).decode()
    assert found(once) == [("memsync-key", once)]
    (finding,) = scan(f"code {CODE}".encode("utf-16"))
    assert finding.rule == "memsync-key"
    assert finding.confidence == "high"


def test_a_key_file_is_found_with_each_of_its_keys() -> None:
    keys = [("memsync-key", each.hex()) for each in (SECRET, ROOT, EPOCH)]
    assert found(KEY_FILE.decode()) == keys
    assert found(json.dumps(json.loads(KEY_FILE))) == keys
    assert found(f"```json\n{KEY_FILE.decode()}```\n") == keys
    assert found(json.dumps({"file": KEY_FILE.decode()})) == keys
    cut = KEY_FILE.decode().partition('"root"')[0]
    assert found(cut) == keys[:1]


def test_what_is_no_code_is_none() -> None:
    swapped = CODE[9:18] + CODE[:9] + CODE[18:]
    wrong = ("A" if CODE[0] != "A" else "B") + CODE[1:]
    for text in (swapped, wrong, CODE[:-1], CODE[9:], f"{CODE}X", f"X{CODE}"):
        assert found(f"The words are {text}") == []
    assert found("memory-security-settings-overview-document-reviewer-contents") == []
    digest = f'{{"machine": "web-1", "sha256": "{SECRET.hex()}"}}'
    assert found(digest) == []


def test_what_was_found_before_keeps_its_rule() -> None:
    assert [rule for rule, _ in found(f"key: {CODE}")] == ["generic-secret"]
