"""The list of sessions that are never to be indexed again."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.errors import Refused
from memsync.sessions.index import forgotten

if TYPE_CHECKING:
    from pathlib import Path

ID = st.text(st.sampled_from("abc019-_:/. é"), min_size=1, max_size=20)


def test_without_a_list_nothing_is_forgotten(tmp_path: Path) -> None:
    assert forgotten.read(tmp_path / "gone") == set()
    (tmp_path / "file").write_text("")
    assert forgotten.read(tmp_path / "file") == set()


def test_a_session_is_added_once_and_the_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    for agent, id_ in [("pi", "b"), ("codex", "a"), ("pi", "b")]:
        forgotten.add(folder, agent, id_)
    assert forgotten.read(folder) == {("pi", "b"), ("codex", "a")}
    assert (folder / forgotten.NAME).read_text() == "codex a\npi b\n"


def test_the_list_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    forgotten.add(folder, "pi", "b")
    assert stat.S_IMODE((folder / forgotten.NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_malformed_lines_are_passed_over(tmp_path: Path) -> None:
    text = b"\n \npi\npi \n x\npi a b\n\xff\xfe z\n"
    (tmp_path / forgotten.NAME).write_bytes(text)
    assert forgotten.read(tmp_path) == {("pi", "a b"), ("\ufffd\ufffd", "z")}


def test_a_link_in_place_of_the_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("pi a\n")
    (tmp_path / forgotten.NAME).symlink_to(tmp_path / "other")
    with pytest.raises(Refused):
        forgotten.read(tmp_path)
    with pytest.raises(Refused):
        forgotten.add(tmp_path, "pi", "b")
    assert (tmp_path / "other").read_text() == "pi a\n"


@given(st.sets(st.tuples(st.sampled_from(["pi", "codex"]), ID), max_size=4))
@settings(max_examples=15, deadline=None)
def test_what_is_added_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: set[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("list")
    for agent, id_ in sorted(pairs):
        forgotten.add(folder, agent, id_)
    assert forgotten.read(folder) == pairs
