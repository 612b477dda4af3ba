"""Options that several commands have, and what they make of what is typed."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from memsync.cli.notes.editor import edit
from memsync.cli.sessions.past import wanted
from memsync.cli.shared import notes
from memsync.cli.shared.author import VARIABLE, author
from memsync.cli.shared.everywhere import accept_everywhere
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option
from memsync.clock import read_clock
from memsync.errors import BadUsage, Broken
from memsync.memory.note.names import Scope
from memsync.memory.note.records import Written


def session(folder: Path, **environ: str) -> Session:
    own = {"HOME": str(folder), "PATH": os.environ["PATH"], **environ}
    return Session(own, folder, read_clock(), quiet=False, verbose=False)


@click.command()
@scope_option()
def asks(scope: str | None) -> None:
    click.echo(scope)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("user", "user"), (" User", "user"), ("global", "user"), ("project", "workspace")],
)
def test_coyotes_scopes_are_accepted(typed: str, meant: str) -> None:
    ran = CliRunner().invoke(asks, ["--scope", typed])
    assert (ran.exit_code, ran.output) == (0, f"{meant}\n")


def test_another_scope_is_a_usage_error_that_names_the_two() -> None:
    ran = CliRunner().invoke(asks, ["--scope", "mine"])
    assert ran.exit_code == 2
    assert "'workspace', 'user'" in ran.output
    help_ = CliRunner().invoke(asks, ["--help"]).output
    assert "[workspace|user]" in help_
    assert "global" not in help_


def test_flags_are_added_once_to_a_group_and_all_below_it() -> None:
    @click.group()
    def top() -> None: ...

    @top.command()
    @json_option
    def below() -> None: ...

    for _ in range(2):
        accept_everywhere(top)
    names = [name for parameter in top.params for name in parameter.opts]
    assert sorted(names) == ["--json", "--quiet", "--verbose", "-q", "-v"]
    names = [name for parameter in below.params for name in parameter.opts]
    assert sorted(names) == ["--json", "--quiet", "--verbose", "-q", "-v"]


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("claude-code:8f14-e45f", "claude-code:8f14-e45f"),
        ("codex", "codex"),
        ("Codex", None),
        ("codex:", None),
        ("codex: two words", None),
        ("codex\nother", None),
        ("", None),
    ],
)
def test_only_an_agent_and_its_session_is_an_author(
    tmp_path: Path, named: str, expected: str | None
) -> None:
    assert author(session(tmp_path, **{VARIABLE: named})) == expected


def test_without_a_home_nobody_is_known(tmp_path: Path) -> None:
    nobody = Session({}, tmp_path, read_clock(), quiet=False, verbose=False)
    assert author(nobody) is None


def test_two_texts_are_refused_and_a_file_may_be_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = session(tmp_path)
    (tmp_path / "text").write_text("from a file")
    (tmp_path / "link").symlink_to("text")
    assert notes.text_given(here, "given", None) == "given"
    assert notes.text_given(here, None, "link") == "from a file"
    with pytest.raises(BadUsage, match="not both"):
        notes.text_given(here, "given", "text")
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(Broken, match="'latin' is not UTF-8"):
        notes.text_given(here, None, "latin")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"typed")))
    assert notes.text_given(here, None, "-") == "typed"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert notes.text_given(here, None, None) is None
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadUsage, match="no text"):
        notes.text_given(here, None, None)


def test_what_a_write_did_is_the_same_for_people_and_programs() -> None:
    path = Path("/folder/port.md")
    written = Written("port", Scope.USER, path, "updated", "port/1", True)
    assert notes.written_line(written) == b"updated /folder/port.md\n"
    assert notes.written_json(written) == {
        "name": "port",
        "scope": "user",
        "path": "/folder/port.md",
        "action": "updated",
        "archived": "port/1",
        "memory_index_updated": True,
    }


def test_days_are_whole_and_in_order(tmp_path: Path) -> None:
    here = session(tmp_path)
    found = wanted(here, None, here=False, since="2026-01-31", until="2026-01-31")
    assert found.since is not None
    assert found.until is not None
    assert 23 * 3600 <= found.until - found.since <= 25 * 3600
    for odd in ("31.1.2026", "2026-02-30", "yesterday"):
        with pytest.raises(BadUsage, match=odd):
            wanted(here, None, here=False, since=odd)
    with pytest.raises(BadUsage):
        wanted(here, "no-such-agent", here=False, since=None)


@pytest.mark.parametrize(
    ("editor", "said"),
    [
        ("false", "failed"),
        ("no-such-editor-anywhere", "cannot be started"),
        ("'unclosed", "cannot be started"),
        ("rm", "the text is empty"),
    ],
)
def test_an_editor_that_leaves_nothing_changes_nothing(
    tmp_path: Path, editor: str, said: str
) -> None:
    copy = tmp_path / "copy.md"
    copy.write_text("before")
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VISUAL": editor}
    with pytest.raises(Broken, match=said):
        edit(copy, environ)


def test_an_editor_may_have_arguments(tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_text("before")
    environ = {"PATH": os.environ["PATH"], "EDITOR": "sed -i s/before/after/"}
    assert edit(copy, environ) == b"after"
