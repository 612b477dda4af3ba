"""What a hostile remote made large is refused before it is read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.synced import get, put, sync

from memsync.sync.tree.layout import MAX_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine

# Kilobytes that a refusing round may take; one of an ordinary memory takes 40,000, and
# to read what is too large would take 64,000 more.
_MOST = 90 << 10

# Not `ru_maxrss`, which a program inherits from the one that started it.
# The process itself: git, which it starts, unpacks every object before anyone can ask.
_MEASURED = """
import re, sys
from memsync.cli.start import main
path = sys.argv.pop()
try:
    main()
finally:
    with open("/proc/self/status") as status, open(path, "w") as file:
        file.write(re.search(r"VmHWM:\\s*(\\d+) kB", status.read())[1])
"""


def make(desk: Machine, remote: Path, kind: str, data: bytes) -> str:
    argv = ("git", "hash-object", "-t", kind, "-w", "--stdin")
    return desk.run(*argv, cwd=remote, stdin=data).out.strip()


def nested(desk: Machine, remote: Path, leaf: str, mode: str, levels: int) -> str:
    """A tree in which ten names lead to ten, and so on, down to `leaf`."""
    for _ in range(levels):
        lines = "".join(
            f"{mode} {'tree' if mode == '040000' else 'blob'} {leaf}\tn{i}\n"
            for i in range(10)
        )
        leaf = desk.run("git", "mktree", cwd=remote, stdin=lines).out.strip()
        mode = "040000"
    return leaf


def commit(
    desk: Machine, remote: Path, tree: str, extra: str = "", said: str = ""
) -> None:
    """Put a commit on the remote's main; `extra` are headers more."""
    parent = desk.git("rev-parse", "main", cwd=remote)
    who = "A <a@example.invalid> 1700000000 +0000"
    head = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n{extra}\n"
    made = make(desk, remote, "commit", (head + said).encode())
    desk.git("update-ref", "refs/heads/main", made, cwd=remote)


def with_folder(desk: Machine, remote: Path, folder: str) -> str:
    listed = desk.git("ls-tree", "main", cwd=remote) + f"\n040000 tree {folder}\tdocs\n"
    return desk.run("git", "mktree", cwd=remote, stdin=listed).out.strip()


def ten_million_paths(desk: Machine, remote: Path) -> None:
    blob = make(desk, remote, "blob", b"x")
    bomb = nested(desk, remote, blob, "100644", 7)
    commit(desk, remote, with_folder(desk, remote, bomb))


def ten_million_empty_folders(desk: Machine, remote: Path) -> None:
    empty = make(desk, remote, "tree", b"")
    bomb = nested(desk, remote, empty, "040000", 7)
    commit(desk, remote, with_folder(desk, remote, bomb))


def a_long_message(desk: Machine, remote: Path) -> None:
    tree = desk.git("rev-parse", "main^{tree}", cwd=remote)
    commit(desk, remote, tree, said="m" * (64 << 20))


def a_long_header(desk: Machine, remote: Path) -> None:
    tree = desk.git("rev-parse", "main^{tree}", cwd=remote)
    commit(desk, remote, tree, extra=f"note {'h' * (64 << 20)}\n")


def a_long_message_below_a_short_one(desk: Machine, remote: Path) -> None:
    a_long_message(desk, remote)
    tree = desk.git("rev-parse", "main^{tree}", cwd=remote)
    commit(desk, remote, tree, said="An edit\n")


def a_large_file(desk: Machine, remote: Path) -> None:
    listed = desk.git("ls-tree", "main:user", cwd=remote)
    blob = make(desk, remote, "blob", b"b" * (64 << 20))
    user = desk.run(
        *("git", "mktree"), cwd=remote, stdin=f"{listed}\n100644 blob {blob}\tbig.md\n"
    ).out.strip()
    top = desk.git("ls-tree", "main", cwd=remote).splitlines()
    lines = [line for line in top if not line.endswith("\tuser")]
    lines.append(f"040000 tree {user}\tuser")
    tree = desk.run("git", "mktree", cwd=remote, stdin="\n".join(lines) + "\n").out
    commit(desk, remote, tree.strip())


def a_large_format_file(desk: Machine, remote: Path) -> None:
    blob = make(desk, remote, "blob", b" " * (64 << 20))
    top = desk.git("ls-tree", "main", cwd=remote).splitlines()
    lines = [line for line in top if not line.endswith("\tmemsync.json")]
    lines.append(f"100644 blob {blob}\tmemsync.json")
    tree = desk.run("git", "mktree", cwd=remote, stdin="\n".join(lines) + "\n").out
    commit(desk, remote, tree.strip())


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        (ten_million_paths, f"more than {MAX_ENTRIES} files"),
        (ten_million_empty_folders, f"more than {MAX_ENTRIES} files"),
        (a_long_message, "is larger than 1 MB"),
        (a_long_header, "is larger than 1 MB"),
        (a_long_message_below_a_short_one, "is larger than 1 MB"),
        (a_large_file, "is larger than"),
        (a_large_format_file, "is larger than"),
    ],
)
def test_nothing_that_is_too_large_is_read(
    machines: list[Machine],
    remote: Path,
    attack: Callable[[Machine, Path], None],
    said: str,
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    attack(desk, remote)
    put(laptop, "b", "two\n")
    measured = laptop.folder / "kilobytes"
    ran = laptop.run(
        *(sys.executable, "-c", _MEASURED, "sync", "--json", measured), want=14
    )
    assert said in ran.err
    assert ran.json["error"]["hint"]
    assert int(measured.read_text()) < _MOST
    assert get(laptop, "a") == "one\n"
    assert get(laptop, "b") == "two\n"
    # Once it is gone from the remote, the machines sync as before.
    desk.git("update-ref", "refs/heads/main", _sound(desk), cwd=remote)
    sync(laptop, desk)
    assert get(desk, "b") == "two\n"


def _sound(machine: Machine) -> str:
    return machine.git("rev-parse", "main", cwd=machine.state / "mirror")
