"""What a person reads of a check: where and which rule, never the secret itself."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from support import tokens

from memsync.errors import Broken, Exit
from memsync.guard.checks.secret import check
from memsync.guard.checks.size import Oversized, Section
from memsync.guard.checks.staged import File
from memsync.guard.report.failure import explain
from memsync.guard.report.report import line_of, print_all, secret_line, shown
from memsync.guard.report.sarif import Place, address, document

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

FILE = b"100644"


def test_a_finding_is_told_by_its_place_and_its_length() -> None:
    token = tokens.github()
    text = f"one\nthe token {token}\n".encode()
    (held,) = check([File(b".coyote/memory/a\x1b.md", text, FILE)])
    line = secret_line(held, "0123")
    assert line.startswith(f"{shown(held.path)}:2:11: github-pat, {len(token)} bytes")
    assert line.endswith("fingerprint 0123")
    assert "\x1b" not in line
    assert token not in line
    assert token not in repr(held)


def test_of_a_changed_file_only_new_lines_count() -> None:
    text = f"old {tokens.github(1)}\nnew {tokens.github(2)}\n".encode()
    parent = text.splitlines(keepends=True)[0]
    staged = File(b"a.md", text, FILE, b"M", lambda: [parent])
    assert [held.line for held in check([staged])] == [2]
    assert [held.line for held in check([File(b"a.md", text, FILE)])] == [1, 2]


def test_what_a_marker_allows_is_held_only_where_it_is_asked_for() -> None:
    text = f"<!-- memsync:allow github-pat -->\n{tokens.github()}\n".encode()
    file = File(b"a.md", text, FILE)
    assert check([file]) == []
    (held,) = check([file], with_allowed=True)
    assert held.allowed


def test_a_size_is_told_with_the_longest_sections() -> None:
    found = Oversized(b"a.md", 12_345, 2_000, "caps.note", [Section(3, 9_000)])
    assert line_of(found) == (
        "a.md: 12,345 characters, 10,345 over the cap of 2,000 (caps.note); "
        "longest sections: line 3 (9,000)"
    )


def test_each_kind_of_finding_stops_the_commit_with_a_hint(
    capfdbinary: pytest.CaptureFixture[bytes],
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    private = [b".coyote/memory/it's.md"]
    monkeypatch.chdir(machine.repository())
    assert print_all([], private, [], [], machine.environ) == Exit.FOUND
    out = capfdbinary.readouterr().out.decode()
    assert "private-memory" in out
    assert "hint: run `git rm -r --cached" in out
    big = Oversized(b"a.md", 30, 20, "caps.note", [])
    assert print_all([], [], [big], ["b.md:1: name: bad"], {}) == Exit.FOUND
    out = capfdbinary.readouterr().out.decode()
    assert "memsync config set caps.note N" in out
    assert "b.md:1: name: bad\nhint: `memsync lint --fix` adds" in out
    assert print_all([], [], [], [], {}) == Exit.DONE
    assert capfdbinary.readouterr().out == b""


def test_sarif_names_each_rule_once_and_each_place() -> None:
    def finding(rule: str, line: int, sure: str) -> dict[str, object]:
        return {
            "rule": rule,
            "confidence": sure,
            "length": 40,
            "path": "what JSON says",
            "line": line,
            "column": 2,
            "fingerprint": f"f{line}",
        }

    rows = [finding("b", 1, "high"), finding("a", 2, "medium"), finding("b", 3, "low")]
    places = [Place("a.md"), Place("b.md", "c" * 40), Place("notes/a.md")]
    (run,) = json.loads(json.dumps(document(rows, places)))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["a", "b"]
    assert [each["level"] for each in run["results"]] == ["error", "warning", "note"]
    place = run["results"][2]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "notes/a.md"
    assert place["region"] == {"startLine": 3, "startColumn": 2}
    assert run["results"][2]["partialFingerprints"] == {"memsync/v1": "f3"}
    commits = [result.get("properties") for result in run["results"]]
    assert commits == [None, {"commit": "c" * 40}, None]
    assert "added by the commit cccccccccccc: " in run["results"][1]["message"]["text"]


def test_an_address_is_relative_to_the_root_or_absolute(tmp_path: Path) -> None:
    base = tmp_path.resolve() / "my root"
    (base / "sub").mkdir(parents=True)
    (tmp_path / "link").symlink_to(base)
    other = quote(str(base.parent))
    for path, want in {
        "a.md": "sub/a.md",
        "../a.md": "a.md",
        "a b%20#?.md": "sub/a%20b%2520%23%3F.md",
        "c:\\d.md": "sub/c%3A%5Cd.md",
        "line\nbreak\x1b": "sub/line%0Abreak%1B",
        os.fsdecode(b"latin\xe9/\xc3\xa9.md"): "sub/latin%E9/%C3%A9.md",
        str(base / "x/a.md"): "x/a.md",
        str(tmp_path / "link/a.md"): "a.md",
        "../../b c.md": f"file://{other}/b%20c.md",
        os.fsdecode(b"/\xe9/a.md"): "file:///%E9/a.md",
    }.items():
        assert address(path, base / "sub", base) == want


def test_a_check_that_cannot_run_blocks_and_quotes_no_note(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert explain("secrets", Broken("'x' is broken", hint="mend x")) == Exit.BROKEN
    assert capsys.readouterr().err.splitlines() == [
        "memsync: memsync-secrets could not run, so it blocks: 'x' is broken",
        "hint: mend x",
    ]
    missing = tmp_path / "gone"
    with pytest.raises(FileNotFoundError) as caught:
        missing.read_bytes()
    assert explain("lint", caught.value) == Exit.BROKEN
    assert str(missing) in capsys.readouterr().err
    assert explain("lint", ValueError("what a note says")) == Exit.BUG
    err = capsys.readouterr().err
    assert "ValueError" in err
    assert "what a note says" not in err
    # Whatever ends it, the commit is stopped.
    assert explain("lint", SystemExit(0)) == explain("lint", SystemExit("no")) == 3
    assert explain("lint", SystemExit(16)) == Exit.BROKEN
