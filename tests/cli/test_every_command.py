"""What holds for each command: its help, its mistakes, its options' names."""

from __future__ import annotations

import click
import pytest
from support.commands import every_command, options_of

from memsync.cli import main
from memsync.errors import Exit

COMMANDS = every_command()
WORDS = list(COMMANDS)

# It passes all that follows on to the program that it runs.
PASSES_ON = {"ephemeral"}

# Agents call these, and an exit code would block what they do.
NEVER_FAILS = {words for words in WORDS if words.startswith("hook ")}

ASKED = [words for words in WORDS if words not in PASSES_ON | NEVER_FAILS]


@pytest.mark.parametrize("words", WORDS)
def test_its_help_says_how_to_use_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main.run([*words.split(), "--help"]) == Exit.DONE
    out, err = capsys.readouterr()
    assert out.startswith(f"Usage: memsync {words} ")
    assert err == ""
    assert [line for line in out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("words", WORDS)
def test_each_of_its_options_says_what_it_does(words: str) -> None:
    for each in COMMANDS[words].params:
        if isinstance(each, click.Option) and not each.hidden:
            assert each.help, each.name
            assert each.help[0].isupper(), each.help
            assert each.help.endswith((".", "\u2026")), each.help


@pytest.mark.parametrize("words", ASKED)
def test_an_option_that_it_has_not_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert main.run([*words.split(), "--no-such-option"]) == Exit.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    said, hint = err.splitlines()
    assert said.startswith("memsync: no such option '--no-such-option'")
    assert hint == f"hint: see `memsync {words} --help`"


@pytest.mark.parametrize("words", ASKED)
def test_a_mistyped_option_is_told_the_nearest(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    long = sorted(
        o for o in options_of(COMMANDS[words]) if o[:2] == "--" and len(o) > 6
    )
    for option in long:
        assert main.run([*words.split(), f"{option}q"]) == Exit.USAGE
        assert option in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        words
        for words in ASKED
        if all(
            each.nargs == 1
            for each in COMMANDS[words].params
            if isinstance(each, click.Argument)
        )
    ],
)
def test_more_arguments_than_it_takes_are_a_usage_error(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert main.run([*words.split(), *(["\x1b[31mx"] * 9)]) == Exit.USAGE
    err = capsys.readouterr().err
    assert err.startswith("memsync: ")
    assert "\x1b" not in err


@pytest.mark.parametrize("words", sorted(NEVER_FAILS))
def test_a_hook_ends_well_whatever_it_is_called_with(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert main.run([*words.split(), "--no-such-option"]) == Exit.DONE
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", WORDS)
def test_a_change_that_can_be_tried_says_so_alike(words: str) -> None:
    tries = [p for p in COMMANDS[words].params if "--dry-run" in p.opts]
    for each in tries:
        assert isinstance(each, click.Option)
        assert each.is_flag
