"""Something of another kind stands where memsync keeps a file of its own."""

from __future__ import annotations

import shutil
from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.mark.parametrize("name", ["machine", "stat", "mirror"])
def test_it_is_named_with_what_mends_it(machine: Machine, name: str) -> None:
    machine.memsync("write", "auth", "--scope", "user", "-m", "text")
    machine.memsync("sync", "init")
    machine.memsync("sync")
    place = machine.state / name
    if place.is_dir():
        (place.unlink if place.is_symlink() else partial(shutil.rmtree, place))()
        place.write_text("a file")
    else:
        place.unlink()
        place.mkdir()
    machine.memsync("write", "auth", "--scope", "user", "-m", "other")
    ran = machine.memsync("sync", want=16)
    assert f"'{place}'" in ran.err
    assert f"hint: move '{place}' away" in ran.err
    place.rmdir() if place.is_dir() else place.unlink()
    machine.memsync("sync")
    assert "other" in (machine.user_memory / "auth.md").read_text()


def test_a_home_that_is_no_folder_is_not_to_be_moved(machine: Machine) -> None:
    ran = machine.memsync(
        *("write", "auth", "--scope", "user", "-m", "text"),
        environ={"HOME": "/dev/null"},
        want=16,
    )
    assert "hint: set HOME" in ran.err
