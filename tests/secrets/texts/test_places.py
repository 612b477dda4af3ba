"""Where words stand before what a gate asks for: on its line, and near it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.secrets.texts import places

TEXTS = st.lists(
    st.sampled_from([b"key", b"\n", b" ", b"x" * 400, b"k"]), max_size=40
).map(b"".join)


@given(TEXTS)
def test_a_word_is_found_wherever_it_stands(low: bytes) -> None:
    wanted = [i for i in range(len(low)) if low.startswith(b"key", i)]
    assert places.find(low, b"key") == wanted
    assert [*places.within(low, b"key", 0, len(low))] == wanted


@given(TEXTS, st.data())
def test_all_near_a_gate_on_its_line_is_looked_at_once(
    low: bytes, data: st.DataObject
) -> None:
    ends = sorted(data.draw(st.sets(st.integers(1, max(len(low), 1)), max_size=9)))
    ends = [end for end in ends if end <= len(low)]
    parts = places.before(low, ends)
    seen = [at for start, end in parts for at in range(start, end)]
    assert len(seen) == len(set(seen))
    for end in ends:
        line = low.rfind(b"\n", 0, end - 1) + 1
        assert set(seen) >= set(range(max(line, end - 1000), end))


@given(TEXTS, st.integers(0, 900), st.data())
def test_all_above_a_gate_is_looked_at_once(
    low: bytes, reach: int, data: st.DataObject
) -> None:
    ends = sorted(data.draw(st.sets(st.integers(1, max(len(low), 1)), max_size=9)))
    ends = [end for end in ends if end <= len(low)]
    parts = [*places.close(low, ends, reach)]
    seen = [at for start, end in parts for at in range(start, end)]
    assert len(seen) == len(set(seen))
    for end in ends:
        line = low.rfind(b"\n", 0, end - 1) + 1
        assert set(seen) >= set(range(max(line - reach, 0), end))
