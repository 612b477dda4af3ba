"""One id for one repository, whatever its address looks like; never two for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.config.settings import load
from memsync.errors import BadUsage, Broken
from memsync.memory.note.names import twin_key
from memsync.paths import Places
from memsync.sync.tree.incoming import validate
from memsync.sync.tree.layout import Kind, TreeEntry, blob_id, place
from memsync.workspace.repository.identity import (
    Identity,
    identify,
    normalise,
    parse_identity,
    record,
    recorded,
    remote_identities,
)
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

SHOP = "github.com+acme+shop"


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/acme/shop",
        "https://github.com/acme/shop.git",
        "https://github.com/acme/shop.git/",
        "https://github.com:443/acme//shop/",
        "http://github.com/acme/shop",
        "http://github.com:80/acme/shop",
        "https://GitHub.com/Acme/Shop.git",
        "https://someone:hidden@github.com/acme/shop.git",
        "https://with@sign@github.com/acme/shop.git",
        "ssh://git@github.com/acme/shop.git",
        "ssh://git@github.com:22/acme/shop",
        "git+ssh://git@github.com/acme/shop",
        "ssh://git@ssh.github.com:443/acme/shop.git",
        "git://github.com:9418/acme/shop.git",
        "git@github.com:acme/shop.git",
        "git@github.com:/acme/shop.git",
        "github.com:acme/shop",
        "git@github.com.:acme/shop",
        "https://github.com/acme/%73hop",
    ],
)
def test_all_spellings_of_one_address_are_one_repository(url: str) -> None:
    assert normalise(url) == parse_identity(url) == SHOP


@pytest.mark.parametrize(
    ("url", "identity"),
    [
        ("https://git.example:8443/a/b", "git.example%3a8443+a+b"),
        ("ssh://git@git.example:2222/a/b", "git.example%3a2222+a+b"),
        ("[git.example:2222]:a/b", "git.example%3a2222+a+b"),
        ("https://[::1]:443/a", "%5b%3a%3a1%5d+a"),
        ("[::1]:a", "%5b%3a%3a1%5d+a"),
        ("https://host/c++", "host+c%2b%2b"),
        ("https://host/a b", "host+a%20b"),
        ("https://host/ä", "host+%c3%a4"),
        ("https://host/../x", "host+..+x"),
        ("ssh://host/~me/x", "host+%7eme+x"),
        ("https://con.example/x", "%63on.example+x"),
        ("https://host/notes.md", "host+notes%2emd"),
        ("https://host/dots...", "host+dots..%2e"),
        ("https://host/line\nbreak", "host+line%0abreak"),
    ],
)
def test_what_differs_stays_apart(url: str, identity: str) -> None:
    assert normalise(url) == identity


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/srv/x.git",
            "./x",
            "../x",
            "~/x",
            "file:///srv/x",
            "C:\\x",
            "C:/x",
            "x",
            "",
        ),
        *("ext::sh -c true", "gcrypt::host:x", "https://", "https:///x", "https://h/"),
    ],
)
def test_a_path_or_a_program_is_never_an_identity(path: str) -> None:
    assert normalise(path) is None


@pytest.mark.parametrize(
    ("url", "identity"),
    [
        ("git@h:me/p", "h+me+p"),
        ("h:me/p.git", "h+me+p"),
        ("git@h:/srv/p", "h+srv+p"),
        ("ssh://h/me/p", "h+me+p"),
    ],
)
def test_a_host_of_one_letter_is_no_drive(url: str, identity: str) -> None:
    assert normalise(url) == identity


def test_two_addresses_that_yottacode_folds_together_are_two() -> None:
    assert normalise("https://host/a.b/c") != normalise("https://host/a-b/c")
    assert normalise("https://host/a-b") != normalise("https://host/a/b")


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("acme-shop", "acme-shop"),
        ("Acme-Shop", "acme-shop"),
        ("github.com/Acme/shop", SHOP),
        ("github.com:8443/acme/shop", "github.com+8443+acme+shop"),
        (SHOP, SHOP),
        ("memory", "%6demory"),
        ("nul", "%6eul"),
    ],
)
def test_a_person_gives_an_address_an_id_or_a_name(text: str, identity: str) -> None:
    assert parse_identity(text) == identity
    assert parse_identity(identity) == identity


@pytest.mark.parametrize("text", ["", "  ", "..", "/srv/x", "../x", "a/b", "a\nb"])
def test_what_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadUsage):
        parse_identity(text)


@given(st.text(max_size=300), st.sampled_from(["https://h.example/", "git@h:", ""]))
def test_any_identity_is_a_folder_of_sync_s_tree(text: str, start: str) -> None:
    identity = normalise(start + text)
    if identity is None:
        return
    path = f"projects/{identity}/MEMORY.md"
    assert place(path) == (Kind.INDEX, f"projects/{identity}", "MEMORY")
    entry = TreeEntry("100644", "blob", blob_id(b""), 0, path.encode())
    assert path in validate([entry], None).tree
    assert twin_key(identity) == identity
    assert parse_identity(identity) == identity


@given(st.lists(st.text(min_size=1), min_size=2, max_size=2, unique_by=twin_key))
def test_two_paths_on_a_host_are_two_repositories(paths: list[str]) -> None:
    one, other = ("/".join(filter(None, path.split("/"))) for path in paths)
    ends = tuple(p.lower().removesuffix(".git").rstrip("/") for p in (one, other))
    if twin_key(ends[0]) != twin_key(ends[1]):
        assert normalise(f"h.example:{one}") != normalise(f"h.example:{other}")


def identity_of(machine: Machine, folder: Path) -> Identity | None:
    root = require_root(folder, machine.environ)
    settings = load(Places(machine.environ), root.top)
    return identify(root, machine.environ, settings)


def test_the_setting_wins_over_the_record_and_that_over_the_remote(
    machine: Machine,
) -> None:
    top = machine.repository()
    assert identity_of(machine, top) is None
    machine.git("remote", "add", "origin", "git@github.com:acme/shop.git", cwd=top)
    assert identity_of(machine, top) == (SHOP, "origin")
    record(require_root(top, machine.environ), "adopted")
    assert identity_of(machine, top) == ("adopted", "recorded")
    machine.memsync("config", "set", "--workspace", "identity", "Chosen", cwd=top)
    assert identity_of(machine, top) == ("chosen", "setting")


def test_all_worktrees_share_a_record_and_it_moves_along(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    record(require_root(machine.folder / "side", machine.environ), "shared")
    assert identity_of(machine, top) == ("shared", "recorded")
    moved = top.rename(machine.folder / "moved")
    assert identity_of(machine, moved) == ("shared", "recorded")


def test_a_record_that_is_broken_is_said(machine: Machine) -> None:
    root = require_root(machine.repository(), machine.environ)
    record(root, "x")
    (root.safe_dir / "identity").write_text("../../etc\n")
    with pytest.raises(Broken, match="has no id"):
        recorded(root)


def test_a_remote_of_any_name_counts_while_it_is_the_only_one(machine: Machine) -> None:
    top = machine.repository()
    machine.git("config", "url.https://github.com/.insteadOf", "gh:", cwd=top)
    machine.git("remote", "add", "upstream", "gh:acme/shop", cwd=top)
    machine.git("remote", "add", "local", "../elsewhere", cwd=top)
    assert identity_of(machine, top) == (SHOP, "origin")
    machine.git("remote", "add", "mine", "gh:me/shop", cwd=top)
    assert identity_of(machine, top) is None
    root = require_root(top, machine.environ)
    found = remote_identities(root, machine.environ)
    assert found == {"mine": "github.com+me+shop", "upstream": SHOP}


def test_the_identity_of_one_repository_cannot_be_everyone_s(machine: Machine) -> None:
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text("identity: everywhere\n")
    refused = machine.memsync("config", "list", want=16)
    assert "one repository" in refused.err
    (machine.config / "config.yaml").unlink()
    machine.memsync("config", "set", "identity", "everywhere", want=16)
