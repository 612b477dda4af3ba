"""A history without a remote lies in the data folder, behind a link."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.trees import tree

from memsync.files.lock import Held
from memsync.paths import Places
from memsync.sync.state.local_history import _move, keep_in_data


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path)})


@pytest.fixture
def mirror(places: Places) -> Path:
    return places.state / "mirror.git"


def filled(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "HEAD").write_text(text)
    return folder


def test_a_new_history_is_made_in_the_data_folder(places: Places, mirror: Path) -> None:
    keep_in_data(places, mirror, "", Held())
    assert mirror.readlink() == places.data / "history"
    assert (places.data / "history").stat().st_mode & 0o077 == 0
    keep_in_data(places, mirror, "", Held())
    assert mirror.readlink() == places.data / "history"


def test_each_profile_has_its_own(places: Places, mirror: Path) -> None:
    keep_in_data(places, mirror, "work", Held())
    assert mirror.readlink() == places.data / "profiles/work/history"


def test_with_a_remote_nothing_is_done(places: Places, mirror: Path) -> None:
    keep_in_data(places, mirror, "", Held(), wanted=False)
    assert not places.state.exists()
    assert not places.data.exists()


def test_a_history_in_the_state_folder_moves(places: Places, mirror: Path) -> None:
    filled(mirror, "old")
    keep_in_data(places, mirror, "", Held())
    assert mirror.is_symlink()
    assert (places.data / "history/HEAD").read_text() == "old"


def test_a_lost_state_folder_gets_its_link_again(places: Places, mirror: Path) -> None:
    filled(places.data / "history", "kept")
    keep_in_data(places, mirror, "", Held())
    assert (mirror / "HEAD").read_text() == "kept"


def test_of_two_histories_neither_is_lost(places: Places, mirror: Path) -> None:
    filled(mirror, "new")
    filled(places.data / "history", "old")
    keep_in_data(places, mirror, "", Held())
    assert (mirror / "HEAD").read_text() == "new"
    assert not mirror.is_symlink()
    assert (places.data / "history/HEAD").read_text() == "old"


def test_a_link_that_leads_nowhere_is_made_anew(
    places: Places, mirror: Path, tmp_path: Path
) -> None:
    mirror.parent.mkdir(parents=True)
    mirror.symlink_to(tmp_path / "gone")
    keep_in_data(places, mirror, "", Held())
    assert mirror.readlink() == places.data / "history"
    assert mirror.is_dir()


def test_a_link_of_the_persons_own_stays(
    places: Places, mirror: Path, tmp_path: Path
) -> None:
    own = filled(tmp_path / "disk", "own")
    mirror.parent.mkdir(parents=True)
    mirror.symlink_to(own)
    keep_in_data(places, mirror, "", Held())
    assert mirror.readlink() == own


def test_a_file_in_its_place_stays_for_who_opens_it(
    places: Places, mirror: Path
) -> None:
    mirror.parent.mkdir(parents=True)
    mirror.write_text("no folder")
    keep_in_data(places, mirror, "", Held())
    assert mirror.read_text() == "no folder"
    assert not places.data.exists()


def refused(*_: object, **__: object) -> None:
    raise OSError(18, "another file system")


def test_without_links_the_history_stays_in_the_state_folder(
    places: Places, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(mirror, "old")
    monkeypatch.setattr(Path, "symlink_to", refused)
    keep_in_data(places, mirror, "", Held())
    assert (mirror / "HEAD").read_text() == "old"
    assert not mirror.is_symlink()


def test_a_move_to_another_file_system_ends_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = filled(tmp_path / "source", "text")
    (source / "objects/ab").mkdir(parents=True)
    (source / "objects/ab/cd").write_bytes(b"\0\xff")
    before = tree(source)
    filled(tmp_path / "target.half", "of a killed copy")
    rename = Path.rename

    def across(path: Path, target: Path) -> Path:
        if path == source:
            raise OSError(18, "another file system")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", across)
    _move(source, tmp_path / "target")
    assert tree(tmp_path / "target") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["target"]
