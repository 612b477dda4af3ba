from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from memsync.process.spawn import Done, detach, run

if TYPE_CHECKING:
    from pathlib import Path


def test_output_errors_and_status_come_back() -> None:
    script = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    assert run([sys.executable, "-c", script], os.environ) == Done(
        3, b"out\n", b"err\n"
    )


def test_much_in_and_much_out_do_not_deadlock() -> None:
    data = os.urandom(3_000_000)
    assert run(["cat"], os.environ, data) == Done(0, data, b"")


def test_a_child_that_does_not_read_its_input_is_no_error() -> None:
    assert run(["true"], os.environ, b"x" * 3_000_000).code == 0


def test_a_killed_child_has_a_negative_status() -> None:
    assert run(["sh", "-c", "kill -9 $$"], os.environ).code == -9


def test_only_the_given_environment_reaches_the_child() -> None:
    done = run(["env"], {"PATH": os.environ["PATH"], "ONLY": "this"})
    names = {line.split(b"=")[0] for line in done.out.splitlines()}
    assert b"ONLY" in names
    assert b"HOME" not in names


def test_a_missing_program_is_said() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program-anywhere"):
        run(["no-such-program-anywhere"], os.environ)


def test_a_detached_child_has_its_own_session_and_no_output(tmp_path: Path) -> None:
    report = tmp_path / "report"
    script = (
        "import os\n"
        f"part = {str(report) + '.part'!r}\n"
        "null = os.stat(os.devnull).st_rdev\n"
        "silent = [os.fstat(fd).st_rdev == null for fd in range(3)]\n"
        "open(part, 'w').write(f'{os.getsid(0) == os.getpid()} {silent}')\n"
        f"os.rename(part, {str(report)!r})\n"
    )
    detach([sys.executable, "-c", script], os.environ)
    for _ in range(200):
        if report.exists():
            break
        time.sleep(0.05)
    assert report.read_text() == "True [True, True, True]"


def test_detaching_a_missing_program_is_said() -> None:
    with pytest.raises(FileNotFoundError):
        detach(["no-such-program-anywhere"], os.environ)
