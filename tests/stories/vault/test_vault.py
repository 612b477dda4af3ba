"""An encrypted memory between real machines, and what its host gets to see."""

from __future__ import annotations

import stat
import time
from typing import TYPE_CHECKING

from support.machine import Machine
from support.vaults import Host, Member, edit, joined, note, put

if TYPE_CHECKING:
    from pathlib import Path


def test_a_note_follows_a_person_and_the_host_reads_none_of_it(
    desk: Member, laptop: Member, host: Host
) -> None:
    put(desk, "canary", note("canary", "The canary sings."))
    put(desk, "MEMORY", "# Memory Index\n\n- [[canary]]: sings\n")
    sent = desk.memsync("sync", "--json").json
    assert sent["sent"] == ["canary"]
    received = laptop.memsync("sync", "--json").json
    assert received["received"] == ["canary"]
    assert received["head"] == sent["head"]
    assert (laptop.user_memory / "canary.md").read_text() == note(
        "canary", "The canary sings."
    )
    for machine in (desk, laptop):
        settled = machine.memsync("sync", "--json").json
        assert settled["head"] == sent["head"]
        assert not settled["changed"]
    host.knows_nothing_of(
        "canary", "sings", "MEMORY", "user", "desk", desk.machine_id, "save"
    )


def test_the_mirror_on_this_machine_holds_ciphertext_alone(desk: Member) -> None:
    put(desk, "canary", note("canary", "The canary sings."))
    desk.memsync("sync")
    Host(desk.state / "mirror", made=True).knows_nothing_of("canary", "sings")


def test_two_edits_of_one_note_are_merged_by_both_machines_alike(
    desk: Member, laptop: Member
) -> None:
    put(desk, "auth", note("auth", "one\n\ntwo\n\nthree"))
    desk.memsync("sync")
    laptop.memsync("sync")
    edit(desk, "auth", "one", "ONE")
    edit(laptop, "auth", "three", "THREE")
    desk.memsync("sync")
    merged = laptop.memsync("sync", "--json").json
    assert [m["name"] for m in merged["merged"]] == ["auth"]
    head = desk.memsync("sync", "--json").json["head"]
    assert head == laptop.memsync("sync", "--json").json["head"]
    both = note("auth", "ONE\n\ntwo\n\nTHREE")
    for machine in (desk, laptop):
        assert (machine.user_memory / "auth.md").read_text() == both


def test_a_wrong_code_joins_nothing_and_says_what_does(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    other = Machine(tmp_path / "other")
    wrong = tmp_path / "wrong"
    wrong.write_text("-".join(["AAAAAAAA"] * 7))
    ran = other.memsync(
        *("sync", "init", host.path, "--encrypt", "--key-file", wrong, "--json"),
        want=13,
    )
    assert ran.json["error"]["code"] == "code-malformed"
    ran = other.memsync(*("sync", "init", host.path, "--encrypt", "--json"), want=13)
    assert ran.json["error"]["code"] == "key-missing"
    assert "--key-file" in ran.err
    other.memsync("sync", want=11)


def test_a_code_comes_in_by_stdin(tmp_path: Path, desk: Member, host: Host) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    other = Machine(tmp_path / "other")
    other.memsync(
        *("sync", "init", host.path, "--encrypt", "--key-file", "-"),
        stdin=host.code.read_text().lower().replace("-", " "),
    )
    assert other.memsync("sync", "--json").json["received"] == ["auth"]


def test_nobody_overlooks_a_recovery_code(tmp_path: Path, host: Host) -> None:
    machine = Machine(tmp_path / "desk")
    ran = machine.memsync("sync", "init", host.path, "--encrypt", want=2)
    assert "--code-file" in ran.err
    assert not (machine.config / "keys").exists()
    assert host.git("for-each-ref") == ""


def test_keys_are_private_files_in_memsyncs_own_folder(desk: Member) -> None:
    keys = desk.config / "keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    files = sorted(keys.iterdir())
    names = [file.name for file in files]
    assert names == ["keyring.json", "machine.json", "pins.json"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_dry_run_writes_nothing(desk: Member, laptop: Member) -> None:
    put(laptop, "auth", note("auth"))
    laptop.memsync("sync")
    put(desk, "style", note("style"))

    def files() -> dict[str, bytes]:
        found = [*desk.state.rglob("*"), *desk.config.rglob("*")]
        return {str(p): p.read_bytes() for p in found if p.is_file()}

    before = files()
    shown = desk.memsync("sync", "--dry-run", "--json").json
    assert shown["received"] == ["auth"]
    assert shown["sent"] == ["style"]
    assert files() == before


def test_an_existing_memory_starts_a_new_history_when_it_is_encrypted(
    tmp_path: Path, host: Host
) -> None:
    plain = Host(tmp_path / "plain")
    desk = Machine(tmp_path / "desk")
    desk.memsync("sync", "init", plain.path)
    put(desk, "canary", note("canary", "The canary sings."))
    desk.memsync("sync")
    ran = desk.memsync(
        *("sync", "init", host.path, "--encrypt", "--code-file", host.code, "--yes")
    )
    assert "delete the old repository" in ran.err
    desk.memsync("sync")
    host.knows_nothing_of("canary", "sings")
    laptop = joined(tmp_path / "laptop", host)
    assert laptop.memsync("sync", "--json").json["received"] == ["canary"]


def test_a_plain_remote_does_not_become_a_vault_by_itself(
    tmp_path: Path, host: Host
) -> None:
    desk = Member(tmp_path / "desk")
    desk.memsync("sync", "init", host.path)
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    head = desk.head
    ran = desk.memsync(
        *("sync", "init", host.path, "--encrypt", "--code-file", host.code, "--json"),
        want=14,
    )
    assert ran.json["error"]["code"] == "plain-remote"
    assert desk.head == head
    assert not desk.memsync("sync", "--json").json["changed"]


def test_encryption_is_taken_off_with_a_word_on_every_machine(
    tmp_path: Path, desk: Member, laptop: Member, host: Host
) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    laptop.memsync("sync")
    plain = Host(tmp_path / "plain")
    ran = desk.memsync("sync", "init", host.path, "--plaintext", "--json", want=14)
    assert ran.json["error"]["code"] == "encrypted-remote"
    ran = desk.memsync("sync", "init", plain.path, "--plaintext")
    assert "every other machine" in ran.err
    desk.memsync("sync")
    assert "user/auth.md" in plain.files()
    # The laptop did not hear of it: it neither reads nor sends anything there.
    before = plain.git("rev-parse", "main")
    ran = laptop.memsync("sync", "init", plain.path, "--yes", "--json", want=14)
    assert ran.json["error"]["code"] == "downgraded"
    laptop.memsync("config", "set", "sync.remote", plain.path)
    put(laptop, "style", note("style"))
    ran = laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "downgraded"
    assert plain.git("rev-parse", "main") == before
    laptop.memsync("sync", "init", plain.path, "--plaintext")
    assert laptop.memsync("sync", "--json").json["sent"] == ["style"]
    # What only the encrypted history had is still to be had on each.
    edit(laptop, "auth", "fact", "guess")
    laptop.memsync("sync")
    desk.memsync("sync")
    for machine in (desk, laptop):
        (old, *_) = machine.memsync("archive", "list", "auth", "--json").json
        assert "A fact" in machine.memsync("archive", "show", old["id"]).out


def test_a_vault_moves_to_another_empty_repository(
    tmp_path: Path, desk: Member, laptop: Member
) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    laptop.memsync("sync")
    other = Host(tmp_path / "other")
    desk.memsync("sync", "init", other.path, "--yes")
    assert desk.memsync("sync", "--json").json["changed"]
    laptop.memsync("sync", "init", other.path, "--yes")
    assert not laptop.memsync("sync", "--json").json["sent"]
    other.knows_nothing_of("auth-name", "about")


def test_the_history_of_an_encrypted_memory_is_shown_to_its_members(
    desk: Member, laptop: Member
) -> None:
    put(desk, "auth", note("auth", "first"))
    put(desk, "MEMORY", "# Memory Index\n\n- [[auth]]: about auth\n")
    desk.memsync("sync")
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    laptop.memsync("sync")
    shown = laptop.memsync("sync", "log", "--json").json
    assert [each["notes"] for each in shown[:2]] == [["auth"], ["MEMORY", "auth"]]
    assert {each["machine"] for each in shown[:2]} == {desk.machine_id}
    assert len(laptop.memsync("sync", "log", "auth", "-n", "1", "--json").json) == 1
    (old,) = laptop.memsync("archive", "list", "auth", "--json").json
    assert "first" in laptop.memsync("archive", "show", old["id"]).out
    assert laptop.memsync("archive", "list", "--json").json == [old]
    found = laptop.memsync("sync", "status", "--json").json
    assert found["encrypted"]
    assert "encrypted: yes" in laptop.memsync("sync", "status").out


def test_a_key_file_alone_says_that_the_memory_is_encrypted(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    phone = Member(tmp_path / "phone")
    phone.memsync("sync", "init", host.path, "--key-file", host.code)
    assert phone.memsync("sync", "--json").json["received"] == ["auth"]
    empty = Host(tmp_path / "empty")
    other = Member(tmp_path / "other")
    ran = other.memsync(
        *("sync", "init", empty.path, "--key-file", host.code, "--json"), want=14
    )
    assert ran.json["error"]["code"] == "empty-remote"
    assert not empty.git("for-each-ref")
    assert not other.memsync("sync", "status", "--json").json["configured"]


def test_a_listed_version_is_shown_whatever_was_saved_after_it(
    desk: Member, laptop: Member
) -> None:
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    desk.memsync("keys", "rotate")
    for number in range(2):
        put(desk, f"other-{number}", note(f"other-{number}"))
        time.sleep(1.1)  # commits are told apart by the second
        desk.memsync("sync")
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    laptop.memsync("sync")
    (listed,) = laptop.memsync("archive", "list", "--json").json
    assert laptop.memsync("archive", "list", "auth", "--json").json == [listed]
    assert "first" in laptop.memsync("archive", "show", listed["id"]).out
    assert "-first" in laptop.memsync("archive", "diff", listed["id"]).out
    laptop.memsync("archive", "restore", listed["id"])
    assert "first" in (laptop.user_memory / "auth.md").read_text()


def test_versions_of_every_epoch_are_listed_to_who_has_the_key(
    desk: Member, laptop: Member
) -> None:
    for text in ("first", "second", "first", "third"):
        put(desk, "auth", note("auth", text))
        put(desk, "style", note("style", text))
        desk.memsync("sync")
        desk.memsync("keys", "rotate")
    (desk.user_memory / "style.md").unlink()
    desk.memsync("sync")
    laptop.memsync("sync")
    listed = laptop.memsync("archive", "list", "--json").json
    found = sorted(
        (each["name"], laptop.memsync("archive", "show", each["id"]).out.split()[-1])
        for each in listed
    )
    texts = {"auth": ["first", "second"], "style": ["first", "second", "third"]}
    assert found == [(name, text) for name in texts for text in texts[name]]
    (laptop.config / "keys/machine.json").unlink()
    ran = laptop.memsync("archive", "list")
    assert "has no key for it" in ran.err


def test_a_project_goes_along_and_its_name_stays_hidden(
    desk: Member, laptop: Member, host: Host
) -> None:
    origin = "https://git.example.com/acme/canaryshop.git"
    roots = []
    for machine in (desk, laptop):
        root = machine.repository("shop")
        machine.git("remote", "add", "origin", origin, cwd=root)
        machine.memsync("sync", "add", cwd=root)
        roots.append(root)
    here, there = (root / ".coyote/memory/canary.md" for root in roots)
    here.write_text(note("canary", "The canary sings."))
    desk.memsync("sync")
    laptop.memsync("sync")
    assert there.read_text() == here.read_text()
    host.knows_nothing_of("canary", "sings", "acme", "projects")


def test_no_profile_sends_in_clear_where_the_memory_is_encrypted(
    desk: Member, tmp_path: Path
) -> None:
    other = tmp_path / "work.git"
    desk.git("init", "-q", "--bare", other)
    refused = desk.memsync("sync", "init", other, "--profile", "work", want=14)
    assert "would send its notes unencrypted" in refused.err
    settings = desk.config / "config.yaml"
    more = f"sync.profiles.work.remote: {other}\nsync.profiles.work.notes: '*'\n"
    settings.write_text(settings.read_text() + more)
    put(desk, "canary", note("canary", "The canary sings."))
    desk.memsync("sync", want=14)
    assert not desk.git("for-each-ref", cwd=other)
