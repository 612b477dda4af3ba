"""What a command in a throwaway memory sees, and how its end is told."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command_line import session_in

from memsync.cli.memory.ephemeral import _run, hidden

if TYPE_CHECKING:
    from pathlib import Path

OURS = {
    "COYOTE_CONFIG_DIR": "/t/coyote",
    "MEMSYNC_CONFIG_DIR": "/t/config",
    "MEMSYNC_STATE_DIR": "/t/state",
    "MEMSYNC_DATA_DIR": "/t/data",
    "MEMSYNC_EPHEMERAL": "/t",
}
NAME = st.sampled_from(
    ["PATH", "HOME", "MEMSYNC_MEMORY_ENABLED", "MEMSYNC_STATE_DIR", "MEMSYNC_", "MEM"]
)


@given(st.dictionaries(NAME, st.text(max_size=5)))
def test_no_setting_of_the_person_comes_through(environ: dict[str, str]) -> None:
    found = hidden(environ, "/t")
    kept = {k: v for k, v in environ.items() if not k.startswith("MEMSYNC_")}
    assert found == {**kept, **OURS}


def test_the_person_s_coyote_is_hidden() -> None:
    environ = {"COYOTE_CONFIG_DIR": "/home/me/coyote"}
    assert hidden(environ, "/t") == OURS


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("raise SystemExit(0)", 0),
        ("raise SystemExit(7)", 7),
        ("import os; os.kill(os.getpid(), 9)", 137),
    ],
)
def test_the_exit_code_is_the_command_s(tmp_path: Path, code: str, status: int) -> None:
    argv = [sys.executable, "-S", "-c", code]
    assert _run(session_in(tmp_path), argv, dict(os.environ)) == status


def test_the_command_runs_in_the_session_s_folder(tmp_path: Path) -> None:
    code = "import os; open('here', 'w').write(os.environ['MEMSYNC_EPHEMERAL'])"
    environ = hidden(os.environ, "/t")
    assert _run(session_in(tmp_path), [sys.executable, "-S", "-c", code], environ) == 0
    assert (tmp_path / "here").read_text() == "/t"


def test_a_command_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = str(tmp_path / "gone")
    assert _run(session_in(tmp_path), [gone], dict(os.environ)) == 127
    assert capsys.readouterr().err == f"memsync: there is no command '{gone}'\n"


def test_a_file_that_cannot_be_run_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plain").write_text("text")
    plain = str(tmp_path / "plain")
    assert _run(session_in(tmp_path), [plain], dict(os.environ)) == 126
    said = f"memsync: '{plain}' cannot be run: permission denied\n"
    assert capsys.readouterr().err == said


def test_the_signals_are_handled_as_before_when_it_has_ended(tmp_path: Path) -> None:
    import signal

    before = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)}
    _run(session_in(tmp_path), [sys.executable, "-S", "-c", ""], dict(os.environ))
    assert {n: signal.getsignal(n) for n in before} == before
