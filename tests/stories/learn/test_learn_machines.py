"""Two machines of one person: what is decided on one counts on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support import vaults
from support.learner import FACT, NOTES, QUESTION, Learning, facts
from support.synced import bare, joined, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

DECIDED = ".coyote/memory/learned/decided"


def people(folder: Path, *, encrypted: bool) -> list[Machine]:
    """Two machines that share a remote."""
    if not encrypted:
        remote = bare(folder / "remote.git")
        return [joined(folder / name, remote) for name in ("desk", "laptop")]
    host = vaults.Host(folder / "remote.git")
    first = vaults.new_vault(folder / "desk", host)
    return [first, vaults.joined(folder / "laptop", host)]


@pytest.fixture(params=[False, True], ids=["unencrypted", "encrypted"])
def machines(tmp_path: Path, request: pytest.FixtureRequest) -> list[Learning]:
    """Two machines with a clone each, whose memories are synced, and one session."""
    found = [Learning.of(m) for m in people(tmp_path, encrypted=request.param)]
    for learning in found:
        run = learning.machine.memsync
        run("init", cwd=learning.top)
        run("sync", "add", "--id", "project", cwd=learning.top)
        learning.enable()
    sync(*(learning.machine for learning in found))
    return found


def learn(learning: Learning, *words: str) -> Any:  # noqa: ANN401 -- JSON
    run = learning.machine.memsync
    return run("learn", *words, "--json", cwd=learning.top).json


def meet(desk: Learning, laptop: Learning) -> None:
    sync(desk.machine, laptop.machine, desk.machine)


def test_a_session_is_paid_for_once(machines: list[Learning]) -> None:
    desk, laptop = machines
    for learning in machines:
        learning.script[learning.session()] = [facts(FACT)]
    desk.run()
    meet(desk, laptop)
    done = laptop.run()
    assert done["calls"] == 0
    assert laptop.calls == []
    assert [row["why"] for row in done["sessions"]["skipped"]] == ["already read"]
    text = (laptop.top / DECIDED).read_text()
    assert text == (desk.top / DECIDED).read_text()
    assert QUESTION not in text


def test_a_rejection_holds_on_every_machine_until_it_is_cleared(
    machines: list[Learning],
) -> None:
    desk, laptop = machines
    id_ = desk.session()
    desk.script[id_] = [facts(FACT)]
    (proposal,) = desk.run()["proposals"]
    learn(desk, "reject", proposal["id"])
    meet(desk, laptop)
    # The same words, in another session of the other machine.
    other = laptop.session(2)
    laptop.script[other] = [facts(FACT)]
    done = laptop.run()
    assert done["proposals"] == []
    assert [call["key"] for call in laptop.calls] == [other]
    learn(desk, "clear")
    meet(desk, laptop)
    assert "rejected" not in (laptop.top / DECIDED).read_text()
    laptop.run("--rebuild")
    assert len(learn(laptop, "review")) == 1


def test_a_rejection_that_is_taken_back_is_so_on_every_machine(
    machines: list[Learning],
) -> None:
    desk, laptop = machines
    for learning in machines:
        learning.script[learning.session(len(learning.calls))] = [facts(FACT)]
    (proposal,) = desk.run()["proposals"]
    learn(desk, "reject", proposal["id"])
    meet(desk, laptop)
    learn(desk, "undo", proposal["id"])
    meet(desk, laptop)
    # The same words, in another session of the other machine.
    laptop.script[laptop.session(2)] = [facts(FACT)]
    assert [each["name"] for each in laptop.run()["proposals"]] == ["deploys"]
    assert [each["name"] for each in learn(desk, "review")] == ["deploys"]


def test_no_rejection_is_lost_where_another_is_taken_back_at_once(
    machines: list[Learning],
) -> None:
    desk, laptop = machines
    for learning in machines:
        learning.script[learning.session()] = [facts(FACT)]
        (proposal,) = learning.run()["proposals"]
    learn(desk, "reject", proposal["id"])
    meet(desk, laptop)
    learn(laptop, "reject", proposal["id"])
    learn(desk, "undo", proposal["id"])
    meet(desk, laptop)
    # What the laptop decided nobody at the desk had seen.
    laptop.script[laptop.session(2)] = [facts(FACT)]
    assert laptop.run()["proposals"] == []
    # Seen, it is taken back with the desk's own.
    learn(desk, "reject", proposal["id"])
    learn(desk, "undo", proposal["id"])
    meet(desk, laptop)
    laptop.script[laptop.session(3)] = [facts(FACT)]
    assert [each["name"] for each in laptop.run()["proposals"]] == ["deploys"]


def test_a_learned_note_is_known_as_one_everywhere(machines: list[Learning]) -> None:
    desk, laptop = machines
    desk.script[desk.session()] = [facts(FACT)]
    desk.enable(review=False)
    desk.run()
    meet(desk, laptop)
    note = laptop.top / ".coyote/memory/deploys.md"
    assert "source: claude-code:" in note.read_text()
    newer = {**FACT, "quotes": [QUESTION], "text": "Deploys leave from stable now."}
    laptop.script[laptop.session(3)] = [facts(newer)]
    changed = {**NOTES["notes"][0], "body": "Deploy from `stable` only."}
    laptop.script["consolidate"] = [{"answer": {**NOTES, "notes": [changed]}}]
    laptop.enable(review=False)
    laptop.run()
    assert "Deploy from `stable` only." in note.read_text()
    # Once a person changed it, nothing replaces it unasked.
    laptop.machine.memsync("write", "deploys", "-m", "Ask Ann.", cwd=laptop.top)
    meet(laptop, desk)
    desk.script[desk.session(4)] = [facts({**FACT, "text": "Never deploy on Friday."})]
    desk.run()
    assert "Ask Ann." in (desk.top / ".coyote/memory/deploys.md").read_text()
    assert [each["name"] for each in learn(desk, "review")] == ["deploys"]


def test_what_was_decided_before_sync_counts_after_it(tmp_path: Path) -> None:
    remote = bare(tmp_path / "remote.git")
    from support.machine import Machine

    desk = Learning.of(Machine(tmp_path / "desk"))
    desk.machine.memsync("init", cwd=desk.top)
    desk.enable()
    desk.script[desk.session()] = [facts(FACT)]
    (proposal,) = desk.run()["proposals"]
    learn(desk, "reject", proposal["id"])
    before = (desk.top / DECIDED).read_text()
    laptop = Learning.of(joined(tmp_path / "laptop", remote))
    laptop.machine.memsync("init", cwd=laptop.top)
    laptop.machine.memsync("sync", "add", "--id", "project", cwd=laptop.top)
    laptop.enable()
    desk.machine.memsync("sync", "init", str(remote))
    desk.machine.memsync("sync", "add", "--id", "project", cwd=desk.top)
    meet(desk, laptop)
    desk.run()  # which writes the lines anew, with the key that both have
    assert (desk.top / DECIDED).read_text() != before
    meet(desk, laptop)
    laptop.script[laptop.session(2)] = [facts(FACT)]
    assert laptop.run()["proposals"] == []
