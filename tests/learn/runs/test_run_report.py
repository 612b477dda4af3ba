"""A run in words and as JSON, and the clock that it runs by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW
from support.proposals import QUOTE, note, source

from memsync.learn.fact import Fact
from memsync.learn.proposal import Proposal
from memsync.learn.runs.context import Clock, here
from memsync.learn.runs.importing import note_of
from memsync.learn.runs.report import (
    Failure,
    Report,
    Skipped,
    report_json,
    report_text,
)
from memsync.memory.note.names import NAME, Scope

if TYPE_CHECKING:
    from pathlib import Path

PROPOSAL = Proposal("0badcafe", "create", note(), "+One.\n", "r1", 5.0)


def full() -> Report:
    """A run that did something of each kind."""
    report = Report()
    report.read = ["s1"]
    report.skipped = [Skipped("s2", "too old"), Skipped("s3", "already read")]
    report.calls, report.tokens_in, report.tokens_out = 2, 12_345, 6
    report.facts = 3
    report.drop({"secret": 1, "echo": 2})
    report.drop({"secret": 1})
    report.proposals = [PROPOSAL, PROPOSAL._replace(id="1")]
    report.accepted = 1
    report.failed = [Failure("s4", "transient", "it died")]
    return report


def test_a_run_that_did_nothing_says_so() -> None:
    assert report_text(Report()) == (
        "read 0 sessions, left out 0\n"
        "0 calls, 0 tokens sent, 0 received\n"
        "0 facts kept, 0 dropped\n"
    )


def test_a_run_in_words() -> None:
    assert report_text(full()) == (
        "read 1 session, left out 2\n"
        "2 calls, 12,345 tokens sent, 6 received\n"
        "3 facts kept, 4 dropped (echo 2, secret 2)\n"
        "1 change made\n"
        "1 proposal: memsync learn review\n"
        "s4: transient: it died\n"
    )


def test_a_run_as_json() -> None:
    report = full()
    report.proposals = [PROPOSAL]
    assert report_json(report) == {
        "sessions": {
            "read": ["s1"],
            "skipped": [
                {"id": "s2", "why": "too old"},
                {"id": "s3", "why": "already read"},
            ],
        },
        "calls": 2,
        "tokens": {"in": 12_345, "out": 6},
        "facts": 3,
        "dropped": 4,
        "proposals": [
            {
                "id": "0badcafe",
                "action": "create",
                "name": "deploys",
                "scope": "workspace",
                "sources": [{"session": "4f2a", "quotes": [QUOTE]}],
                "diff": "+One.\n",
            }
        ],
        "failed": [{"id": "s4", "class": "transient", "reason": "it died"}],
    }


def test_the_clock_of_a_run_only_goes_on() -> None:
    clock = Clock(NOW)
    before = clock.elapsed
    assert 0 <= before <= clock.elapsed
    assert clock.time >= NOW.utc.timestamp() + before
    assert clock.now.utc >= NOW.utc
    assert clock.now.today == NOW.today


def test_outside_any_repository_it_is_the_folder_that_counts(tmp_path: Path) -> None:
    found = here(tmp_path, {"HOME": str(tmp_path / "home")})
    assert found.key == found.root == found.wanted.cwd == str(tmp_path)


def fact(text: str, why: str = "") -> Fact:
    """A fact of a session."""
    return Fact("f0123456789", text, "feedback", Scope.USER, why, source(), False)


def test_a_fact_alone_becomes_a_note_with_its_words_and_its_source() -> None:
    made = note_of(fact("Use uv, and never pip, in CI.", "pip broke the build"))
    assert (made.kind, made.scope, made.type) == ("note", Scope.USER, "feedback")
    assert made.body == "Use uv, and never pip, in CI.\n\npip broke the build\n"
    assert made.description == "Use uv, and never pip, in CI."
    assert made.sources == (source(),)
    assert not made.trusted
    assert NAME.fullmatch(made.name)


def test_a_name_has_at_most_six_words_and_a_long_description_is_cut() -> None:
    text = "alpha bravo charlie delta echo foxtrot golf hotel " * 9
    made = note_of(fact(text))
    assert made.name == "alpha-bravo-charlie-delta-echo-foxtrot"
    assert len(made.description) <= 120
    assert made.description.endswith("…")
    assert made.body == f"{text}\n"


@pytest.mark.parametrize("text", ["… — !", "a b c", "“”"])
def test_a_fact_without_words_for_a_name_is_named_by_its_id(text: str) -> None:
    assert note_of(fact(text)).name == "f0123456789"


@pytest.mark.parametrize(
    "text", ["../../etc/passwd", "CON.md", "港の番号", "\u202eabc def"]
)
def test_no_fact_makes_a_name_that_a_note_may_not_have(text: str) -> None:
    assert NAME.fullmatch(note_of(fact(text)).name)
