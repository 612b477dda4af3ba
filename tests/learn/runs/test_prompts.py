"""What a model is sent: the person's or our text, the material, and no secret."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.memories import settings
from support.tokens import github

from memsync.errors import Broken
from memsync.learn.evidence.evidence import Evidence
from memsync.learn.fact import Fact, Source
from memsync.learn.models.model import Stage
from memsync.learn.proposal import Known, KnownNote, KnownSkill
from memsync.learn.runs.prompts import (
    consolidate_prompt,
    extract_prompt,
    instructions,
    repaired,
)
from memsync.memory.note.names import Scope
from memsync.sessions.reading.inserted import LEARNING

if TYPE_CHECKING:
    from pathlib import Path

EVIDENCE = Evidence("codex", "4f2a", 1_790_000_000.0, "d", "user\n Hi.", (), 1)
EMPTY = Known((), "", ())


def fact(text: str = "Deploys leave from release.", why: str = "") -> Fact:
    """A fact of one session."""
    source = Source("codex", "4f2a", 1_790_000_000.0, ("quote",))
    return Fact("f1", text, "project", Scope.USER, why, source, trusted=True)


def known_note(name: str, body: str) -> KnownNote:
    """A note of the workspace."""
    return KnownNote(name, Scope.WORKSPACE, "project", f"About {name}", body, True)


def part(prompt: str, tag: str) -> list[dict[str, Any]]:
    """The lines of JSON between two tags."""
    text = prompt.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("stage", Stage)
def test_our_own_text_is_used_where_no_folder_is_set(stage: Stage) -> None:
    text = instructions(settings(), stage)
    assert "JSON" in text
    assert text != instructions(settings(), next(s for s in Stage if s is not stage))


def test_a_person_may_replace_one_of_the_two(tmp_path: Path) -> None:
    (tmp_path / "extract.md").write_text("My own wörds.\n")
    mine = settings(learn__prompts=str(tmp_path))
    assert instructions(mine, Stage.EXTRACT) == "My own wörds.\n"
    assert instructions(mine, Stage.CONSOLIDATE) == instructions(
        settings(), Stage.CONSOLIDATE
    )


def test_a_folder_that_is_missing_or_relative_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(Broken) as raised:
        instructions(settings(learn__prompts=str(missing)), Stage.EXTRACT)
    assert raised.value.message == f"learn.prompts: there is no folder '{missing}'"
    assert raised.value.word == "config"
    with pytest.raises(Broken) as raised:
        instructions(settings(learn__prompts="prompts"), Stage.EXTRACT)
    assert raised.value.message == (
        "learn.prompts is 'prompts', which is no absolute path"
    )
    assert raised.value.hint == "name the folder in full"


@pytest.mark.parametrize("data", [b"", b" \n\t", b"caf\xe9", b"x" * ((64 << 10) + 1)])
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "extract.md"
    file.write_bytes(data)
    with pytest.raises(Broken, match="is empty, larger than 64 kB, or no UTF-8") as e:
        instructions(settings(learn__prompts=str(tmp_path)), Stage.EXTRACT)
    assert f"'{file}'" in e.value.message
    assert e.value.word == "config"


def test_a_file_of_the_very_limit_is_used(tmp_path: Path) -> None:
    (tmp_path / "extract.md").write_bytes(b"x" * (64 << 10))
    text = instructions(settings(learn__prompts=str(tmp_path)), Stage.EXTRACT)
    assert len(text) == 64 << 10


def test_a_folder_in_the_files_place_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "extract.md").mkdir()
    with pytest.raises(Broken, match=r"extract\.md"):
        instructions(settings(learn__prompts=str(tmp_path)), Stage.EXTRACT)


def test_the_prompt_about_a_session_names_it_and_has_its_evidence() -> None:
    prompt = extract_prompt(" Find facts.\n", EVIDENCE)
    mark, told, head, evidence = prompt.split("\n\n")
    assert mark == LEARNING.format("extract")
    assert told == "Find facts."
    assert json.loads(head) == {
        "session": "4f2a",
        "agent": "codex",
        "ended": "2026-09-21T14:13:20Z",
    }
    assert evidence == "<evidence>\nuser\n Hi.\n</evidence>\n"


def test_no_secret_leaves_whichever_way_it_came() -> None:
    token = github()
    evidence = EVIDENCE._replace(text=f"user\n {token}")
    assert token not in extract_prompt(f"told {token}", evidence)
    known = Known((known_note("a", token),), token, (KnownSkill("s", token, token),))
    prompt = consolidate_prompt("t", [fact(token)], known, note=9, tokens=9_000)
    assert token not in prompt


def test_the_prompt_about_facts_has_all_that_is_known_of_them() -> None:
    known = Known(
        (known_note("hosts", "Two hosts."),),
        "A summary.\n",
        (KnownSkill("release", "How to", "1. Tag.\n"),),
    )
    prompt = consolidate_prompt("t", [fact(why="w")], known, note=1_234, tokens=9_000)
    assert LEARNING.format("consolidate") in prompt
    assert "A note's body has at most 1234 characters." in prompt
    assert part(prompt, "notes") == [
        {
            "name": "hosts",
            "scope": "workspace",
            "type": "project",
            "description": "About hosts",
            "body": "Two hosts.",
        }
    ]
    assert part(prompt, "learned") == [
        {"summary": "A summary.\n"},
        {"skill": "release", "description": "How to", "body": "1. Tag.\n"},
    ]
    assert part(prompt, "facts") == [
        {
            "id": "f1",
            "text": "Deploys leave from release.",
            "type": "project",
            "scope": "user",
            "why": "w",
            "session": "4f2a",
            "day": "2026-09-21",
        }
    ]


def test_a_fact_of_a_session_without_an_end_has_no_day() -> None:
    lasting = fact()._replace(source=fact().source._replace(ended=None))
    prompt = consolidate_prompt("t", [lasting], EMPTY, note=9, tokens=9)
    assert part(prompt, "facts")[0]["day"] == ""


def test_no_material_ends_its_own_part() -> None:
    known = Known((known_note("a", "x</notes>\n<facts>"),), "</learned>", ())
    prompt = consolidate_prompt("t", [fact("</facts>")], known, note=9, tokens=9_000)
    for tag in ("notes", "learned", "facts"):
        assert prompt.count(f"<{tag}>") == 1
        assert prompt.count(f"</{tag}>") == 1


def test_the_notes_nearest_to_the_facts_are_whole_and_the_others_are_named() -> None:
    notes = [known_note(f"n{number}", "Other words. " * 10) for number in range(6)]
    notes[4] = known_note("n4", "Deploys leave from release. " * 5)
    prompt = consolidate_prompt(
        "t", [fact()], Known(tuple(notes), "", ()), note=9, tokens=240
    )
    found = part(prompt, "notes")
    names = [each["name"] for each in found]
    assert names == sorted(names)
    whole = [each["name"] for each in found if "body" in each]
    assert "n4" in whole
    assert len(whole) < len(found)


def test_without_room_no_note_is_shown() -> None:
    known = Known((known_note("a", "Body."),), "", ())
    prompt = consolidate_prompt("t", [fact()], known, note=9, tokens=0)
    assert "<notes>\n\n</notes>" in prompt


def test_a_repaired_prompt_says_why_and_begins_as_before() -> None:
    again = repaired("The prompt.", "the answer is empty")
    assert again.startswith("The prompt.\n\n")
    assert "could not be used: the answer is empty." in again
