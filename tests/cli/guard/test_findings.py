"""What a scan found: what counts, what is allowed, and the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import tokens
from support.command_line import session_in

from memsync.cli.guard.findings import Findings
from memsync.errors import Exit
from memsync.guard.checks import secret
from memsync.guard.checks.staged import File
from memsync.guard.report import salt
from memsync.guard.scan.many import Judged
from memsync.secrets.doubts.levels import HIGH, LOW

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def judged(text: str, path: str = "note.md") -> Judged:
    """A file with this text, as the scan judges it."""
    file = File(path.encode(), text.encode(), b"100644")
    return Judged(path, secret.check([file], with_allowed=True))


def findings(folder: Path, *, show_allowed: bool = False, least: str = LOW) -> Findings:
    return Findings(session_in(folder), None, show_allowed=show_allowed, least=least)


def test_a_file_without_a_secret_is_counted_and_ends_well(tmp_path: Path) -> None:
    found = findings(tmp_path)
    found.judge(judged("The port is 8080.\n"))
    assert (found.scanned, found.findings, found.allowed) == (1, [], [])
    assert found.emit(sarif=False) == Exit.DONE


def test_a_secret_is_told_by_place_rule_and_length_and_never_by_its_value(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    token = tokens.github()
    found = findings(tmp_path)
    found.judge(judged(f"one\nThe token is {token}.\n"))
    assert found.emit(sarif=False) == Exit.FOUND
    printed = b"".join(capfdbinary.readouterr())
    assert b"note.md:2:14: github-pat, 40 bytes, fingerprint " in printed
    assert token.encode() not in printed


def test_a_marker_or_the_list_allows_a_finding_and_says_which(tmp_path: Path) -> None:
    text = f"The token is {tokens.github()}.\n"
    found = findings(tmp_path)
    found.judge(judged(text))
    fingerprint = str(found.findings[0]["fingerprint"])
    found.session.places.user_memory.mkdir(parents=True)
    salt.add(found.session.places.user_memory, found.session.places.state, fingerprint)
    again = findings(tmp_path, show_allowed=True)
    again.judge(judged(text, "listed.md"))
    again.judge(judged(f"<!-- memsync:allow github-pat -->\n{text}", "marked.md"))
    assert again.findings == []
    assert [(each["path"], each["allowed_by"]) for each in again.allowed] == [
        ("listed.md", ".memsync-allow"),
        ("marked.md", "marker"),
    ]
    assert again.emit(sarif=False) == Exit.DONE


def test_what_is_less_sure_than_asked_is_left_out(tmp_path: Path) -> None:
    text = "password = hunter2hunter\n"
    unsure = findings(tmp_path)
    unsure.judge(judged(text))
    confidence = {str(each["confidence"]) for each in unsure.findings}
    assert confidence == {"medium"}
    sure = findings(tmp_path, least=HIGH)
    sure.judge(judged(text))
    assert sure.findings == []


def test_a_file_that_cannot_be_read_outweighs_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = findings(tmp_path)
    found.judge(Judged("gone\x1b.md", [], "no such file or directory"))
    found.judge(judged(f"{tokens.github()}\n"))
    assert found.scanned == 1
    assert found.emit(sarif=False) == Exit.BROKEN
    said = capsys.readouterr().err
    assert ".md': no such file or directory" in said
    assert "\x1b" not in said
