"""What `memsync scan --json` says of a file that it cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.tokens import aws_key

if TYPE_CHECKING:
    from support.machine import Machine


def test_a_file_that_is_not_there_is_an_error_beside_the_findings(
    machine: Machine,
) -> None:
    (machine.folder / "plan.txt").write_text(f"key = {aws_key()}\n")
    ran = machine.memsync("scan", "plan.txt", "gone.txt", "--json", want=16)
    assert [finding["path"] for finding in ran.json["findings"]] == ["plan.txt"]
    assert ran.json["scanned"] == 1
    assert ran.json["error"] == {
        "code": "file",
        "message": "'gone.txt': no such file or directory",
        "hint": None,
    }
    assert "error" not in machine.memsync("scan", "plan.txt", "--json", want=1).json
