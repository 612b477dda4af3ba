"""Completion in a real bash, and what the other shells ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.agent_sync import add, clone
from support.synced import put
from support.vaults import Host, new_vault

if TYPE_CHECKING:
    from support.machine import Machine

ASK = """
source /dev/stdin <<< "$(memsync completion bash)"
for COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _memsync_completion memsync
    printf '%s\\n' "${COMPREPLY[*]}"
done
"""


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with notes that have earlier versions, and a profile."""
    root = machine.repository()
    for text in ("one", "two", "three"):
        machine.memsync("write", "port", "-m", text, cwd=root)
    machine.memsync("write", "path", "-m", "A path.", "--scope", "user", cwd=root)
    (root / ".coyote/memory/a $(touch gone) b.md").write_text("odd\n")
    machine.memsync("config", "set", "sync.profiles.work.remote", "/x/work.git")
    return root


def completed(machine: Machine, folder: Path, *lines: str) -> dict[str, list[str]]:
    """What bash offers at the end of each line, sorted."""
    ran = machine.run("bash", "--norc", "-c", ASK, "bash", *lines, cwd=folder)
    assert ran.err == ""
    offers = [sorted(offer.split()) for offer in ran.out.splitlines()]
    return dict(zip(lines, offers, strict=True))


def test_bash_offers_what_begins_so(machine: Machine, root: Path) -> None:
    offered = {
        "memsync stat": ["status"],
        "memsync archive re": ["restore"],
        "memsync read p": ["path", "port"],
        "memsync -q read po": ["port"],
        "memsync read ": ["path", "port"],
        "memsync read --sc": ["--scope"],
        "memsync read --scope u": ["user"],
        "memsync read --scope user p": ["path"],
        "memsync rename po": ["port"],
        "memsync archive list po": ["port"],
        "memsync archive show po": ["port@1", "port@2"],
        # To bash what stands behind the @ is a word of its own.
        "memsync archive show port@": ["1", "2"],
        "memsync archive show port@2": ["2"],
        "memsync config get caps.n": ["caps.note"],
        "memsync sync --profile w": ["work"],
        "memsync hooks install --agent cl": ["claude-code"],
        "memsync hooks status --agent z": [],
        "memsync context --agent cl": ["claude-code", "claude-md", "cline"],
        "memsync recall --agent ai": ["aider"],
        "memsync sessions list --agent k": [],
        "memsync export openc": ["openclaw"],
        "memsync link c": ["claude-code"],
        "memsync import claude-c": ["claude-code"],
        "memsync export --dry-run basic": ["basic-memory"],
        "memsync unlink claude-c": ["claude-code"],
        "memsync completion f": ["fish"],
        "memsync read 'unclosed": [],
        "memsync no-such-verb x": [],
    }
    assert completed(machine, root, *offered) == offered


def test_nothing_is_offered_where_there_is_nothing(machine: Machine) -> None:
    lines = ("memsync read ", "memsync archive show ", "memsync keys revoke ")
    offers = completed(machine, machine.folder, *lines, "memsync -C nowhere read ")
    assert list(offers.values()) == [[]] * 4


def test_agents_and_the_files_of_their_synced_folders_are_completed(
    desk: Machine,
) -> None:
    root = clone(desk)
    add(desk, "goose", root)
    (root / ".goose/memory/development.txt").write_text("Use tabs.\n")
    (root / ".goose/memory/a b.txt").write_text("Quoted.\n")
    offered = {
        "memsync sync add --agent c": ["claude-code"],
        "memsync sync remove --agent go": ["goose"],
        "memsync read --agent g": ["gemini-cli", "goose"],
        "memsync read --agent goose ": ["development.txt"],
        "memsync purge --agent goose dev": ["development.txt"],
        "memsync read --agent zerostack ": [],
    }
    assert completed(desk, root, *offered) == offered


def test_keys_are_completed(tmp_path: Path) -> None:
    machine = new_vault(tmp_path / "desk", Host(tmp_path / "host"))
    keys = machine.memsync("keys", "status", "--json").json["members"]
    line = "memsync keys revoke "
    offered = completed(machine, machine.folder, line)[line]
    assert {key["id"] for key in keys} <= set(offered)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("memsync scan /etc/hostn", "file"),
        ("memsync scan a /etc/hostn", "file"),
        ("memsync write x --file ../c", "file"),
        ("memsync -C /tm", "dir"),
        ("memsync eval f", "file"),
        ("memsync keys export f", "file"),
        ("memsync import claude-code ~/.c", "file"),
        ("memsync sync init ../", "dir"),
        ("memsync sync init --key-file ../", "file"),
        ("memsync sync add ../", "dir"),
        ("memsync merge-back ../", "dir"),
        ("memsync adopt --from ../", "dir"),
        ("memsync lint d", "file"),
    ],
)
def test_the_shell_itself_completes_paths(
    machine: Machine, line: str, kind: str
) -> None:
    environ = {"_MEMSYNC_COMPLETE": "bash_complete", "MEMSYNC_LINE": line}
    said = machine.run("memsync", environ=environ).out
    assert said == f"{kind},{line.rsplit(maxsplit=1)[-1]}\n"


def test_a_path_that_is_not_utf8_is_left_to_the_shell(machine: Machine) -> None:
    for line in ("scan /tmp/\udcff", "lint \udcff", "write x --file \udcff"):
        said = {"MEMSYNC_LINE": f"memsync {line}"}
        asks = {"_MEMSYNC_COMPLETE": "bash_complete", **said}
        assert machine.run("memsync", environ=asks).out.startswith("file,")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_get_names_with_what_they_are(
    machine: Machine, root: Path, shell: str
) -> None:
    script = machine.memsync("completion", shell, cwd=root).out
    assert f"_MEMSYNC_COMPLETE={shell}_complete" in script
    asks = {"_MEMSYNC_COMPLETE": f"{shell}_complete", "COMP_WORDS": "memsync read po"}
    word = "2" if shell == "zsh" else "po"
    environ = {**asks, "COMP_CWORD": word}
    said = machine.run("memsync", cwd=root, environ=environ).out
    assert "port" in said
    assert "three" in said
    assert "touch" not in said


def test_a_script_is_installed_where_its_shell_looks(machine: Machine) -> None:
    home = machine.home
    places = {
        "bash": home / ".local/share/bash-completion/completions/memsync",
        "zsh": home / ".local/share/zsh/site-functions/_memsync",
        "fish": home / ".config/fish/completions/memsync.fish",
    }
    for shell, path in places.items():
        done = machine.memsync("completion", shell, "--install", "--json").json
        assert done == {"shell": shell, "path": str(path), "action": "created"}
        assert path.read_text() == machine.memsync("completion", shell).out
        again = machine.memsync("completion", shell, "--install", "--json").json
        assert again["action"] == "unchanged"
    places["fish"].write_text("someone else's\n")
    machine.memsync("completion", "fish", "--install", want=16)
    assert places["fish"].read_text() == "someone else's\n"
    machine.memsync("completion", "tcsh", want=2)
    nowhere = {"HOME": ""}
    machine.memsync("completion", "zsh", "--install", environ=nowhere, want=16)


def test_the_man_page_is_in_the_wheel(machine: Machine, tmp_path: Path) -> None:
    import sys
    import zipfile

    source = Path(__file__).parents[2]
    build = ("-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    machine.run(sys.executable, *build, cwd=source, environ=dict(os.environ))
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    (man,) = (name for name in names if name.endswith("/share/man/man1/memsync.1"))
    text = zipfile.ZipFile(wheel).read(man).decode()
    assert ".SS memsync archive restore" in text


def test_machines_that_sync_are_offered_by_name(desk: Machine, laptop: Machine) -> None:
    for machine, name in ((desk, "tower"), (laptop, "laptop")):
        machine.memsync("sync", "machines", "rename", name)
        put(machine, name, "one\n")
        machine.memsync("sync")
    desk.memsync("sync")
    offered = {
        "memsync sync machines re": ["rename"],
        "memsync sync machines rename ": ["laptop", "tower"],
        "memsync sync machines rename laptop ": [],
        "memsync sync machines forget l": ["laptop"],
    }
    assert completed(desk, desk.folder, *offered) == offered
