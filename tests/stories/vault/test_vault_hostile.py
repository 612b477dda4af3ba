"""What the host of an encrypted memory can do to it: nothing that is applied."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.vaults import Host, Member, edit, joined, new_vault, note, put

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Scene(NamedTuple):
    """Two members of a vault, and its host."""

    host: Host
    desk: Member
    laptop: Member


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """The desk has sent two notes, and then other versions of one of them."""
    folder = tmp_path_factory.mktemp("vault")
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    put(desk, "auth", note("auth", "first"))
    put(desk, "style", note("style", "plain"))
    desk.memsync("sync")
    laptop = joined(folder / "laptop", host)
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    edit(desk, "auth", "second", "third")
    desk.memsync("sync")
    laptop.memsync("sync")
    return Scene(host, desk, laptop)


@pytest.fixture
def scene(made: Scene) -> Iterator[Scene]:
    """What all tests share, honest again after each."""
    honest = ours(made.host)
    yield made
    made.host.git("update-ref", "refs/heads/main", honest)


def sealed(host: Host, commit: str = "main") -> list[str]:
    return [path for path in host.files(commit) if path.startswith("v1/n/")]


def ours(host: Host, back: int = 0) -> str:
    return host.git("rev-parse", f"main~{back}")


def drop_a_file(host: Host) -> None:
    files = host.files()
    del files[sealed(host)[0]]
    host.push(files, [ours(host)], host.message())


def swap_two_files(host: Host) -> None:
    files = host.files()
    one, two, *_ = sealed(host)
    files[one], files[two] = files[two], files[one]
    host.push(files, [ours(host)], host.message())


def replay_a_version(host: Host) -> None:
    old, new = host.files("main~1"), host.files()
    changed = {path: old[path] for path in sealed(host, "main~1") if path in new}
    host.push(new | changed, [ours(host)], host.message())


def replay_a_whole_commit(host: Host) -> None:
    host.push(host.files("main~2"), [ours(host)], host.message("main~2"))


def repeat_the_last_commit(host: Host) -> None:
    host.push(host.files(), [ours(host)], host.message())


def leave_out_a_commit(host: Host) -> None:
    host.push(host.files(), [ours(host, 2)], host.message())


def damage_a_file(host: Host) -> None:
    files = host.files()
    path = sealed(host)[0]
    data = bytearray(host.raw("cat-file", "blob", files[path]))
    data[len(data) // 2] ^= 1
    host.push(files | {path: host.blob(bytes(data))}, [ours(host)], host.message())


def write_a_readme(host: Host) -> None:
    files = host.files() | {"README.md": host.blob(b"hello\n")}
    host.push(files, [ours(host)], b"Add a readme\n")


def add_a_file_to_a_stamped_commit(host: Host) -> None:
    files = host.files() | {"v1/n/00/" + "0" * 38: host.blob(b"x" * 272)}
    host.push(files, [ours(host)], host.message())


def take_the_stamp_away(host: Host) -> None:
    host.push(host.files(), [ours(host)], b"sync\n")


def make_a_file_executable(host: Host) -> None:
    host.push(host.files(), [ours(host)], host.message(), mode="100755")


def show_an_older_keyring(host: Host) -> None:
    root = host.git("rev-list", "--max-parents=0", "main")
    old = host.files(root)["v1/keyring.json"]
    files = host.files()
    assert files["v1/keyring.json"] != old
    host.push(files | {"v1/keyring.json": old}, [ours(host)], host.message())


def change_the_keyring(host: Host) -> None:
    files = host.files()
    data = host.raw("cat-file", "blob", files["v1/keyring.json"])
    wrong = data.replace(b'"number":2', b'"number":9')
    assert wrong != data
    files["v1/keyring.json"] = host.blob(wrong)
    host.push(files, [ours(host)], host.message())


def become_plain(host: Host) -> None:
    files = {
        "memsync.json": host.blob(
            b'{"format": 1, "merge": 1, "vault": "' + b"0" * 32 + b'"}'
        ),
        "user/auth.md": host.blob(note("auth", "the host's").encode()),
    }
    host.push(files, [ours(host)], b"memsync: save\n")


def say_that_it_is_plain(host: Host) -> None:
    files = host.files()
    plain = b'{"format": 1, "merge": 1, "vault": "' + b"0" * 32 + b'"}'
    files["memsync.json"] = host.blob(plain)
    host.push(files, [ours(host)], host.message())


def add_an_empty_folder(host: Host) -> None:
    # No listing shows it, and so no stamp is over it: a second commit of one stamp.
    empty = host.git("hash-object", "-t", "tree", "-w", "--stdin")
    listed = host.git("ls-tree", "main") + f"\n040000 tree {empty}\tzz\n"
    tree = host.git("mktree", stdin=listed.encode())
    old = host.raw("cat-file", "commit", "main")
    data = old.replace(old.partition(b"\n")[0], b"tree " + tree.encode(), 1)
    made = host.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=data)
    host.git("update-ref", "refs/heads/main", made)


def send_an_endless_keyring(host: Host) -> None:
    files = host.files()
    files["v1/keyring.json"] = host.blob(b" " * (4 << 20))
    host.push(files, [ours(host)], host.message())


def take_the_word_encrypted_away(host: Host) -> None:
    files = host.files()
    said = host.raw("cat-file", "blob", files["memsync.json"])
    files["memsync.json"] = host.blob(said.replace(b'  "encrypted": 1,\n', b""))
    host.push(files, [ours(host)], host.message())


ATTACKS = [
    add_an_empty_folder,
    send_an_endless_keyring,
    take_the_word_encrypted_away,
    drop_a_file,
    swap_two_files,
    replay_a_version,
    replay_a_whole_commit,
    repeat_the_last_commit,
    leave_out_a_commit,
    damage_a_file,
    write_a_readme,
    add_a_file_to_a_stamped_commit,
    take_the_stamp_away,
    make_a_file_executable,
    show_an_older_keyring,
    change_the_keyring,
    become_plain,
    say_that_it_is_plain,
]


def memory_of(machine: Member) -> dict[str, str]:
    return {path.name: path.read_text() for path in machine.user_memory.glob("*.md")}


def test_whatever_the_host_makes_up_nothing_of_it_is_applied(scene: Scene) -> None:
    host, laptop = scene.host, scene.laptop
    honest = ours(host)
    before = memory_of(laptop)
    for attack in ATTACKS:
        attack(host)
        forged = ours(host)
        ran = laptop.memsync("sync", "--json", want=14)
        said = f"{attack.__name__}: {ran.err}"
        error = ran.json["error"]
        assert error["code"] in ("forged", "hostile-tree", "downgraded"), said
        assert error["hint"], said
        assert memory_of(laptop) == before, said
        assert ours(host) == forged, said
        host.git("update-ref", "refs/heads/main", honest)
    assert not laptop.memsync("sync", "--json").json["changed"]


def test_every_older_state_is_refused(scene: Scene) -> None:
    host, laptop = scene.host, scene.laptop
    states = host.git("rev-list", "main").split()
    before = memory_of(laptop)
    for old in (*states[1:], None):
        if old:
            host.git("update-ref", "refs/heads/main", old)
        else:
            host.git("update-ref", "-d", "refs/heads/main")
        ran = laptop.memsync("sync", "--json", want=14)
        assert ran.json["error"]["code"] == "remote-rewound"
        assert memory_of(laptop) == before
    laptop.memsync("sync", "--accept-rewind")
    assert ours(host) == states[0]


def test_pins_outlive_the_mirror(scene: Scene) -> None:
    host, laptop = scene.host, scene.laptop
    newest = ours(host)
    shutil.rmtree(laptop.state)
    oldest = host.git("rev-list", "--max-parents=0", "main")
    for old, word in ((oldest, "keyring-rewound"), ("main~1", "remote-rewound")):
        host.git("update-ref", "refs/heads/main", newest)
        host.git("update-ref", "refs/heads/main", old)
        ran = laptop.memsync("sync", "--json", want=14)
        assert ran.json["error"]["code"] == word
    host.git("update-ref", "-d", "refs/heads/main")
    ran = laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "remote-rewound"
    host.git("update-ref", "refs/heads/main", newest)
    before = memory_of(laptop)
    laptop.memsync("sync")
    assert memory_of(laptop) == before


def test_a_machine_that_lost_its_settings_sends_nothing_in_clear(
    tmp_path: Path, scene: Scene
) -> None:
    # Settings, keys and pins are gone; what is left of the vault is its mirror.
    shutil.copytree(scene.laptop.folder, tmp_path / "restored")
    restored = Member(tmp_path / "restored")
    shutil.rmtree(restored.config)
    plain = Host(tmp_path / "plain")
    restored.memsync("sync", want=11)
    restored.memsync("sync", "init", plain.path)
    assert "encrypted" in restored.memsync("sync", want=13).err
    assert plain.git("for-each-ref") == ""


def test_another_vault_in_its_place_is_refused(tmp_path: Path, scene: Scene) -> None:
    other = Host(tmp_path / "other-host")
    new_vault(tmp_path / "other", other)
    scene.host.git("fetch", "-q", other.path, "main")
    scene.host.git("update-ref", "refs/heads/main", other.git("rev-parse", "main"))
    ran = scene.laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "unrelated-remote"


def test_no_keys_are_changed_on_top_of_an_old_state(scene: Scene) -> None:
    host, laptop = scene.host, scene.laptop
    old = ours(host, 1)
    host.git("update-ref", "refs/heads/main", old)
    code = laptop.folder / "another-code"
    for verb in (("rotate",), ("export", code)):
        ran = laptop.memsync("keys", *verb, "--json", want=14)
        assert ran.json["error"]["code"] == "remote-rewound"
        assert ours(host) == old
    assert not code.exists()


def test_a_flood_of_requests_hides_none(tmp_path: Path, scene: Scene) -> None:
    host, desk = scene.host, scene.desk
    for n in range(60):
        host.git("update-ref", f"refs/heads/memsync-join/{n:064x}", "main")
    # Names that say more than a key are no requests, and are not printed.
    host.git("update-ref", "refs/heads/memsync-join/\u202egnp", "main")
    phone = Member(tmp_path / "phone")
    asked = phone.memsync("sync", "init", host.path, "--encrypt", "--ask").err
    words = asked.partition("shows: ")[2].split()[0]
    shown = desk.memsync("keys", "approve", "--json")
    assert len(shown.json["requests"]) == 50
    assert "61 machines ask" in shown.err
    said = desk.memsync("keys", "approve", words, "--json").json["confirm"]
    phone.memsync("keys", "import", "--confirm", said)
    assert phone.memsync("sync", "--json").json["received"] == ["auth", "style"]
    for line in host.git("for-each-ref", "--format=%(refname)").splitlines():
        if "memsync-join" in line:
            host.git("update-ref", "-d", line)


def test_a_machine_that_joins_believes_no_forged_history(
    tmp_path: Path, scene: Scene
) -> None:
    host = scene.host
    honest = ours(host)
    new = Member(tmp_path / "new")
    join = ("sync", "init", host.path, "--encrypt", "--key-file", host.code, "--json")
    for attack in (swap_two_files, replay_a_version, repeat_the_last_commit):
        attack(host)
        ran = new.memsync(*join, want=14)
        assert ran.json["error"]["code"] == "forged"
        assert not (new.config / "keys").exists()
        host.git("update-ref", "refs/heads/main", honest)


def test_what_was_changed_here_meanwhile_is_not_sent_to_a_forged_remote(
    scene: Scene,
) -> None:
    swap_two_files(scene.host)
    forged = ours(scene.host)
    put(scene.laptop, "new", note("new"))
    scene.laptop.memsync("sync", want=14)
    assert ours(scene.host) == forged
