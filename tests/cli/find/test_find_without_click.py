"""A command line that runs without Click means and says what it does with Click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.cli.find import context, search
from memsync.cli.find.plain import Plain, parsed
from memsync.cli.notes import list as list_
from memsync.cli.shared.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

COMMANDS = {
    "search": search.command,
    "context": context.command,
    "list": list_.command,
}
WORDS = st.sampled_from(
    [
        *("login", "a b", "", "ü", "7", "0", "-1", "007", "٣", "bm25", "keyword"),
        *("--json", "--limit", "--strategy", "--query", "--limit=3", "-q", "--", "-"),
        *("literal", "auto", "--scope", "user", "--no-memory", "--help", "1_0", " 3"),
    ]
)


@given(verb=st.sampled_from(sorted(COMMANDS)), words=st.lists(WORDS, max_size=5))
def test_what_is_plain_means_the_same_with_click(verb: str, words: list[str]) -> None:
    plain = parsed([verb, *words])
    if plain is None:
        return
    Session.json_wanted = False
    found = COMMANDS[verb].make_context(verb, list(words)).params
    assert Session.json_wanted == ("--json" in plain.options)
    Session.json_wanted = False
    limit = plain.options.get("--limit")
    expected = {
        "words": tuple(plain.words),
        "limit": None if limit is None else int(limit),
        "strategy": plain.options.get("--strategy"),
        "query": plain.options.get("--query", ""),
        "tools": True,
    }
    given = {name: value for name, value in found.items() if value not in (None, False)}
    assert given == {
        name: expected[name]
        for name in found
        if name in expected and expected[name] is not None
    }


@pytest.mark.parametrize(
    ("arguments", "words", "options"),
    [
        (["list"], [], {}),
        (["list", "--json"], [], {"--json": ""}),
        (["search", "a", "b c"], ["a", "b c"], {}),
        (["search", "--limit", "3", "a"], ["a"], {"--limit": "3"}),
        (["search", "a", "--strategy", "bm25"], ["a"], {"--strategy": "bm25"}),
        (["context"], [], {}),
        (["context", "--query", "a b"], [], {"--query": "a b"}),
    ],
)
def test_the_usual_command_lines_are_plain(
    arguments: list[str], words: list[str], options: dict[str, str]
) -> None:
    assert parsed(arguments) == Plain(arguments[0], words, options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["read", "a"],
        ["search"],
        ["search", "--json"],
        ["search", "a", "--limit", "0"],
        ["search", "a", "--limit", "x"],
        ["search", "a", "--limit"],
        ["search", "a", "--json", "--json"],
        ["search", "a", "--strategy", "best"],
        ["search", "a", "--help"],
        ["list", "a"],
        ["list", "-q"],
        ["context", "a"],
        ["context", "--query", "-a"],
        ["context", "--no-tools"],
    ],
)
def test_all_others_are_left_to_click(arguments: list[str]) -> None:
    assert parsed(arguments) is None


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory, in which one note is malformed."""
    top = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "the port is 80", cwd=top)
    (top / ".coyote/memory/odd.md").write_text("---\ndescription: [port\n---\n\nport\n")
    machine.memsync("list", cwd=top)
    return top


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["list", "--json"],
        ["search", "port"],
        ["search", "port", "--json", "--limit", "1"],
        ["search", "nothing of the kind"],
        ["context"],
        ["context", "--query", "port"],
        ["context", "--json"],
    ],
)
def test_it_says_the_same_with_click(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    assert parsed(arguments) is not None
    assert parsed([*arguments, "-v"]) is None
    plain = machine.memsync(*arguments, cwd=top)
    clicked = machine.memsync(*arguments, "-v", cwd=top)
    assert (plain.out, plain.err, plain.code) == (
        *(clicked.out, clicked.err),
        clicked.code,
    )


@pytest.mark.parametrize("arguments", [["list"], ["search", "a"], ["context"]])
def test_an_error_is_reported_once_as_click_reports_it(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    machine.config.mkdir(parents=True, exist_ok=True)
    (machine.config / "config.yaml").write_text("search:\n  top_k: many\n")
    plain = machine.memsync(*arguments, cwd=top, want=None)
    clicked = machine.memsync(*arguments, "-v", cwd=top, want=None)
    assert plain.err.count("top_k") == 1
    assert (plain.out, plain.err, plain.code) == (
        *(clicked.out, clicked.err),
        clicked.code,
    )


def test_a_full_disk_is_an_error(machine: Machine, top: Path) -> None:
    line = ["sh", "-c", "memsync list > /dev/full"]
    done = machine.run(*line, cwd=top, want=16)
    assert done.err.count("memsync: ") == 2  # the malformed note, and the disk
    assert "no space left on device" in done.err


def test_options_that_click_declares_are_known_to_it() -> None:
    for verb, command in COMMANDS.items():
        known = {
            name
            for parameter in command.params
            if isinstance(parameter, click.Option)
            for name in parameter.opts
        }
        plain = {"search": ["--json", "--limit", "--strategy"], "list": ["--json"]}
        assert known.issuperset(plain.get(verb, ["--json", "--query"]))
