"""Codex's records: turns, what was rolled back, and sub-agents."""

from __future__ import annotations

import pytest
from support.readers import about, as_lines, skipped, source, told, turns

from memsync.sessions.reading.events import Abandoned, Event

FILE = source("codex", "rollout-2026-03-04T10-00-00-0f6c2d4e.jsonl")


def record(kind: str, payload: object) -> dict[str, object]:
    return {"type": kind, "timestamp": "2026-03-04T10:00:00Z", "payload": payload}


def item(**payload: object) -> dict[str, object]:
    return record("response_item", payload)


def person(text: str) -> dict[str, object]:
    content = [{"type": "input_text", "text": text}]
    return item(type="message", role="user", content=content)


def model(text: str) -> dict[str, object]:
    content = [{"type": "output_text", "text": text}]
    return item(type="message", role="assistant", content=content)


def rolled_back(turns_: object) -> dict[str, object]:
    return record("event_msg", {"type": "thread_rolled_back", "num_turns": turns_})


def abandoned(events: list[Event]) -> tuple[tuple[int, int], ...]:
    """What is said of it last."""
    return [each.ranges for each in events if isinstance(each, Abandoned)][-1]


META = record("session_meta", {"id": "s1", "cwd": "/w", "source": "cli"})


def test_a_person_the_model_and_a_tool_take_turns() -> None:
    events = told(
        FILE,
        as_lines(
            [
                META,
                person("Why?"),
                item(type="function_call", name="shell", arguments='{"cmd": "ls"}'),
                item(type="function_call_output", call_id="c", output="a.py"),
                model("So."),
            ]
        ),
    )
    assert turns(events) == [
        ("user", "Why?"),
        ("tool", "shell\ncmd: ls"),
        ("tool", "a.py"),
        ("assistant", "So."),
    ]
    assert (about(events)["id"], about(events)["cwd"]) == ("s1", "/w")


@pytest.mark.parametrize("text", ["<environment_context>x</environment_context>", " "])
def test_what_the_program_put_in_is_no_persons(text: str) -> None:
    assert turns(told(FILE, as_lines([META, person(text)]))) == []


@pytest.mark.parametrize(("stop_at", "number"), [([], 1), ([5], 1), ([4, 6], 1)])
def test_what_was_rolled_back_is_abandoned_also_after_a_stop(
    stop_at: list[int], number: int
) -> None:
    lines = as_lines(
        [
            META,
            person("One."),
            model("1"),
            person("Two."),
            model("2"),
            rolled_back(number),
            person("Three."),
        ]
    )
    events = told(FILE, lines, stop_at=stop_at)
    assert abandoned(events) == ((4, 6),)


def test_two_turns_are_rolled_back_at_once_or_one_after_the_other() -> None:
    start = [META, person("One."), model("1"), person("Two."), model("2")]
    at_once = told(FILE, as_lines([*start, rolled_back(2)]))
    by_one = told(FILE, as_lines([*start, rolled_back(1), rolled_back(1)]))
    assert abandoned(at_once) == ((2, 6),)
    assert abandoned(by_one) == ((2, 7),)


@pytest.mark.parametrize("turns_", [0, -1, "2", None, [], 1.5])
def test_a_number_that_is_none_rolls_nothing_back(turns_: object) -> None:
    events = told(FILE, as_lines([META, person("One."), rolled_back(turns_)]))
    assert abandoned(events) == ()


def test_a_persons_answer_to_a_question_is_theirs() -> None:
    asked = item(type="function_call", name="request_user_input", call_id="q")
    answer = item(type="function_call_output", call_id="q", output="Blue.")
    assert turns(told(FILE, as_lines([META, asked, answer])))[-1] == ("user", "Blue.")


def test_a_sub_agent_belongs_to_its_parent_and_has_no_person() -> None:
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": "p1"}}}
    meta = record("session_meta", {"id": "s2", "cwd": "/w", "source": spawned})
    events = told(FILE, as_lines([meta, person("Look.")]))
    assert turns(events) == [("assistant", "Look.")]
    assert about(events)["parent"] == "p1"
    assert "cwd" not in about(events)


def test_the_records_of_what_it_was_forked_from_name_no_other_session() -> None:
    other = record("session_meta", {"id": "s0", "cwd": "/else"})
    known = about(told(FILE, as_lines([META, other, person("x")])))
    assert (known["id"], known["cwd"]) == ("s1", "/w")


def test_unknown_and_malformed_records_are_counted_apart() -> None:
    lines = [*as_lines([META, {"type": "new"}, item(type="new")]), b"{"]
    assert skipped(told(FILE, lines)) == [False, False, True]
