"""Words with blanks between them, which no rule finds: passphrases, and sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.found import values

from memsync.secrets import reasons
from memsync.secrets.gates import likely
from memsync.secrets.model import clues, passphrases
from memsync.secrets.scan import scan
from memsync.secrets.texts.text import Text

pytestmark = pytest.mark.usefixtures("both_ways")

GUIDE = Path(__file__).parents[3] / "docs/guard.md"

# As people draw them, or make them up; they belong to nobody.
DRAWN = "marble otter " + "violin sunday"
MADE_UP = "the purple goose " + "never pays"

PIECES = st.sampled_from(
    [
        *("the", "purple", "goose", "Luks", "wifi", "pass:", "passwords", "phrase"),
        *("opens", "with", "typed", "12", "a1", "don't", "é", "«", "disk"),
        *('"', ",", ".", "\n", "-"),
    ]
)


def near(text: bytes) -> list[bytes]:
    ends = clues.ends(_in_python(text))
    return [text[start:end] for start, end in passphrases.near(text, ends)]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The disk of the NAS unlocks with “{}”, all lower case.\n", DRAWN),
        ('restic repo on the stick: phrase is "{}", not in the wiki\n', DRAWN),
        ('restic repo on the stick: phrase is "{}", not in the wiki\n', MADE_UP),
        ("LUKS on the laptop: {}\n", DRAWN),
        ("LUKS on the laptop: {}\n", MADE_UP),
        ("KeePass opens with `{}`\n", MADE_UP),
        ("ann: what was the passphrase of the vault?\nben: {}\n", DRAWN),
    ],
)
def test_a_passphrase_is_found_near_what_it_opens(text: str, phrase: str) -> None:
    assert values(text.format(phrase)) == [phrase]


def test_what_the_page_of_the_guard_shows_is_found() -> None:
    text = "The backup disk unlocks with “{}”."
    assert text.format("…") in GUIDE.read_text(encoding="utf-8")
    (finding,) = scan(f"{text.format(DRAWN)}\n".encode())
    assert (finding.rule, finding.confidence) == ("prose-phrase", "medium")


@pytest.mark.parametrize(
    "text",
    [
        "The passphrase must not be shorter than twelve characters.\n",
        "Unlock the vault, then choose Settings and Change Master Password.\n",
        "We moved the disk, the boot loader and the wifi card to the new case.\n",
        'The book is called "marble otter violin sunday", read it.\n',
        "LUKS: encrypts the whole disk, see the manual page of cryptsetup.\n",
        "The login page says: please enter your user name and password.\n",
    ],
)
def test_a_sentence_is_none(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "'luks_disk' => '{}',\n",
        '"wifi_phrase": "{}",\n',
        "vault.unlock = {}\n",
        'msgid "LUKS on the laptop: {}"\n',
    ],
)
def test_a_text_of_an_interface_is_none(text: str) -> None:
    assert values(f"LUKS on the laptop: {MADE_UP}\n") == [MADE_UP]
    assert values(text.format(MADE_UP)) == []


def test_the_best_of_those_that_overlap_is_reported() -> None:
    text = f"KeePass: type {DRAWN} and that opens it\n"
    assert values(text) == [DRAWN]


def test_code_is_not_judged() -> None:
    line = f"// LUKS on the laptop: {DRAWN}\n"
    assert values(line) == [DRAWN]
    assert values("f(x) = {a: [b], c: (d)};\n" * 20 + line) == []


def test_the_three_things_that_count_most_are_said() -> None:
    (finding,) = scan(f"LUKS on the laptop: {DRAWN}\n".encode())
    said = reasons.of(finding.rule, DRAWN.encode(), finding.why)[-1]
    assert len(re.findall(r"[a-z ]+ \([+-]\d+\.\d\)", said)) == 3
    assert "otter" not in said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"luks: ab cd ef", [b"ab cd ef"]),
        # Two words are too few, and so are those before a cut.
        (b"luks: ab cd", []),
        (b"luks: ab1 cd ef", []),
        (b"luks: ab 12345 ef gh", []),
        (b"luks: ab 12 ef gh", [b"ab 12 ef gh"]),
        (b"luks: ab 12 13 14 gh", []),
        (b"it unlocks with ab cd ef", [b"ab cd ef"]),
        (b"luks: ab cd ef opens it", [b"ab cd ef opens it", b"ab cd ef"]),
        (b'luks => "ab cd ef"', [b"ab cd ef"]),
        (b"luks (ab cd ef)", [b"ab cd ef"]),
        (b"ab cd ef opens luks", []),
        (b"luks_name: ab cd ef", []),
        (b"wifi\nab cd ef\ngh ij kl", [b"ab cd ef"]),
        (b"he passed ab cd ef", []),
        (b"nothing here is ab cd ef", []),
    ],
)
def test_candidates(text: bytes, found: list[bytes]) -> None:
    assert sorted(near(text)) == sorted(found)


@given(st.lists(PIECES, max_size=30))
def test_candidates_are_runs_of_words_on_one_line(pieces: list[str]) -> None:
    for value in near(" ".join(pieces).encode()):
        words = value.split(b" ")
        assert len(words) >= 3
        assert all(words)
        assert not re.search(rb"[\n\",.-]", value)


@given(st.lists(PIECES, max_size=30))
def test_the_native_search_reports_the_same_clues(pieces: list[str]) -> None:
    data = " ".join(pieces).encode()
    assert [*_ends_of_gate(data)] == clues.ends(_in_python(data))


def _in_python(data: bytes) -> Text:
    search, Text.search = Text.search, None
    try:
        return Text(data)
    finally:
        Text.search = search


def _ends_of_gate(data: bytes) -> list[int]:
    """Where each match of the gate ends, of all that overlap."""
    (gate,) = likely.PHRASES
    flags, _, alternatives = gate.partition(b")")
    ends: set[int] = set()
    for one in alternatives.split(b"|"):
        pattern = re.compile(flags + b")(?=(" + one + b"))")
        ends.update(match.end(1) for match in pattern.finditer(data))
    return sorted(ends)
