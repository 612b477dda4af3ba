"""Which hooks run our checks, and which only name them."""

from __future__ import annotations

import pytest

from memsync.guard.install.calls import hook_runs_us, names_us
from memsync.guard.install.runners import LINE, REQUIRED_LINE

HEAD = "#!/bin/sh\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("memsync-guard || exit $?\n", True),
        ("  - id: memsync-secrets\n", True),
        ("# memsync-guard would go here\n", False),
        ('{\n  // "run": "memsync-guard"\n}', False),
        ("make check\n", False),
    ],
)
def test_a_comment_names_nothing(text: str, *, expected: bool) -> None:
    assert names_us(text.encode()) is expected


@pytest.mark.parametrize(
    "lines",
    [
        f"{LINE}\nmake check\n",
        f"make check\n{REQUIRED_LINE}\nmake more",
        "memsync-guard || exit\necho checked",
        "memsync-guard --all || exit 1 # no secrets\necho checked",
        "memsync-guard >/dev/null 2>&1 || exit 1\necho checked",
        "memsync-guard || { echo 'no secrets, please' >&2; exit 1; }\necho checked",
        '"$HOME/.local/bin/memsync-guard" || exit 1\necho checked',
        "uv run memsync-guard || exit 1\necho checked",
        "exec memsync-guard\n",
        'exec .venv/bin/memsync-guard "$@"\necho never',
        "make check || exit 1\n\tmemsync-guard\n\n# the end\n",
        "set -eu\nmemsync-guard\nmake check",
        "set -o errexit\nmemsync-secrets\nmake check",
        "exec >>log 2>&1\nmemsync-guard || exit $?\nmake check",
        "if command -v memsync-guard; then memsync-guard; fi",
        '[ -n "$CI" ] && exit 0\nmemsync-guard || exit $?\nmake check',
        "cat <<EOF\nsee the guard\nEOF\nmemsync-guard || exit $?\nmake check",
        "size=$((1 << 20))\nmemsync-guard || exit $?\nmake check",
        'read -r a <<<"b"\nmemsync-guard || exit $?\nmake check',
    ],
)
def test_a_hook_that_our_checks_stop(lines: str) -> None:
    assert hook_runs_us((HEAD + lines).encode())


@pytest.mark.parametrize(
    "lines",
    [
        "memsync-guard || true",
        "memsync-guard || exit 0",
        "memsync-guard; true",
        "memsync-guard &",
        "memsync-guard | tee log",
        "memsync-guard || echo 'a secret'",
        "memsync-guard\nmake check",
        'echo "see memsync-guard"',
        "echo memsync-guard",
        "exec echo memsync-guard",
        "command -v memsync-guard",
        "! memsync-guard",
        "exit 0\nmemsync-guard || exit $?",
        "exec make check\nmemsync-guard || exit $?",
        "if command -v memsync-guard; then memsync-guard || exit $?",
        "make check",
        "cat <<EOF\nmemsync-guard || exit $?\nEOF\nmake check",
        "cat <<-'the end' >log\n\tmemsync-guard || exit $?\n\tthe end\nmake check",
        "cat <<A <<B\nmake\nA\nmemsync-guard || exit $?\nB\nmake check",
    ],
)
def test_a_hook_that_goes_on_whatever_our_checks_say(lines: str) -> None:
    assert not hook_runs_us((HEAD + lines).encode())


def test_under_husky_any_failure_ends_the_hook() -> None:
    lines = b"memsync-guard\nmake check\n"
    assert not hook_runs_us(lines)
    assert hook_runs_us(lines, stops_at_failure=True)
    assert hook_runs_us(b"#!/bin/sh -e\n" + lines)
    assert not hook_runs_us(None, stops_at_failure=True)
