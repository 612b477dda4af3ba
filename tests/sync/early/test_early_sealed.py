"""A short round of an encrypted vault: the bytes of a whole one, or none at all."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from datetime import UTC, datetime
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support import early, warm
from support.early import answered, put, whole_round
from support.faults import COUNT, KILL
from support.vaults import Host, Member, joined, new_vault, note

from memsync.clock import Now
from memsync.config import settings as config
from memsync.paths import Places
from memsync.sync.early.door import early_round
from memsync.sync.early.idle import Done, NotDone
from memsync.sync.folder.conditions import Conditions
from memsync.sync.folder.stat_cache import load_text
from memsync.sync.round.opening import open_context
from memsync.sync.round.repair import run
from memsync.sync.sealed.format import listed, load_list, save_list
from memsync.sync.sealed.key_store import KeyStore
from memsync.vault import pins as pinning
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher
from memsync.vault.names import place_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.sync.state.result import Result
    from memsync.vault.pins import Pins

NOTES = {
    "MEMORY": "- [[one]]: the first\n",
    "one": note("one"),
    "two": "second\n",
    "zz-top": "the last\n",
    "daily/2026-01-02": "a day\n",
}


class Scene(NamedTuple):
    """A member of a vault that agrees with its host."""

    host: Host
    desk: Member
    origin: Path
    """A copy of both as they were."""

    def again(self) -> None:
        """Take both back to the beginning."""
        top = self.host.path.parent
        shutil.rmtree(top)
        shutil.copytree(self.origin, top, symlinks=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("vault")
    (folder / "all").mkdir()
    host = Host(folder / "all/host")
    desk = new_vault(folder / "all/desk", host)
    for name, text in NOTES.items():
        put(desk, name, text)
    whole_round(desk)
    whole_round(desk)
    shutil.copytree(folder / "all", folder / "origin", symlinks=True)
    return Scene(host, desk, folder / "origin")


@pytest.fixture
def scene(made: Scene) -> Scene:
    """What all tests share, as it was at first."""
    made.again()
    return made


@pytest.fixture
def desk(scene: Scene) -> Member:
    return scene.desk


def pins_of(machine: Member) -> Pins:
    return pinning.parse((machine.config / "keys/pins.json").read_bytes())


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


def after_a_pack(desk: Member) -> None:
    desk.git("repack", "-a", "-d", "-q", cwd=desk.state / "mirror")


def without_a_repeated_look(desk: Member) -> None:
    put(desk, "zz-top", NOTES["zz-top"])


@pytest.mark.parametrize("happens", [after_a_pack, without_a_repeated_look])
def test_what_does_not_matter_leaves_a_round_short(
    desk: Member, happens: Callable[[Member], None]
) -> None:
    happens(desk)
    put(desk, "two", "other\n")
    assert answered(desk)


def lose_the_list(desk: Member) -> None:
    (desk.state / "sealed-list").unlink()


def cut_the_list(desk: Member) -> None:
    file = desk.state / "sealed-list"
    file.write_bytes(file.read_bytes()[:-1])


def swap_the_list(desk: Member) -> None:
    file = desk.state / "sealed-list"
    old = file.read_bytes()
    put(desk, "one", "another\n")
    assert answered(desk)
    file.write_bytes(old)


def turn_a_bit_of_the_list(desk: Member) -> None:
    file = desk.state / "sealed-list"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)


def forget_where_it_stood(desk: Member) -> None:
    turn_back(desk, commit="0" * 40)


def know_an_older_keyring(desk: Member) -> None:
    turn_back(desk, keyring="0" * 64)


def turn_back(desk: Member, **said: str) -> None:
    file = desk.config / "keys/pins.json"
    pins = pins_of(desk)._replace(**said)  # type: ignore[arg-type]
    file.write_bytes(pinning.rendered(pins))


def show_the_key_to_others(desk: Member) -> None:
    (desk.config / "keys/machine.json").chmod(0o644)


def damage_the_key(desk: Member) -> None:
    (desk.config / "keys/machine.json").write_bytes(b"{}\n")


def lose_the_key(desk: Member) -> None:
    (desk.config / "keys/machine.json").unlink()


def lose_the_pins(desk: Member) -> None:
    (desk.config / "keys/pins.json").unlink()


def purge_a_note(desk: Member) -> None:
    desk.memsync("purge", "zz-top", "--scope", "user", "--yes")
    for _ in range(2):
        whole_round(desk)


def hold_a_note(desk: Member) -> None:
    put(desk, "one", "---\nname: one\nsync: false\n---\n\nmine\n")


@pytest.mark.parametrize(
    "happens",
    [
        lose_the_list,
        cut_the_list,
        swap_the_list,
        turn_a_bit_of_the_list,
        forget_where_it_stood,
        know_an_older_keyring,
        show_the_key_to_others,
        damage_the_key,
        lose_the_key,
        lose_the_pins,
        hold_a_note,
        purge_a_note,
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_a_whole_round(
    scene: Scene, happens: Callable[[Member], None]
) -> None:
    happens(scene.desk)
    put(scene.desk, "two", "the heron at the weir\n")
    before = scene.host.git("rev-parse", "main")
    assert answered(scene.desk) is None
    assert scene.host.git("rev-parse", "main") == before
    scene.host.knows_nothing_of("heron")


def test_a_list_that_was_lost_is_made_anew_by_the_next_whole_round(
    desk: Member,
) -> None:
    lose_the_list(desk)
    put(desk, "two", "other\n")
    assert answered(desk) is None
    whole_round(desk)
    put(desk, "two", "yet another\n")
    assert answered(desk)


def test_a_changed_keyring_is_for_a_whole_round(scene: Scene, tmp_path: Path) -> None:
    laptop = joined(tmp_path / "laptop", scene.host)
    whole_round(laptop)
    laptop.memsync("keys", "rotate")
    put(scene.desk, "two", "other\n")
    assert answered(scene.desk) is None
    whole_round(scene.desk)
    put(scene.desk, "two", "in the new epoch\n")
    assert answered(scene.desk)
    whole_round(laptop)
    assert (laptop.user_memory / "two.md").read_text() == "in the new epoch\n"


def test_a_key_with_a_passphrase_is_opened_where_that_is_given(desk: Member) -> None:
    given = {"MEMSYNC_KEY_PASSPHRASE": "four random plain words"}
    desk.memsync("keys", "protect", "passphrase", environ=given)
    put(desk, "two", "other\n")
    assert answered(desk) is None
    done = early_round({**desk.environ, **given}, early.later_ns())
    assert isinstance(done, Done)


def say_plain(desk: Member) -> None:
    """As a state folder of before the encryption would, or a forged one."""
    file = desk.state / "stat"
    text = load_text(file)
    assert text
    standing = Conditions.parse(text.idle)
    assert standing
    word = standing._replace(short="plain").word()
    file.write_bytes(text._replace(idle=word).data())


def pins_alone(desk: Member) -> None:
    say_plain(desk)
    file = desk.config / "config.yaml"
    file.write_text(file.read_text().replace("encrypted: true", "encrypted: false"))
    renew_the_world(desk)


def setting_alone(desk: Member) -> None:
    say_plain(desk)
    lose_the_pins(desk)
    renew_the_world(desk)


def variable_alone(desk: Member) -> None:
    desk.environ["MEMSYNC_SYNC_ENCRYPTED"] = "true"
    pins_alone(desk)
    lose_the_pins(desk)
    renew_the_world(desk)


def renew_the_world(desk: Member) -> None:
    from memsync.sync.folder.conditions import world

    file = desk.state / "stat"
    text = load_text(file)
    assert text
    standing = Conditions.parse(text.idle)
    assert standing
    seen = world(desk.environ, standing.config_file)
    word = standing._replace(world=seen).word()
    file.write_bytes(text._replace(idle=word).data())


@pytest.mark.parametrize("left", [say_plain, pins_alone, setting_alone, variable_alone])
def test_no_state_folder_makes_a_short_round_send_plain_text(
    scene: Scene, left: Callable[[Member], None]
) -> None:
    try:
        left(scene.desk)
        put(scene.desk, "two", "the heron at the weir\n")
        before = scene.host.git("rev-parse", "main")
        assert answered(scene.desk) is None
    finally:
        scene.desk.environ.pop("MEMSYNC_SYNC_ENCRYPTED", None)
    assert scene.host.git("rev-parse", "main") == before
    scene.host.knows_nothing_of("heron")


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
    lose_the_pins(scene.desk)
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
            lose_the_list(desk)
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
