"""Past sessions and hits as people and programs get them, and the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command_line import session_in

from memsync.cli.sessions.group import _json, _near, _text, _turn
from memsync.cli.sessions.past import _day, tell, wanted
from memsync.cli.sessions.recall import _text as hit_text
from memsync.cli.sessions.recall import json_of
from memsync.errors import BadUsage, Exit
from memsync.sessions.answers import PastSession, Refreshed, Said
from memsync.sessions.moments import day_begins, day_ends, local_day
from memsync.sessions.recall.asking import Hit

if TYPE_CHECKING:
    from pathlib import Path

NOON = 1781784000.0  # 2026-06-18T12:00:00Z
SESSION = PastSession(
    row=7,
    id="s1",
    agent="pi",
    root="/work/shop",
    identity=None,
    title="the port",
    started=None,
    ended=NOON,
    messages=2,
    path="/s/a.jsonl",
    cwd="/work/shop/src",
    resume="pi --session s1",
)
SAID = Said("user", "hello", NOON, None, 3, "/s/a.jsonl", False, False)
HIT = Hit(
    session="s1",
    agent="pi",
    root="/work/shop",
    title="the port",
    time=NOON,
    role="user",
    model=None,
    snippet="which port",
    score=1.0,
    path="/s/a.jsonl",
    line=3,
    resume="pi --session s1",
    branch=None,
    identity="git.example+acme+shop",
)


def at_lines(*lines: int | None) -> list[Said]:
    return [SAID._replace(line=line, text=f"at {line}") for line in lines]


def near(turns: list[Said], line: int) -> list[int | None]:
    return [each.line for each in _near(turns, line, SESSION)]


def test_programs_get_times_in_utc_and_no_row_number() -> None:
    assert _json(SESSION) == {
        "id": "s1",
        "agent": "pi",
        "root": "/work/shop",
        "identity": None,
        "title": "the port",
        "started": None,
        "ended": "2026-06-18T12:00:00Z",
        "messages": 2,
        "path": "/s/a.jsonl",
    }


def test_a_turn_says_its_branch_to_programs() -> None:
    assert _turn(SAID._replace(abandoned=True)) == {
        "role": "user",
        "time": "2026-06-18T12:00:00Z",
        "model": None,
        "text": "hello",
        "line": 3,
        "branch": "abandoned",
    }
    assert _turn(SAID)["branch"] is None


def test_a_turn_is_headed_by_who_said_it() -> None:
    day = local_day(NOON)
    assert _text(SAID) == f"\nuser  {day}\nhello\n"
    odd = SAID._replace(time=None, abandoned=True, by_sub_agent=True)
    assert _text(odd) == "\nuser (sub-agent) (abandoned branch)\nhello\n"


def test_nothing_that_was_said_reaches_the_terminal_as_an_escape() -> None:
    assert "\x1b" not in _text(SAID._replace(text="\x1b]0;x\x07"))
    hit = HIT._replace(title="\x1b[31m", snippet="\x1b[2J", path="/s/\x1bc")
    assert "\x1b" not in hit_text(hit, str)


def test_three_turns_are_near_on_either_side() -> None:
    turns = at_lines(*range(10, 110, 10))
    assert near(turns, 50) == [20, 30, 40, 50, 60, 70, 80]
    assert near(turns, 59) == [20, 30, 40, 50, 60, 70, 80]
    assert near(turns, 1) == [10, 20, 30, 40]
    assert near(turns, 999) == [70, 80, 90, 100]


def test_turns_of_other_files_are_not_near() -> None:
    turns = [*at_lines(1, None, 2), SAID._replace(path="/s/b.jsonl", line=1)]
    assert near(turns, 1) == [1, 2]


def test_a_session_of_a_database_has_no_lines() -> None:
    with pytest.raises(BadUsage) as caught:
        near(at_lines(None), 1)
    assert caught.value.message == "the sessions of pi have no lines"
    assert caught.value.hint == "`memsync sessions show s1` prints all of it"
    assert caught.value.exit_code is Exit.USAGE


@given(st.lists(st.integers(1, 50), min_size=1, unique=True), st.integers(1, 60))
def test_what_is_near_has_the_turn_that_the_line_is_in(
    lines: list[int], line: int
) -> None:
    lines.sort()
    found = near(at_lines(*lines), line)
    before = [each for each in lines if each <= line]
    assert (before[-1] if before else lines[0]) in found
    assert 1 <= len(found) <= 7


def test_a_hit_is_told_with_where_it_is_and_how_to_go_on() -> None:
    assert hit_text(HIT, str) == (
        f"pi  {local_day(NOON)}  user  the port\n"
        "    which port\n"
        "    s1  /s/a.jsonl:3\n"
        "    pi --session s1\n"
    )
    bare = HIT._replace(line=None, resume=None, branch="abandoned")
    head, _, where = hit_text(bare, str).splitlines()
    assert head.endswith("user, on an abandoned branch  the port")
    assert where == "    s1  /s/a.jsonl"


def test_only_the_snippet_is_marked() -> None:
    lines = hit_text(HIT._replace(title="port"), str.upper).splitlines()
    assert lines[0].endswith("  port")
    assert lines[1] == "    WHICH PORT"


def test_a_hit_for_programs_has_no_identity() -> None:
    row = json_of(HIT)
    assert "identity" not in row
    assert (row["time"], row["score"]) == ("2026-06-18T12:00:00Z", 1.0)
    assert json_of(HIT._replace(time=None))["time"] is None


def test_options_become_a_query_of_whole_local_days(tmp_path: Path) -> None:
    found = wanted(
        session_in(tmp_path),
        "pi",
        here=False,
        since="2026-06-18",
        until="2026-06-18",
        role="user",
        path=tmp_path,
    )
    day = _day("2026-06-18")
    assert (found.since, found.until) == (day_begins(day), day_ends(day))
    assert found.since is not None
    assert found.until is not None
    assert found.until > found.since
    assert (found.agent, found.role, found.path) == ("pi", "user", str(tmp_path))
    assert (found.root, found.identity, found.cwd) == (None, None, None)


def test_here_is_the_folder_outside_any_repository(tmp_path: Path) -> None:
    session = session_in(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    found = wanted(session, None, here=True, since=None)
    assert (found.cwd, found.root) == (str(tmp_path), None)


@pytest.mark.parametrize("day", ["", "yesterday", "2026-02-30", "18.6.2026", "2026"])
def test_what_is_no_day_is_refused(tmp_path: Path, day: str) -> None:
    with pytest.raises(BadUsage) as caught:
        wanted(session_in(tmp_path), None, here=False, since=day)
    assert caught.value.message == f"'{day}' is not a day"
    assert caught.value.hint == "write it as 2026-01-31"


def test_an_unknown_agent_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadUsage) as caught:
        wanted(session_in(tmp_path), "nobody", here=False, since=None)
    assert caught.value.message == "no agent with sessions is called 'nobody'"
    assert "claude-code, codex" in str(caught.value.hint)


@pytest.mark.parametrize("without", [True, False])
def test_packed_sessions_that_need_a_package_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], without: bool
) -> None:
    tell(session_in(tmp_path), Refreshed(1, 0, 0, without))
    said = capsys.readouterr().err
    assert said.count("pipx install --force '.[sessions]'") == without
    assert bool(said) == without
