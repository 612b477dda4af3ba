"""The long runs near places that a native search tells are those of the whole text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.secrets.texts import runs
from memsync.secrets.texts.text import Text

PIECES = [b"a" * 15, b"B" * 17, b"`", b" ", b"\n", b"\xc3", b"=.", b"c" * 40]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join)


@given(TEXTS)
def test_places_in_all_runs_give_all_runs(data: bytes) -> None:
    of_runs = runs.TOKEN + runs.WITHIN + runs.LINE_ENDS
    text = Text(data)
    backticked: list[bytes] = []
    ends = [at + 1 for at, byte in enumerate(data) if byte in of_runs]
    assert runs.near(data, ends, backticked) == text.runs
    assert backticked == text.backticked


def test_only_runs_with_a_place_are_given() -> None:
    data = b"x" * 20 + b" " + b"y" * 20 + b" " + b"z" * 10
    assert runs.near(data, [1, 3, 45], []) == [b"x" * 20]
    assert runs.near(data, [41], []) == [b"y" * 20]
