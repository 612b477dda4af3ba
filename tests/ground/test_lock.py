from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Locked
from memsync.files import lock

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import sys, time
from pathlib import Path
from memsync.files import lock
with lock.hold(Path(sys.argv[1]), what="a long test"):
    print("held", flush=True)
    time.sleep(60)
"""


def start_holder(path: Path) -> subprocess.Popen[bytes]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    return holder


def test_a_live_holder_is_named_and_a_killed_one_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "locks" / "user.lock"
    with start_holder(path) as holder:
        with (
            pytest.raises(Locked, match=f"a long test, process {holder.pid}") as caught,
            lock.hold(path, what="me", wait=0.1),
        ):
            pass
        assert str(path) in (caught.value.hint or "")
        os.kill(holder.pid, signal.SIGKILL)
    with lock.hold(path, what="me", wait=5):
        pass


def test_a_lock_is_free_after_use(tmp_path: Path) -> None:
    for _ in range(2):
        with lock.hold(tmp_path / "a.lock", what="me", wait=0.1):
            pass


def test_the_holder_says_what_it_does_and_since_when(tmp_path: Path) -> None:
    path = tmp_path / "it.lock"
    assert lock.held_by(path) is None
    with lock.hold(path, what="sync"):
        who, since, step = lock.held_by(path) or ("", 0, "none")
        assert who == f"memsync sync, process {os.getpid()}"
        assert since > 0
        assert step == ""
        for said in ("saving notes", "pushing"):
            lock.say(path, said)
            assert lock.held_by(path) == (who, since, said)
        assert lock.holder(path) == who
    assert lock.held_by(path) is None


def test_who_was_killed_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "it.lock"
    path.touch()
    path.with_suffix(".holder").write_text("memsync sync, process 1\n17\nsaving\n")
    assert lock.held_by(path) is None
