"""`memsync scan --sarif`: addresses that programs for SARIF 2.1.0 understand."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

SECRET = f"The token is {tokens.github()}.\n"
# A folder that needs an escape in an address, and the escaped form.
NAMES = {
    "my notes": "my%20notes",
    "100% #1?": "100%25%20%231%3F",
    "line\nbreak\x1b": "line%0Abreak%1B",
    os.fsdecode(b"latin\xe9"): "latin%E9",
    "caf\N{LATIN SMALL LETTER E WITH ACUTE}": "caf%C3%A9",
    "a:b": "a%3Ab",
}


@pytest.fixture
def root(machine: Machine) -> Path:
    return machine.repository()


def results(
    machine: Machine, *arguments: str | Path, cwd: Path
) -> list[dict[str, object]]:
    ran = machine.memsync("scan", *arguments, "--sarif", cwd=cwd, want=1)
    (run,) = json.loads(ran.out)["runs"]
    found: list[dict[str, object]] = run["results"]
    return found


def addresses(machine: Machine, *arguments: str | Path, cwd: Path) -> list[str]:
    found: list[str] = []
    for result in results(machine, *arguments, cwd=cwd):
        (place,) = json.loads(json.dumps(result["locations"]))
        found.append(place["physicalLocation"]["artifactLocation"]["uri"])
    return found


@pytest.mark.parametrize(("name", "escaped"), NAMES.items())
def test_an_address_is_a_relative_one_with_escapes(
    machine: Machine, root: Path, name: str, escaped: str
) -> None:
    file = root / name / "AGENTS.md"
    file.parent.mkdir()
    file.write_text(SECRET)
    want = [f"{escaped}/AGENTS.md"]
    assert addresses(machine, ".", cwd=root) == want
    assert addresses(machine, f"./{name}/AGENTS.md", cwd=root) == want
    assert addresses(machine, "AGENTS.md", cwd=file.parent) == want
    assert addresses(machine, file, cwd=machine.home) == want
    machine.git("add", ".", cwd=root)
    assert addresses(machine, "--staged", cwd=file.parent) == want
    machine.git("commit", "-qm", "x", cwd=root)
    assert addresses(machine, "--history", "HEAD", cwd=root) == want


def test_a_result_of_the_history_names_its_commit(machine: Machine, root: Path) -> None:
    (root / "AGENTS.md").write_text(SECRET)
    machine.git("add", ".", cwd=root)
    assert "properties" not in results(machine, "--staged", cwd=root)[0]
    machine.git("commit", "-qm", "x", cwd=root)
    commit = machine.git("rev-parse", "HEAD", cwd=root)
    (result,) = results(machine, "--history", "HEAD", cwd=root)
    assert result["properties"] == {"commit": commit}
    said = f"github-pat, 40 bytes, added by the commit {commit[:12]}: move it to a"
    assert str(result["message"]).startswith(f"{{'text': '{said}")


def test_outside_of_the_repository_an_address_is_absolute(
    machine: Machine, root: Path
) -> None:
    loose = machine.folder / "loose notes"
    loose.mkdir()
    (loose / "a.md").write_text(SECRET)
    (root / "b.md").write_text(SECRET)
    absolute = (loose / "a.md").resolve().as_uri()
    assert absolute.endswith("/loose%20notes/a.md")
    both = addresses(machine, "b.md", "../loose notes", cwd=root)
    assert both == ["b.md", absolute]
    # Without a repository, addresses are relative to the current folder.
    assert addresses(machine, "a.md", cwd=loose) == ["a.md"]
    assert addresses(machine, loose, cwd=machine.home) == [absolute]


def test_written_to_a_file_it_still_tells_people_what_was_found(
    machine: Machine, root: Path
) -> None:
    (root / "AGENTS.md").write_text(SECRET)
    machine.git("add", ".", cwd=root)
    ran = machine.memsync("scan", "--staged", "--sarif", cwd=root, want=1)
    assert len(json.loads(ran.out)["runs"][0]["results"]) == 1
    assert ran.err.startswith("AGENTS.md:1:14: github-pat, 40 bytes, fingerprint ")
    assert "memsync: found 1 secret\nhint: " in ran.err
    (root / "AGENTS.md").write_text("Fine.\n")
    machine.git("add", ".", cwd=root)
    assert machine.memsync("scan", "--staged", "--sarif", cwd=root).err == ""
