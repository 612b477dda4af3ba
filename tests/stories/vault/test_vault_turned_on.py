"""Encryption for a memory that was synced in clear: in the repository it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.before import Before
from support.terminal import typed
from support.vaults import Host, Member, edit, new_vault, note, put

if TYPE_CHECKING:
    from pathlib import Path


class Scene(NamedTuple):
    """Two machines that sync in clear, as they are at the beginning of each test."""

    before: Before
    desk: Member
    laptop: Member


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("plain") / "all"
    folder.mkdir()
    host = Host(folder / "host")
    desk, laptop = Member(folder / "desk"), Member(folder / "laptop")
    desk.memsync("sync", "init", host.path)
    put(desk, "canary", note("canary", "The canary sings."))
    desk.memsync("sync")
    edit(desk, "canary", "sings", "slept")
    desk.memsync("sync")
    laptop.memsync("sync", "init", host.path)
    laptop.memsync("sync")
    return Scene(Before(folder), desk, laptop)


@pytest.fixture
def scene(played: Scene) -> Scene:
    played.before.restore()
    return played


@pytest.fixture
def desk(scene: Scene) -> Member:
    """It synced two versions of a note in clear."""
    return scene.desk


@pytest.fixture
def laptop(scene: Scene) -> Member:
    return scene.laptop


@pytest.fixture
def host(scene: Scene) -> Host:
    return Host(scene.before.folder / "host", made=True)


def encrypt(machine: Member, host: Host, *more: str, want: int = 0) -> str:
    command: list[str | Path] = ["sync", "init", host.path, "--encrypt", *more]
    return machine.memsync(*command, "--code-file", host.code, want=want).err


def join(machine: Member, host: Host) -> None:
    machine.memsync(*("sync", "init", host.path, "--encrypt", "--key-file", host.code))


def test_a_plain_memory_becomes_a_vault_in_the_repository_that_it_has(
    desk: Member, laptop: Member, host: Host
) -> None:
    put(laptop, "style", note("style", "From the laptop."))
    laptop.memsync("sync")
    old = host.git("rev-parse", "main")
    host.git("branch", "other", "main")
    said = encrypt(desk, host, want=14)
    assert "--replace-plain" in said
    assert host.git("rev-parse", "main") == old
    said = encrypt(desk, host, "--replace-plain")
    assert "may still have all of that" in said
    assert "'refs/heads/other'" in said
    assert "still send notes unencrypted" in said
    assert host.git("rev-list", "--count", "main") == "1"
    assert "canary" not in host.reached()
    # All of it was there before anybody synced, and nothing comes of a round.
    assert not desk.memsync("sync", "--json").json["sent"]
    assert (desk.user_memory / "style.md").exists()
    host.git("update-ref", "-d", "refs/heads/other")
    host.git("gc", "-q", "--prune=now")
    host.knows_nothing_of("canary", "sings", "style")
    # What only the plain history had is still to be had here.
    shown = desk.memsync("archive", "list", "canary", "--json").json
    assert [s["name"] for s in shown] == ["canary"]
    assert "sings" in desk.memsync("archive", "show", shown[0]["id"]).out


def test_the_other_machine_sends_nothing_until_it_joins_and_loses_nothing(
    desk: Member, laptop: Member, host: Host
) -> None:
    put(laptop, "late", note("late", "Not sent yet."))
    edit(laptop, "canary", "about canary", "of a bird")
    (desk.user_memory / "MEMORY.md").write_text("- [[canary]]: a bird\n")
    encrypt(desk, host, "--replace-plain")
    edit(desk, "canary", "slept", "woke")
    desk.memsync("sync")
    head = host.git("rev-parse", "main")
    for arguments in (("sync",), ("sync", "init", host.path), ("sync", "verify")):
        ran = laptop.memsync(*arguments, "--json", want=13)
        assert ran.json["error"]["code"] == "key-missing"
        assert "memsync sync init URL --encrypt" in ran.err
    laptop.memsync("sync", "--accept-rewind", "--merge-unrelated", want=13)
    laptop.memsync("sync", "init", host.path, "--encrypt", "--replace-plain", want=13)
    assert host.git("rev-parse", "main") == head
    assert "Not sent" in (laptop.user_memory / "late.md").read_text()
    join(laptop, host)
    assert laptop.memsync("sync", "--json").json["sent"] == ["canary", "late"]
    desk.memsync("sync")
    for machine in (desk, laptop):
        assert "Not sent" in (machine.user_memory / "late.md").read_text()
        merged = (machine.user_memory / "canary.md").read_text()
        assert "of a bird" in merged
        assert "woke" in merged
        assert not machine.memsync("sync", "--json").json["changed"]
    host.git("gc", "-q", "--prune=now")
    host.knows_nothing_of("canary", "Not sent")
    laptop.memsync("sync", "verify")


def test_a_note_deleted_on_the_way_stays_deleted(desk: Member, host: Host) -> None:
    put(desk, "gone", note("gone"))
    desk.memsync("sync")
    encrypt(desk, host, "--replace-plain")
    (desk.user_memory / "gone.md").unlink()
    desk.memsync("sync")
    assert not (desk.user_memory / "gone.md").exists()
    laptop = Member(desk.folder.with_name("phone"))
    join(laptop, host)
    assert laptop.memsync("sync", "--json").json["received"] == ["canary"]


def test_what_is_purged_leaves_the_old_history_of_every_machine_too(
    desk: Member, laptop: Member, host: Host
) -> None:
    put(desk, "keep", note("keep"))
    encrypt(desk, host, "--replace-plain")
    join(laptop, host)
    laptop.memsync("sync")
    for machine in (desk, laptop):
        assert len(machine.memsync("archive", "list", "canary", "--json").json) == 1
    desk.memsync("purge", "canary", "--scope", "user", "--yes")
    laptop.memsync("sync")
    for machine in (desk, laptop):
        assert machine.memsync("archive", "list", "canary", "--json").json == []
        (old,) = machine.state.glob("mirror.plain-*")
        Host(old, made=True).knows_nothing_of("canary", "sings")


def test_a_person_is_asked_and_may_say_no(desk: Member, host: Host) -> None:
    command = ("sync", "init", host.path, "--encrypt", "--code-file", host.code)
    old = host.git("rev-parse", "main")
    question = "with an encrypted history?"
    shown = typed(desk, command, [(question, "n")], want=14)
    assert "hosts may keep" in shown.text
    assert host.git("rev-parse", "main") == old
    assert not (desk.config / "keys").exists()
    typed(desk, command, [(question, "y")])
    assert host.git("rev-list", "--count", "main") == "1"


def test_a_machine_that_did_not_sync_with_it_replaces_nothing(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    old = host.git("rev-parse", "main")
    other = Member(tmp_path / "other")
    other.memsync("sync", "init")
    put(other, "own", note("own"))
    ran = encrypt(other, host, "--replace-plain", want=14)
    assert "has never synced with that memory" in ran
    assert host.git("rev-parse", "main") == old
    assert not host.code.exists()


def test_a_host_that_forbids_it_leaves_all_as_it_was(desk: Member, host: Host) -> None:
    host.git("config", "receive.denyNonFastForwards", "true")
    old = host.git("rev-parse", "main")
    encrypt(desk, host, "--replace-plain", want=15)
    assert host.git("rev-parse", "main") == old
    put(desk, "more", note("more"))
    assert desk.memsync("sync", "--json").json["sent"] == ["more"]
    host.git("config", "receive.denyNonFastForwards", "false")
    # The code that was written stays the vault's.
    encrypt(desk, host, "--replace-plain")
    laptop = Member(desk.folder.with_name("phone"))
    join(laptop, host)
    assert laptop.memsync("sync", "--json").json["received"] == ["canary", "more"]


def test_of_two_machines_that_turn_it_on_the_second_joins(
    desk: Member, laptop: Member, host: Host
) -> None:
    host.git("config", "receive.denyNonFastForwards", "true")
    own = ("--code-file", host.path.with_name("void"))
    command = ("sync", "init", host.path, "--encrypt", "--replace-plain")
    desk.memsync(*command, *own, want=15)
    host.git("config", "receive.denyNonFastForwards", "false")
    encrypt(laptop, host, "--replace-plain")
    desk.memsync(*command, *own, want=13)
    said = desk.memsync(*command, *own, "--key-file", host.code).err
    assert "does not open this memory" in said
    for machine in (desk, laptop):
        assert not machine.memsync("sync", "--json").json["sent"]
    found = desk.memsync("keys", "status", "--json").json["members"]
    assert sorted(m["kind"] for m in found) == ["code", "machine", "machine"]


def test_a_host_that_makes_a_vault_of_a_plain_memory_gets_and_takes_nothing(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    own, theirs = host.git("rev-parse", "main"), Host(tmp_path / "theirs")
    evil = new_vault(tmp_path / "evil", theirs)
    host.git("fetch", "-q", theirs.path, "main")
    host.git("update-ref", "refs/heads/main", theirs.git("rev-parse", "main"))
    evil.memsync("sync", "init", host.path, "--yes")
    edit(desk, "canary", "slept", "told a secret")
    (desk.user_memory / "MEMORY.md").write_text("- [[canary]]: a bird\n")
    before = {p.name: p.read_bytes() for p in desk.user_memory.glob("*.md")}
    desk.memsync("sync", want=13)
    desk.memsync("purge", "canary", "--scope", "user", "--dry-run", "--yes")
    # No code of this person's opens it, and no words of a member's confirm it.
    honest = Host(tmp_path / "honest-host")
    new_vault(tmp_path / "honest", honest)
    init = ("sync", "init", host.path, "--encrypt")
    desk.memsync(*init, "--key-file", honest.code, want=13)
    desk.memsync(*init, "--ask")
    asked = evil.memsync("keys", "approve", "--json").json["requests"]
    evil.memsync("keys", "approve", asked[0])
    desk.memsync("keys", "import", "--confirm", "lusab-babad", want=14)
    desk.memsync("sync", want=13)
    assert {p.name: p.read_bytes() for p in desk.user_memory.glob("*.md")} == before
    host.git("update-ref", "refs/heads/main", own)
    desk.memsync("sync", want=13)
    host.knows_nothing_of("told a secret")
    # Where it was the host's doing, the person goes on in clear.
    desk.memsync("sync", "init", host.path, "--plaintext")
    assert desk.memsync("sync", "--json").json["sent"] == ["canary"]
    assert "told a secret" in (desk.user_memory / "canary.md").read_text()
    there = desk.memsync("archive", "list", "--json").json
    shown = [desk.memsync("archive", "show", each["id"]).out for each in there]
    assert all(any(w in text for text in shown) for w in ("sings", "slept"))


def test_only_the_default_profile_can_be_encrypted(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    work = Host(tmp_path / "work")
    desk.memsync(*("sync", "init", work.path, "--profile", "work", "--notes", "work-*"))
    ran = encrypt(desk, host, "--replace-plain", want=14)
    assert "only the default profile can be encrypted" in ran
    assert not (desk.config / "keys").exists()
