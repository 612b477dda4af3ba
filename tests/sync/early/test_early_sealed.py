"""A short round of an encrypted vault: the bytes of a whole one, or none at all."""

from __future__ import annotations

import json
import os
import zlib
from datetime import UTC, datetime
from time import time_ns
from typing import TYPE_CHECKING

import pytest
from support import early, warm
from support.early import answered, put, whole_round
from support.early_sealed import NOTES, Scene, pins_of
from support.faults import COUNT, KILL
from support.vaults import Member, joined, note

from memsync.clock import Now
from memsync.config import settings as config
from memsync.paths import Places
from memsync.sync.early.door import early_round
from memsync.sync.early.idle import NotDone
from memsync.sync.round.opening import open_context
from memsync.sync.round.repair import run
from memsync.sync.sealed.format import listed, load_list, save_list
from memsync.sync.sealed.key_store import KeyStore
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher
from memsync.vault.names import place_of

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sync.state.result import Result


def remembered(machine: Member) -> list[object]:
    """All that a machine keeps between two rounds, but for times."""
    state = json.loads((machine.state / "sync.json").read_bytes())
    del state["last_success"]
    sealed = (machine.state / "sealed").read_bytes().splitlines()
    return [
        state,
        (machine.state / "stat").read_bytes(),
        (machine.state / "sealed-list").read_bytes(),
        sorted(filter(None, sealed)),
        pins_of(machine),
    ]


def short_at(machine: Member, now_ns: int) -> str | None:
    done = early_round(machine.environ, now_ns)
    return None if isinstance(done, NotDone) else done.head


def whole_at(machine: Member, now_ns: int) -> Result:
    utc = datetime.fromtimestamp(now_ns / 10**9, UTC)
    places = Places(machine.environ)
    desk = open_context(places, config.load(places, None), Now(utc, utc.date()))
    return run(desk, machine.environ)


@pytest.mark.parametrize(
    "edits",
    [
        {"one": note("one", "other")},
        {"one": "other\n", "two": "more\n", "MEMORY": "- [[one]]: changed\n"},
        {"three": "new\n", "MEMORY": NOTES["MEMORY"] + "- [[three]]: new\n"},
        {"daily/2026-01-02": "a day\nand its evening\n", "two": "x" * 9000},
        {"zz-top": NOTES["zz-top"]},
    ],
)
def test_a_short_round_leaves_the_bytes_of_a_whole_one(
    scene: Scene, edits: dict[str, str]
) -> None:
    desk, now_ns = scene.desk, (time_ns() // 10**9 + early.LATER) * 10**9
    for name, text in edits.items():
        put(desk, name, text)
    head = short_at(desk, now_ns)
    assert head is not None
    assert scene.host.git("rev-parse", "main") == head
    short = remembered(desk)
    for repository in (desk.state / "mirror", scene.host.path):
        desk.git("fsck", "--strict", "--no-dangling", cwd=repository)
    times = {
        file: (file.stat().st_atime_ns, file.stat().st_mtime_ns)
        for file in desk.user_memory.rglob("*.md")
    }
    scene.again()
    for name, text in edits.items():
        file = put(desk, name, text)
        os.utime(file, ns=times[file])
    assert whole_at(desk, now_ns).head == head
    whole = remembered(desk)
    assert short[0] == whole[0]
    assert short[2:] == whole[2:]


def test_a_whole_round_after_a_short_one_finds_nothing_to_do(scene: Scene) -> None:
    desk = scene.desk
    put(desk, "one", "other\n")
    done = answered(desk)
    assert done
    short = remembered(desk)
    (desk.state / "stat").unlink()
    ran = whole_round(desk)
    assert (ran.head, ran.changed, ran.sent) == (done.head, False, [])
    assert remembered(desk) == short
    assert "version" in desk.memsync("sync", "verify").out


def test_one_short_round_follows_another_and_each_has_its_number(desk: Member) -> None:
    before = pins_of(desk).own
    for number in range(3):
        put(desk, "two", f"{number}\n")
        put(desk, f"new-{number}", "new\n")
        assert answered(desk)
    assert pins_of(desk).own == before + 3
    assert pins_of(desk).commit == desk.head
    idle = answered(desk)
    assert idle
    assert not idle.changed


def test_the_host_gets_ciphertext_and_another_machine_takes_it(
    scene: Scene, tmp_path: Path
) -> None:
    put(scene.desk, "two", "the heron at the weir\n")
    put(scene.desk, "kingfisher", "new\n")
    assert answered(scene.desk)
    scene.host.knows_nothing_of("heron", "kingfisher", "user/")
    laptop = joined(tmp_path / "laptop", scene.host)
    whole_round(laptop)
    assert (laptop.user_memory / "two.md").read_text() == "the heron at the weir\n"
    assert (laptop.user_memory / "kingfisher.md").read_text() == "new\n"


def test_short_and_whole_rounds_of_several_machines_make_one_history(
    scene: Scene, tmp_path: Path
) -> None:
    others = [joined(tmp_path / name, scene.host) for name in ("laptop", "box")]
    members = [scene.desk, *others]
    for machine in (*members, *members):
        whole_round(machine)
    shorts = 0
    for turn in range(9):
        machine = members[turn * 2 % 3]
        put(machine, f"note-{turn % 4}", f"turn {turn}\n")
        put(machine, "MEMORY", f"- [[note-{turn % 4}]]: turn {turn}\n")
        if turn % 3 == 1:  # two at once
            put(members[turn * 2 % 3 - 1], "two", f"turn {turn}\n")
        done = answered(machine)
        if done is None:
            whole_round(machine)
            whole_round(machine)  # after what came in, it looks once more
            put(machine, "one", f"once more in turn {turn}\n")
            done = answered(machine)  # nobody else was at work
        shorts += done is not None
    assert shorts == 9
    for machine in (*members, *members):
        whole_round(machine)
    assert len({machine.head for machine in members}) == 1
    said = scene.desk.memsync("sync", "verify", "--json").json
    assert sum(said["seen"].values()) >= shorts


def test_the_list_is_what_the_stamp_counts(tmp_path: Path) -> None:
    def digest(path: str) -> bytes:
        return zlib.crc32(path.encode()).to_bytes(32, "big")

    def contents(paths: dict[str, bytes]) -> bytes:
        return stamps.contents(sorted(paths.items()))

    public = {name: digest(name) for name in ("memsync.json", "v1/keyring.json")}
    places = {
        path: digest(path)
        for path in (place_of(bytes([i * 37 % 256]) * 20) for i in range(40))
    }
    found = listed(bytes(32), public, places)
    assert found.contents == contents(public | places)
    for token in (b"\0" * 20, b"\xff" * 20, b"\x25" * 19 + b"\x26", b"\x25" * 20):
        places[place_of(token)] = digest("changed")
        found = found.with_file(place_of(token), digest("changed"))
        assert found.contents == contents(public | places)
    file = tmp_path / "list"
    save_list(file, found)
    assert load_list(file, public) == found
    assert load_list(file, {**public, "memsync.json": digest("")}) is None
    empty = listed(bytes(32), public, {}).with_file(place_of(token), b"x")
    assert empty.places.endswith(b"x")


def numbers_of(scene: Scene) -> list[tuple[str, int]]:
    """Machine and number of each save that the host has, sorted."""
    keys = KeyStore(scene.desk.config / "keys").keys()
    assert keys
    cipher = Cipher(keys.vault, keys.epoch, keys.keys.epoch)
    messages = scene.host.raw("log", "-z", "--format=%B", "main").decode().split("\0")
    found = []
    for message in filter(None, messages):
        data = stamps.stamp_in(message.rstrip("\n") + "\n")
        assert data
        stamp = stamps.read(cipher, data)
        if stamp.seq is not None:
            found.append((stamp.clock[-8:], stamp.seq))
    return sorted(found)


def test_what_is_saved_while_the_remote_is_away_has_numbers_of_its_own(
    scene: Scene,
) -> None:
    away = scene.host.path.with_name("away")
    scene.host.path.rename(away)
    for number in range(2):
        put(scene.desk, "two", f"{number}\n")
        assert answered(scene.desk) is None
        assert whole_round(scene.desk).queued
    away.rename(scene.host.path)
    whole_round(scene.desk)
    numbers = numbers_of(scene)
    assert len(set(numbers)) == len(numbers)
    assert pins_of(scene.desk).own == max(numbers)[1]


def test_a_machine_that_lost_its_pins_counts_on(scene: Scene, tmp_path: Path) -> None:
    laptop = joined(tmp_path / "laptop", scene.host)
    whole_round(laptop)
    put(laptop, "one", "from the laptop\n")
    whole_round(laptop)
    (scene.desk.config / "keys/pins.json").unlink()
    for _ in range(2):
        whole_round(scene.desk)  # which only fetches, and pins what it saw
    put(scene.desk, "two", "other\n")
    assert answered(scene.desk) is None
    whole_round(scene.desk)
    put(scene.desk, "two", "yet another\n")
    assert answered(scene.desk)
    numbers = numbers_of(scene)
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(("form", "stride"), [("short", 1), ("whole", 3)])
def test_a_round_killed_anywhere_is_made_up_for_and_gives_no_number_twice(
    scene: Scene, form: str, stride: int
) -> None:
    desk = scene.desk

    def begin() -> None:
        scene.again()
        if form == "whole":
            (desk.state / "sealed-list").unlink()
        put(desk, "one", "edited\n")

    begin()
    steps = warm.stopped(desk, "sync", fault=COUNT).changed
    assert len(steps) > 15
    for at in steps[::stride]:
        begin()
        killed = warm.stopped(desk, "sync", fault=KILL, at=at)
        put(desk, "two", "edited after that\n")
        mended = warm.stopped(desk, "sync")
        assert mended.code == 0, f"step {at}: {killed}, then {mended}"
        assert scene.host.git("rev-parse", "main") == desk.head, f"step {at}"
        numbers = numbers_of(scene)
        assert len(set(numbers)) == len(numbers), f"step {at}: {numbers}"
        assert pins_of(desk).own >= max(numbers)[1]
        assert pins_of(desk).commit == desk.head, f"step {at}"
    whole_round(joined(desk.folder / "other", scene.host))
