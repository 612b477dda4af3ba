"""Lines of any length: cut where their strings are long, and still JSON."""

from __future__ import annotations

import io
import json
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.reading import lines

TEXTS = st.text(st.sampled_from(["x", '"', "\\", "\n", "é", "😀", "u", "\x01", "/"]))
RECORDS = st.fixed_dictionaries({"text": TEXTS, "list": st.lists(TEXTS, max_size=3)})


@given(
    st.lists(RECORDS, min_size=1, max_size=5),
    st.sampled_from([7, 33, 64]),
    st.sampled_from([5, 20]),
    st.booleans(),
)
def test_a_cut_line_is_the_same_record_with_shorter_strings(
    records: list[dict[str, object]], chunk: int, longest: int, plain: bool
) -> None:
    written = [json.dumps(r, ensure_ascii=plain) + "\n" for r in records]
    data = "".join(written).encode()
    with (
        mock.patch.object(lines, "_CHUNK", chunk),
        mock.patch.object(lines, "_LONGEST_STRING", longest),
    ):
        *found, rest = lines.lines(io.BytesIO(data + b'{"half'))
    assert [line.number for line in found] == list(range(1, len(records) + 1))
    assert found[-1].end == len(data)
    assert (rest.data, rest.complete) == (b'{"half', False)
    for line, record in zip(found, records, strict=True):
        assert line.data is not None
        read = lines.record(line.data)
        assert read is not None
        assert set(read) == set(record)
        # Half of a pair, or of a character, may stand where a string was cut.
        whole = read["text"].encode("utf-8", "ignore").decode().rstrip("\ufffd")
        assert str(record["text"]).startswith(whole)


@given(st.binary(max_size=200), st.sampled_from([3, 50]))
def test_bytes_of_any_kind_are_lines(data: bytes, chunk: int) -> None:
    with mock.patch.object(lines, "_CHUNK", chunk):
        found = list(lines.lines(io.BytesIO(data)))
    ended = data.count(b"\n")
    assert sum(line.complete for line in found) == ended
    assert [line.end for line in found if line.complete] == [
        at + 1 for at, byte in enumerate(data) if byte == 0x0A
    ]


def test_a_record_is_an_object_and_nothing_else() -> None:
    assert lines.record(b'{"a": "\xff"}') == {"a": "\ufffd"}
    for data in (b"", b"[]", b"{", b"1", b"[" * 100_000, b'{"a":' * 5000):
        assert lines.record(data) is None
