"""What was taken back, said by a sub-agent, or said twice in a resumed session."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from support import lines_of_agents
from support.conversations import WRITERS
from support.talk import TALK, Said, Talk, put_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine

Record = dict[str, Any]
OTHER = "22222222-0000-4000-8000-000000000000"


@pytest.fixture
def top(machine: Machine) -> Path:
    return machine.repository()


def found(machine: Machine, query: str, *options: str) -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = machine.memsync(
        "recall", query, "--json", *options
    ).json
    return hits


def branches(machine: Machine, query: str) -> list[str | None]:
    return [hit["branch"] for hit in found(machine, query)]


def claude_user(id_: str, parent: str | None, text: str, **more: object) -> Record:
    message = {"role": "user", "content": text}
    return {
        "type": "user",
        "uuid": id_,
        "parentUuid": parent,
        "message": message,
        **more,
    }


def test_claude_code_an_edited_prompt_leaves_a_branch(
    machine: Machine, top: Path
) -> None:
    talk = Talk(str(top))
    path = lines_of_agents.claude_code(machine.home, talk)
    records = lines_of_agents.claude_records(talk)
    # The person goes back to the first reply and asks something else there.
    records.append(claude_user("x", f"{talk.id}-1", "a kumquat instead"))
    put_lines(path, records)
    assert branches(machine, "weekdays") == [None]
    assert branches(machine, "harbour NOT pytest") == [None]
    assert branches(machine, "kumquat") == [None]
    assert branches(machine, '"Off by one"') == ["abandoned"]
    assert set(branches(machine, "getQuayNumber")) == {"abandoned"}
    # And goes on where the first branch ended, after all: read on, not anew.
    with path.open("a") as file:
        record = claude_user("y", f"{talk.id}-6", "no, a loquat")
        file.write(json.dumps(record) + "\n")
    assert branches(machine, "loquat") == [None]
    assert branches(machine, "kumquat") == ["abandoned"]
    assert branches(machine, '"Off by one"') == [None]


def test_claude_code_tools_side_by_side_are_no_branches(
    machine: Machine, top: Path
) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))

    def call(id_: str, parent: str) -> Record:
        given = {"command": f"run {id_}"}
        block = {"type": "tool_use", "id": id_, "name": "Bash", "input": given}
        message = {"role": "assistant", "id": "msg", "content": [block]}
        return {
            "type": "assistant",
            "uuid": id_,
            "parentUuid": parent,
            "message": message,
        }

    def result(id_: str, of: str) -> Record:
        block = {"type": "tool_result", "tool_use_id": of, "content": f"done {of}"}
        message = {"role": "user", "content": [block]}
        return {"type": "user", "uuid": id_, "parentUuid": of, "message": message}

    start = claude_user("u", None, "start both")
    text = {"type": "text", "text": "Both at once."}
    reply = {"role": "assistant", "id": "msg", "content": [text]}
    said = {"type": "assistant", "uuid": "t", "parentUuid": "u", "message": reply}
    for order in (("r1", "r2"), ("r2", "r1")):
        results = [result(r, "c" + r[1]) for r in order]
        last = claude_user("e", order[-1], "thanks")
        put_lines(
            path, [start, said, call("c1", "t"), call("c2", "c1"), *results, last]
        )
        assert set(branches(machine, "run OR done OR both OR thanks")) == {None}


def test_claude_code_a_compaction_is_a_summary_and_no_branch(
    machine: Machine, top: Path
) -> None:
    talk = Talk(str(top))
    records = lines_of_agents.claude_records(talk)
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "b"}
    records.append(
        {**boundary, "parentUuid": None, "logicalParentUuid": f"{talk.id}-6"}
    )
    summary = "This session is being continued from a previous conversation: kumquat"
    records.append(claude_user("s", "b", summary, isCompactSummary=True))
    records.append(claude_user("n", "s", "go on with the loquat"))
    put_lines(lines_of_agents.claude_code(machine.home, talk), records)
    (hit,) = found(machine, "kumquat")
    assert hit["role"] == "summary"
    assert branches(machine, "weekdays") == [None]
    assert found(machine, "loquat")[0]["role"] == "user"


def test_claude_code_a_sub_agent_belongs_to_its_parent(
    machine: Machine, top: Path
) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    below = path.parent / Talk.id / "subagents/agent-1.jsonl"
    put_lines(below, [claude_user("a", None, "look for kumquats", isSidechain=True)])
    (hit,) = found(machine, "kumquats")
    assert hit["session"] == Talk.id
    assert hit["role"] == "assistant"
    assert hit["path"] == str(below)
    (listed,) = machine.memsync("sessions", "list", "--json").json
    assert (listed["path"], listed["messages"]) == (str(path), 5)
    # Older versions had both in one file.
    records = lines_of_agents.claude_records(Talk(str(top)))
    side = claude_user("z", None, "find a medlar", isSidechain=True)
    put_lines(path, [*records[:4], side, *records[4:]])
    (hit,) = found(machine, "medlar")
    assert hit["branch"] is None
    assert branches(machine, "weekdays") == [None]


def test_claude_code_what_nobody_typed_is_not_said(machine: Machine, top: Path) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    hidden = [
        claude_user("1", None, "kumquat", isMeta=True),
        claude_user("2", "1", "<command-name>/kumquat</command-name>"),
        claude_user("3", "2", "<local-command-stdout>kumquat</local-command-stdout>"),
        claude_user("4", "3", "[Request interrupted by user for kumquat]"),
        claude_user("5", "4", "kumquat", origin={"kind": "hook"}),
        {"type": "attachment", "uuid": "6", "parentUuid": "5", "content": "kumquat"},
        {
            "type": "assistant",
            "uuid": "7",
            "parentUuid": "6",
            "isApiErrorMessage": True,
            "message": {"content": [{"type": "text", "text": "kumquat"}]},
        },
    ]
    typed = claude_user("8", "7", "a loquat", origin={"kind": "human"})
    about = claude_user("9", "8", "the tag <system-reminder> is what I mean")
    put_lines(path, [*hidden, typed, about])
    assert found(machine, "kumquat") == []
    assert found(machine, "loquat")
    assert found(machine, "mean")


def test_a_resumed_session_repeats_nothing(machine: Machine, top: Path) -> None:
    first = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    records = lines_of_agents.claude_records(Talk(str(top)))
    more = claude_user("n", f"{Talk.id}-6", "and a kumquat")
    copy = first.with_name(f"{OTHER}.jsonl")
    put_lines(copy, [*records, {**more, "timestamp": "2026-03-05T00:00:00Z"}])
    # The copy is read first, because it is newer: the original is shown all the same.
    os.utime(first, (1, 1))
    (hit,) = found(machine, "weekdays")
    assert hit["session"] == Talk.id
    assert found(machine, "kumquat")[0]["session"] == OTHER


def test_a_reply_that_is_not_over_yet_becomes_one_turn(
    machine: Machine, top: Path
) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))

    def part(number: int, text: str) -> str:
        block = {"type": "text", "text": text}
        message = {"role": "assistant", "id": "m", "content": [block]}
        record = {"type": "assistant", "uuid": f"p{number}", "message": message}
        return json.dumps({**record, "parentUuid": f"p{number - 1}"}) + "\n"

    with path.open("a") as file:
        file.write(part(1, "kumquat"))
    assert [hit["snippet"] for hit in found(machine, "kumquat")] == ["kumquat"]
    with path.open("a") as file:
        file.write(part(2, "and loquat"))
    assert [hit["snippet"] for hit in found(machine, "kumquat")] == [
        "kumquat and loquat"
    ]
    (listed,) = machine.memsync("sessions", "list", "--json").json
    assert listed["messages"] == 6


def test_codex_what_was_rolled_back_is_abandoned(machine: Machine, top: Path) -> None:
    talk = Talk(str(top))
    records = lines_of_agents.codex_records(talk)
    back = {"type": "thread_rolled_back", "num_turns": 1}
    records.append({"type": "event_msg", "payload": back})
    records.append({"type": "compacted", "payload": {"message": "so far: kumquat"}})
    put_lines(lines_of_agents.codex(machine.home, talk), records)
    assert branches(machine, "weekdays") == [None]
    assert set(branches(machine, "getQuayNumber")) == {"abandoned"}
    assert found(machine, "kumquat")[0]["role"] == "summary"


def test_codex_a_sub_agent_belongs_to_its_parent(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    talk = Talk("/elsewhere", OTHER, turns=(Said("user", "look for kumquats"),))
    records = lines_of_agents.codex_records(talk)
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": Talk.id}}}
    records[0]["payload"]["source"] = spawned
    put_lines(lines_of_agents.codex(machine.home, talk), records)
    (hit,) = found(machine, "kumquats")
    assert (hit["session"], hit["role"]) == (Talk.id, "assistant")
    (listed,) = machine.memsync("sessions", "list", "--json").json
    assert (listed["messages"], listed["root"]) == (5, str(top))


def test_codex_packed_sessions_are_read(machine: Machine, top: Path) -> None:
    path = lines_of_agents.codex(machine.home, Talk(str(top)), packed=True)
    (hit,) = found(machine, "weekdays")
    assert hit["path"] == str(path)
    # While it is unpacked again both are there, and the plain one is whole.
    plain = lines_of_agents.codex(machine.home, Talk(str(top)))
    (hit,) = found(machine, "weekdays")
    assert hit["path"] == str(plain)
    path.unlink()
    plain.unlink()
    path.write_bytes(b"\x28\xb5\x2f\xfd no more than a beginning")
    assert found(machine, "weekdays") == []


def test_gemini_rewinds_and_replaces(machine: Machine, top: Path) -> None:
    talk = Talk(str(top))
    path = lines_of_agents.gemini_cli(machine.home, talk)
    records = lines_of_agents.gemini_records(talk)
    put_lines(path, [*records, {"$rewindTo": "m5"}])
    assert branches(machine, "weekdays") == [None]
    assert set(branches(machine, "getQuayNumber")) == {"abandoned"}
    message = {"id": "k", "type": "user", "content": "only a kumquat"}
    put_lines(path, [*records, {"$set": {"messages": [message]}}])
    assert found(machine, "weekdays") == []
    assert branches(machine, "kumquat") == [None]
    put_lines(path, [*records, {"id": "c", "type": "user", "content": "/kumquat"}])
    assert found(machine, "kumquat") == []


def test_gemini_files_of_before(machine: Machine, top: Path) -> None:
    talk = Talk(str(top))
    records = lines_of_agents.gemini_records(talk)
    tree = {**records[0], "messages": [r for r in records[1:] if "id" in r]}
    path = lines_of_agents.gemini_cli(machine.home, talk)
    path.unlink()
    path.with_suffix(".json").write_text(json.dumps(tree))
    assert [hit["session"] for hit in found(machine, "weekdays")] == [Talk.id]


@pytest.mark.parametrize("agent", ["pi", "copilot-cli"])
def test_pi_and_copilot_trees(machine: Machine, top: Path, agent: str) -> None:
    talk = Talk(str(top))
    path = WRITERS[agent](machine.home, talk)
    make: dict[str, Callable[[Talk], list[Record]]] = {
        "pi": lines_of_agents.pi_records,
        "copilot-cli": lines_of_agents.copilot_records,
    }
    records = make[agent](talk)
    if agent == "pi":
        message = {"role": "user", "content": "a kumquat instead"}
        more = {"type": "message", "id": "x", "parentId": "n2", "message": message}
        compacted = {"type": "compaction", "id": "y", "parentId": "x"}
        records += [more, {**compacted, "summary": "so far: loquat"}]
    else:
        said = {"type": "user.message", "data": {"content": "a kumquat instead"}}
        records.append({**said, "id": "x", "parentId": "e2"})
        done = {"type": "session.compaction_complete", "id": "y", "parentId": "x"}
        records.append({**done, "data": {"summaryContent": "so far: loquat"}})
    put_lines(path, records)
    assert branches(machine, "weekdays") == [None]
    assert branches(machine, "kumquat") == [None]
    assert set(branches(machine, "getQuayNumber")) == {"abandoned"}
    assert found(machine, "loquat")[0]["role"] == "summary"


def test_aider_has_many_sessions_in_one_file(machine: Machine, top: Path) -> None:
    path = lines_of_agents.aider(machine.home, Talk(str(top)))
    before = path.read_text("utf-8")
    path.write_text(
        f"{before}\n# aider chat started at 2026-03-09 09:00:00\n\n"
        "#### a kumquat\n#### of two lines\n\n> Applied edit\n\nDone.\n"
    )
    machine.memsync("recall", "kumquat", cwd=top)
    sessions = machine.memsync("sessions", "list", "--json").json
    assert [each["messages"] for each in sessions] == [2, 5]
    assert {each["root"] for each in sessions} == {str(top)}
    shown = machine.memsync("sessions", "show", sessions[0]["id"], "--json").json
    assert [(t["role"], t["text"]) for t in shown["turns"]] == [
        ("user", "a kumquat\nof two lines"),
        ("tool", "Applied edit"),
        ("assistant", "Done."),
    ]


def test_what_recall_found_is_not_found_again(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    answer = machine.memsync("recall", "weekdays", "--json").out
    turns = (Said("call", "weekdays", "session_recall"), Said("result", answer))
    lines_of_agents.pi(machine.home, Talk(str(top), OTHER, turns=turns))
    hits = found(machine, '"counts weekdays"')
    assert [hit["agent"] for hit in hits] == ["codex"]


def test_agents_are_told_apart(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    lines_of_agents.pi(machine.home, Talk(str(top)))
    assert {hit["agent"] for hit in found(machine, "weekdays")} == {"codex", "pi"}
    (hit,) = found(machine, "weekdays", "--agent", "pi")
    assert TALK[1].text in hit["snippet"]
    assert hit["resume"] == f"pi --session {Talk.id}"


def test_one_index_reads_aider_here_and_in_roots_that_it_learns_of(
    machine: Machine, top: Path
) -> None:
    other = machine.repository("other")
    for each in (top, other):
        (each / ".aider.chat.history.md").write_text(
            "# aider chat started at 2026-11-27 10:00:00\n\n"
            f"#### walnut question of {each.name}  \n\nreply\n"
        )
    lines_of_agents.codex(machine.home, Talk(str(other)))
    for read in (3, 0):
        done = machine.memsync("sessions", "index", "--json", cwd=top).json
        assert (done["sessions"], done["read"]) == (3, read)
    assert {hit["root"] for hit in found(machine, "walnut")} == {str(top), str(other)}
