from __future__ import annotations

import os
import sys

import pytest

from memsync.spawn import Done, run


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
