"""Small words that several commands say."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from memsync.cli.other_words import OTHER_WORDS, suggestion
from memsync.cli.shared.colour import RED, painted, wanted
from memsync.cli.shared.table import render
from memsync.cli.shared.words import in_words
from memsync.cli.verbs import VERBS

if TYPE_CHECKING:
    from pathlib import Path


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("action", "dry_run", "expected"),
    [
        ("created", False, "created: FILE\n"),
        ("created", True, "would be created: FILE\n"),
        ("entry removed", False, "entry removed from: FILE\n"),
        ("entry removed", True, "entry would be removed from: FILE\n"),
    ],
)
def test_what_was_done_to_a_file(action: str, expected: str, *, dry_run: bool) -> None:
    assert in_words(action, "FILE", dry_run=dry_run) == expected


def test_a_path_cannot_colour_the_terminal() -> None:
    assert "\x1b" not in in_words("created", "a\x1b[31m")


def test_another_tools_word_names_a_verb_that_exists() -> None:
    for word, ours in OTHER_WORDS.items():
        assert word not in VERBS
        assert ours.split()[0] in VERBS
        assert suggestion("memsync", word.upper(), [*VERBS]) == f"memsync {ours}"


def test_a_mistyped_word_is_looked_for_where_it_stands() -> None:
    assert suggestion("memsync sync", "statsu", ["status", "log"]) == (
        "memsync sync status"
    )
    # Below a verb `rm` is no other tool's word.
    assert suggestion("memsync sync", "rm", ["status", "log"]) is None
    assert suggestion("memsync", "xyzzy", [*VERBS]) is None


def test_colour_needs_a_terminal_that_has_it(machine_environ: dict[str, str]) -> None:
    colours = {**machine_environ, "TERM": "xterm"}
    assert wanted(Terminal(), colours)
    assert not wanted(io.StringIO(), colours)
    assert not wanted(None, colours)
    assert not wanted(Terminal(), {**colours, "NO_COLOR": "1"})
    assert not wanted(Terminal(), {**colours, "TERM": "dumb"})
    assert not wanted(Terminal(), machine_environ)


def test_without_colour_a_line_stays_as_it_is(
    capsys: pytest.CaptureFixture[str], machine_environ: dict[str, str]
) -> None:
    assert painted("memsync: odd", RED, {**machine_environ, "TERM": "xterm"}) == (
        "memsync: odd"
    )


@pytest.fixture
def machine_environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}


def test_the_first_column_of_a_table_is_never_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    long = "a-name-that-is-longer-than-its-half"
    out = render(("name", "description"), [(long, "one two three")], coloured=False)
    assert any(line.startswith(long) for line in out.splitlines())
    assert "\x1b" not in out
    # Brackets are text, not rich's markup.
    assert "[bold]" in render(("name",), [("[bold]",)], coloured=False)
