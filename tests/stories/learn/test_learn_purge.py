"""A value that is purged leaves proposals and the ledger as well."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from support.learner import FACT, Learning
from support.proposals import Learner, note
from support.tokens import github

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

WORD = "harbourmaster"


def holding(folder: Path, value: str) -> list[str]:
    """The files below a folder that have these bytes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(p.name for p in files if value.encode() in p.read_bytes())


def test_a_fingerprint_is_purged_from_what_was_learned(machine: Machine) -> None:
    learning = Learning.of(machine)
    machine.memsync("init", cwd=learning.top)
    id_ = learning.session()
    file = learning.folder / "answers"
    fact = {**FACT, "why": f"so said the {WORD}"}
    answer = {"session": id_, "facts": [fact], "synopsis": f"The {WORD} came."}
    file.write_text(json.dumps(answer))
    learning.run("--import", str(file))
    learner = Learner(machine, learning.top)
    learner.propose(note("ports", f"Ask the {WORD}.", "a quote that says it at length"))
    rejected = next(p for p in learner.waiting() if p.draft.name == "ports")
    machine.memsync("learn", "reject", rejected.id, cwd=learning.top)
    # As a version of the guard left it that did not know such tokens yet.
    token = github()
    for path in learner.data.rglob("*.json"):
        path.write_text(path.read_text().replace(WORD, token))
    with closing(sqlite3.connect(machine.state / "learn.sqlite3")) as ledger:
        for table, column in (("fact", "body"), ("synopsis", "text")):
            change = f"UPDATE {table} SET {column} = replace({column}, ?, ?)"  # noqa: S608
            ledger.execute(change, (WORD, token))
        ledger.commit()
    scratch = learning.top / "scratch"
    scratch.write_text(f"token {token}\n")
    ran = machine.memsync("scan", "--json", "scratch", cwd=learning.top, want=1)
    fingerprint = ran.json["findings"][0]["fingerprint"]
    told = machine.memsync("purge", fingerprint, "--dry-run", cwd=learning.top).out
    assert told.count("would be purged: proposal ") == 2
    assert "would be purged: learn.sqlite3\n" in told
    assert len(holding(learner.data, token)) == 2
    purge = ("purge", fingerprint, "--yes", "--json")
    done = machine.memsync(*purge, cwd=learning.top).json
    assert len(done["purged"]) == 3
    assert holding(learner.data, token) == []
    assert holding(machine.state, token) == []
    shown = machine.memsync("learn", "review", "--json", cwd=learning.top).json
    assert [each["action"] for each in shown] == ["create"]
    assert "[purged]" in shown[0]["diff"]
    machine.memsync(*purge, cwd=learning.top, want=17)
