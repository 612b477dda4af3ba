"""A model that is a program: what it is given, and how its end is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from support.tokens import github

from memsync.errors import Broken, Exit
from memsync.learn.answers.parsing import LARGEST
from memsync.learn.models.command import Command, environment
from memsync.learn.models.model import Failed, Kind, Stage
from memsync.paths import LEARNING

LIMIT = 60.0
PATH = {"PATH": os.environ["PATH"]}


def shell(script: str, **environ: str) -> Command:
    """A model that is a line of shell."""
    return Command(["sh", "-c", script], {**PATH, **environ})


def python(script: str) -> Command:
    """A model that is a line of Python."""
    return Command([sys.executable, "-I", "-S", "-c", script], PATH)


def failed(model: Command, prompt: str = "p") -> Failed:
    """How a model fails."""
    with pytest.raises(Failed) as raised:
        model.ask(prompt, Stage.EXTRACT, LIMIT)
    return raised.value


def test_the_prompt_goes_in_and_the_answer_comes_out() -> None:
    prompt = "Où est la clé ? 港\n" * 20_000
    reply = shell("cat").ask(prompt, Stage.EXTRACT, LIMIT)
    assert reply.text == prompt
    assert (reply.tokens_in, reply.tokens_out) == (None, None)


def test_a_program_that_reads_nothing_may_answer() -> None:
    reply = shell("exec <&-; echo fine").ask("x" * 1_000_000, Stage.EXTRACT, LIMIT)
    assert reply.text == "fine\n"


def test_bytes_that_are_no_text_are_replaced_both_ways() -> None:
    reply = shell("cat; printf '\\377'").ask("a\udc80b", Stage.EXTRACT, LIMIT)
    assert reply.text == "a?b\ufffd"


def test_what_it_says_on_stderr_is_no_part_of_the_answer() -> None:
    reply = shell("echo loading >&2; echo yes").ask("p", Stage.EXTRACT, LIMIT)
    assert reply.text == "yes\n"


def test_it_runs_in_an_empty_folder_that_is_gone_afterwards() -> None:
    script = 'ls -A; pwd; echo "$PWD"; : > left-behind'
    inside, told = shell(script).ask("p", Stage.EXTRACT, LIMIT).text.splitlines()
    assert inside == told
    assert not Path(inside).exists()


@pytest.mark.parametrize("stage", Stage)
def test_it_is_told_the_stage(stage: Stage) -> None:
    reply = shell(f'printf %s "${LEARNING}"').ask("p", stage, LIMIT)
    assert reply.text == stage.value


def test_its_environment_is_ours_without_what_is_memsyncs() -> None:
    given = {
        "PATH": "/bin",
        "PWD": "/elsewhere",
        "MEMSYNC_LEARN_KEY": "k",
        "MEMSYNC_CONFIG_DIR": "/c",
        "CLAUDECODE": "1",
        "CLAUDE_CODE_ENTRYPOINT": "cli",
        "CLAUDE_CONFIG_DIR": "/its",
    }
    assert environment(given, "/folder", Stage.CONSOLIDATE) == {
        "PATH": "/bin",
        "PWD": "/folder",
        "CLAUDE_CONFIG_DIR": "/its",
        LEARNING: "consolidate",
    }


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 3", "the program died with exit status 3"),
        ("echo no; exit 1", "the program died with exit status 1"),
        (
            "echo first >&2; echo 'not logged in' >&2; exit 1",
            "the program died with exit status 1: not logged in",
        ),
        ("kill -TERM $$", "the program died with signal 15"),
    ],
)
def test_a_program_that_dies_is_tried_again_later(script: str, why: str) -> None:
    found = failed(shell(script))
    assert (found.kind, str(found), found.wait) == (Kind.TRANSIENT, why, 0.0)


def test_a_reason_is_short_and_has_no_secret_and_no_escape() -> None:
    token = github()
    found = str(failed(shell(f"printf '\\033[2J{token}\\n' >&2; exit 1")))
    assert token not in found
    assert "\x1b" not in found
    long = str(failed(shell("head -c 5000 /dev/zero | tr '\\0' x >&2; exit 1")))
    assert long == "the program died with exit status 1: " + "x" * 200


def test_an_answer_that_is_too_large_is_its_contents_trouble() -> None:
    found = failed(python(f"print('x' * {LARGEST + 1})"))
    assert (found.kind, str(found)) == (
        Kind.CONTENT,
        "the answer is larger than 1 MB",
    )


def test_a_program_beyond_its_limit_is_ended() -> None:
    with pytest.raises(Failed) as raised:
        shell("exec sleep 600").ask("p", Stage.EXTRACT, 0.3)
    assert raised.value.kind is Kind.TRANSIENT
    assert str(raised.value) == "it took more than 0.3 seconds"


def test_a_program_that_closes_its_output_is_waited_for_up_to_the_limit() -> None:
    with pytest.raises(Failed, match=r"it took more than 0\.3 seconds"):
        shell("exec >&- 2>&-; exec sleep 600").ask("p", Stage.EXTRACT, 0.3)


def test_a_child_that_keeps_the_output_open_is_not_waited_for() -> None:
    reply = shell("sleep 600 & echo done").ask("p", Stage.EXTRACT, LIMIT)
    assert reply.text == "done\n"


def test_a_program_that_is_not_there_is_the_settings_trouble(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    with pytest.raises(Broken) as raised:
        Command([missing, "-p"], PATH).ask("p", Stage.EXTRACT, LIMIT)
    error = raised.value
    assert error.message == (
        f"learn.command: '{missing}' cannot be started: no such file or directory"
    )
    assert "memsync config list" in str(error.hint)
    assert (error.word, error.exit_code) == ("config", Exit.BROKEN)


def test_a_command_is_named_as_a_shell_would_take_it() -> None:
    model = Command(["llm", "-m", "my model"], {})
    assert model.name == "llm -m 'my model'"
    assert model.id == "command llm -m 'my model'"
