"""The agent itself as the model: evidence goes out, answers come in and wait."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
from support.learner import FACT, NOTES, QUESTION, TURNS, Learning
from support.talk import Said
from support.tokens import github

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def learning(machine: Machine) -> Learning:
    """Nothing is enabled and no model is set."""
    return Learning.of(machine)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def imported(learning: Learning, *answers: object, want: int = 0) -> Any:  # noqa: ANN401 -- JSON
    file = learning.folder / "answers.jsonl"
    file.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers))
    return learning.run("--import", str(file), want=want)


def test_evidence_is_the_same_bytes_each_time(learning: Learning) -> None:
    ids = [learning.session(number, hours=20 + number) for number in range(3)]
    first, second = (learning.folder / name for name in ("one", "two"))
    done = learning.run("--export", str(first))
    assert done["sessions"]["read"] == ids
    assert done["calls"] == 0
    learning.machine.memsync("sessions", "index", "--rebuild", cwd=learning.top)
    learning.run("--export", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    rows = lines(first)
    assert [row["session"] for row in rows] == ids
    assert set(rows[0]) == {"session", "agent", "ended", "evidence"}
    assert rows[0]["agent"] == "claude-code"
    assert f"user {rows[0]['ended'][:10]}" in rows[0]["evidence"]
    assert QUESTION in rows[0]["evidence"]
    assert learning.calls == []


def test_evidence_goes_to_a_pipe_too(learning: Learning) -> None:
    id_ = learning.session()
    done = learning.machine.memsync("learn", "--export", "-", cwd=learning.top)
    assert json.loads(done.out)["session"] == id_


def test_evidence_has_neither_secrets_nor_what_a_harness_inserted(
    learning: Learning,
) -> None:
    token = github()
    learning.session(turns=(Said("user", f"the token is {token}"), *TURNS))
    file = learning.folder / "evidence"
    learning.run("--export", str(file))
    (row,) = lines(file)
    assert token not in row["evidence"]
    assert "[redacted " in row["evidence"]
    assert "zanzibar" not in row["evidence"]
    assert "<memory" not in row["evidence"]


def test_a_fact_that_comes_alone_becomes_a_note_that_waits(learning: Learning) -> None:
    id_ = learning.session()
    learning.enable(enabled=False, command=[], review=False)
    done = imported(learning, {"session": id_, "facts": [FACT], "synopsis": "Fixed."})
    assert done["sessions"]["read"] == [id_]
    assert (done["calls"], done["facts"], done["dropped"]) == (0, 1, 0)
    (proposal,) = done["proposals"]
    assert proposal["action"] == "create"
    assert proposal["sources"] == [{"session": id_, "quotes": [QUESTION]}]
    assert learning.run("status")["proposals"] == [proposal]
    assert learning.machine.memsync("list", "--json", cwd=learning.top).json == []


def test_an_answer_of_stage_two_takes_the_facts_that_it_names(
    learning: Learning,
) -> None:
    id_ = learning.session()
    note = {**NOTES["notes"][0], "from": ["mine"]}
    done = imported(
        learning,
        {"stage": "consolidate", "notes": [note]},
        {"session": id_, "facts": [{**FACT, "id": "mine"}]},
    )
    (proposal,) = done["proposals"]
    assert proposal["name"] == "deploys"
    assert proposal["sources"] == [{"session": id_, "quotes": [QUESTION]}]


def test_every_check_holds_for_what_is_imported(learning: Learning) -> None:
    id_ = learning.session()
    elsewhere = learning.session(5, top=learning.machine.repository("other"))
    done = imported(
        learning,
        {"session": id_, "facts": [{**FACT, "quotes": ["never said by anybody"]}]},
        {"session": id_, "facts": [{**FACT, "text": f"The token is {github()}"}]},
        {"session": elsewhere, "facts": [FACT]},
        {"session": "ffffffff-0000", "facts": [FACT]},
        {"facts": [FACT]},
        ["no object"],
        {"stage": "consolidate", "notes": [{**NOTES["notes"][0], "from": ["x"]}]},
        want=1,
    )
    assert done["proposals"] == []
    assert done["dropped"] == 2
    assert [row["id"] for row in done["failed"]] == [
        id_,
        elsewhere,
        "ffffffff-0000",
        "line 5",
        "line 6",
    ]
    assert done["failed"][0]["class"] == "refused"
    assert github() not in json.dumps(done)


def test_an_import_that_cannot_be_read_changes_nothing(learning: Learning) -> None:
    learning.run("--import", str(learning.folder / "none"), want=16)
    file = learning.folder / "bytes"
    file.write_bytes(b"\xff\xfe\x00")
    learning.run("--import", str(file), want=16)


def test_what_was_imported_is_not_sent_to_a_model_later(learning: Learning) -> None:
    id_ = learning.session()
    imported(learning, {"session": id_, "facts": []})
    learning.enable()
    assert learning.run()["calls"] == 0
    assert learning.calls == []
