"""Some lines of a text are a text of their own, whose places are known in the whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.secrets.texts.chosen import Lines

TEXTS = st.lists(
    st.sampled_from([b"key", b"\n", b" ", b"x" * 40, b"\r\n"]), max_size=40
).map(b"".join)


@given(TEXTS, st.data())
def test_the_lines_that_end_somewhere_keep_their_places(
    data: bytes, drawn: st.DataObject
) -> None:
    breaks = [i + 1 for i in range(len(data)) if data[i : i + 1] == b"\n"]
    ends = drawn.draw(st.lists(st.sampled_from([*breaks, len(data)])))
    chosen = Lines(data, ends)
    starts = sorted({data.rfind(b"\n", 0, end - 1) + 1 for end in ends if end})
    spans = [(start, data.find(b"\n", start) + 1 or len(data)) for start in starts]
    assert chosen.text == b"\n" + b"".join(data[a:b] for a, b in spans)
    places = [place for a, b in spans for place in range(a + 1, b + 1)]
    assert [chosen.place(i + 2) for i in range(len(places))] == places
