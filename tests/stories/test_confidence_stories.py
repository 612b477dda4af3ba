"""What is likely a secret stops a text, what may be one is mentioned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

HIGH = f"The token is {tokens.github()}.\n"
MEDIUM = "The password is Falcon" + "Panda41.\n"
LOW = "AKIA" + "IOSFODNN7" + "EXAMPLE is in Amazon's documents.\n"


@pytest.fixture
def root(machine: Machine) -> Path:
    return machine.repository()


def test_scan_tells_the_confidence_and_leaves_out_what_is_less_sure(
    machine: Machine, root: Path
) -> None:
    (root / "a.md").write_text(LOW + MEDIUM + HIGH)
    ran = machine.memsync("scan", "a.md", "--json", cwd=root, want=1)
    assert [f["confidence"] for f in ran.json["findings"]] == ["low", "medium", "high"]
    for least, count in (("low", 3), ("medium", 2), ("high", 1)):
        asked = ("scan", "a.md", "--json", "--min-confidence", least)
        ran = machine.memsync(*asked, cwd=root, want=1)
        assert len(ran.json["findings"]) == count
    said = machine.memsync("scan", "a.md", cwd=root, want=1)
    assert said.out.count("low confidence") == 1
    assert "memsync: found 2 secrets" in said.err


def test_scan_verbosely_says_why_and_shows_nothing_of_the_value(
    machine: Machine, root: Path
) -> None:
    (root / "a.md").write_text(LOW + MEDIUM + HIGH)
    (root / "utf-16.md").write_bytes(HIGH.encode("utf-16"))
    scan = ("scan", "a.md", "utf-16.md", "--json")
    found = machine.memsync(*scan, "-v", cwd=root, want=1).json["findings"]
    low, _, high, wide = (one["reasons"] for one in found)
    assert low[2] == "a vendor's documents show it as a sample"
    assert high[0].startswith("it has the format of GitHub")
    assert [len(one["reasons"]) for one in found] == [3, 3, 3, 3]
    assert wide == high
    said = machine.memsync("scan", "-v", "a.md", cwd=root, want=1).out
    assert f"  because {'; '.join(low)}\n" in said
    assert tokens.github()[4:12] not in said
    assert "Falcon" not in said
    plain = machine.memsync(*scan, cwd=root, want=1).json["findings"]
    assert not any("reasons" in one for one in plain)


def test_scan_exits_1_from_the_confidence_on_that_is_set(
    machine: Machine, root: Path
) -> None:
    (root / "low.md").write_text(LOW)
    ran = machine.memsync("scan", "low.md", cwd=root)
    assert "aws-access-key" in ran.out
    assert ran.err == ""
    machine.memsync("config", "set", "guard.block", "low", cwd=root)
    machine.memsync("scan", "low.md", cwd=root, want=1)
    (root / "medium.md").write_text(MEDIUM)
    environ = {"MEMSYNC_GUARD_BLOCK": "high"}
    machine.memsync("scan", "medium.md", cwd=root, environ=environ)


def test_sarif_has_a_level_for_each_confidence(machine: Machine, root: Path) -> None:
    (root / "a.md").write_text(LOW + MEDIUM + HIGH)
    ran = machine.memsync("scan", "a.md", "--sarif", cwd=root, want=1)
    levels = [result["level"] for result in ran.json["runs"][0]["results"]]
    assert levels == ["note", "warning", "error"]


def test_a_repository_may_lower_what_blocks_and_not_raise_it(
    machine: Machine, root: Path
) -> None:
    (root / ".coyote").mkdir()
    (root / "low.md").write_text(LOW)
    settings = root / ".coyote/memsync.yaml"
    settings.write_text("guard:\n  block: low\n")
    machine.memsync("scan", "low.md", cwd=root, want=1)
    settings.write_text("guard:\n  block: high\n")
    ran = machine.memsync("scan", "low.md", cwd=root, want=16)
    assert "a repository cannot set guard.block" in ran.err


def test_a_commit_is_stopped_from_medium_on_and_told_of_the_rest(
    machine: Machine, root: Path
) -> None:
    note = root / "AGENTS.md"
    note.write_text(LOW)
    machine.git("add", note, cwd=root)
    ran = machine.run("memsync-secrets", cwd=root)
    assert "AGENTS.md:1:1: aws-access-key" in ran.err
    assert "it does not block" in ran.err
    note.write_text(LOW + MEDIUM)
    machine.git("add", note, cwd=root)
    ran = machine.run("memsync-secrets", cwd=root, want=1)
    assert "AGENTS.md:2:" in ran.out
    assert "AGENTS.md:1:" not in ran.out
    (root / ".coyote").mkdir()
    (root / ".coyote/memsync.yaml").write_text("guard:\n  block: low\n")
    assert "AGENTS.md:1:" in machine.run("memsync-secrets", cwd=root, want=1).out


def test_a_note_in_utf_16_does_not_pass_the_hook(machine: Machine, root: Path) -> None:
    (root / "AGENTS.md").write_bytes(("One.\n" + HIGH).encode("utf-16"))
    machine.git("add", "AGENTS.md", cwd=root)
    ran = machine.run("memsync-secrets", cwd=root, want=1)
    assert "AGENTS.md:2:14: github-pat" in ran.out


def test_a_write_takes_what_is_hardly_a_secret(machine: Machine, root: Path) -> None:
    machine.memsync("init", cwd=root)
    machine.memsync("write", "keys", "-m", LOW, cwd=root)
    machine.memsync("write", "door", "-m", MEDIUM, cwd=root, want=14)
    environ = {"MEMSYNC_GUARD_BLOCK": "high"}
    machine.memsync("write", "door", "-m", MEDIUM, cwd=root, environ=environ)
    machine.memsync("write", "more", "-m", HIGH, cwd=root, environ=environ, want=14)


def test_sync_sends_what_is_hardly_a_secret_and_holds_the_rest(
    machine: Machine,
) -> None:
    remote = machine.folder / "remote.git"
    machine.git("init", "-q", "--bare", remote)
    machine.memsync("init", "--scope", "user")
    machine.memsync("sync", "init", str(remote))
    (machine.user_memory / "low.md").write_text(LOW)
    (machine.user_memory / "door.md").write_text(MEDIUM)
    ran = machine.memsync("sync", "--json", want=1)
    assert [held["name"] for held in ran.json["held"]] == ["door"]
    environ = {"MEMSYNC_GUARD_BLOCK": "high"}
    ran = machine.memsync("sync", "--json", environ=environ)
    assert ran.json["held"] == []
