"""Session files at a path that a person gives: which reader each gets."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Broken, Exit
from memsync.sessions.given import _of_document, _of_lines, sources_at

if TYPE_CHECKING:
    from pathlib import Path


def put(path: Path, text: str = "{}\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def agents_at(path: Path, agent: str | None = None) -> list[tuple[str, str]]:
    """Agent and file name of each source."""
    return [(found.agent, found.path.name) for found in sources_at(path, agent)]


@pytest.mark.parametrize(
    ("record", "agent"),
    [
        ({"type": "session.start"}, "copilot-cli"),
        ({"type": "session", "id": "a1"}, "pi"),
        ({"type": "session"}, "jsonl"),
        ({"sessionId": "a1", "startTime": "2026-06-18"}, "gemini-cli"),
        ({"sessionId": "a1"}, "jsonl"),
        ({"type": "session_meta", "payload": {}}, "codex"),
        ({"payload": {}}, "jsonl"),
        ({"type": "user", "parentUuid": None}, "claude-code"),
        ({"working_dir": "/w"}, "goose"),
        ({"working_dir": "/w", "role": "user"}, "jsonl"),
        ({"role": "user", "content": "hello"}, "jsonl"),
    ],
)
def test_the_first_line_tells_the_agent(
    tmp_path: Path, record: dict[str, object], agent: str
) -> None:
    file = put(tmp_path / "a.jsonl", f"{json.dumps(record)}\n{{}}\n")
    assert _of_lines(file) == agent


def test_a_later_line_tells_claude_code_as_well(tmp_path: Path) -> None:
    file = put(tmp_path / "a.jsonl", '{"type":"summary"}\n{"parentUuid":null}\n')
    assert _of_lines(file) == "claude-code"


def test_the_folder_tells_pi_from_its_fork(tmp_path: Path) -> None:
    line = '{"type":"session","id":"a1"}\n'
    assert _of_lines(put(tmp_path / ".omp" / "a.jsonl", line)) == "oh-my-pi"
    assert _of_lines(put(tmp_path / ".pi" / "a.jsonl", line)) == "pi"


def test_copilot_names_every_file_alike(tmp_path: Path) -> None:
    assert _of_lines(put(tmp_path / "events.jsonl")) == "copilot-cli"


@pytest.mark.parametrize(
    ("name", "text", "agent"),
    [
        ("chatSessions/a.json", "{}", "vscode"),
        ("ses_12.json", "{}", "opencode"),
        ("a.json", '{"projectHash": "x"}', "gemini-cli"),
        ("a.json", '{"working_dir": "/w"}', "zerostack"),
        ("a.json", "{}", "yottacode"),
    ],
)
def test_a_document_is_told_by_its_place_name_or_keys(
    tmp_path: Path, name: str, text: str, agent: str
) -> None:
    assert _of_document(put(tmp_path / name, text)) == agent


@given(st.binary(max_size=200))
def test_any_bytes_have_a_reader(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.jsonl"
    file.write_bytes(data)
    if b"{" not in data:
        assert _of_lines(file) == "jsonl"
    assert agents_at(file) == [(_of_lines(file), "any.jsonl")]


def test_only_the_beginning_of_a_file_is_looked_at(tmp_path: Path) -> None:
    far = "{}\n" + " " * (1 << 16) + '{"parentUuid":null}\n'
    assert _of_lines(put(tmp_path / "a.jsonl", far)) == "jsonl"


def test_a_file_that_is_gone_is_taken_for_plain_lines(tmp_path: Path) -> None:
    assert _of_lines(tmp_path / "gone.jsonl") == "jsonl"


def test_a_folder_gives_all_session_files_below_it_in_order(tmp_path: Path) -> None:
    put(tmp_path / "b" / "two.jsonl")
    put(tmp_path / "a" / "one.ndjson")
    put(tmp_path / "z.jsonl")
    put(tmp_path / "notes.txt")
    assert agents_at(tmp_path) == [
        ("jsonl", "z.jsonl"),
        ("jsonl", "one.ndjson"),
        ("jsonl", "two.jsonl"),
    ]


def test_links_below_a_folder_are_not_followed(tmp_path: Path) -> None:
    real = put(tmp_path / "elsewhere" / "real.jsonl")
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "file.jsonl").symlink_to(real)
    (folder / "folder").symlink_to(real.parent)
    assert agents_at(folder) == []
    assert agents_at(real) == [("jsonl", "real.jsonl")]


def test_folders_are_searched_twelve_deep(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*"abcdefghijkl")
    put(deep / "in.jsonl")
    put(deep / "m" / "out.jsonl")
    assert agents_at(tmp_path) == [("jsonl", "in.jsonl")]


def test_a_named_agent_decides_alone(tmp_path: Path) -> None:
    file = put(tmp_path / "a.jsonl", '{"type":"session","id":"a1"}\n')
    assert agents_at(file, "jsonl") == [("jsonl", "a.jsonl")]


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Broken) as caught:
        list(sources_at(tmp_path / "gone", None))
    assert caught.value.message == f"'{tmp_path / 'gone'}' is not there"
    assert caught.value.hint == "name a file or a folder"
    assert caught.value.exit_code is Exit.BROKEN


def test_a_pipe_is_neither_opened_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Broken, match="is not there"):
        list(sources_at(tmp_path / "pipe", None))
