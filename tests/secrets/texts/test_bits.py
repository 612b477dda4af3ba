"""One pass finds every word that the tiers ask for, and every long run."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.secrets.commands import arguments, calls
from memsync.secrets.prose import names
from memsync.secrets.prose.below import search as below
from memsync.secrets.tables import columns
from memsync.secrets.texts import bits, runs
from memsync.secrets.tiers import context
from memsync.secrets.words import subjects

WORDS = sorted(bits.SOUGHT)
PARTS = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from([word[:-1] for word in WORDS]),
    st.sampled_from([b" ", b"\n", b"", b"s", b"d", b"t", b"_", b"\xff", b"`", b"pw"]),
    st.binary(max_size=4).map(bytes.lower),
)
TEXTS = st.lists(PARTS, max_size=30).map(b"".join)


def places(low: bytes) -> dict[bytes, list[int]]:
    hits, _ = bits.flags(low)
    return bits.compared(low, hits, hits.split(bits.HIT), [])


def expected(low: bytes, word: bytes) -> list[int]:
    # Two letters count where they may begin a word, and in `bindpw` and `rootpw`.
    begins = rb"(?<![a-ce-su-z0-9])" if word == b"pw" else b""
    return [found.start() for found in re.finditer(begins + re.escape(word), low)]


@settings(max_examples=300)
@given(TEXTS, st.sampled_from([0, 5, 16_370]))
def test_every_word_is_found_wherever_it_stands(text: bytes, before: int) -> None:
    # The text is searched in blocks of 16 kilobytes, so some words are on their edges.
    low = b"." * before + text
    wanted = {word: expected(low, word) for word in WORDS}
    assert places(low) == {word: at for word, at in wanted.items() if at}


def test_capitals_are_found_in_the_same_places() -> None:
    low = b" ".join(WORDS)
    assert bits.flags(low.upper())[0] == bits.flags(low)[0]


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from([b"a1", b"Z_", b" ", b"(", b"\n", b"x" * 14]), max_size=40
    ),
    st.sampled_from([0, 16_370]),
)
def test_a_run_is_cut_out_whole_if_it_is_long(parts: list[bytes], before: int) -> None:
    data = b" " * before + b"".join(parts)
    _, edges = bits.flags(data)
    wanted = re.findall(rb"[a-zA-Z0-9_\n]{16,}", data)
    cut = runs.between(data, edges.split(bits.EDGE), [])
    assert cut == [run.replace(b"\n", runs.BREAK) for run in wanted]


def test_all_words_that_decide_whether_a_tier_runs_are_sought() -> None:
    asked = {
        *(*names.PASSWORDS, *names.LOGINS, *columns.WORDS, *context.STEMS),
        *(*below.KEYS, *subjects.WALLETS, *names.FOREIGN, *arguments.FORM_WORDS),
        *(*calls.WORDS, *calls.ENDS),
    }
    assert asked <= bits.SOUGHT
