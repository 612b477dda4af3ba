"""The files of a system's timer: what they say, and whose they are."""

from __future__ import annotations

import plistlib
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from, text

from memsync.errors import BadUsage, Refused
from memsync.sync.verbs.timer import (
    LABEL,
    UNIT,
    Found,
    Kind,
    TimerFile,
    files,
    folder_of,
    look,
    parse_every,
    remove,
    write,
)

PROGRAM = ["/opt/my tools/memsync"]
KINDS: list[Kind] = ["systemd", "launchd"]


def service(environ: dict[str, str], program: list[str] = PROGRAM) -> str:
    return files("systemd", Path("/units"), program, environ, 900)[0].text


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("15", 900),
        ("15m", 900),
        ("15min", 900),
        (" 2H ", 7200),
        ("90s", 90),
        ("60s", 60),
        ("1m", 60),
        ("1d", 86400),
        ("7d", 604800),
        ("10080", 604800),
    ],
)
def test_an_interval_is_read_as_a_person_writes_it(said: str, seconds: int) -> None:
    assert parse_every(said) == seconds


@pytest.mark.parametrize(
    "said",
    ["", "0", "59s", "604801s", "8d", "-15m", "1.5h", "15 m", "m", "1w", "9999999"],
)
def test_another_interval_is_refused_with_examples(said: str) -> None:
    with pytest.raises(BadUsage) as found:
        parse_every(said)
    assert found.value.message == f"'{said}' is not a time between a minute and a week"
    assert found.value.hint == "write it as 15m, 2h or 1d"


@given(integers(60, 604800))
def test_every_second_from_a_minute_to_a_week_is_an_interval(seconds: int) -> None:
    assert parse_every(f"{seconds}s") == seconds


@given(text("059mshdin .-\u0663", max_size=8))
def test_any_text_is_an_interval_or_a_usage_error(said: str) -> None:
    try:
        seconds = parse_every(said)
    except BadUsage:
        seconds = 60
    assert 60 <= seconds <= 604800


def test_systemd_gets_a_service_and_a_timer() -> None:
    found = files("systemd", Path("/units"), PROGRAM, {}, 900)
    assert [file.path for file in found] == [
        Path("/units") / f"{UNIT}.service",
        Path("/units") / f"{UNIT}.timer",
    ]
    assert 'ExecStart="/opt/my tools/memsync" "-q" "sync"\n' in found[0].text
    assert "learn" not in found[0].text
    assert "OnUnitInactiveSec=900s\n" in found[1].text
    assert "RandomizedDelaySec=90s\n" in found[1].text


def test_launchd_gets_a_property_list() -> None:
    environ = {"MEMSYNC_STATE_DIR": "/s & t"}
    [found] = files("launchd", Path("/agents"), PROGRAM, environ, 900)
    assert found.path == Path("/agents") / f"{LABEL}.plist"
    assert plistlib.loads(found.text.encode()) == {
        "Label": "memsync.sync",
        "ProgramArguments": ["/opt/my tools/memsync", "-q", "sync"],
        "EnvironmentVariables": environ,
        "StartInterval": 900,
        "RunAtLoad": True,
        "ProcessType": "Background",
    }


def test_a_run_of_learning_never_makes_the_unit_fail() -> None:
    made = files("systemd", Path("/u"), ["/bin/memsync"], {}, 900, learning=True)
    starts = [line for line in made[0].text.split("\n") if line.startswith("Exec")]
    assert starts == [
        'ExecStart="/bin/memsync" "-q" "sync"',
        'ExecStart=-"/bin/memsync" "-q" "learn" "--by-itself" "--known"',
    ]


def test_launchd_runs_both_commands_in_one_shell() -> None:
    [made] = files("launchd", Path("/u"), PROGRAM, {}, 900, learning=True)
    argv = plistlib.loads(made.text.encode())["ProgramArguments"]
    assert argv[:2] == ["/bin/sh", "-c"]
    program = shlex.quote(PROGRAM[0])
    assert argv[2] == (
        f"{program} -q sync; status=$?;"
        f" {program} -q learn --by-itself --known; exit $status"
    )


def test_a_unit_sets_memsyncs_variables_and_no_others() -> None:
    said = service(
        {
            "MEMSYNC_STATE_DIR": "/s",
            "COYOTE_CONFIG_DIR": "/c",
            "XDG_STATE_HOME": "/x",
            "XDG_CONFIG_HOME": "/y",
            "XDG_CACHE_HOME": "/z",
            "COYOTE_CONFIG_DIR_2": "/d",
            "PATH": "/bin",
        }
    )
    lines = [line for line in said.split("\n") if line.startswith("Environment=")]
    assert lines == [
        'Environment="COYOTE_CONFIG_DIR=/c"',
        'Environment="MEMSYNC_STATE_DIR=/s"',
        'Environment="XDG_CONFIG_HOME=/y"',
        'Environment="XDG_STATE_HOME=/x"',
    ]


def test_no_secret_and_no_value_of_several_lines_gets_into_a_unit() -> None:
    environ = {
        "MEMSYNC_LEARN_KEY": "quiet-one",
        "MEMSYNC_LEARN_STAGE": "quiet-two",
        "MEMSYNC_PASSPHRASE": "quiet-three",
        "MEMSYNC_STATE_DIR": "/quiet-four\nExecStart=/bin/false",
    }
    for kind in KINDS:
        for made in files(kind, Path("/u"), PROGRAM, environ, 900):
            assert "quiet" not in made.text


def test_what_systemd_would_expand_is_quoted() -> None:
    said = service({"MEMSYNC_X": 'a"b\\c%d$e'}, ['/o$t/%h/"q"\\memsync'])
    assert 'Environment="MEMSYNC_X=a\\"b\\\\c%%d$e"\n' in said
    assert 'ExecStart="/o$$t/%%h/\\"q\\"\\\\memsync" "-q" "sync"\n' in said


def test_the_folder_of_units_follows_the_environment() -> None:
    home = {"HOME": "/home/me"}
    assert folder_of("systemd", home) == Path("/home/me/.config/systemd/user")
    assert folder_of("launchd", home) == Path("/home/me/Library/LaunchAgents")
    own = {**home, "XDG_CONFIG_HOME": "/x"}
    assert folder_of("systemd", own) == Path("/x/systemd/user")
    assert folder_of("launchd", own) == Path("/home/me/Library/LaunchAgents")
    relative = {**home, "XDG_CONFIG_HOME": "x"}
    assert folder_of("systemd", relative) == Path("/home/me/.config/systemd/user")


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "me"}])
def test_without_a_home_there_is_no_folder(environ: dict[str, str]) -> None:
    for kind in KINDS:
        with pytest.raises(BadUsage, match="HOME is not set") as found:
            folder_of(kind, environ)
        assert found.value.hint == "set HOME"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_known_again_and_removed(tmp_path: Path, kind: Kind) -> None:
    wanted = files(kind, tmp_path / "a" / "b", PROGRAM, {"MEMSYNC_X": "é"}, 900)
    paths = [file.path for file in wanted]
    assert [look(path) for path in paths] == [Found(None, foreign=False)] * len(paths)
    assert write(wanted) == paths
    assert [look(path) for path in paths] == [Found(900, foreign=False)] * len(paths)
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o644}
    assert write(wanted) == []
    later = files(kind, tmp_path / "a" / "b", PROGRAM, {"MEMSYNC_X": "é"}, 1800)
    assert paths[-1] in write(later)
    assert look(paths[-1]).every == 1800
    assert remove(wanted) == (paths, [])
    assert remove(wanted) == ([], [])


@pytest.mark.parametrize("kind", KINDS)
@given(at=integers(0, 10_000), char=sampled_from("x#\n"))
def test_one_more_character_makes_a_file_foreign(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, at: int, char: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    [*_, file] = files(kind, folder, PROGRAM, {}, 900)
    start = file.text.index("memsync timer") + 40
    at = start + at % (len(file.text) - start)
    path = folder / "changed"
    path.write_text(file.text[:at] + char + file.text[at:])
    assert look(path).foreign


def test_nothing_is_written_where_a_foreign_file_stands(tmp_path: Path) -> None:
    wanted = files("systemd", tmp_path, PROGRAM, {}, 900)
    wanted[1].path.write_bytes(b"\xff[Timer]\n")
    with pytest.raises(Refused) as found:
        write(wanted)
    error = found.value
    assert error.message == f"'{wanted[1].path}' is not as memsync wrote it"
    assert error.hint == "move it away, then install the timer again"
    assert error.word == "foreign-timer"
    assert not wanted[0].path.exists()
    assert remove(wanted) == ([], [wanted[1].path])
    assert wanted[1].path.read_bytes() == b"\xff[Timer]\n"


def test_a_link_and_a_folder_are_foreign(tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    [made] = files("launchd", tmp_path, PROGRAM, {}, 900)
    write([TimerFile(ours, made.text)])
    link = tmp_path / "link"
    link.symlink_to(ours)
    (tmp_path / "folder").mkdir()
    assert look(ours) == Found(900, foreign=False)
    assert look(link) == Found(None, foreign=True)
    assert look(tmp_path / "folder") == Found(None, foreign=True)
    assert remove([TimerFile(link, made.text)]) == ([], [link])
    assert ours.exists()
