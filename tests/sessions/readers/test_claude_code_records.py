"""Claude Code's records: what a person typed, what a model said, and all the rest."""

from __future__ import annotations

from typing import Any

import pytest
from support.readers import about, as_lines, skipped, source, told, turns

FILE = source("claude-code")
SUB = source("claude-code", "agent-1.jsonl", parent="the-parent")


def user(text: object, **more: object) -> dict[str, Any]:
    return {
        "type": "user",
        "uuid": "u1",
        "sessionId": "s1",
        "cwd": "/w",
        "timestamp": "2026-03-04T10:00:00Z",
        "message": {"role": "user", "content": text},
        **more,
    }


def model(text: str, id_: str = "m1", **more: object) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {
        "type": "assistant",
        "uuid": "u2",
        "message": {"id": id_, "model": "claude-x", "content": content},
        **more,
    }


FIELDS = {
    "summary": "summary",
    "ai-title": "aiTitle",
    "agent-name": "agentName",
    "custom-title": "customTitle",
}


def title(kind: str, words: object) -> dict[str, object]:
    return {"type": kind, FIELDS[kind]: words}


def said(*records: object) -> list[tuple[str, str]]:
    return turns(told(FILE, as_lines(records)))


def test_a_person_and_the_model_take_turns() -> None:
    assert said(user("Why?"), model("So.")) == [("user", "Why?"), ("assistant", "So.")]


def test_a_reply_in_several_lines_is_one_turn() -> None:
    events = told(FILE, as_lines([user("Why?"), model("One."), model("Two.")]))
    last = turns(events)[-1]
    assert last == ("assistant", "One.\n\nTwo.")
    assert len(turns(events)) == 2


@pytest.mark.parametrize(
    "record",
    [
        user("x", isMeta=True),
        user("x", origin={"kind": "hook"}),
        user("<command-name>/clear</command-name>"),
        user(""),
        user([]),
        model("x", isApiErrorMessage=True),
        {"type": "assistant", "message": {"model": "<synthetic>", "content": "x"}},
        {"type": "progress"},
        {"type": "file-history-snapshot", "messageId": "x"},
    ],
)
def test_what_nobody_said_is_no_turn(record: object) -> None:
    events = told(FILE, as_lines([record]))
    assert turns(events) == []
    assert skipped(events) == []


def test_a_record_that_is_unknown_is_counted() -> None:
    events = told(FILE, [*as_lines([{"type": "brand-new"}, {}]), b"{"])
    assert skipped(events) == [False, False, True]


def test_a_tools_answer_is_a_tools_turn() -> None:
    result = {"type": "tool_result", "tool_use_id": "t", "content": "1 failed"}
    assert said(user([result])) == [("tool", "1 failed")]


def test_a_compaction_is_a_summary() -> None:
    found = said(user("All of it.", isCompactSummary=True))
    assert found == [("summary", "All of it.")]


def test_in_a_sub_agents_file_no_word_is_a_persons() -> None:
    events = told(SUB, as_lines([user("Look."), model("Found.")]))
    assert turns(events) == [("assistant", "Look."), ("assistant", "Found.")]
    assert about(events)["parent"] == "the-parent"


def test_a_warm_up_before_the_persons_first_word_is_left_out() -> None:
    warm = [user("Warm up.", isSidechain=True), model("Ready.", isSidechain=True)]
    assert said(*warm, user("Why?")) == [("user", "Why?")]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([title("summary", "A"), title("summary", "B")], "A"),
        ([title("ai-title", "A"), title("ai-title", "B")], "B"),
        ([title("custom-title", "Mine"), title("ai-title", "Its")], "Mine"),
        ([title("agent-name", "Its"), title("custom-title", "Mine")], "Mine"),
        ([title("custom-title", 7)], None),
    ],
)
def test_the_title_is_the_persons_before_the_agents(
    records: list[object], expected: str | None
) -> None:
    known = about(told(FILE, as_lines([user("x"), *records])))
    assert known.get("title") == expected


def test_the_folder_is_the_first_one() -> None:
    known = about(told(FILE, as_lines([user("x"), user("y", cwd="/else")])))
    assert (known["id"], known["cwd"]) == ("0f6c2d4e", "/w")
