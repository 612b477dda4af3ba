"""`config unset` takes one key out of a file, and leaves every other byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.config.settings import load, read_file
from memsync.config.unset import unset_value
from memsync.errors import Broken
from memsync.paths import Places

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path / "home")})


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("caps.note", "caps:\n  note: 1\n", ""),
        ("caps.note", "caps:\n  note: 1  # why\n  write: 9\n", "caps:\n  write: 9\n"),
        (
            "caps.write",
            "caps:\n  note: 1\n  # w\n  write: 9",
            "caps:\n  note: 1\n  # w\n",
        ),
        ("caps.note", "caps.note: 1\n# end\n", "# end\n"),
        ("caps.note", "# top\ncaps: {note: 1}\n# end\n", "# top\n# end\n"),
        ("caps.note", "caps: {note: 1, write: 9} # c\n", "caps: {write: 9} # c\n"),
        ("caps.note", "{caps: {note: 1, write: 9}}\n", "{caps: {write: 9}}\n"),
        ("sync.exclude", "sync:\n  exclude:\n  - a\n  - b\n\n# end\n", "\n# end\n"),
        (
            "sync.exclude",
            "sync:\n  exclude:  # c\n    - a\n\n  # w\n  wait: 3\n",
            "sync:\n\n  # w\n  wait: 3\n",
        ),
        (
            "sync.machine",
            "sync:\n  machine: |\n    a\n  wait: 3\n",
            "sync:\n  wait: 3\n",
        ),
        (
            "sync.profiles.work.notes",
            "sync:\n  profiles:\n    work:\n      remote: r\n      notes: [a, b]\n",
            "sync:\n  profiles:\n    work:\n      remote: r\n",
        ),
        # Also what no command takes, so that this mends it.
        ("caps.note", "caps:\n  note: many\n  write: 9\n", "caps:\n  write: 9\n"),
    ],
)
def test_a_key_goes_and_all_else_stays(
    places: Places, name: str, before: str, after: str
) -> None:
    file = places.config_file
    file.parent.mkdir(parents=True)
    file.write_text(before)
    assert unset_value(places, None, name) == (file, True)
    assert file.read_text() == after
    assert name not in read_file(file)
    assert load(places, None).origins.get(name, "default") == "default"
    assert unset_value(places, None, name) == (file, False)
    assert file.read_text() == after


def test_without_a_file_there_is_nothing_to_remove(places: Places) -> None:
    assert unset_value(places, None, "caps.note") == (places.config_file, False)
    assert not places.config_file.exists()


@pytest.mark.parametrize(
    ("text", "name"), [("caps: [", "caps.note"), ("caps: {note: 1}\n", "caps.nte")]
)
def test_what_cannot_be_read_or_is_unknown_changes_nothing(
    places: Places, text: str, name: str
) -> None:
    file = places.config_file
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(Broken):
        unset_value(places, None, name)
    assert file.read_text() == text
