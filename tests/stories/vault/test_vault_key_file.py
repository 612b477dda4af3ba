"""The key on a machine's disk: behind a passphrase, in the keychain, or in clear."""

from __future__ import annotations

import json
import stat
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support import warm
from support.before import Before
from support.faults import COUNT, KILL
from support.terminal import typed
from support.vaults import Host, Member, joined, new_vault, note, put

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "four random plain words"
GIVEN = {"MEMSYNC_KEY_PASSPHRASE": WORDS}
CHAIN = "[backend]\ndefault-keyring=keyrings.alt.file.PlaintextKeyring\n"


class Scene(NamedTuple):
    """A vault with one machine and one note, as it is at the beginning of each test."""

    before: Before
    desk: Member


def first_machine(folder: Path) -> Member:
    folder.mkdir()
    desk = new_vault(folder / "desk", Host(folder / "host"))
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    return desk


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("clear") / "all"
    desk = first_machine(folder)
    return Scene(Before(folder), desk)


@pytest.fixture(scope="module")
def locked_scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("locked") / "all"
    desk = first_machine(folder)
    desk.memsync("keys", "protect", "passphrase", environ=GIVEN)
    return Scene(Before(folder), desk)


@pytest.fixture
def desk(scene: Scene) -> Member:
    scene.before.restore()
    return scene.desk


@pytest.fixture
def locked(locked_scene: Scene) -> Member:
    """A machine whose key has a passphrase, which nobody has said yet."""
    locked_scene.before.restore()
    return locked_scene.desk


def host_of(machine: Member) -> Host:
    return Host(machine.folder.with_name("host"), made=True)


def key_file(machine: Member) -> Path:
    return machine.config / "keys/machine.json"


def secrets_of(machine: Member) -> list[str]:
    read = json.loads(key_file(machine).read_text())
    return [read[name] for name in ("machine", "root", "key")]


def test_a_passphrase_keeps_the_key_from_whoever_reads_the_disk(desk: Member) -> None:
    secrets = secrets_of(desk)
    ran = desk.memsync("keys", "protect", "passphrase", "--json", environ=GIVEN)
    assert ran.json == {"before": "none", "protection": "passphrase"}
    assert stat.S_IMODE(key_file(desk).stat().st_mode) == 0o600
    for path in (*desk.config.rglob("*"), *desk.state.rglob("*")):
        text = path.read_bytes() if path.is_file() else b""
        assert not [s for s in (*secrets, WORDS) if s.encode() in text], path
        assert not [s for s in secrets if bytes.fromhex(s) in text], path
    shown = desk.memsync("keys", "status", "--json", environ=GIVEN).json
    assert shown["protection"] == "passphrase"
    desk.memsync("keys", "protect", "none", environ=GIVEN)
    assert secrets_of(desk) == secrets
    assert desk.memsync("keys", "status", "--json").json["protection"] == "none"


def test_without_a_passphrase_nothing_is_sent_and_what_to_do_is_said(
    locked: Member,
) -> None:
    host = host_of(locked)
    head = host.git("rev-parse", "main")
    put(locked, "new", note("new"))
    ran = locked.memsync("sync", "--json", want=13)
    assert ran.json["error"]["code"] == "key-locked"
    assert "MEMSYNC_KEY_PASSPHRASE" in ran.err
    assert "passphrase_command" in ran.err
    assert host.git("rev-parse", "main") == head
    assert "key-locked" in locked.memsync("keys", "status", "--json", want=13).out
    assert locked.memsync("-q", "sync", environ=GIVEN).out == "sent: new\n"


def test_what_an_agent_writes_over_meanwhile_is_lost_to_nobody(locked: Member) -> None:
    host = host_of(locked)
    for text in ("between one", "between two", "last"):
        put(locked, "auth", note("auth", text))
        ran = locked.memsync("sync", "--json", want=13)
    assert "the notes are kept here, and nothing was sent" in ran.err
    said = locked.memsync("sync", "status", "--json").json
    assert "passphrase" in said["trouble"]["message"]
    kept = locked.memsync("archive", "list", "auth", "--json", environ=GIVEN).json
    assert len(kept) == 3
    assert locked.memsync("sync", "--json", environ=GIVEN).json["sent"] == ["auth"]
    laptop = joined(locked.folder.with_name("laptop"), host)
    laptop.memsync("sync")
    there = [
        laptop.memsync("archive", "show", each["id"]).out
        for each in laptop.memsync("archive", "list", "auth", "--json").json
    ]
    for text in ("first", "between one", "between two"):
        assert any(text in each for each in there), text


def test_a_wrong_passphrase_is_one_line(locked: Member) -> None:
    wrong = {"MEMSYNC_KEY_PASSPHRASE": "four random plain birds"}
    put(locked, "new", note("new"))
    ran = locked.memsync("sync", environ=wrong, want=13)
    lines = ran.err.splitlines()
    assert lines[0].startswith("memsync: the passphrase does not open this machine's")
    assert len(lines) == 2
    assert "birds" not in ran.err
    assert locked.memsync("sync", "--json", environ=GIVEN).json["sent"] == ["new"]


def test_a_round_that_nobody_watches_asks_a_command(locked: Member) -> None:
    shop = locked.folder / "pass word"
    shop.write_text(f"#!/bin/sh\necho '{WORDS}'\necho more\n")
    shop.chmod(0o755)
    locked.memsync("config", "set", "keys.passphrase_command", f"'{shop}' $(no) shell")
    put(locked, "new", note("new"))
    assert locked.memsync("sync", "--json").json["sent"] == ["new"]
    put(locked, "new", note("new", "changed"))
    for text in ("#!/bin/sh\nexit 3\n", "#!/bin/sh\n"):
        shop.write_text(text)
        ran = locked.memsync("sync", "--json", want=13)
        assert ran.json["error"]["code"] == "key-locked"
    locked.memsync("config", "set", "keys.passphrase_command", "no-such-program")
    assert "no such program" in locked.memsync("sync", want=13).err
    locked.memsync("config", "set", "keys.passphrase_command", "'")
    locked.memsync("sync", want=16)


def test_no_repository_names_the_command(locked: Member) -> None:
    root = locked.repository()
    (root / ".coyote").mkdir()
    (root / ".coyote/memsync.yaml").write_text("keys.passphrase_command: evil\n")
    put(locked, "new", note("new"))
    ran = locked.memsync("status", cwd=root)
    assert "a repository cannot set keys.passphrase_command" in ran.err
    ran = locked.memsync("sync", cwd=root, stdin=b"", want=None)
    assert "evil" not in ran.out + ran.err
    assert ran.code in (12, 13, 16), ran


def test_a_person_is_asked_again_and_the_round_goes_on(locked: Member) -> None:
    put(locked, "new", note("new"))
    prompt = "Passphrase of this machine's key"
    shown = typed(locked, ["sync"], [(prompt, "wrong"), (prompt, WORDS)])
    assert "does not open" in shown.text
    assert "sent: new" in shown.text


def test_a_person_chooses_a_passphrase_and_another_one(desk: Member) -> None:
    new, old = "New passphrase", "Passphrase of this"
    again = "Repeat"
    protect = ["keys", "protect", "passphrase"]
    shown = typed(desk, protect, [(new, WORDS), (again, WORDS)])
    assert "do not sync until" in shown.text
    other = "five other random plain words"
    typed(desk, protect, [(old, WORDS), (new, other), (again, other)])
    desk.memsync("keys", "status", environ={"MEMSYNC_KEY_PASSPHRASE": other})


def test_a_new_passphrase_comes_from_a_file(locked: Member) -> None:
    other = "five other random plain words"
    protect = ("keys", "protect", "passphrase")
    ran = locked.memsync(*protect, "--json", environ=GIVEN, want=13)
    assert "--passphrase-file" in ran.err
    locked.memsync(*protect, "--passphrase-file", "-", stdin=other, environ=GIVEN)
    locked.memsync("keys", "status", environ={"MEMSYNC_KEY_PASSPHRASE": other})
    locked.memsync("keys", "protect", "none", "--passphrase-file", "-", want=2)


def test_the_key_of_a_new_epoch_is_protected_as_the_old_one_was(
    locked: Member,
) -> None:
    locked.memsync("keys", "rotate", environ=GIVEN)
    assert json.loads(key_file(locked).read_text())["protection"] == "passphrase"
    assert locked.memsync("keys", "status", "--json", environ=GIVEN).json["epoch"] == 2


def test_who_forgot_the_passphrase_joins_anew_by_the_code(locked: Member) -> None:
    host = host_of(locked)
    ran = locked.memsync("keys", "import", host.code)
    assert "is not protected" in ran.err
    put(locked, "new", note("new"))
    assert locked.memsync("sync", "--json").json["sent"] == ["new"]


def test_a_kill_leaves_the_old_protection_or_the_new(
    locked_scene: Scene, locked: Member
) -> None:
    machine = Member(locked.folder, GIVEN)
    command = ("keys", "protect", "none")
    steps = warm.stopped(machine, *command, fault=COUNT).changed
    assert len(steps) > 1
    for at in steps:
        locked_scene.before.restore()
        assert warm.stopped(machine, *command, fault=KILL, at=at).code == -9
        machine.memsync("keys", "status")
        machine.memsync(*command)
        assert {path.name[0] for path in key_file(machine).parent.iterdir()} == set(
            "kmp"
        )


def test_two_changes_at_once_leave_one_of_them(desk: Member) -> None:
    ways = [("passphrase", GIVEN), ("none", GIVEN)]
    running = [
        subprocess.Popen(
            ["memsync", "-q", "keys", "protect", how],
            cwd=desk.folder,
            env={**desk.environ, **environ},
            stdin=subprocess.DEVNULL,
        )
        for how, environ in ways
    ]
    assert {each.wait(timeout=120) for each in running} == {0}
    put(desk, "new", note("new"))
    assert desk.memsync("sync", "--json", environ=GIVEN).json["sent"] == ["new"]


# The keychain: a real backend of the keyring package, which keeps a file.


@pytest.fixture
def chained(desk: Member) -> Member:
    """A person who chose that backend."""
    settings = desk.home / ".config/python_keyring/keyringrc.cfg"
    settings.parent.mkdir(parents=True)
    settings.write_text(CHAIN)
    return desk


def test_the_keychain_holds_what_opens_the_key(chained: Member) -> None:
    secrets = secrets_of(chained)
    ran = chained.memsync("keys", "protect", "keychain", "--json")
    assert ran.json == {"before": "none", "protection": "keychain"}
    text = key_file(chained).read_text()
    assert not [s for s in secrets if s in text]
    put(chained, "new", note("new"))
    assert chained.memsync("sync", "--json").json["sent"] == ["new"]
    (first,) = chain_of(chained)
    chained.memsync("keys", "protect", "keychain")
    assert chain_of(chained) not in ([], [first])
    chained.memsync("keys", "protect", "passphrase", environ=GIVEN)
    assert chain_of(chained) == []
    chained.memsync("keys", "status", environ=GIVEN)


def chain_of(machine: Member) -> list[str]:
    """The entries in the file of the keychain."""
    (file,) = machine.home.rglob("keyring_pass.cfg")
    return [line for line in file.read_text().splitlines() if "machine_20key" in line]


def test_a_keychain_that_refuses_leaves_the_key_as_it_was(desk: Member) -> None:
    before = key_file(desk).read_bytes()
    for backend, said in (
        ("keyring.backends.fail.Keyring", "has none that memsync can use"),
        ("keyring.backends.null.Keyring", "does not keep what it is given"),
        ("no.such.Backend", "No module named"),
    ):
        environ = {"PYTHON_KEYRING_BACKEND": backend}
        ran = desk.memsync(
            "keys", "protect", "keychain", "--json", environ=environ, want=13
        )
        assert ran.json["error"]["code"] == "keychain-refused"
        assert said in ran.err
        assert key_file(desk).read_bytes() == before
    # Without a choice of one, a backend that only keeps a file is no keychain.
    assert "none" in desk.memsync("keys", "protect", "keychain", want=13).err


def test_a_keychain_that_lost_the_entry_says_what_brings_the_key_back(
    chained: Member,
) -> None:
    host = host_of(chained)
    chained.memsync("keys", "protect", "keychain")
    (file,) = chained.home.rglob("keyring_pass.cfg")
    file.unlink()
    ran = chained.memsync("keys", "status", "--json", want=13)
    assert ran.json["error"]["code"] == "keychain-entry"
    chained.memsync("keys", "import", host.code)
    put(chained, "new", note("new"))
    assert chained.memsync("sync", "--json").json["sent"] == ["new"]
