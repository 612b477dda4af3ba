"""The stage of the demo: machines of its own, and what they run is shown."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from memsync.demo.stage import DemoFailed, Machine, Stage, expect

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = sys.executable


@pytest.fixture
def shown() -> list[str]:
    """The lines that a person sees."""
    return []


@pytest.fixture
def stage(tmp_path: Path, shown: list[str]) -> Stage:
    """A stage whose real machine has settings that must not reach it."""
    environ = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": "/somewhere/else",
        "GIT_DIR": "/somewhere/else/.git",
        "MEMSYNC_STATE_DIR": "/somewhere/else/state",
        "XDG_CONFIG_HOME": "/somewhere/else/config",
    }
    return Stage(tmp_path, environ, shown.append)


@pytest.fixture
def laptop(stage: Stage) -> Machine:
    return stage.machine("laptop")


def python(machine: Machine, code: str, **options: object) -> str:
    """Run a line of Python as a command of the demo."""
    return machine.run(machine.home, PYTHON, "-c", code, **options)  # type: ignore[arg-type]  # passed on


def test_a_machine_has_a_home_of_its_own(stage: Stage, laptop: Machine) -> None:
    assert laptop.home == stage.folder / "laptop"
    assert [each.name for each in laptop.home.iterdir()] == [".gitconfig"]
    assert stage.machine("desktop").home != laptop.home


def test_a_machine_is_made_once(stage: Stage, laptop: Machine) -> None:
    assert laptop.home.is_dir()
    with pytest.raises(FileExistsError):
        stage.machine("laptop")


def test_nothing_of_the_real_machine_reaches_it(laptop: Machine) -> None:
    assert sorted(laptop.environ) == ["GIT_CONFIG_NOSYSTEM", "HOME", "LANG", "PATH"]
    assert laptop.environ["HOME"] == str(laptop.home)
    assert laptop.environ["LANG"] == "C.UTF-8"
    assert laptop.environ["PATH"].endswith(os.environ["PATH"])


def test_without_a_path_programs_are_still_found(
    tmp_path: Path, shown: list[str]
) -> None:
    machine = Stage(tmp_path, {}, shown.append).machine("laptop")
    folders = machine.environ["PATH"].split(os.pathsep)
    assert os.defpath.split(os.pathsep)[-1] in folders
    assert shutil.which(os.path.basename(PYTHON), path=machine.environ["PATH"])  # noqa: PTH119 -- a name


def test_git_knows_who_commits(laptop: Machine) -> None:
    found = laptop.run(laptop.home, "git", "config", "--get-all", "user.name")
    assert found == "Demo\n"


def test_a_command_is_shown_with_its_output(laptop: Machine, shown: list[str]) -> None:
    found = laptop.run(laptop.home, "printf", "%s\n", "one two", "three")
    assert found == "one two\nthree\n"
    assert shown == [
        "laptop$ printf '%s\n' 'one two' three",
        "    one two",
        "    three",
    ]


def test_a_folder_below_the_home_is_named(laptop: Machine, shown: list[str]) -> None:
    (laptop.home / "project").mkdir()
    laptop.run(laptop.home / "project", "true")
    assert shown == ["laptop/project$ true"]


def test_the_stages_own_folder_is_left_out(
    laptop: Machine, stage: Stage, shown: list[str]
) -> None:
    found = laptop.run(laptop.home, "pwd")
    assert found == f"{laptop.home}\n"
    assert shown[-1] == "    laptop"
    assert not any(str(stage.folder) in line for line in shown)


def test_a_quiet_command_is_not_shown(laptop: Machine, shown: list[str]) -> None:
    assert laptop.run(laptop.home, "echo", "x", quiet=True) == "x\n"
    assert shown == []


def test_errors_are_shown_but_not_returned(laptop: Machine, shown: list[str]) -> None:
    code = "import sys; print('out'); print('bad', file=sys.stderr)"
    assert python(laptop, code) == "out\n"
    assert shown[-2:] == ["    out", "    bad"]


def test_output_cannot_control_the_terminal(laptop: Machine, shown: list[str]) -> None:
    python(laptop, r"print('\x1b[31mred')")
    assert shown[-1] == "    ?[31mred"


def test_output_that_is_no_text_is_shown(laptop: Machine, shown: list[str]) -> None:
    found = python(laptop, r"import os; os.write(1, b'\xff\n')")
    assert found == "\ufffd\n"
    assert shown[-1] == "    \ufffd"


def test_a_command_reads_what_it_is_given(laptop: Machine) -> None:
    assert laptop.run(laptop.home, "cat", stdin="ü\n") == "ü\n"
    assert laptop.run(laptop.home, "cat") == ""


def test_another_status_fails_the_demo(laptop: Machine, shown: list[str]) -> None:
    code = r"import sys; print('\x1bwhy', file=sys.stderr); sys.exit(3)"
    with pytest.raises(DemoFailed) as raised:
        python(laptop, code)
    assert "ended with 3, not 0: ?why" in str(raised.value)
    assert shown[-1] == "    ?why"


def test_a_failure_that_is_promised_is_none(laptop: Machine) -> None:
    assert python(laptop, "import sys; sys.exit(3)", status=3) == ""
    with pytest.raises(DemoFailed) as raised:
        laptop.run(laptop.home, "true", status=1)
    assert str(raised.value) == "true ended with 0, not 1: "


def test_memsync_is_this_one(laptop: Machine, shown: list[str]) -> None:
    found = laptop.run(laptop.home, "memsync", "--version")
    assert found.startswith("memsync, version ")
    assert shown[0] == "laptop$ memsync --version"


def test_a_promise_that_holds_says_nothing() -> None:
    expect(True, "it holds")
    with pytest.raises(DemoFailed) as raised:
        expect(False, "it holds")
    assert str(raised.value) == "it holds"
