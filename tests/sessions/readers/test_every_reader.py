"""What holds for the reader of each agent's sessions, whatever stands in its files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conversations import WRITERS
from support.readers import about, told, turns
from support.talk import TALK, Talk

from memsync.errors import BadUsage
from memsync.sessions.readers.table import READERS, reader_of, resume_command
from memsync.sessions.reading.events import ROLES, Abandoned, Event, Turn
from memsync.sessions.reading.reader import Homes, Look, Source

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Source]:
    """One session of each agent, as its reader finds it."""
    found = {}
    for agent, write in WRITERS.items():
        home = tmp_path_factory.mktemp(agent)
        file = write(home, Talk(str(home / "work")))
        source = READERS[agent].claim(file)
        assert source is not None, agent
        found[agent] = source
    return found


OF_LINES = [
    *("aider", "claude-code", "codex", "copilot-cli", "gemini-cli", "jsonl"),
    *("oh-my-pi", "pi"),
]


def lines_of(source: Source) -> list[bytes]:
    return source.path.read_bytes().splitlines()


def test_every_reader_of_lines_is_among_them(written: dict[str, Source]) -> None:
    assert sorted(a for a, of in written.items() if of.form == "lines") == OF_LINES


@pytest.mark.parametrize("agent", READERS)
def test_its_file_is_found_and_claimed_alike(tmp_path: Path, agent: str) -> None:
    file = WRITERS[agent](tmp_path, Talk(str(tmp_path / "work")))
    homes = Homes({"HOME": str(tmp_path)}, "linux")
    look = Look([tmp_path / "work"])
    found = {source.path: source for source in READERS[agent].find(homes, look)}
    claimed = READERS[agent].claim(file)
    assert claimed is not None
    if not READERS[agent].only_when_named:
        assert found[file] == claimed
    assert all(source.agent == agent for source in found.values())


@pytest.mark.parametrize("agent", READERS)
def test_without_a_home_nothing_is_found(agent: str) -> None:
    for environ in ({}, {"HOME": "relative"}, {"HOME": ""}):
        assert list(READERS[agent].find(Homes(environ, "linux"), Look())) == []


@pytest.mark.parametrize("agent", READERS)
def test_other_files_are_not_claimed(tmp_path: Path, agent: str) -> None:
    for name in ("notes.md", "README", "x.py", ".hidden", "sessions"):
        claimed = READERS[agent].claim(tmp_path / name)
        assert claimed is None, name


@pytest.mark.parametrize("agent", OF_LINES)
def test_lines_are_read_alike_in_one_go_and_with_a_stop_before_each(
    written: dict[str, Source], agent: str
) -> None:
    source = written[agent]
    lines = lines_of(source)
    whole = told(source, lines)
    assert len(turns(whole)) >= len(TALK) - 1
    for number in range(2, len(lines) + 1):
        if all(line.startswith(b"####") for line in lines[number - 2 : number]):
            continue  # Aider writes all that a person typed in one go
        parts = told(source, lines, stop_at=[number])
        if agent == "aider":
            # What it said before a stop cannot be told anew: it has no names.
            assert words(parts) == words(whole), number
        else:
            assert settled(parts) == settled(whole), number


def words(events: list[Event]) -> list[str]:
    return " ".join(text for _, text in turns(events)).split()


def settled(events: list[Event]) -> tuple[list[tuple[str, str]], dict[str, object]]:
    """The last word on each turn: one that went on is told again with its key."""
    last: dict[object, tuple[str, str]] = {}
    for at, each in enumerate(events):
        if isinstance(each, Turn):
            key: object = (each.key, each.role) if each.role == "assistant" else at
            last[key if each.key else at] = (each.role, each.text)
    return sorted(last.values()), about(events)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


def spots(value: object) -> list[tuple[object, ...]]:
    """The path to each value within a JSON value."""
    found: list[tuple[object, ...]] = [()]
    children: list[tuple[object, object]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    for key, each in children:
        found += [(key, *spot) for spot in spots(each)]
    return found


def changed(value: object, spot: tuple[object, ...], new: object) -> object:
    """A copy of a JSON value with another value at one spot."""
    if not spot:
        return new
    key, *rest = spot
    if isinstance(value, dict):
        return {**value, key: changed(value[key], (*rest,), new)}
    assert isinstance(value, list)
    assert isinstance(key, int)
    return [*value[:key], changed(value[key], (*rest,), new), *value[key + 1 :]]


@settings(max_examples=60)
@given(data=st.data())
@pytest.mark.parametrize("agent", OF_LINES)
def test_a_record_with_anything_in_any_place_costs_itself_at_most(
    written: dict[str, Source], agent: str, data: st.DataObject
) -> None:
    source = written[agent]
    lines = lines_of(source)
    number = data.draw(st.integers(0, len(lines) - 1))
    try:
        record = json.loads(lines[number])
    except ValueError:
        bad = data.draw(st.binary(max_size=30).filter(lambda b: b"\n" not in b))
    else:
        spot = data.draw(st.sampled_from(spots(record)))
        bad = json.dumps(changed(record, spot, data.draw(JSON))).encode()
    for each in told(source, [*lines[:number], bad, *lines[number + 1 :]]):
        if isinstance(each, Turn):
            assert each.role in ROLES
            assert isinstance(each.text, str)
        if isinstance(each, Abandoned):
            assert all(first <= last for first, last in each.ranges)


@pytest.mark.parametrize("agent", READERS)
def test_a_resumed_id_can_be_pasted(agent: str) -> None:
    plain = resume_command(agent, "0f6c2d4e-1111") or ""
    assert plain.removesuffix("0f6c2d4e-1111").isprintable()
    for id_ in ("a; rm -rf ~", "$(x)", "a b", "--help", "", "a\nb", "'x'", "\u00e9"):
        assert resume_command(agent, id_) is None


def test_an_agent_that_there_is_not_is_told_those_there_are() -> None:
    assert reader_of("codex").agent == "codex"
    with pytest.raises(BadUsage) as raised:
        reader_of("nobody")
    assert all(agent in (raised.value.hint or "") for agent in READERS)
