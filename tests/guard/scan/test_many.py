"""Many files are judged on all cores where there is a way to, and alike where not."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.guard.scan import forks, many, walk
from memsync.secrets import native

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORDS = "The deploy runs from the build box every night, and nobody minds it.\n"


@pytest.fixture(autouse=True)
def _in_python_again() -> Iterator[None]:
    yield
    native.disable()


@pytest.mark.parametrize("forking", [True, False])
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_files_have_their_findings_in_order_on_any_number_of_cores(
    cores: int, forking: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "_cores", lambda: cores)
    monkeypatch.setattr(forks, "POSSIBLE", forking and forks.POSSIBLE)
    for number in range(40):
        text = WORDS * 2500 + f"The token is {tokens.github(number)}.\n"
        (tmp_path / f"{number:02d}.md").write_text(text)
    judged = [*many.judge([str(tmp_path)])]
    assert [one.path for one in judged] == sorted(one.path for one in judged)
    values = [held.value.decode() for one in judged for held in one.held]
    assert values == [tokens.github(number) for number in range(40)]


def test_a_system_without_semaphores_judges_them_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_workers: int, **_options: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(forks, "POSSIBLE", False)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    monkeypatch.setattr(many, "_cores", lambda: 4)
    for number in range(40):
        (tmp_path / f"{number:02d}.md").write_text(WORDS * 2500)
    assert len([*many.judge([str(tmp_path)])]) == 40


def test_files_without_findings_keep_their_place_among_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "_cores", lambda: 2)
    for number in range(60):
        text = WORDS * 2500
        if number % 7 == 3:
            text += f"The token is {tokens.github(number)}.\n"
        (tmp_path / f"{number:02d}.md").write_text(text)
    (tmp_path / "30.md").unlink()
    (tmp_path / "30.md").symlink_to("nowhere")
    judged = [*many.judge([str(tmp_path)])]
    names = [one.path.rpartition("/")[2] for one in judged]
    assert names == [f"{number:02d}.md" for number in range(60)]
    found = [n for n, one in enumerate(judged) if one.held]
    assert found == [n for n in range(60) if n % 7 == 3]


def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = WORDS * 5000 + f"The token is {tokens.github(5)}.\n"
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    (judged,) = many.judge([str(pipe)])
    writer.join()
    assert [held.value.decode() for held in judged.held] == [tokens.github(5)]
    assert judged.held[0].line == 5001


def test_a_file_that_has_grown_since_it_was_listed_is_read_whole(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.md"
    file.write_text(WORDS)
    (entry,) = walk.entries([str(file)])
    file.write_text(WORDS * 3 + f"The token is {tokens.github(6)}.\n")
    (held,) = many._judge(entry).held
    assert (held.line, held.value.decode()) == (4, tokens.github(6))
