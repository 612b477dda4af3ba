"""`memsync sync --dry-run` leaves every byte where it was, also memsync's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path


def contents(*folders: Path) -> dict[str, bytes | None]:
    return {
        str(path): path.read_bytes() if path.is_file() else None
        for folder in folders
        for path in folder.rglob("*")
    }


def test_a_dry_run_changes_no_byte_of_the_home_or_the_remote(tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    desk, laptop = Machine(tmp_path / "desk"), Machine(tmp_path / "laptop")
    desk.git("init", "--quiet", "--bare", remote)
    for machine in (desk, laptop):
        machine.user_memory.mkdir(parents=True)
        name = machine.folder.name
        (machine.user_memory / f"{name}.md").write_text("Here.\n")
        (machine.user_memory / "both.md").write_text(f"{name}\n")
        machine.memsync("sync", "init", remote)
    desk.memsync("sync")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    kept = contents(laptop.home, remote)

    for _ in range(2):
        said = laptop.memsync(
            "sync", "--dry-run", "--json", environ={"TMPDIR": str(temporary)}
        ).json
        assert said["sent"] == ["both", "laptop"]
        assert said["received"] == ["both", "desk"]

    assert contents(laptop.home, remote) == kept
    assert list(temporary.iterdir()) == []


def test_a_dry_run_is_no_success_that_a_status_could_report(tmp_path: Path) -> None:
    desk = Machine(tmp_path / "desk")
    desk.memsync("write", "auth", "--scope", "user", "-m", "On disk.")
    desk.memsync("sync", "init")
    for _ in range(2):
        desk.memsync("sync")
    before = (desk.state / "stat").stat().st_mtime_ns

    desk.memsync("sync", "--dry-run")

    assert (desk.state / "stat").stat().st_mtime_ns == before
