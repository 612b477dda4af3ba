"""What the watcher says of a round: news, trouble once, and that it is over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from support.command_line import session_in

from memsync.cli.sync.watcher import Watcher
from memsync.errors import Exit
from memsync.files.lock import Held

if TYPE_CHECKING:
    from pathlib import Path

OFFLINE = {"error": {"message": "no answer"}}


class Told:
    """A watcher, and the lines it says, each without its time."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.watcher = Watcher(session_in(folder), 60, Held())
        self._capsys = capsys

    def __call__(self, said: dict[str, Any], code: int = Exit.DONE) -> list[str]:
        self.watcher._tell(said, code, 30)
        lines = self._capsys.readouterr().err.splitlines()
        return [re.sub(r"^memsync: \d\d:\d\d:\d\d ", "", line) for line in lines]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(tmp_path, capsys)


def test_a_round_in_which_nothing_happened_is_silent(told: Told) -> None:
    assert told({"sent": [], "received": [], "held": []}) == []


def test_what_came_and_went_is_one_line_a_profile(told: Told) -> None:
    result = {"sent": ["a", "b"], "received": ["c"]}
    assert told(result) == ["sent a, b; received c"]
    both = {"profiles": {"work": {"sent": ["w"]}, "home": result}}
    assert told(both) == ["work: sent w", "home: sent a, b; received c"]


def test_trouble_is_told_when_it_comes_and_when_it_goes(told: Told) -> None:
    assert told(OFFLINE, Exit.UNREACHABLE) == ["no answer; next try in 30 s"]
    assert told(OFFLINE, Exit.UNREACHABLE) == []
    assert told({"error": {"message": "locked"}}, Exit.LOCKED) == [
        "locked; next try in 30 s"
    ]
    assert told({}) == ["sync works again"]
    assert told({}) == []


def test_trouble_of_one_profile_is_found_among_the_others(told: Told) -> None:
    said = {"profiles": {"work": {"sent": []}, "home": OFFLINE}}
    assert told(said, Exit.UNREACHABLE) == ["no answer; next try in 30 s"]


@pytest.mark.parametrize("said", [{"profiles": []}, {"error": None}, {"sent": None}])
def test_an_answer_in_another_form_says_nothing(
    told: Told, said: dict[str, Any]
) -> None:
    assert told(said) == []
