"""The system's own timer runs `memsync sync`, and is taken back whole."""

from __future__ import annotations

import plistlib
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

from memsync.errors import BadUsage
from memsync.sync.verbs import timer

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the units of systemd are for Linux"
)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path / "desk")
    made.memsync("sync", "init")
    return made


def units(machine: Machine) -> Path:
    return machine.home / ".config/systemd/user"


def test_installing_twice_writes_once_and_uninstalling_leaves_nothing(
    machine: Machine,
) -> None:
    assert "OnUnitInactiveSec" in (
        machine.memsync("sync", "timer", "install", "--dry-run").out
    )
    assert not units(machine).exists()
    done = machine.memsync("sync", "timer", "install", "--every", "30m", "--json").json
    assert len(done["written"]) == 2
    service = (units(machine) / "memsync-sync.service").read_text()
    assert f'ExecStart="{shutil.which("memsync", path=machine.environ["PATH"])}"' in (
        service
    )
    assert (
        "OnUnitInactiveSec=1800s" in (units(machine) / "memsync-sync.timer").read_text()
    )
    again = machine.memsync("sync", "timer", "install", "--every", "30m", "--json").json
    assert again["written"] == []
    status = machine.memsync("sync", "timer", "status", "--json").json
    assert (status["installed"], status["every"]) == (True, 1800)
    (units(machine) / "own.timer").write_text("[Timer]\n")
    machine.memsync("sync", "timer", "uninstall")
    assert [path.name for path in units(machine).iterdir()] == ["own.timer"]
    assert not machine.memsync("sync", "timer", "status", "--json").json["installed"]
    assert "no timer" in machine.memsync("sync", "timer", "uninstall").err


def test_nobody_else_can_write_the_units_whatever_the_umask(machine: Machine) -> None:
    shutil.rmtree(units(machine).parent, ignore_errors=True)
    machine.run("sh", "-c", "umask 000 && memsync sync timer install")
    for path in (units(machine), *units(machine).iterdir()):
        assert not path.stat().st_mode & 0o022, path


@pytest.mark.parametrize("every", ["1m", "15m", "2h", "7d"])
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path, every: str) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.fail("the stories of timers need it: apt-get install systemd")
    odd = Machine(tmp_path / "100% of 'my \"desk\"'")
    odd.environ["MEMSYNC_LOG"] = "a value with \\ and $HOME, %h"
    odd.memsync("sync", "init")
    odd.memsync("config", "set", "learn.unattended", "true")
    odd.memsync("sync", "timer", "install", "--every", every)
    names = ("memsync-sync.service", "memsync-sync.timer")
    # A path with a blank would be two for its own manager: verified where it is plain.
    plain = tmp_path / "units"
    plain.mkdir()
    for name in names:
        shutil.copy(units(odd) / name, plain)
    said = odd.run(
        *("systemd-analyze", "verify", "--man=no"),
        *(plain / name for name in names),
        environ={"SYSTEMD_UNIT_PATH": f"{plain}:"},
        want=None,
    )
    assert (said.code, said.err) == (0, "")


def test_where_systemd_does_not_answer_it_says_what_to_run(machine: Machine) -> None:
    empty = machine.folder / "bin"
    empty.mkdir()
    for program in ("git", "memsync"):
        found = shutil.which(program, path=machine.environ["PATH"])
        assert found
        (empty / program).symlink_to(found)
    said = machine.memsync("sync", "timer", "install", environ={"PATH": str(empty)}).err
    assert "systemctl --user enable memsync-sync.timer" in said


def test_a_file_that_someone_edited_stays(machine: Machine) -> None:
    machine.memsync("sync", "timer", "install")
    edited = units(machine) / "memsync-sync.timer"
    text = edited.read_text().replace("900s", "901s")
    edited.write_text(text)
    refused = machine.memsync("sync", "timer", "install", want=14)
    assert "is not as memsync wrote it" in refused.err
    machine.memsync("sync", "timer", "uninstall")
    assert edited.read_text() == text
    assert not (units(machine) / "memsync-sync.service").exists()


def test_the_timer_runs_with_the_folders_of_the_person(machine: Machine) -> None:
    own = {"MEMSYNC_STATE_DIR": str(machine.folder / 'a "state" 100%')}
    said = {"MEMSYNC_PASSPHRASE": "for nobody's eyes"}
    machine.memsync("sync", "timer", "install", environ=own | said)
    service = (units(machine) / "memsync-sync.service").read_text()
    assert 'a \\"state\\" 100%%"' in service
    assert "nobody" not in service


def test_a_launch_agent_is_a_property_list_with_the_same_mark(tmp_path: Path) -> None:
    program = ["/opt/memsync"]
    made = timer.files("launchd", tmp_path, program, {"HOME": "/x"}, 900)
    timer.write(made)
    (file,) = made
    read = plistlib.loads(file.path.read_bytes())
    assert read["ProgramArguments"] == ["/opt/memsync", "-q", "sync"]
    assert read["StartInterval"] == 900
    assert timer.look(file.path) == timer.Found(900, foreign=False)
    assert timer.remove(made) == ([file.path], [])


@pytest.mark.parametrize(
    ("text", "seconds"), [("15m", 900), ("2h", 7200), ("90s", 90), ("20", 1200)]
)
def test_times_are_said_as_people_say_them(text: str, seconds: int) -> None:
    assert timer.parse_every(text) == seconds


@pytest.mark.parametrize("text", ["", "5s", "never", "8d", "-1m", "1.5h"])
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(BadUsage):
        timer.parse_every(text)
