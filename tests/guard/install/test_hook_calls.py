"""Which hooks and configurations run our checks, and which only name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsync.guard.install.calls import (
    framework_runs_us,
    hook_runs_us,
    lefthook_runs_us,
    names_us,
)
from memsync.guard.install.runners import LINE, REQUIRED_LINE

HEAD = "#!/bin/sh\n"
YAML, TOML = Path(".pre-commit-config.yaml"), Path("prek.toml")
CONFIG = """\
repos:
- repo: local
  hooks:
  - id: fine
    entry: 'true'
  - id: {}
"""


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


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("memsync-secrets", True),
        ("memsync-secrets\n    stages: [commit]", True),
        ("memsync-secrets\n    stages: [pre-push, pre-commit]", True),
        ("memsync-secrets\n    stages: [manual]", False),
        ("memsync-secrets\ndefault_stages: [pre-push]", False),
        ("memsync-secrets\n    stages: [pre-commit]\ndefault_stages: [manual]", True),
        ("mine\n    entry: bin/memsync-guard --all", True),
        ("memsync-secrets\n    entry: 'true'", False),
        ("other\n    # memsync-secrets", False),
        ("memsync-secrets\n  - [", False),
    ],
)
def test_a_framework_runs_what_it_names_at_the_stage_of_commits(
    hook: str, *, expected: bool
) -> None:
    assert framework_runs_us(YAML, CONFIG.format(hook).encode()) is expected


def test_preks_own_file_is_read_too() -> None:
    text = b'[[repos]]\nrepo = "local"\nhooks = [{id = "memsync-secrets"%s}]\n'
    assert framework_runs_us(TOML, text % b"")
    assert not framework_runs_us(TOML, text % b', stages = ["manual"]')
    assert not framework_runs_us(TOML, b"memsync-secrets")
    assert not framework_runs_us(YAML, b"- memsync-secrets")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pre-commit:\n  commands:\n    a: {run: memsync-guard}", True),
        ("pre-commit:\n  jobs:\n  - run: memsync-guard {staged_files}", True),
        ("pre-commit:\n  jobs:\n  - group: {jobs: [run: memsync-guard]}", True),
        ("pre-commit:\n  commands:\n    a: {run: memsync-guard || true}", False),
        ("pre-push:\n  commands:\n    a: {run: memsync-guard}", False),
        ("pre-commit: {commands: {memsync-guard: {run: make}}}", False),
        ("pre-commit: [", False),
        ("- memsync-guard", False),
    ],
)
def test_lefthook_runs_what_stands_below_pre_commit(
    text: str, *, expected: bool
) -> None:
    assert lefthook_runs_us(Path("lefthook.yml"), text.encode()) is expected


def test_lefthooks_json_may_have_comments_and_tabs() -> None:
    text = b"""{
\t// https://lefthook.dev
\t"pre-commit": {"commands": { // ours
\t\t"memsync": {"run": "memsync-guard"},
\t}},
}"""
    for name in ("lefthook.json", ".lefthook.jsonc"):
        assert lefthook_runs_us(Path(name), text)
        assert not lefthook_runs_us(Path(name), text.replace(b"-commit", b"-push"))
