"""What `memsync doctor --learn` finds of a model, and the line of `memsync status`."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from support.command_line import session_in

from memsync.cli.learn.doctor import Found, checks_of
from memsync.cli.learn.status import brief_line

if TYPE_CHECKING:
    from pathlib import Path


def checks(home: Path, *, ask: bool = False, **learn: Any) -> list[Found]:  # noqa: ANN401 -- any setting's value
    """The checks of a person whose file has these settings."""
    config = home / "config"
    config.mkdir()
    lines = [f"  {key}: {json.dumps(value)}\n" for key, value in learn.items()]
    (config / "config.yaml").write_text("learn:\n" + "".join(lines) if lines else "")
    session = session_in(home, PATH=os.environ["PATH"], MEMSYNC_CONFIG_DIR=str(config))
    return list(checks_of(session, ask=ask))


def shell(script: str) -> list[str]:
    """A model that is a line of shell."""
    return ["sh", "-c", script]


def test_without_a_model_the_next_command_is_named(tmp_path: Path) -> None:
    learning, model = checks(tmp_path, ask=True)
    assert learning == ("learning", True, "off", None)
    assert (model.name, model.ok) == ("model", False)
    assert "memsync learn enable" in str(model.hint)


def test_a_command_of_a_persons_own_is_no_recipe(tmp_path: Path) -> None:
    found = checks(tmp_path, enabled=True, command=shell("cat"))
    assert [each.name for each in found] == [
        *("learning", "model", "learn.command", "answer")
    ]
    assert found[0].message == "on"
    assert found[1].message == "sh -c cat"
    assert found[2].message.startswith("not a recipe of memsync")
    assert found[3].message == "not asked; --yes asks a question"
    assert all(each.ok for each in found)


def test_a_command_that_is_not_on_the_path_is_named(tmp_path: Path) -> None:
    found = checks(tmp_path, command=["no-such-program-here"])
    (check,) = [each for each in found if each.name == "learn.command"]
    assert not check.ok
    assert check.message == "'no-such-program-here' is not on the PATH"
    assert check.hint == "install it, or correct learn.command"


def test_both_commands_are_looked_at(tmp_path: Path) -> None:
    found = checks(
        tmp_path, command=shell("cat"), consolidate_command=["no-such-program-here"]
    )
    assert [(each.name, each.ok) for each in found[2:4]] == [
        ("learn.command", True),
        ("learn.consolidate_command", False),
    ]


@pytest.mark.parametrize(
    ("script", "ok", "message"),
    [
        ("echo '{\"facts\": []}'", True, "it answers as it was asked to"),
        (
            "echo '{\"facts\": [1]}'",
            False,
            "its answer is not the one it was asked for",
        ),
        ("echo '{}'", False, "its answer is not the one it was asked for"),
        ("true", False, "the answer is empty"),
        ("exit 2", False, "the program died with exit status 2"),
    ],
)
def test_a_model_that_is_asked_answers_or_not(
    tmp_path: Path, script: str, *, ok: bool, message: str
) -> None:
    answer = checks(tmp_path, ask=True, command=shell(script))[-1]
    assert (answer.name, answer.ok, answer.message) == ("answer", ok, message)
    hint = None if ok else "`memsync learn enable` sets another model"
    assert answer.hint == hint


def brief(**changed: object) -> dict[str, object]:
    """What is known of learning where all is well."""
    found = {"last_run": None, "proposals": 0, "failed": 0, "confirmed": True}
    return {**found, **changed}


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (brief(), "learning: last run never"),
        (
            brief(last_run="2026-01-31T12:00:00Z", proposals=1),
            "learning: last run 2026-01-31T12:00:00Z, 1 proposal to review",
        ),
        (
            brief(proposals=2, failed=3, confirmed=False),
            (
                "learning: last run never, 2 proposals to review,"
                " 3 failed, see `memsync learn status`,"
                " the model is not the one you confirmed"
            ),
        ),
        ({"trouble": "no model is set"}, "learning: no model is set"),
    ],
)
def test_the_line_of_status_says_only_what_there_is(
    found: dict[str, object], line: str
) -> None:
    assert brief_line(found) == line
