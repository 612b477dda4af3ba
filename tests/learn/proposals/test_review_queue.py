"""Proposals from draft to note: kept, decided, taken back, and known afterwards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW
from support.proposals import BODY, QUOTE, Learner, note, skill, source, summary
from support.tokens import github

from memsync.errors import NoGitRoot
from memsync.learn.proposal import proposal_json
from memsync.learn.proposals.clearing import clear
from memsync.learn.proposals.review_queue import open_queue
from memsync.learn.proposals.taking_back import take_back
from memsync.memory.archive.learned import synopsis_name
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.fixture
def learner(machine: Machine) -> Learner:
    """A repository with a memory of its own."""
    return Learner.of(machine)


SYNOPSIS = f"{synopsis_name('claude-code', '4f2a')}.md"


def test_a_proposal_waits_in_a_private_file_and_changes_no_memory(
    learner: Learner,
) -> None:
    before = sorted(p.name for p in learner.memory.rglob("*"))
    proposed = learner.propose(note())
    (waiting,) = learner.waiting()
    assert proposed.waiting == (waiting,)
    assert waiting.action == "create"
    assert f"+{BODY}" in waiting.diff
    assert proposal_json(waiting)["sources"] == [{"session": "4f2a", "quotes": [QUOTE]}]
    (file,) = (learner.data / "proposals").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(p.name for p in learner.memory.rglob("*")) == before


def test_accepting_writes_the_note_with_its_source_and_the_synopsis(
    learner: Learner,
) -> None:
    learner.propose(note())
    learner.accept(*learner.waiting())
    text = learner.text("deploys.md")
    assert "source: claude-code:4f2a\n" in text
    assert "learned: 2026-11-21\n" in text
    assert text.endswith(f"\n{BODY}\n")
    assert "- [[deploys]]" in learner.text("MEMORY.md")
    assert learner.text(SYNOPSIS) == "What was done in the session.\n"
    assert learner.waiting() == ()


def test_the_same_draft_is_one_proposal_however_often_it_comes(
    learner: Learner,
) -> None:
    learner.propose(note())
    again = learner.propose(note())
    assert again.waiting == ()
    assert again.dropped == 1
    assert len(learner.waiting()) == 1


def test_what_the_memory_says_already_is_dropped(learner: Learner) -> None:
    learner.propose(note())
    learner.accept(*learner.waiting())
    assert learner.propose(note()).dropped == 1


def test_what_was_rejected_never_comes_back_in_whatever_words(
    learner: Learner,
) -> None:
    learner.propose(note())
    learner.queue().reject(learner.waiting(), NOW)
    other_words = note("from-release", "The release branch is what is deployed.")
    same_words = note("deploys", BODY, "another quote that is just as long as that")
    new = note("ports", "The server listens on 8080.", "it listens on port 8080 here")
    assert learner.propose(note(), other_words, same_words).dropped == 3
    assert [p.draft.name for p in learner.propose(new).waiting] == ["ports"]
    assert learner.queue().is_rejected([QUOTE.upper()])
    lines = learner.text("learned/decided").splitlines()
    assert lines == sorted(lines)
    assert {line.split()[0] for line in lines} == {"rejected"}
    assert QUOTE not in learner.text("learned/decided")


def test_a_short_quote_is_known_in_its_session_alone(learner: Learner) -> None:
    learner.propose(note("tabs", "Use tabs.", "yes, do that"))
    learner.queue().reject(learner.waiting(), NOW)
    queue = learner.queue()
    assert queue.is_rejected(["Yes, do that!"], source().key)
    assert not queue.is_rejected(["yes, do that"], "codex:other")


def test_a_persons_note_is_only_proposed_for(learner: Learner) -> None:
    learner.machine.memsync(
        "write", "deploys", "-m", "Ask Ann.", cwd=learner.repository
    )
    proposed = learner.propose(note(), review=False)
    assert proposed.accepted == ()
    assert "Ask Ann." in learner.text("deploys.md")
    (waiting,) = learner.waiting()
    assert waiting.action == "update"
    assert "-Ask Ann." in waiting.diff
    learner.accept(waiting)
    assert BODY in learner.text("deploys.md")
    found = learner.machine.memsync("archive", "list", "--json", cwd=learner.repository)
    assert [v["name"] for v in found.json] == ["deploys"]


def test_without_review_what_is_trusted_is_written_at_once(learner: Learner) -> None:
    untrusted = note("guess", "The server may listen on 8080.", "a tool said so here")
    drafts = (note(), untrusted._replace(trusted=False), skill(), summary())
    proposed = learner.propose(*drafts, review=False)
    assert [p.draft.kind for p in proposed.accepted] == ["note", "summary"]
    assert [p.draft.name for p in proposed.waiting] == ["guess", "release"]
    assert learner.text("learned/summary.md") == ("Deploys leave from `release`.\n")
    newer = note(
        "deploys", "Deploys leave from `stable` now.", "we renamed the branch to stable"
    )
    (updated,) = learner.propose(newer, review=False).accepted
    assert updated.action == "update"
    learner.machine.memsync(
        "write", "deploys", "-m", "Ask Ann.", cwd=learner.repository
    )
    assert learner.propose(note(), review=False).accepted == ()


def test_a_skill_stands_where_agents_load_it_and_runs_nothing(
    learner: Learner,
) -> None:
    learner.propose(skill())
    learner.accept(*learner.waiting())
    file = learner.memory / "learned/skills/release/SKILL.md"
    assert file.read_text().startswith(
        "---\nname: release\ndescription: How a release is made\n---\n\n1. Tag it.\n"
    )
    file.chmod(0o755)
    learner.propose(skill(body="1. Sign the tag."))
    learner.accept(*learner.waiting())
    assert file.stat().st_mode & 0o111 == 0
    learner.propose(skill(body=""))
    (gone,) = learner.waiting()
    assert gone.action == "skill"
    learner.accept(gone)
    assert not file.exists()
    assert learner.queue().known().skills == ()


def test_what_is_retired_goes_to_the_archive(learner: Learner) -> None:
    learner.propose(note())
    learner.accept(*learner.waiting())
    retire = note(body="")._replace(kind="retire", why="it holds no more")
    learner.propose(retire)
    (waiting,) = learner.waiting()
    assert waiting.action == "retire"
    learner.accept(waiting)
    assert not (learner.memory / "deploys.md").exists()
    assert "deploys" not in learner.text("MEMORY.md")
    found = learner.machine.memsync("archive", "list", "--json", cwd=learner.repository)
    reasons = {v["name"]: v["reason"] for v in found.json}
    assert reasons["deploys"] == "forgotten"


def test_an_acceptance_is_taken_back_as_one_and_waits_again(
    learner: Learner,
) -> None:
    learner.propose(note(), summary())
    learner.accept(*learner.waiting())
    taken = take_back(learner.queue().place, learner.now("learn undo"))
    assert taken is not None
    assert sorted(item.name for item in taken.undone.items) == [
        *("MEMORY", "deploys", "learned/sessions/" + SYNOPSIS[17:-3]),
        "learned/summary",
    ]
    assert not (learner.memory / "deploys.md").exists()
    assert sorted(taken.waiting) == sorted(p.id for p in learner.waiting())
    # One further back: the run that proposed them.
    taken = take_back(learner.queue().place, learner.now("learn undo"))
    assert taken is not None
    assert len(taken.withdrawn) == 2
    assert learner.waiting() == ()
    assert take_back(learner.queue().place, learner.now("learn undo")) is None


def test_a_note_that_changed_since_stays(learner: Learner) -> None:
    learner.propose(note())
    learner.accept(*learner.waiting())
    (learner.memory / "deploys.md").write_text("A person's own words.\n")
    taken = take_back(learner.queue().place, learner.now("learn undo"))
    assert taken is not None
    assert [item.name for item in taken.undone.kept] == ["deploys"]
    assert taken.waiting == []
    assert learner.text("deploys.md") == "A person's own words.\n"


def test_nearly_the_same_words_are_proposed_for_the_note_there_is(
    learner: Learner,
) -> None:
    learner.propose(note())
    learner.accept(*learner.waiting())
    other = "other words in which somebody said the very same thing"
    nearly = note("release", f"{BODY}\nAlways.", other)
    (proposal,) = learner.propose(nearly).waiting
    assert (proposal.action, proposal.draft.name) == ("update", "deploys")
    assert "+Always." in proposal.diff
    same_quotes = note("branches", "Never deploy what is on main.")
    assert [p.draft.name for p in learner.propose(same_quotes).waiting] == ["deploys"]


def test_two_learned_notes_that_say_the_same_are_proposed_as_one(
    learner: Learner,
) -> None:
    bodies = {"one": BODY, "two": f"{BODY} Always."}
    learner.learn_twice(
        *(note(n, b, f"a quote of its own for {n}, so long") for n, b in bodies.items())
    )
    proposed = learner.queue().propose_merges(run="r2", now=learner.now("learn"))
    assert {(p.action, p.draft.name) for p in proposed.waiting} == {
        *(("update", "one"), ("retire", "two"))
    }


def test_clear_forgets_what_waits_and_what_was_rejected(learner: Learner) -> None:
    learner.propose(note(), summary())
    learner.accept(*(p for p in learner.waiting() if p.action == "summary"))
    learner.queue().reject(learner.waiting(), NOW)
    learner.queue().mark_read(["a-digest"])
    learner.propose(note("ports", "8080 it is.", "it listens on port 8080 in here"))
    place = learner.queue().place
    assert clear(place, NOW, pretend=True) == clear(place, NOW)
    assert learner.waiting() == ()
    queue = learner.queue()
    assert not queue.is_rejected([QUOTE])
    assert not queue.is_read("a-digest")
    assert learner.text("learned/summary.md")
    assert [p.draft.name for p in learner.propose(note()).waiting] == ["deploys"]


def test_a_committed_memory_gets_the_accepted_note_alone(machine: Machine) -> None:
    repository = machine.repository()
    machine.memsync("init", "--tracked", cwd=repository)
    learner = Learner(machine, repository)
    learner.propose(note(), summary(), skill())
    learner.accept(*learner.waiting())
    text = learner.text("deploys.md")
    assert "source:" not in text
    assert not (learner.memory / "learned").exists()
    known = learner.queue().known()
    assert known.summary == "Deploys leave from `release`.\n"
    assert [each.name for each in known.skills] == ["release"]
    assert [n.learned for n in known.notes if n.name == "deploys"] == [True]
    (beside,) = (machine.home / ".local/share/memsync/learned").iterdir()
    assert beside.stat().st_mode & 0o777 == 0o700
    taken = take_back(learner.queue().place, learner.now("learn undo"))
    assert taken is not None
    assert learner.queue().known().summary == ""


def test_a_memory_is_made_when_something_is_accepted(machine: Machine) -> None:
    learner = Learner(machine, machine.repository())
    learner.propose(note())
    learner.queue().reject((), NOW)
    assert not learner.memory.exists()
    learner.accept(*learner.waiting())
    assert learner.queue().known().notes[0].learned


def test_what_was_rejected_before_there_is_a_memory_is_kept(machine: Machine) -> None:
    learner = Learner(machine, machine.repository())
    learner.propose(note())
    learner.queue().reject(learner.waiting(), NOW)
    assert not learner.memory.exists()
    assert learner.propose(note()).dropped == 1
    machine.memsync("init", cwd=learner.repository)
    assert learner.propose(note()).dropped == 1
    assert "rejected " in learner.text("learned/decided")


def test_a_lost_list_of_decisions_is_written_again_and_a_cleared_one_is_not(
    learner: Learner,
) -> None:
    learner.propose(note())
    learner.queue().reject(learner.waiting(), NOW)
    file = learner.memory / "learned/decided"
    lines = file.read_bytes()
    file.unlink()
    assert learner.propose(note()).dropped == 1
    assert file.read_bytes() == lines
    file.write_bytes(b"cleared " + b"0" * 64 + b"\n")
    assert [p.draft.name for p in learner.propose(note()).waiting] == ["deploys"]


def test_another_repository_sees_none_of_it(learner: Learner) -> None:
    learner.propose(note())
    other = learner.machine.repository("other")
    queue = open_queue(other, learner.places, NOW)
    assert queue.pending() == ()
    with pytest.raises(NoGitRoot):
        open_queue(learner.machine.folder, learner.places, NOW)


def test_damaged_files_of_proposals_are_passed_over(learner: Learner) -> None:
    learner.propose(note())
    (file,) = (learner.data / "proposals").iterdir()
    good = json.loads(file.read_text())
    deep = "[" * 100_000
    hostile = [
        *("", "{}", deep, "[1]"),
        json.dumps({**good, "name": "../../evil"}),
        json.dumps({**good, "scope": "everywhere"}),
        json.dumps({**good, "kind": "command"}),
        json.dumps({**good, "sources": [{"agent": 1}]}),
    ]
    for number, text in enumerate(hostile):
        file.with_name(f"{number:08x}.json").write_text(text)
    file.with_name("not-one.json").write_text(json.dumps(good))
    assert [p.draft.name for p in learner.waiting()] == ["deploys"]


def test_a_diff_shows_no_secret_of_the_note_there_is(
    learner: Learner,
) -> None:
    token = github()
    (learner.memory / "deploys.md").write_text(f"The key is {token}.\n")
    (proposal,) = learner.propose(note()).waiting
    assert token not in proposal.diff
    assert "[redacted github-pat]" in proposal.diff


def test_user_scope_goes_to_the_persons_memory(learner: Learner) -> None:
    learner.propose(note("tabs", "Use tabs everywhere.")._replace(scope=Scope.USER))
    learner.accept(*learner.waiting())
    text = (learner.machine.user_memory / "tabs.md").read_text()
    assert "type: user\n" in text
    assert not (learner.memory / "tabs.md").exists()
