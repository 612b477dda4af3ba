"""Sync between real machines over a bare repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import get, note, put

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_a_note_follows_a_person_to_the_other_machine(
    desk: Machine, laptop: Machine
) -> None:
    put(desk, "auth", note("auth"))
    put(desk, "MEMORY", "# Memory Index\n\n- [[auth]]: about auth\n")
    sent = desk.memsync("sync", "--json").json
    assert sent["sent"] == ["auth"]
    assert sent["changed"]
    assert not sent["queued"]
    received = laptop.memsync("sync", "--json").json
    assert received["received"] == ["auth"]
    assert received["head"] == sent["head"]
    assert get(laptop, "auth") == note("auth")
    assert get(laptop, "MEMORY") == get(desk, "MEMORY")
    assert (laptop.user_memory / "auth.md").stat().st_mode & 0o777 == 0o600


def test_a_second_sync_makes_no_commit(desk: Machine, laptop: Machine) -> None:
    put(desk, "auth", note("auth"))
    head = desk.memsync("sync", "--json").json["head"]
    for machine in (desk, laptop, desk, laptop):
        result = machine.memsync("sync", "--json").json
        assert result["head"] == head
    assert not result["changed"]
    assert result["sent"] == result["received"] == []


def test_different_notes_of_two_machines_meet(desk: Machine, laptop: Machine) -> None:
    put(desk, "auth", note("auth"))
    put(laptop, "style", note("style"))
    for machine in (desk, laptop, desk):
        machine.memsync("sync")
    for machine in (desk, laptop):
        assert get(machine, "auth") == note("auth")
        assert get(machine, "style") == note("style")


def test_two_edits_of_one_note_are_both_kept(desk: Machine, laptop: Machine) -> None:
    put(desk, "auth", note("auth", "one\n\ntwo\n\nthree"))
    desk.memsync("sync")
    laptop.memsync("sync")
    put(desk, "auth", note("auth", "ONE\n\ntwo\n\nthree"))
    put(laptop, "auth", note("auth", "one\n\ntwo\n\nTHREE"))
    desk.memsync("sync")
    merged = laptop.memsync("sync", "--json").json
    assert [m["name"] for m in merged["merged"]] == ["auth"]
    desk.memsync("sync")
    both = note("auth", "ONE\n\ntwo\n\nTHREE")
    assert (get(desk, "auth"), get(laptop, "auth")) == (both, both)


def test_a_forgotten_note_is_forgotten_on_the_other_machine(
    desk: Machine, laptop: Machine
) -> None:
    for name in ("a", "b", "c"):
        put(desk, name, note(name))
    desk.memsync("sync")
    laptop.memsync("sync")
    (desk.user_memory / "b.md").unlink()
    desk.memsync("sync")
    result = laptop.memsync("sync", "--json").json
    assert result["received"] == ["b"]
    assert not (laptop.user_memory / "b.md").exists()
    assert [v.partition("/")[0] for v in result["archived"]] == ["b"]


def test_an_edit_beats_a_delete(desk: Machine, laptop: Machine) -> None:
    put(desk, "a", note("a"))
    put(desk, "b", note("b"))
    desk.memsync("sync")
    laptop.memsync("sync")
    (desk.user_memory / "b.md").unlink()
    put(laptop, "b", note("b", "Changed."))
    desk.memsync("sync")
    laptop.memsync("sync")
    desk.memsync("sync")
    assert get(desk, "b") == note("b", "Changed.")


def test_sync_that_is_not_set_up_says_how(machine: Machine) -> None:
    ran = machine.memsync("sync", "--json", want=11)
    assert ran.json["error"]["code"] == "sync-not-set-up"
    assert "memsync sync init" in ran.err


def test_offline_work_is_queued_and_sent_later(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    put(desk, "auth", note("auth"))
    remote.rename(remote.with_name("away"))
    ran = desk.memsync("sync", "--json", want=15)
    assert ran.json["queued"]
    assert "queued" in ran.err
    remote.with_name("away").rename(remote)
    assert desk.memsync("sync", "--json").json["sent"] == ["auth"]
    laptop.memsync("sync")
    assert get(laptop, "auth") == note("auth")


def test_a_dry_run_says_the_same_and_changes_nothing(
    desk: Machine, laptop: Machine, remote: Path
) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    put(laptop, "style", note("style"))
    heads = desk.git("show-ref", cwd=remote)
    planned = laptop.memsync("sync", "--dry-run", "--json").json
    assert (planned["sent"], planned["received"]) == (["style"], ["auth"])
    assert not (laptop.user_memory / "auth.md").exists()
    assert desk.git("show-ref", cwd=remote) == heads
    done = laptop.memsync("sync", "--json").json
    assert (done["sent"], done["received"]) == (["style"], ["auth"])


def test_without_a_url_the_history_stays_here(machine: Machine) -> None:
    machine.memsync("sync", "init")
    put(machine, "auth", note("auth"))
    first = machine.memsync("sync", "--json").json
    put(machine, "auth", note("auth", "Changed."))
    second = machine.memsync("sync", "--json").json
    assert second["head"] != first["head"]
    mirror = machine.state / "mirror"
    assert machine.git("rev-list", "--count", "main", cwd=mirror) == "2"


def test_a_url_can_be_set_later(machine: Machine, desk: Machine, remote: Path) -> None:
    alone = machine.memsync("sync", "init").err
    assert "without a remote; `memsync sync` saves the notes' history here" in alone
    put(machine, "auth", note("auth"))
    machine.memsync("sync")
    said = machine.memsync("sync", "init", remote).err
    assert f"sync is set up with {remote}; `memsync sync` sends" in said
    assert machine.memsync("sync", "--json").json["sent"] == ["auth"]
    assert desk.memsync("sync", "--json").json["received"] == ["auth"]


@pytest.mark.parametrize(
    "url",
    [
        "ext::sh -c touch% x",
        "ssh://-oProxyCommand=x/y",
        "-oProxyCommand=touch x",
        "https://ann:sesame@host/x",
        "http://host/x",
    ],
)
def test_an_unsafe_remote_is_refused_and_nothing_written(
    machine: Machine, url: str
) -> None:
    ran = machine.memsync("sync", "init", url, want=14)
    assert "sesame" not in ran.err
    assert not machine.state.exists()
    assert not machine.config.exists()


def test_status_says_what_waits_and_where(desk: Machine, remote: Path) -> None:
    before = desk.memsync("sync", "status", "--json").json
    assert before["configured"]
    assert (before["head"], before["last_success"]) == (None, None)
    put(desk, "auth", note("auth"))
    head = desk.memsync("sync", "--json").json["head"]
    after = desk.memsync("sync", "status", "--json").json
    assert after["head"] == head
    assert after["remote"] == str(remote)
    assert after["unpushed"] == 0
    assert after["last_success"].endswith("Z")
    remote.rename(remote.with_name("away"))
    put(desk, "auth", note("auth", "Changed."))
    desk.memsync("sync", want=15)
    assert desk.memsync("sync", "status", "--json").json["unpushed"] == 1
    assert "just now" in desk.memsync("sync", "status").out


def test_the_log_has_a_line_a_round(desk: Machine, laptop: Machine) -> None:
    put(desk, "auth", note("auth"))
    put(desk, "style", note("style"))
    desk.memsync("sync")
    laptop.memsync("sync")
    put(laptop, "style", note("style", "Changed."))
    laptop.memsync("sync")
    desk.memsync("sync")
    found = desk.memsync("sync", "log", "--json").json
    assert [each["notes"] for each in found] == [["style"], ["auth", "style"]]
    assert found[0]["machine"] != found[1]["machine"]
    assert len(desk.memsync("sync", "log", "style").out.splitlines()) == 2
    assert len(desk.memsync("sync", "log", "auth").out.splitlines()) == 1


def test_a_machine_without_rounds_has_an_empty_log(machine: Machine) -> None:
    assert machine.memsync("sync", "log", "--json").json == []
    assert not machine.memsync("sync", "status", "--json").json["configured"]
