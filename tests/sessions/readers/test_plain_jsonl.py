"""Plain JSON lines: who said what, by whichever names a program has for it."""

from __future__ import annotations

import pytest
from support.readers import about, as_lines, skipped, source, told, turns

from memsync.sessions.reading.events import Turn

FILE = source("jsonl", "talk.jsonl")


@pytest.mark.parametrize(
    ("record", "turn"),
    [
        ({"role": "user", "content": "hi"}, ("user", "hi")),
        ({"role": "human", "content": "hi"}, ("user", "hi")),
        ({"role": "model", "text": "yes"}, ("assistant", "yes")),
        ({"type": "assistant", "message": {"content": "yes"}}, ("assistant", "yes")),
        ({"role": "gpt", "content": ["a", {"text": "b"}]}, ("assistant", "a\nb")),
        ({"role": "function", "content": "42"}, ("tool", "42")),
        ({"role": "summary", "content": "all"}, ("summary", "all")),
    ],
)
def test_a_record_is_a_turn(record: object, turn: tuple[str, str]) -> None:
    assert turns(told(FILE, as_lines([record]))) == [turn]


@pytest.mark.parametrize(
    ("line", "malformed"),
    [
        (b"not json", [True]),
        (b"[1, 2]", [True]),
        (b"3", [True]),
        (b'{"role": "user", "content":', [True]),
        (b'{"role": "someone", "content": "x"}', [False]),
        (b'{"role": 7, "content": "x"}', [False]),
        (b"{}", [False]),
        (b'{"role": "system", "content": "be nice"}', []),
        (b'{"role": "user", "content": "  "}', []),
        (b'{"role": "user", "content": {"a": 1}}', []),
        (b"   ", []),
    ],
)
def test_what_is_no_turn_is_passed_over(line: bytes, malformed: list[bool]) -> None:
    events = told(FILE, [line])
    assert turns(events) == []
    assert skipped(events) == malformed


def test_a_session_is_called_by_its_first_line_or_its_file() -> None:
    first = {"session_id": "s1", "title": "T", "role": "user", "content": "x"}
    events = told(FILE, as_lines([first, {"cwd": "/w"}, {"cwd": "/other"}]))
    assert about(events) == {"id": "s1", "title": "T", "cwd": "/w"}
    assert about(told(FILE, as_lines([{"role": "user", "content": "x"}]))) == {
        "id": "talk"
    }


@pytest.mark.parametrize("key", ["timestamp", "time", "created_at", "ts", "date"])
def test_a_turn_has_its_hour_its_line_and_its_model(key: str) -> None:
    record = {"role": "assistant", "content": "x", "model": "m", key: 1_700_000_000}
    (turn,) = (e for e in told(FILE, as_lines([record])) if isinstance(e, Turn))
    assert (turn.time, turn.line, turn.model) == (1_700_000_000, 1, "m")
