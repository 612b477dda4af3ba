"""A text is removed for good: here, from the remote, and on every other machine."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.tokens import aws_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE = "my neighbour's name"


@pytest.fixture
def desk(tmp_path: Path, remote: Path) -> Machine:
    machine = Machine(tmp_path / "desk")
    machine.memsync("sync", "init", remote)
    write(machine, "keep", "one")
    write(machine, "auth", f"{PRIVATE} first")
    machine.memsync("sync")
    write(machine, "keep", "two")
    write(machine, "auth", f"{PRIVATE} second")
    machine.memsync("sync")
    return machine


@pytest.fixture
def laptop(tmp_path: Path, desk: Machine, remote: Path) -> Machine:
    assert desk.state.is_dir()
    machine = Machine(tmp_path / "laptop")
    machine.memsync("sync", "init", remote)
    machine.memsync("sync")
    return machine


def write(machine: Machine, name: str, text: str) -> None:
    """Write a note and its entry as an agent does."""
    folder = machine.user_memory
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "MEMORY.md"
    entries = index.read_text() if index.exists() else "# Memory Index\n\n"
    kept = [line for line in entries.splitlines() if f"[[{name}]]" not in line]
    index.write_text("\n".join([*kept, f"- [[{name}]]: on {text}", ""]))
    head = f"---\nname: {name}\ndescription: on {text}\n---\n\n"
    (folder / f"{name}.md").write_text(f"{head}{text}\n")


def everything(machine: Machine, folder: Path) -> Iterator[bytes]:
    """The bytes of every file below a folder, and of every git object in it."""
    for path in folder.rglob("*"):
        if path.is_file() and ".git" not in path.name:
            yield path.read_bytes()
    for head in [*folder.rglob("HEAD"), *folder.glob("HEAD")]:
        out = machine.run(
            *("git", f"--git-dir={head.parent}", "cat-file"),
            *("--batch-all-objects", "--batch", "--unordered"),
        ).out
        yield out.encode("utf-8", "surrogateescape")


def holds(machine: Machine, text: str, *folders: Path) -> bool:
    found = (data for folder in folders for data in everything(machine, folder))
    return any(text.encode() in data for data in found)


def reachable(machine: Machine, remote: Path, text: str) -> bool:
    """Whether anybody who clones the remote gets the text."""
    clone = machine.folder / "clone"
    machine.git("clone", "--quiet", "--bare", "--no-local", remote, clone)
    found = holds(machine, text, clone)
    shutil.rmtree(clone)
    return found


def test_a_note_is_gone_here_there_and_from_the_remote(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    assert reachable(desk, remote, PRIVATE)
    done = desk.memsync("purge", "auth", "--scope", "user", "--yes", "--json")
    assert done.json["name"] == "auth"
    assert done.json["archived"] is None
    assert done.json["history"]
    assert "may still have it" in done.err
    assert "- the git host: " in done.err
    assert not reachable(desk, remote, PRIVATE)
    assert not holds(desk, PRIVATE, desk.home)
    assert holds(laptop, PRIVATE, laptop.home)

    laptop.memsync("sync")
    assert not holds(laptop, PRIVATE, laptop.home)
    assert not (laptop.user_memory / "auth.md").exists()
    assert "auth" not in (laptop.user_memory / "MEMORY.md").read_text()
    # Everything else is there, with its past.
    for machine in (desk, laptop):
        read = machine.memsync("read", "keep", "--json").json
        assert read["body"] == "two\n"
        machine.memsync("sync")
    assert len(desk.memsync("archive", "list", "keep", "--json").json) == 1
    before = desk.git("rev-parse", "main", cwd=remote)
    desk.memsync("sync")
    laptop.memsync("sync")
    assert desk.git("rev-parse", "main", cwd=remote) == before


def test_a_released_secret_is_gone_from_the_machine_that_received_it(
    desk: Machine, laptop: Machine
) -> None:
    """There the file would be held, if it had not come from the remote."""
    (desk.user_memory / "leak.md").write_text(f"The key is {aws_key()} for now.\n")
    desk.memsync("sync", want=1)
    desk.memsync("sync", "release", "leak", "--yes")
    laptop.memsync("sync")
    assert (laptop.user_memory / "leak.md").exists()
    desk.memsync("purge", "leak", "--scope", "user", "--yes")
    arrived = laptop.memsync("sync", "--json").json
    assert (arrived["purged"], arrived["held"]) == (["leak"], [])
    assert not (laptop.user_memory / "leak.md").exists()
    assert not holds(laptop, aws_key(), laptop.home)


def test_a_purge_that_arrives_is_called_one_and_the_diary_forgets_the_name(
    desk: Machine, laptop: Machine
) -> None:
    write(laptop, "auth", f"{PRIVATE} third")
    write(laptop, "keep", "three")
    for machine in (laptop, desk, laptop):
        machine.memsync("sync")
    for machine in (desk, laptop):
        diary = (machine.state / "rounds.jsonl").read_text()
        assert '"auth"' in diary
    desk.memsync("purge", "auth", "--scope", "user", "--yes")
    arrived = laptop.memsync("sync", "--json").json
    assert arrived["purged"] == ["auth"]
    assert "auth" not in arrived["received"]
    for machine in (desk, laptop):
        diary = (machine.state / "rounds.jsonl").read_text()
        assert "auth" not in diary
        assert "keep" in diary


def test_work_that_was_not_sent_yet_survives_a_purge_elsewhere(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    desk.memsync("purge", "auth", "--scope", "user", "--yes")
    write(laptop, "keep", "three")
    write(laptop, "fresh", "new here")
    laptop.memsync("sync")
    desk.memsync("sync")
    assert desk.memsync("read", "keep", "--json").json["body"] == "three\n"
    assert desk.memsync("read", "fresh", "--json").json["body"] == "new here\n"
    assert not (laptop.user_memory / "auth.md").exists()
    assert not reachable(desk, remote, PRIVATE)


def test_an_unsent_edit_of_the_purged_note_stays_there_and_is_named(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    write(laptop, "auth", f"{PRIVATE}, and more")
    desk.memsync("purge", "auth", "--scope", "user", "--yes")
    held = laptop.memsync("sync", "--json", want=1)
    assert [hold["name"] for hold in held.json["held"]] == ["auth"]
    assert "purged" in held.json["held"][0]["reason"]
    assert not reachable(laptop, remote, PRIVATE)
    assert "more" in (laptop.user_memory / "auth.md").read_text()
    laptop.memsync("sync", want=1)
    laptop.memsync("purge", "auth", "--scope", "user", "--yes")
    assert not holds(laptop, PRIVATE, laptop.home)
    laptop.memsync("sync")
    # The name is free again.
    write(laptop, "auth", "harmless")
    laptop.memsync("sync")
    desk.memsync("sync")
    assert desk.memsync("read", "auth", "--json").json["body"] == "harmless\n"


def test_a_purge_without_a_network_is_done_here_and_queued(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    write(laptop, "later", "from the laptop")
    laptop.memsync("sync")
    away = remote.rename(remote.with_name("away.git"))
    ran = desk.memsync("purge", "auth", "--scope", "user", "--yes", want=15)
    assert "still has it" in ran.err
    assert not holds(desk, PRIVATE, desk.home)
    away.rename(remote)
    desk.memsync("sync")
    assert not reachable(desk, remote, PRIVATE)
    assert desk.memsync("read", "later", "--json").json["body"] == "from the laptop\n"
    laptop.memsync("sync")
    assert not holds(laptop, PRIVATE, laptop.home)


def test_two_machines_purge_at_once(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    away = remote.rename(remote.with_name("away.git"))
    desk.memsync("purge", "auth", "--scope", "user", "--yes", want=15)
    laptop.memsync("purge", "keep", "--scope", "user", "--yes", want=15)
    away.rename(remote)
    for machine in (desk, laptop, desk, laptop):
        machine.memsync("sync")
    assert not reachable(desk, remote, PRIVATE)
    assert not reachable(desk, remote, "on two")
    for machine in (desk, laptop):
        assert [path.name for path in machine.user_memory.glob("*.md")] == ["MEMORY.md"]
        assert not holds(machine, PRIVATE, machine.home)
        assert not holds(machine, "on two", machine.home)


def test_a_secret_is_taken_out_of_every_text_that_holds_it(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    token = aws_key()
    path = desk.user_memory / "keep.md"
    path.write_text(path.read_text() + f"token: {token}\n")
    desk.memsync("sync", want=1)
    desk.memsync("sync", "release", "keep", "--yes")
    path.write_text(path.read_text().replace("two", "2"))
    laptop.memsync("sync")
    found = desk.memsync("scan", "--json", want=1).json["findings"]
    fingerprint = found[0]["fingerprint"]
    assert reachable(desk, remote, token)
    told = desk.memsync("purge", fingerprint, "--dry-run").out
    assert "would be purged from: keep\n" in told
    desk.memsync("purge", fingerprint, "--yes")
    assert not reachable(desk, remote, token)
    assert not holds(desk, token, desk.home)
    mended = path.read_text()
    assert "token: [purged]" in mended
    assert "2\n" in mended
    (laptop.user_memory / "copy.md").write_text(f"a copy: {token}\nmore\n")
    laptop.memsync("sync")
    assert not holds(laptop, token, laptop.home)
    assert (laptop.user_memory / "copy.md").read_text() == "a copy: [purged]\nmore\n"
    assert (laptop.user_memory / "keep.md").read_text() == mended


def test_a_dry_run_changes_nothing(desk: Machine, remote: Path) -> None:
    before = desk.git("rev-parse", "main", cwd=remote)
    ran = desk.memsync("purge", "auth", "--scope", "user", "--dry-run", "--json")
    assert ran.json["dry_run"]
    assert "auth" in ran.json["purged"]
    told = desk.memsync("purge", "auth", "--scope", "user", "--dry-run").out
    assert "would be purged: auth\n" in told
    assert "would be purged from: MEMORY\n" in told
    assert (desk.user_memory / "auth.md").exists()
    assert desk.git("rev-parse", "main", cwd=remote) == before
    assert not desk.memsync("sync", "--json").json["changed"]


def test_without_a_terminal_it_wants_to_be_told(desk: Machine) -> None:
    ran = desk.memsync("purge", "auth", "--scope", "user", want=2)
    assert "--yes" in ran.err
    assert (desk.user_memory / "auth.md").exists()


def test_what_is_nowhere_cannot_be_purged(desk: Machine) -> None:
    desk.memsync("purge", "nothing", "--scope", "user", "--yes", want=17)
    desk.memsync("purge", "0123456789abcdef", "--yes", want=17)


def test_a_workspace_note_goes_with_its_versions(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "desk")
    root = machine.repository()
    machine.memsync("init", cwd=root)
    for text in (PRIVATE, f"{PRIVATE} again"):
        machine.memsync("write", "auth", "-m", text, "-d", text, cwd=root)
    machine.memsync("write", "keep", "-m", "kept", cwd=root)
    said = machine.memsync("purge", "auth", "--yes", cwd=root).err
    # It was never synced, so no host and no other machine has it from memsync.
    assert "if it was ever committed" in said
    assert "git host" not in said
    assert not holds(machine, PRIVATE, root / ".coyote", root / ".git/memsync")
    assert machine.memsync("list", "--json", cwd=root).json[0]["name"] == "keep"
    assert machine.memsync("archive", "list", "auth", "--json", cwd=root).json == []


def test_a_host_that_forbids_it_keeps_it_queued_and_says_so(
    desk: Machine, remote: Path
) -> None:
    desk.git("config", "receive.denyNonFastForwards", "true", cwd=remote)
    ran = desk.memsync("purge", "auth", "--scope", "user", "--yes", want=15)
    assert "rejected" in ran.err
    desk.git("config", "receive.denyNonFastForwards", "false", cwd=remote)
    desk.memsync("sync")
    assert not reachable(desk, remote, PRIVATE)


def test_undo_brings_nothing_purged_back_after_a_round_that_could_not_push(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    write(laptop, "keep", "an edit that is not sent yet")
    desk.memsync("purge", "auth", "--scope", "user", "--yes")
    refuse = remote / "hooks/pre-receive"
    refuse.parent.mkdir(exist_ok=True)
    refuse.write_text("#!/bin/sh\nexit 1\n")
    refuse.chmod(0o755)
    laptop.memsync("sync", want=15)
    assert not (laptop.user_memory / "auth.md").exists()
    laptop.memsync("sync", "undo", "--yes")
    assert not (laptop.user_memory / "auth.md").exists()
    refuse.unlink()
    laptop.memsync("sync")
    for folder in (laptop.user_memory, laptop.state):
        assert PRIVATE.encode() not in b"".join(everything(laptop, folder))
    assert PRIVATE not in laptop.git("log", "-p", "main", cwd=remote)
    assert "not sent yet" in (laptop.user_memory / "keep.md").read_text()
