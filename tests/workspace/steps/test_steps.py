"""Single changes: planned without touching a thing, done twice without harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.places import read_only, snapshot

from memsync.errors import Broken, Refused
from memsync.files.lock import Held
from memsync.workspace.steps.steps import (
    Step,
    act_on,
    add_line,
    left_behind,
    make_file,
    remove_empty,
    remove_file,
    remove_line,
    require_writable,
    sweep,
)

if TYPE_CHECKING:
    from pathlib import Path

LINE = b"/.coyote/memory"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "git/memsync/made/it.exclude"


def test_planning_changes_nothing(tmp_path: Path, record: Path) -> None:
    rules = tmp_path / "exclude"
    rules.write_bytes(LINE + b"\n")
    before = snapshot(tmp_path)
    make_file(tmp_path / "a/b/new", b"text")
    add_line(rules, rules.read_bytes(), b"other", record)
    remove_line(rules, rules.read_bytes(), LINE, record)
    remove_file(rules)
    assert snapshot(tmp_path) == before


def test_a_file_is_made_with_its_folders_once(tmp_path: Path) -> None:
    file = tmp_path / "a/b/new"
    step = make_file(file, b"text")
    assert (step.action, step.pending) == ("created", True)
    act_on([step])
    file.write_bytes(b"edited since")
    act_on([step])
    assert file.read_bytes() == b"edited since"
    again = make_file(file, b"text")
    assert (again.action, again.pending) == ("unchanged", False)


def test_a_private_file_is_the_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "a/new"
    make_file(file, b"", private=True).act()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_link_or_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Refused) as link:
        make_file(tmp_path / "link", b"")
    with pytest.raises(Broken) as folder:
        make_file(tmp_path / "folder", b"")
    assert link.value.word == "symlink"
    assert folder.value.hint == f"move '{tmp_path / 'folder'}' away"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    "data", [None, b"", b"*.o\n", b"*.o", b"*.o\r\nbuild\r\n", b"\xff no utf-8"]
)
def test_what_is_added_is_taken_out_again(
    tmp_path: Path, record: Path, data: bytes | None
) -> None:
    rules = tmp_path / "info/exclude"
    if data is not None:
        rules.parent.mkdir()
        rules.write_bytes(data)
    step = add_line(rules, data, LINE, record)
    assert step.action == ("created" if data is None else "updated")
    act_on([step, step])
    assert rules.read_bytes().count(LINE) == 1
    assert record.exists()
    back = remove_line(rules, rules.read_bytes(), LINE, record)
    assert back.action == ("removed" if data is None else "updated")
    back.act()
    assert (rules.read_bytes() if rules.exists() else None) == data
    assert not record.exists()


def test_a_file_that_memsync_made_stays_where_others_wrote_in_it(
    tmp_path: Path, record: Path
) -> None:
    rules = tmp_path / "exclude"
    add_line(rules, None, LINE, record).act()
    rules.write_bytes(rules.read_bytes() + b"theirs\n")
    remove_line(rules, rules.read_bytes(), LINE, record).act()
    assert rules.read_bytes() == b"theirs\n"


def test_a_file_goes_and_the_folder_that_it_leaves_empty(tmp_path: Path) -> None:
    file, other = tmp_path / "a/file", tmp_path / "b/file"
    for path in (file, other, tmp_path / "b/more"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    for path in (file, other):
        step = remove_file(path)
        act_on([step])
    assert not file.parent.exists()
    assert [path.name for path in other.parent.iterdir()] == ["more"]


def test_of_a_link_the_link_goes(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("kept")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    remove_file(tmp_path / "link").act()
    assert [path.name for path in tmp_path.iterdir()] == ["real"]


def test_a_folder_with_something_in_it_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remove_empty(tmp_path)
    remove_empty(tmp_path / "none")
    assert tmp_path.is_dir()


def test_where_nothing_can_be_written_is_said_in_the_plan(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    read_only(folder)
    with pytest.raises(Broken) as raised:
        require_writable(folder / "a/b/file")
    assert raised.value.message == f"'{folder}' is read-only"
    assert raised.value.word == "read-only"
    folder.chmod(0o755)
    require_writable(folder / "a/b/file")


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Broken) as raised:
        require_writable(tmp_path / "file/a/b")
    assert raised.value.message == f"'{tmp_path / 'file'}' is not a folder"
    assert raised.value.hint == f"move '{tmp_path / 'file'}' away"


def test_a_device_for_a_home_is_told_by_its_variable(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to("/dev/null")
    with pytest.raises(Broken) as raised:
        require_writable(tmp_path / "home/.config/file")
    assert raised.value.hint == "set HOME to a folder of yours"


def test_what_a_killed_init_left_is_swept(tmp_path: Path) -> None:
    step = Step(tmp_path / "exclude", "updated", record=tmp_path / "made/it")
    (tmp_path / "made").mkdir()
    assert not left_behind([step])
    left = [
        tmp_path / ".memsync-0123456789abcdef.tmp",
        tmp_path / "made/.memsync-fedcba9876543210.tmp",
    ]
    for path in left:
        path.write_text("half")
    (tmp_path / ".memsync-notes").write_text("a person's")
    assert left_behind([step])
    sweep([step], Held())
    assert not left_behind([step])
    assert (tmp_path / ".memsync-notes").read_text() == "a person's"
    assert not any(path.exists() for path in left)
