"""Members of a vault: how they come, how they go, and what changes with that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.terminal import typed
from support.vaults import Host, Member, edit, joined, note, put

if TYPE_CHECKING:
    from pathlib import Path

PASSPHRASE = {"MEMSYNC_PASSPHRASE": "four random plain words"}


@pytest.fixture
def desk(sender: Member) -> Member:
    return sender


def test_a_machine_joins_with_a_passphrase_and_with_a_key_file(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    desk.memsync(
        "keys", "add", "passphrase", environ={"MEMSYNC_PASSPHRASE": "short"}, want=13
    )
    desk.memsync("keys", "add", "passphrase", environ=PASSPHRASE)
    init = ("sync", "init", host.path, "--encrypt")
    phone = Member(tmp_path / "phone")
    wrong = {"MEMSYNC_PASSPHRASE": "four random plain birds"}
    ran = phone.memsync(*init, "--json", environ=wrong, want=13)
    assert ran.json["error"]["code"] == "key-wrong"
    phone.memsync(*init, "--name", "phone", environ=PASSPHRASE)
    assert phone.memsync("sync", "--json").json["received"] == ["auth"]
    key = tmp_path / "key"
    told = phone.memsync("keys", "export", key).err
    assert f"the key file is '{key}': keep it off this machine" in told
    assert "recovery code" not in told
    assert key.stat().st_mode & 0o777 == 0o600
    phone.memsync("keys", "export", key, want=2)
    tablet = Member(tmp_path / "tablet")
    tablet.memsync(*init, "--key-file", key)
    assert tablet.memsync("sync", "--json").json["received"] == ["auth"]
    found = tablet.memsync("keys", "status", "--json").json
    kinds = sorted(m["kind"] for m in found["members"])
    assert kinds == ["code", "code", "machine", "machine", "machine", "passphrase"]
    assert "phone" in {m["name"] for m in found["members"]}
    assert sum(m["this"] for m in found["members"]) == 1
    host.knows_nothing_of("phone", "passphrase ", "key file", "random plain")


def test_a_machine_joins_by_the_approval_of_another(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = Member(tmp_path / "phone")
    asked = phone.memsync("sync", "init", host.path, "--encrypt", "--ask")
    words = desk.memsync("keys", "approve", "--json").json["requests"]
    assert len(words) == 1
    assert words[0] in asked.err
    assert "keys import" in phone.memsync("sync", want=13).err
    phone.memsync("keys", "import", "--confirm", "too early", want=13)
    desk.memsync("keys", "approve", "lusab-babad", want=13)
    said = desk.memsync(
        *("keys", "approve", words[0], "--name", "phone", "--json")
    ).json["confirm"]
    ran = phone.memsync("keys", "import", "--confirm", "lusab-babad", "--json", want=14)
    assert ran.json["error"]["code"] == "false-vault"
    phone.memsync("keys", "import", "--confirm", said.upper().replace("-", " "))
    assert phone.memsync("sync", "--json").json["received"] == ["auth"]
    assert desk.memsync("keys", "approve").out == ""
    assert host.git("for-each-ref", "refs/heads/memsync-join/") == ""
    edit(phone, "auth", "first", "second")
    phone.memsync("sync")
    assert desk.memsync("sync", "--json").json["received"] == ["auth"]


def test_a_rotation_reaches_all_members_and_the_old_versions_stay_readable(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    laptop = joined(tmp_path / "laptop", host)
    laptop.memsync("sync")
    before = host.files()
    assert desk.memsync("keys", "rotate", "--json").json == {
        "changed": True,
        "epoch": 2,
    }
    after = host.files()
    sealed = [path for path in before if path.startswith("v1/n/")]
    assert set(sealed) <= set(after)
    assert not {before[path] for path in sealed} & set(after.values())
    settled = laptop.memsync("sync", "--json").json
    assert settled["received"] == []
    edit(laptop, "auth", "first", "second")
    laptop.memsync("sync")
    assert desk.memsync("sync", "--json").json["received"] == ["auth"]
    late = joined(tmp_path / "late", host)
    assert late.memsync("sync", "--json").json["received"] == ["auth"]
    checked = late.memsync("sync", "verify", "--json").json
    assert checked["encrypted"]
    assert checked["epochs"] == 2
    assert checked["head"] == host.git("rev-parse", "main")


def test_what_waited_through_a_rotation_is_sent_in_the_new_epoch(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    laptop = joined(tmp_path / "laptop", host)
    laptop.memsync("sync")
    host.path.rename(host.path.with_name("away"))
    put(laptop, "style", note("style"))
    laptop.memsync("sync", want=15)
    host.path.with_name("away").rename(host.path)
    desk.memsync("keys", "rotate")
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    done = laptop.memsync("sync", "--json").json
    assert (done["sent"], done["received"]) == (["style"], ["auth"])
    assert desk.memsync("sync", "--json").json["received"] == ["style"]
    desk.memsync("sync", "verify")


def test_a_machine_that_was_taken_out_reads_nothing_new(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = Member(tmp_path / "phone")
    init = ("sync", "init", host.path, "--encrypt", "--key-file", host.code)
    phone.memsync(*init, "--name", "phone")
    phone.memsync("sync")
    desk.memsync("keys", "revoke", "nobody", want=17)
    ran = desk.memsync("keys", "revoke", "phone", "--json")
    assert ran.json["revoked"]["name"] == "phone"
    assert "keeps what it has" in ran.err
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    ran = phone.memsync("sync", "--json", want=13)
    assert ran.json["error"]["code"] == "revoked"
    assert "first" in (phone.user_memory / "auth.md").read_text()
    head = host.git("rev-parse", "main")
    put(phone, "late", note("late"))
    phone.memsync("sync", want=13)
    phone.memsync("keys", "rotate", want=13)
    assert host.git("rev-parse", "main") == head
    # The code still opens the vault: a person may bring the machine back.
    phone.memsync("keys", "import", host.code)
    assert phone.memsync("sync", "--json").json["received"] == ["auth"]
    own = next(
        m for m in desk.memsync("keys", "status", "--json").json["members"] if m["this"]
    )
    desk.memsync("keys", "revoke", own["id"], want=2)


def test_codes_are_shown_and_typed_on_a_terminal_alone(
    tmp_path: Path, host: Host
) -> None:
    desk, laptop = Member(tmp_path / "desk"), Member(tmp_path / "laptop")
    command = ("sync", "init", host.path, "--encrypt")
    shown = typed(desk, command, []).text
    (code,) = re.findall(r"(?:[A-Z2-7]{8}-){6}[A-Z2-7]{8}", shown)
    prompt = "Recovery code or passphrase"
    # Not with a 1, which is read as an I: one code in 32 ends with that.
    wrong = code[:-1] + ("B" if code.endswith("A") else "A")
    typed(laptop, command, [(prompt, wrong)], want=13)
    assert code not in typed(laptop, command, [(prompt, code.lower())]).text
    for machine in (desk, laptop):
        machine.memsync("sync")


def test_a_machine_goes_by_the_id_that_verify_shows_with_all_its_keys(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = joined(tmp_path / "phone", host)
    put(phone, "style", note("style"))
    phone.memsync("sync")
    phone.memsync("keys", "import", host.code, "--name", "my phone")
    own = phone.machine_id
    assert own in desk.memsync("sync", "verify", "--json").json["seen"]
    shown = phone.memsync("keys", "status", "--json").json["members"]
    names = {m["name"] for m in shown if m["machine"] == own}
    assert names == {"phone", "my phone"}
    gone = desk.memsync("keys", "revoke", own, "--json").json
    assert gone["revoked"]["machine"] == own
    assert len(gone["slots"]) == 2
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    assert phone.memsync("sync", "--json", want=13).json["error"]["code"] == "revoked"
    desk.memsync("keys", "revoke", desk.machine_id, want=2)


def test_keys_of_a_memory_that_is_not_encrypted(tmp_path: Path, host: Host) -> None:
    plain = Member(tmp_path / "plain")
    plain.memsync("sync", "init", host.path)
    assert "--encrypt" in plain.memsync("keys", "rotate", want=11).err
    for arguments in (("status",), ("protect", "none")):
        ran = plain.memsync("keys", *arguments, "--json", want=11)
        assert ran.json["error"]["code"] == "not-encrypted"
    put(plain, "auth", note("auth"))
    plain.memsync("sync")
    found = plain.memsync("sync", "verify", "--json").json
    assert (found["encrypted"], found["commits"], found["files"]) == (False, 1, 2)


def test_a_change_of_keys_cannot_be_undone(desk: Member) -> None:
    desk.memsync("write", "auth", "--scope", "user", "-m", "A fact.")
    desk.memsync("keys", "rotate")
    ran = desk.memsync("undo", want=14)
    assert "a change of keys, which cannot be undone" in ran.err
    assert (desk.user_memory / "auth.md").exists()


def test_a_revoked_machine_leaves_no_code_unnamed(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = joined(tmp_path / "phone", host)
    desk.memsync(
        *("keys", "add", "code", "--name", "in the safe"),
        *("--code-file", tmp_path / "second.code"),
    )
    ran = desk.memsync("keys", "revoke", phone.machine_id, "--json")
    known = ran.json["could_know"]
    assert {each["name"] for each in known} == {"recovery code", "in the safe"}
    for each in known:
        assert f"{each['id']} (code '{each['name']}', " in ran.err
    assert "`memsync keys add code`" in ran.err
    tablet = joined(tmp_path / "tablet", host)
    ran = desk.memsync("keys", "revoke", tablet.machine_id, "--codes")
    assert "no recovery code opens the memory any more" in ran.err
    late = Member(tmp_path / "late")
    late.memsync(*("sync", "init", host.path, "--key-file", host.code), want=13)
    found = desk.memsync("keys", "status", "--json").json["members"]
    assert [each["kind"] for each in found] == ["machine"]


def test_keys_status_has_a_header_names_and_local_times(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = joined(tmp_path / "phone", host)
    put(phone, "style", note("style"))
    phone.memsync("sync")
    desk.memsync("sync")
    lines = desk.memsync("keys", "status").out.splitlines()
    assert "id\tkind\tname\tmachine\tsince" in lines
    assert any(line.startswith("saves of phone: ") for line in lines), lines
    (row,) = [line for line in lines if "(this one)" in line]
    assert re.search(r"\t\d{4}-\d\d-\d\d \d\d:\d\d$", row)


def test_a_machine_that_waits_for_approval_is_told_so_by_sync(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = Member(tmp_path / "phone")
    asked = phone.memsync("sync", "init", host.path, "--ask").err
    # Before any sync has failed.
    found = phone.memsync("sync", "status", "--check", "--json", want=1).json["trouble"]
    assert found["code"] == "key-waiting"
    assert found["message"].rpartition(": ")[2] in asked
    assert "waits for another" in phone.memsync("sync", "status").out
    doctor = phone.memsync("doctor", want=1).out
    assert "set up; this machine waits for another one's approval" in doctor
    assert "the last sync failed" not in doctor
    ran = phone.memsync("sync", "--json", want=13)
    assert ran.json["error"]["code"] == "key-waiting"
    words = ran.json["error"]["message"].rpartition(": ")[2].partition(";")[0]
    assert words in asked
    said = desk.memsync("keys", "approve", words).out.strip()
    phone.memsync("keys", "import", "--confirm", said)
    phone.memsync("sync")
    phone.memsync("sync", "status", "--check")
