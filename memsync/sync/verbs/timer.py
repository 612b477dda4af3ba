"""The files of a systemd or launchd timer that runs `memsync sync`.

Each file has a mark near its start with a digest of the rest, so that memsync only
replaces or removes a file that is exactly as it wrote it.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import BadUsage, MemsyncError, Refused
from memsync.files import atomic
from memsync.process.git_child import PASSPHRASES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Kind = Literal["systemd", "launchd"]

UNIT = "memsync-sync"
LABEL = "memsync.sync"

# The variables that a unit must set, since systemd and launchd start with none.
_KEPT = re.compile(r"(?:MEMSYNC_|COYOTE_CONFIG_DIR$|XDG_(?:CONFIG|STATE)_HOME$)")
# Never written to a unit: a secret, and a variable that is for one process only.
_NOT_FOR_OTHERS = ("MEMSYNC_LEARN_KEY", "MEMSYNC_LEARN_STAGE")
# An interval as a person writes it.
_EVERY = re.compile(r"([0-9]{1,6})(s|m|min|h|d)?")
_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
# The shortest and longest interval, in seconds: a minute and a week.
_LEAST, _MOST = 60, 7 * 86400
_MARK = re.compile(r"(?:# |<!-- )memsync timer ([0-9]+) ([0-9a-f]{16})(?: -->)?\n")


class TimerFile(NamedTuple):
    """One file of a timer."""

    path: Path
    text: str


class Found(NamedTuple):
    """What is at the path of a timer's file."""

    every: int | None
    """The interval in memsync's own file, in seconds; None without such a file."""
    foreign: bool
    """Whether there is something that is not exactly what memsync wrote."""


def parse_every(text: str) -> int:
    """Seconds from `15m`, `2h`, `90s`, `1d` or a number of minutes.

    Raises `BadUsage` for any other text, and below a minute or above a week.
    """
    found = _EVERY.fullmatch(text.strip().lower())
    seconds = int(found[1]) * _SECONDS[found[2] or "m"] if found else 0
    if not _LEAST <= seconds <= _MOST:
        raise BadUsage(
            f"'{text}' is not a time between a minute and a week",
            hint="write it as 15m, 2h or 1d",
        )
    return seconds


def files(
    kind: Kind,
    folder: Path,
    program: Sequence[str],
    environ: Mapping[str, str],
    every: int,
    *,
    learning: bool = False,
) -> list[TimerFile]:
    """The files of a timer; `program` is an absolute command, `every` is in seconds.

    With `learning` the timer also has memsync check after each round whether a
    learning run is due.
    """
    kept = {
        name: environ[name]
        for name in sorted(environ)
        if _KEPT.match(name)
        and environ[name].isprintable()
        # Other users may read a unit, and it stays after this shell ends.
        and name not in (*PASSPHRASES, *_NOT_FOR_OTHERS)
    }
    commands = [[*program, "-q", "sync"]]
    if learning:
        commands.append([*program, "-q", "learn", "--by-itself", "--known"])
    if kind == "launchd":
        body = _plist(_one_of(commands), kept, every)
        head, _, rest = body.partition("\n")
        marked = f"{head}\n{_mark(every, rest, '<!-- {} -->')}{rest}"
        return [TimerFile(folder / f"{LABEL}.plist", marked)]
    texts = {
        f"{UNIT}.service": _service(commands, kept),
        f"{UNIT}.timer": _timer(every),
    }
    return [
        TimerFile(folder / name, _mark(every, text, "# {}") + text)
        for name, text in texts.items()
    ]


def folder_of(kind: Kind, environ: Mapping[str, str]) -> Path:
    """The folder where the system looks for a user's timers.

    Raises `BadUsage` if HOME is needed and is no absolute path.
    """
    from pathlib import Path

    home = environ.get("HOME", "")
    base = environ.get("XDG_CONFIG_HOME", "")
    if kind == "systemd" and base and Path(base).is_absolute():
        return Path(base) / "systemd" / "user"
    if not Path(home).is_absolute():
        raise BadUsage("HOME is not set to an absolute path", hint="set HOME")
    below = {"systemd": ".config/systemd/user", "launchd": "Library/LaunchAgents"}
    return Path(home) / below[kind]


def look(path: Path) -> Found:
    """Read what is at the path of a timer's file. Raises `OSError`."""
    try:
        # Somebody else's unit may be in any encoding.
        text = atomic.read_regular(path, limit=1 << 16).decode("utf-8", "replace")
    except FileNotFoundError:
        return Found(None, foreign=False)
    except MemsyncError:
        return Found(None, foreign=True)
    marked = _MARK.search(text)
    if marked is None:
        return Found(None, foreign=True)
    rest = text[marked.end() :]
    if marked[2] != _digest(rest):
        return Found(None, foreign=True)
    return Found(int(marked[1]), foreign=False)


def write(wanted: Sequence[TimerFile]) -> list[Path]:
    """Write the files that differ; return their paths.

    Raises `Refused`, before anything is written, where a file is not as memsync
    wrote it.
    """
    for file in wanted:
        if look(file.path).foreign:
            raise Refused(
                f"'{file.path}' is not as memsync wrote it",
                hint="move it away, then install the timer again",
                word="foreign-timer",
            )
    written = []
    for path, text in wanted:
        data = text.encode()
        if not path.exists() or path.read_bytes() != data:
            # The system runs its commands: only the user may write it, whatever the
            # umask.
            atomic.make_folder(path.parent, mode=0o755)
            atomic.write(path, data, mode=0o644)
            written.append(path)
    return written


def remove(wanted: Sequence[TimerFile]) -> tuple[list[Path], list[Path]]:
    """Remove the files that memsync wrote; return the paths removed and those kept."""
    gone, stay = [], []
    for path, _ in wanted:
        found = look(path)
        if found.foreign:
            stay.append(path)
        elif found.every is not None:
            path.unlink()
            gone.append(path)
    return gone, stay


def _mark(every: int, rest: str, form: str) -> str:
    return form.format(f"memsync timer {every} {_digest(rest)}") + "\n"


def _digest(rest: str) -> str:
    return hashlib.sha256(rest.encode()).hexdigest()[:16]


def _one_of(commands: Sequence[Sequence[str]]) -> list[str]:
    """One command that runs all, and exits with the exit status of the first."""
    from shlex import join

    first, *others = commands
    if not others:
        return list(first)
    rest = "".join(f"; {join(argv)}" for argv in others)
    return ["/bin/sh", "-c", f"{join(first)}; status=$?{rest}; exit $status"]


def _service(commands: Sequence[Sequence[str]], environ: Mapping[str, str]) -> str:
    variables = "".join(
        f"Environment={_quoted(f'{name}={value}', exec_line=False)}\n"
        for name, value in environ.items()
    )
    lines = [" ".join(_quoted(w, exec_line=True) for w in argv) for argv in commands]
    # With `-`, a command after the round never makes the unit fail.
    started = "".join(
        f"ExecStart={'-' if number else ''}{line}\n"
        for number, line in enumerate(lines)
    )
    return (
        "[Unit]\n"
        "Description=Mirror the memory of coding agents\n"
        "\n"
        "[Service]\n"
        "Type=oneshot\n"
        f"{variables}"
        f"{started}"
        # `status` reports a held note or an unreachable remote: the unit does not fail.
        "SuccessExitStatus=1 15\n"
        "Nice=10\n"
    )


def _timer(every: int) -> str:
    return (
        "[Unit]\n"
        "Description=Mirror the memory of coding agents now and then\n"
        "\n"
        "[Timer]\n"
        "OnStartupSec=2min\n"
        f"OnUnitInactiveSec={every}s\n"
        # So that machines do not all ask the remote at once.
        f"RandomizedDelaySec={every // 10}s\n"
        "\n"
        "[Install]\n"
        "WantedBy=timers.target\n"
    )


def _quoted(word: str, *, exec_line: bool) -> str:
    """Quote a word for a unit file, by systemd.syntax(7) and systemd.service(5)."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    if exec_line:
        text = text.replace("$", "$$")
    return f'"{text}"'


def _plist(argv: Sequence[str], environ: Mapping[str, str], every: int) -> str:
    import plistlib

    tree = {
        "Label": LABEL,
        "ProgramArguments": list(argv),
        "EnvironmentVariables": dict(environ),
        "StartInterval": every,
        "RunAtLoad": True,
        "ProcessType": "Background",
    }
    return plistlib.dumps(tree, sort_keys=True).decode()
