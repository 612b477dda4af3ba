"""The files of proposals: written, read, moved; hostile ones are passed over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.proposals import BODY, note, skill, source, summary

from memsync.learn.proposals.pending import (
    ACCEPTED,
    WAITING,
    Kept,
    drop,
    id_of,
    load,
    move,
    save,
    thin_out,
)
from memsync.memory.note.names import Scope
from memsync.sessions.projects import Project

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.learn.proposal import Draft

SHOP = Project("/home/ann/shop", "github.com/acme/shop")


def kept(draft: Draft | None = None, made: float = 5.0, id_: str = "") -> Kept:
    """A proposal of a run."""
    draft = draft or note()
    id_ = id_ or id_of(draft, SHOP)
    return Kept(id_, draft, SHOP, "r1", made, {"claude-code:4f2a": "What was done."})


def test_a_proposal_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    every = [
        kept(note()._replace(description="é “x”", type="feedback", why="because")),
        kept(skill(), 6.0)._replace(moment="m", decided=("d1", "d2")),
        kept(summary(), 7.0)._replace(project=Project(None, None), replaces=("a" * 8,)),
        kept(note(body="")._replace(kind="retire", scope=Scope.USER), 8.0),
        kept(note("n")._replace(sources=(source()._replace(ended=None),)), 9.0),
    ]
    for each in every:
        save(tmp_path, each)
    assert load(tmp_path) == every


def test_a_file_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "proposals"
    save(folder, kept())
    (file,) = folder.iterdir()
    assert file.name == f"{kept().id}.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_oldest_comes_first_and_of_one_moment_the_lower_id(tmp_path: Path) -> None:
    for id_, made in (("c" * 8, 2.0), ("b" * 8, 1.0), ("a" * 8, 2.0)):
        save(tmp_path, kept(made=made, id_=id_))
    assert [each.id[0] for each in load(tmp_path)] == ["b", "a", "c"]


def test_no_folder_has_no_proposals(tmp_path: Path) -> None:
    assert load(tmp_path / "missing") == []
    (tmp_path / "file").write_text("")
    assert load(tmp_path / "file") == []


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "other"},
        {"body": "Other."},
        {"description": "Other"},
        {"type": "feedback"},
        {"scope": Scope.USER},
        {"sources": (source("other words"),)},
        {"sources": (source(session="5b"),)},
    ],
)
def test_an_id_is_of_the_words_and_their_sessions(changed: dict[str, Any]) -> None:
    draft = note()
    assert id_of(draft._replace(**changed), SHOP) != id_of(draft, SHOP)


def test_an_id_is_the_same_on_each_machine() -> None:
    one, two = source(), source(session="5b")
    draft = note()._replace(sources=(one, two))
    swapped = draft._replace(sources=(two, one), why="other", trusted=False)
    elsewhere = SHOP._replace(root="/Users/ann/shop")
    assert id_of(swapped, elsewhere) == id_of(draft, SHOP)
    without = Project("/home/ann/shop", None)
    assert id_of(draft, without) != id_of(draft, without._replace(root="/other"))


def test_a_proposal_is_dropped_once_and_again(tmp_path: Path) -> None:
    save(tmp_path, kept())
    drop(tmp_path, kept().id)
    drop(tmp_path, kept().id)
    assert load(tmp_path) == []


def test_a_proposal_is_moved_whole(tmp_path: Path) -> None:
    save(tmp_path / WAITING, kept())
    move(tmp_path, kept().id, WAITING, ACCEPTED)
    move(tmp_path, kept().id, WAITING, ACCEPTED)  # as after a kill: nothing is left
    assert load(tmp_path / WAITING) == []
    assert load(tmp_path / ACCEPTED) == [kept()]


def data_of(folder: Path) -> dict[str, Any]:
    """The data of the one proposal."""
    save(folder, kept())
    found = json.loads((folder / f"{kept().id}.json").read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "delete"},
        {"kind": 3},
        {"name": "../../escape"},
        {"name": None},
        {"scope": "galaxy"},
        {"body": ["x"]},
        {"sources": "x"},
        {"sources": [{"agent": "codex"}]},
        {"sources": [{"agent": "c", "session": "s", "ended": "now", "quotes": []}]},
        {"sources": [{"agent": "c", "session": "s", "ended": 1, "quotes": [1]}]},
        {"project": None},
        {"project": {"root": 3, "identity": None}},
        {"made": True},
        {"made": "5"},
        {"synopses": []},
        {"synopses": {"s": 3}},
        {"decided": [None]},
        {"replaces": "abc"},
    ],
)
def test_a_proposal_of_another_form_is_passed_over(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    data = data_of(tmp_path)
    (tmp_path / ("f" * 8 + ".json")).write_text(json.dumps({**data, **changed}))
    assert load(tmp_path) == [kept()]


@pytest.mark.parametrize("key", ["kind", "name", "body", "sources", "project", "made"])
def test_a_proposal_that_lacks_something_is_passed_over(
    tmp_path: Path, key: str
) -> None:
    data = data_of(tmp_path)
    del data[key]
    (tmp_path / ("f" * 8 + ".json")).write_text(json.dumps(data))
    assert load(tmp_path) == [kept()]


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000]
)
def test_a_file_that_is_no_proposal_is_passed_over(tmp_path: Path, text: bytes) -> None:
    save(tmp_path, kept())
    (tmp_path / ("f" * 8 + ".json")).write_bytes(text)
    assert load(tmp_path) == [kept()]


def test_only_files_of_ids_are_read_and_no_link(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    data = json.dumps(data_of(folder))
    outside = tmp_path / "outside.json"
    outside.write_text(data)
    (folder / ("f" * 8 + ".json")).symlink_to(outside)
    (folder / ("e" * 8 + ".json")).mkdir()
    for name in ("note.json", "F" * 8 + ".json", "f" * 9 + ".json", "d" * 8):
        (folder / name).write_text(data)
    assert load(folder) == [kept()]


def test_a_trust_that_is_not_exactly_true_is_none(tmp_path: Path) -> None:
    data = data_of(tmp_path)
    (tmp_path / f"{kept().id}.json").write_text(json.dumps({**data, "trusted": 1}))
    (found,) = load(tmp_path)
    assert not found.draft.trusted


def test_a_file_of_before_without_the_later_keys_is_read(tmp_path: Path) -> None:
    data = data_of(tmp_path)
    del data["decided"], data["replaces"]
    (tmp_path / f"{kept().id}.json").write_text(json.dumps(data))
    assert load(tmp_path) == [kept()]


def test_few_decided_ones_are_all_kept(tmp_path: Path) -> None:
    for number in range(5):
        save(tmp_path, kept(note(body=f"{BODY} {number}"), float(number)))
    thin_out(tmp_path)
    assert len(load(tmp_path)) == 5
