"""What `doctor` and `hooks status` say of each state of the guard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.cli.guard.doctor import _hook
from memsync.cli.hooks.guard import as_json, hint, words
from memsync.guard.install.runners import HUSKY, LINE, REQUIRED_LINE
from memsync.guard.install.status import Status

TOP = Path("/top")
HOOKS = TOP / ".git/hooks"
ABSENT = Status(
    top=TOP,
    folder=HOOKS,
    state="absent",
    place=None,
    unused=None,
    runner=None,
    hook=HOOKS / "pre-commit",
    chained=False,
    kept=None,
    calls_us=False,
    named=None,
    left_out=[],
    not_run=None,
    framework=False,
    configured=False,
    lefthook_comes=False,
    hooks_path=None,
    unset=None,
)
INSTALLED = replace(ABSENT, state="installed", place=HOOKS / "pre-commit")
any_status = st.builds(
    replace,
    st.just(ABSENT),
    state=st.sampled_from(["installed", "absent", "foreign", "manual"]),
    place=st.none() | st.just(HOOKS / "pre-commit"),
    runner=st.none() | st.sampled_from(["pre-commit", "prek", "lefthook", HUSKY]),
    calls_us=st.booleans(),
    framework=st.booleans(),
    configured=st.booleans(),
    chained=st.booleans(),
    named=st.none() | st.just(HOOKS / "pre-commit"),
    not_run=st.none() | st.just(HOOKS / "pre-commit"),
    lefthook_comes=st.booleans(),
)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (INSTALLED, "installed as '/top/.git/hooks/pre-commit'"),
        (
            replace(INSTALLED, runner="prek", place=HOOKS / "pre-commit.legacy"),
            "installed as '/top/.git/hooks/pre-commit.legacy', and run by prek",
        ),
        (
            replace(ABSENT, state="foreign", calls_us=True),
            "'/top/.git/hooks/pre-commit' calls memsync-guard",
        ),
        (
            replace(ABSENT, runner="lefthook", configured=True),
            "lefthook runs memsync's checks",
        ),
    ],
)
def test_a_guarded_repository_says_by_what(status: Status, message: str) -> None:
    check = _hook(status)
    assert (check.ok, check.message, check.hint) == (True, message, None)


@pytest.mark.parametrize(
    ("status", "message", "advice"),
    [
        (ABSENT, "commits here are not checked", "run `memsync hooks install`"),
        (
            replace(INSTALLED, state="outdated"),
            "written by another version of memsync",
            "run `memsync hooks install`",
        ),
        (
            replace(ABSENT, framework=True),
            (
                "commits here are not checked: the configuration of pre-commit or prek"
                " names the checks, but no hook runs them"
            ),
            "run `pre-commit install` or `prek install`",
        ),
        (
            replace(ABSENT, runner="lefthook", unused=HOOKS / "pre-commit.old"),
            (
                "commits here are not checked: lefthook moved memsync's hook to"
                " '/top/.git/hooks/pre-commit.old'"
            ),
            None,
        ),
    ],
)
def test_an_unguarded_one_says_why_and_what_mends_it(
    status: Status, message: str, advice: str | None
) -> None:
    check = _hook(status)
    assert (check.ok, check.message) == (False, message)
    assert check.hint == (advice or hint(status))


@given(any_status)
def test_doctor_and_the_state_agree_on_whether_commits_are_checked(
    status: Status,
) -> None:
    assert _hook(status).ok == status.guarded == as_json(status)["guarded"]
    assert ("\ncommits are not checked: " in words(status)) != status.checked
    for_now = "\ncommits are checked only for now: " in words(status)
    assert for_now == (status.checked and not status.guarded)


def test_what_a_person_has_to_add_depends_on_who_runs_the_hooks() -> None:
    manual = replace(ABSENT, state="manual", hooks_path="/shared")
    assert hint(manual) == f"add this line to '{ABSENT.hook}': {LINE}"
    assert hint(manual, require=True).endswith(f": {REQUIRED_LINE}")
    lefthook = replace(ABSENT, state="foreign", runner="lefthook")
    assert hint(lefthook).startswith("add this entry to '/top/lefthook.yml', to")


def test_the_state_is_told_line_by_line() -> None:
    status = replace(
        INSTALLED, state="outdated", chained=True, framework=True, runner="prek"
    )
    assert words(status).splitlines() == [
        (
            "pre-commit hook: installed, by another version; `memsync hooks install`"
            " updates it, and run by prek as pre-commit"
        ),
        "folder: /top/.git/hooks",
        "chained: the hook that stood there before runs first",
        "framework: the configuration of pre-commit or prek names memsync-secrets",
    ]
    twice = replace(status, state="installed", configured=True)
    assert words(twice).splitlines()[-1] == (
        "each commit is checked twice: after `memsync hooks uninstall`, once, by prek"
    )
    foreign = replace(ABSENT, state="foreign")
    assert words(foreign).startswith("pre-commit hook: another hook stands there\n")
    odd = replace(ABSENT, folder=Path("/top/\x1b[31m"))
    assert "\x1b" not in words(odd)
