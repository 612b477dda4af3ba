"""What of an encrypted vault a short round leaves to a whole one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import early
from support.early import answered, put, whole_round
from support.early_sealed import NOTES, Scene, pins_of
from support.vaults import Member, joined

from memsync.sync.early.door import early_round
from memsync.sync.early.idle import Done
from memsync.sync.folder.conditions import Conditions
from memsync.sync.folder.stat_cache import load_text
from memsync.vault import pins as pinning

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
