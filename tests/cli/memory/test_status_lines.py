"""`memsync status` in one line and in several, from one report."""

from __future__ import annotations

from typing import Any

import pytest

from memsync.cli.memory.status import _in_words, _short

NONE: dict[str, Any] = {
    "workspace": {"mode": "none", "notes": 0},
    "user": {"mode": "none", "notes": 0},
    "sync": {"configured": False, "held": []},
    "hooks": None,
    "warnings": [],
}
WORKSPACE = {
    "mode": "structured",
    "memory": "/top/.coyote/memory",
    "notes": 1,
    "index_chars": 30,
    "ignored": True,
    "private": None,
    "shared_with": ["/other"],
}
USER = {"mode": "structured", "memory": "/home/m", "notes": 2, "index_chars": 40}
HELD = {"name": "CON", "memory": "user", "reason": "its name", "since": "2026-11-22"}
SYNC = {
    "configured": True,
    "remote": None,
    "last_success": None,
    "unpushed": 3,
    "held": [HELD],
}


def test_without_a_memory_nothing_is_said() -> None:
    assert _short(NONE) == ""
    assert _in_words(NONE) == ""


def test_one_line_counts_notes_and_names_what_is_wrong() -> None:
    report = {**NONE, "workspace": WORKSPACE, "user": USER}
    assert _short(report) == "notes: 1 workspace, 2 user\n"
    report = {**report, "sync": SYNC, "warnings": [{}]}
    assert _short(report) == (
        "notes: 1 workspace, 2 user; held: 1; unpushed: 3; warnings: 1\n"
    )
    lite = {**NONE, "workspace": {**WORKSPACE, "mode": "lite"}}
    assert _short(lite) == "notes: lite workspace, 0 user\n"


def test_one_commit_waits() -> None:
    report = {**NONE, "sync": {**SYNC, "unpushed": 1}}
    assert "  unpushed: 1 commit waits here" in _in_words(report).splitlines()


def test_a_held_note_is_named_with_its_memory() -> None:
    for memory, said in (
        ("user", "CON"),
        ("my-shop", "projects/my-shop/CON"),
        ("my-shop/agents/codex", "projects/my-shop/agents/codex/CON"),
        ("agents/codex", "agents/codex/CON"),
    ):
        held = [{**HELD, "memory": memory}]
        report = {**NONE, "sync": {**SYNC, "held": held}}
        assert f"  held: {said}, its name, since 2026-11-22" in (
            _in_words(report).splitlines()
        )


def test_several_lines_say_where_each_memory_is_and_what_waits() -> None:
    report = {
        **NONE,
        "workspace": WORKSPACE,
        "user": USER,
        "sync": SYNC,
        "hooks": {
            "state": "installed",
            "guarded": True,
            "place": "/top/.git/hooks/pre-commit",
        },
    }
    assert _in_words(report).splitlines() == [
        "workspace: /top/.coyote/memory",
        "  1 note, memory index of 30 characters, ignored by git",
        "  shared with /other",
        "user: /home/m",
        "  2 notes, memory index of 40 characters",
        "sync: on this machine alone",
        "  last success: never",
        "  unpushed: 3 commits wait here",
        "  held: CON, its name, since 2026-11-22",
        "hooks: installed",
    ]


@pytest.mark.parametrize(
    ("hooks", "said"),
    [
        (("outdated", "/hook", True, None), "outdated"),
        (("manual", None, True, "husky"), "husky runs memsync's checks"),
        (("manual", None, True, None), "another hook runs memsync's checks"),
        (
            ("absent", None, False, None),
            "none; commits are not checked, and `memsync hooks status` says why",
        ),
    ],
)
def test_the_hooks_are_told_in_words(
    hooks: tuple[str, str | None, bool, str | None], said: str
) -> None:
    keys = ("state", "place", "guarded", "runner")
    report = {**NONE, "user": USER, "hooks": dict(zip(keys, hooks, strict=True))}
    assert _in_words(report).splitlines()[-1] == f"hooks: {said}"


def test_a_path_cannot_colour_the_terminal() -> None:
    odd = {**NONE, "user": {**USER, "memory": "/home/\x1b[31m"}}
    assert "\x1b" not in _in_words(odd)
