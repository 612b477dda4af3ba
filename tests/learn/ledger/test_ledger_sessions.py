"""Sessions and facts in the ledger: claimed, read, failed, forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken
from memsync.learn.evidence.evidence import Evidence
from memsync.learn.fact import Fact, Source
from memsync.learn.ledger import schema
from memsync.learn.ledger.clearing import clear
from memsync.learn.ledger.ledger import DAY, Ledger, open_ledger
from memsync.learn.ledger.rows import Call, Run
from memsync.learn.ledger.trouble import MOST_TRIES
from memsync.learn.models.model import Failed, Kind
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = 1_790_000_000.0
PROJECT = "github.com/acme/shop"
EVIDENCE = Evidence("codex", "4f2a", NOW - 9, "digest", "text", (), 3)


def fact(id_: str, text: str = "A fact.") -> Fact:
    """A fact with every field set."""
    source = Source("codex", "4f2a", NOW, ("one quote", "another — “quote”"))
    return Fact(id_, text, "project", Scope.USER, "why", source, trusted=True)


def failed(kind: Kind, wait: float = 0.0) -> Failed:
    """Trouble of a kind."""
    return Failed(kind, "the reason", wait=wait)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with open_ledger(tmp_path) as opened:
        yield opened


def test_a_session_that_was_never_tried_has_no_standing(ledger: Ledger) -> None:
    assert ledger.standing("codex", "4f2a") is None


def test_each_claim_of_the_same_words_counts_as_a_try(ledger: Ledger) -> None:
    for tries in (1, 2, 3):
        ledger.claim(EVIDENCE, PROJECT, NOW + tries)
        found = ledger.standing("codex", "4f2a")
        assert found is not None
        assert (found.state, found.tries, found.changed) == (
            "claimed",
            tries,
            NOW + tries,
        )
    ledger.claim(EVIDENCE._replace(digest="other"), PROJECT, NOW)
    changed = ledger.standing("codex", "4f2a")
    assert changed is not None
    assert (changed.digest, changed.tries, changed.waits) == ("other", 1, 0)


def test_sessions_of_two_agents_may_have_one_id(ledger: Ledger) -> None:
    ledger.claim(EVIDENCE, PROJECT, NOW)
    assert ledger.standing("claude-code", "4f2a") is None


def test_reading_a_session_keeps_facts_once_and_its_synopsis(ledger: Ledger) -> None:
    ledger.claim(EVIDENCE, PROJECT, NOW)
    facts = [fact("f1"), fact("f2")]
    assert ledger.read(EVIDENCE, PROJECT, facts, "What was done.", NOW) == 2
    again = [fact("f2"), fact("f3")]
    assert ledger.read(EVIDENCE, PROJECT, again, "", NOW + 1) == 1
    found = ledger.standing("codex", "4f2a")
    assert found is not None
    assert (found.state, found.tries) == ("read", 0)
    assert ledger.unconsolidated(PROJECT) == [fact("f1"), fact("f2"), fact("f3")]
    assert ledger.synopses(["codex:4f2a", "codex:x"]) == {
        "codex:4f2a": "What was done."
    }


def test_facts_are_found_by_their_ids_and_by_their_project(ledger: Ledger) -> None:
    ledger.read(EVIDENCE, PROJECT, [fact("f1", "Here.")], "", NOW)
    ledger.read(EVIDENCE, "elsewhere", [fact("f2", "There.")], "", NOW)
    assert ledger.facts(["f2", "missing"]) == {"f2": fact("f2", "There.")}
    assert ledger.elsewhere(PROJECT) == ["There."]
    assert [each.id for each in ledger.unconsolidated(PROJECT)] == ["f1"]


def test_a_consolidated_fact_is_not_asked_about_again(ledger: Ledger) -> None:
    ledger.read(EVIDENCE, PROJECT, [fact("f1"), fact("f2")], "", NOW)
    ledger.consolidated(["f1"])
    assert [each.id for each in ledger.unconsolidated(PROJECT)] == ["f2"]


def test_a_fact_is_given_up_after_its_tries_unless_they_are_taken_back(
    ledger: Ledger,
) -> None:
    ledger.read(EVIDENCE, PROJECT, [fact("f1"), fact("f2")], "", NOW)
    ledger.not_tried(["f2"])  # never tried: stays at none
    for _ in range(MOST_TRIES):
        ledger.count_try(["f1", "f2"])
    assert ledger.unconsolidated(PROJECT) == []
    ledger.not_tried(["f2"])
    assert [each.id for each in ledger.unconsolidated(PROJECT)] == ["f2"]


def test_passing_trouble_costs_no_try_and_waits_longer_each_time(
    ledger: Ledger,
) -> None:
    waits = []
    for _ in range(3):
        ledger.claim(EVIDENCE, PROJECT, NOW)
        ledger.failed(EVIDENCE, failed(Kind.TRANSIENT), NOW)
        found = ledger.standing("codex", "4f2a")
        assert found is not None
        assert (found.state, found.tries) == ("failed", 0)
        waits.append(found.next - NOW)
    assert waits == [120, 240, 480]


def test_a_server_that_asks_for_a_longer_wait_gets_it(ledger: Ledger) -> None:
    ledger.claim(EVIDENCE, PROJECT, NOW)
    ledger.failed(EVIDENCE, failed(Kind.TRANSIENT, wait=5_000), NOW)
    found = ledger.standing("codex", "4f2a")
    assert found is not None
    assert found.next == NOW + 5_000


def test_a_session_that_gives_nothing_to_use_is_parked_at_last(ledger: Ledger) -> None:
    states = []
    for _ in range(MOST_TRIES):
        ledger.claim(EVIDENCE, PROJECT, NOW)
        ledger.failed(EVIDENCE, failed(Kind.CONTENT), NOW)
        found = ledger.standing("codex", "4f2a")
        assert found is not None
        states.append(found.state)
    assert states == ["failed"] * (MOST_TRIES - 1) + ["parked"]


def test_troubles_are_those_of_the_project_the_last_first(ledger: Ledger) -> None:
    kinds = {"a": Kind.CONTENT, "b": Kind.REFUSED, "c": Kind.TRANSIENT}
    for number, (id_, kind) in enumerate(kinds.items()):
        evidence = EVIDENCE._replace(session=id_)
        ledger.claim(evidence, PROJECT, NOW)
        ledger.failed(evidence, failed(kind), NOW + number)
    other = EVIDENCE._replace(session="d")
    ledger.claim(other, "elsewhere", NOW)
    ledger.failed(other, failed(Kind.CONTENT), NOW)
    ledger.read(EVIDENCE._replace(session="e"), PROJECT, [], "", NOW)
    found = ledger.troubles(PROJECT)
    assert [(each.session, each.kind, each.state) for each in found] == [
        ("c", "transient", "failed"),
        ("b", "refused", "refused"),
        ("a", "content", "failed"),
    ]
    assert {each.reason for each in found} == {"the reason"}


def call(time: float, sent: int = 10, received: int = 3) -> Call:
    """A call of a moment."""
    return Call("r", "extract", "codex:4f2a", "m", time, 0.0, sent, received, "killed")


def test_what_was_spent_is_of_the_last_day(ledger: Ledger) -> None:
    assert ledger.spent(NOW) == (0, 0, 0)
    for time in (NOW - DAY - 1, NOW - DAY + 1, NOW, NOW + 60, NOW + 2 * DAY):
        ledger.begin_call(call(time))
    assert ledger.spent(NOW) == (3, 30, 9)


def test_a_call_counts_from_its_begin_and_is_corrected_at_its_end(
    ledger: Ledger,
) -> None:
    first = ledger.begin_call(call(NOW, 100, 0))
    second = ledger.begin_call(call(NOW, 100, 0))
    assert first != second
    assert ledger.spent(NOW) == (2, 200, 0)
    ledger.end_call(first, 2.5, (80, 20), "ok")
    assert ledger.spent(NOW) == (2, 180, 20)


def run(id_: str, began: float, **changed: object) -> Run:
    """A run of a project."""
    made = Run(id_, PROJECT, "/shop", "m", False, began, None, {"calls": 1})
    return made._replace(**changed)  # type: ignore[arg-type]


def test_a_run_is_kept_as_far_as_it_has_come(ledger: Ledger) -> None:
    ledger.keep_run(run("r1", NOW))
    done = run("r1", NOW, ended=NOW + 5, report={"calls": 2, "read": ["é"]})
    ledger.keep_run(done)
    ledger.keep_run(run("r2", NOW + 9, project="elsewhere", by_itself=True))
    assert ledger.runs(PROJECT, 5) == [done]
    assert [each.id for each in ledger.runs(None, 5)] == ["r2", "r1"]
    assert [each.id for each in ledger.runs(None, 1)] == ["r2"]
    assert ledger.runs(None, 1)[0].by_itself is True


def test_the_roots_are_those_where_a_person_ran_it_the_last_first(
    ledger: Ledger,
) -> None:
    ledger.keep_run(run("r1", NOW, root="/a"))
    ledger.keep_run(run("r2", NOW + 1, root="/b"))
    ledger.keep_run(run("r3", NOW + 2, root="/a"))
    ledger.keep_run(run("r4", NOW + 3, root="/c", by_itself=True))
    assert ledger.roots() == ["/a", "/b"]


def test_clearing_forgets_all_but_what_today_cost(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        ledger.read(EVIDENCE, PROJECT, [fact("f1", "Unheard-of words.")], "S.", NOW)
        ledger.keep_run(run("r1", NOW))
        ledger.begin_call(call(NOW))
    clear(tmp_path)
    with open_ledger(tmp_path) as ledger:
        assert ledger.standing("codex", "4f2a") is None
        assert ledger.facts(["f1"]) == {}
        assert ledger.synopses(["codex:4f2a"]) == {}
        assert ledger.runs(None, 9) == []
        assert ledger.spent(NOW).calls == 1


def test_clearing_makes_no_ledger_where_there_is_none(tmp_path: Path) -> None:
    clear(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_cannot_be_made_names_its_file(tmp_path: Path) -> None:
    (tmp_path / schema.NAME).mkdir()
    with pytest.raises(Broken) as raised, open_ledger(tmp_path):
        pass
    assert schema.NAME in raised.value.message
