"""`sync verify` names what is wrong with an encrypted memory, also long ago."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.vaults import Host, Member, edit, joined, new_vault, note, put

if TYPE_CHECKING:
    from collections.abc import Iterator


class Scene(NamedTuple):
    """A member that has seen everything, and the host."""

    host: Host
    laptop: Member


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("vault")
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    laptop = joined(folder / "laptop", host)
    edit(desk, "auth", "first", "second")
    desk.memsync("sync")
    laptop.memsync("sync")
    return Scene(host, laptop)


@pytest.fixture
def scene(made: Scene) -> Iterator[Scene]:
    """What all tests share, honest again after each."""
    honest = made.host.git("rev-parse", "main")
    yield made
    made.host.git("update-ref", "refs/heads/main", honest)


def said(laptop: Member) -> tuple[str, str]:
    """The error of `sync verify`, which changes nothing here."""
    below = sorted(p for p in laptop.state.rglob("*") if "objects" not in p.parts)
    error = laptop.memsync("sync", "verify", "--json", want=14).json["error"]
    now = sorted(p for p in laptop.state.rglob("*") if "objects" not in p.parts)
    assert now == below
    return error["code"], error["message"]


def test_a_sound_vault_is_counted(scene: Scene) -> None:
    found = scene.laptop.memsync("sync", "verify", "--json").json
    assert found["encrypted"]
    commits = int(scene.host.git("rev-list", "--count", "main"))
    assert (found["commits"], found["files"], found["epochs"]) == (commits, 2, 1)
    assert found["versions"] == 3
    assert len(found["seen"]) == 2
    assert not (scene.laptop.state / "verify").exists()


def test_a_remote_that_went_back_is_named(scene: Scene) -> None:
    newest = scene.host.git("rev-parse", "main")
    for old in ("main~1", "main~3"):
        scene.host.git("update-ref", "refs/heads/main", newest)
        scene.host.git("update-ref", "refs/heads/main", old)
        code, message = said(scene.laptop)
        assert code == "remote-rewound"
        assert newest[:12] in message
    scene.host.git("update-ref", "-d", "refs/heads/main")
    code, message = said(scene.laptop)
    assert "empty" in message


def test_a_file_that_was_changed_in_the_newest_commit_is_named(scene: Scene) -> None:
    host = scene.host
    files = host.files()
    path = next(path for path in files if path.startswith("v1/n/"))
    files[path] = host.blob(b"x" * 272)
    forged = host.push(files, [host.git("rev-parse", "main")], host.message())
    code, message = said(scene.laptop)
    assert code == "forged"
    assert forged[:12] in message
    assert "does not match its files" in message


def test_a_file_that_the_host_lost_long_ago_is_told(scene: Scene) -> None:
    # A round never fetches again what it has; this does.
    host = scene.host
    for pack in host.path.glob("objects/pack/*.pack"):
        data = pack.read_bytes()
        for part in (pack, pack.with_suffix(".idx")):
            part.unlink()
        host.raw("unpack-objects", "-q", stdin=data)
    root = host.git("rev-list", "--max-parents=0", "main")
    lost = next(o for p, o in host.files(root).items() if p.startswith("v1/n/"))
    loose = host.path / "objects" / lost[:2] / lost[2:]
    was = loose.read_bytes()
    loose.unlink()
    ran = scene.laptop.memsync("sync", "verify", "--json", want=15)
    assert lost in ran.json["error"]["message"]
    assert not (scene.laptop.state / "verify").exists()
    loose.write_bytes(was)
    scene.laptop.memsync("sync", "verify")
