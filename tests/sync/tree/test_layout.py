from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Broken, Refused
from memsync.sync.tree import incoming, layout
from memsync.sync.tree.incoming import validate
from memsync.sync.tree.layout import Kind, TreeEntry, place
from memsync.sync.tree.manifest import (
    FORMAT,
    MERGE_NUMBER,
    Manifest,
    manifest_bytes,
    parse_manifest,
)
from memsync.sync.tree.names import twins, unportable
from memsync.terminal import printable

VAULT = manifest_bytes(Manifest(1, 1, "0" * 32))


def blob(path: str | bytes, mode: str = "100644", size: int = 10) -> TreeEntry:
    raw = path if isinstance(path, bytes) else path.encode()
    return TreeEntry(mode, "blob", "1" * 40, size, raw)


@pytest.mark.parametrize(
    ("path", "kind", "home", "name"),
    [
        ("memsync.json", Kind.VAULT, "", "memsync.json"),
        ("user/MEMORY.md", Kind.INDEX, "user", "MEMORY"),
        ("user/auth.md", Kind.NOTE, "user", "auth"),
        ("user/Über uns 2.md", Kind.NOTE, "user", "Über uns 2"),
        ("user/daily/2026-01-02.md", Kind.LOG, "user", "daily/2026-01-02"),
        (
            "user/.archive/auth/20260102T030405Z-0123456789ab.md",
            Kind.ARCHIVED,
            "user",
            "auth",
        ),
        (
            "user/.archive/MEMORY/20260102T030405Z-0123456789ab.md",
            Kind.ARCHIVED,
            "user",
            "MEMORY",
        ),
        (
            "projects/github.com+me+it/MEMORY.md",
            Kind.INDEX,
            "projects/github.com+me+it",
            "MEMORY",
        ),
        ("user/learned/summary.md", Kind.LOG, "user", "learned/summary"),
        (
            "user/learned/skills/release/SKILL.md",
            Kind.LOG,
            "user",
            "learned/skills/release/SKILL",
        ),
        (
            "projects/it/learned/sessions/goose-1-01234567.md",
            Kind.LOG,
            "projects/it",
            "learned/sessions/goose-1-01234567",
        ),
        (
            "user/.archive/learned/summary/20260102T030405Z-0123456789ab.md",
            Kind.ARCHIVED,
            "user",
            "learned/summary",
        ),
        ("user/learned/decided", Kind.LINES, "user", "learned/decided"),
        ("projects/it/.memsync-origins", Kind.LINES, "projects/it", None),
        ("user/learned/other.md", Kind.OTHER, "", None),
        ("user/learned/skills/release/run.md", Kind.OTHER, "", None),
        ("user/learned/skills/SKILL.md", Kind.OTHER, "", None),
        ("agents/goose/prefs.txt", Kind.NOTE, "agents/goose", "prefs.txt"),
        ("agents/goose/MEMORY.md", Kind.INDEX, "agents/goose", "MEMORY"),
        ("agents/goose/a/b/memory.md", Kind.NOTE, "agents/goose", "a/b/memory"),
        ("agents/goose/learned/decided", Kind.OTHER, "", None),
        ("agents/goose/.memsync-origins", Kind.OTHER, "", None),
        (
            "agents/goose/.archive/a/prefs.txt/20260102T030405Z-0123456789ab.md",
            Kind.ARCHIVED,
            "agents/goose",
            "a/prefs.txt",
        ),
        (
            "projects/it/agents/claude-code/team/x.md",
            Kind.NOTE,
            "projects/it/agents/claude-code",
            "team/x",
        ),
        (
            "projects/agents/agents/agents/x.md",
            Kind.NOTE,
            "projects/agents/agents/agents",
            "x",
        ),
        ("projects/it/agents/x.md", Kind.OTHER, "", None),
        ("projects/it/agents/Claude/x.md", Kind.OTHER, "", None),
        ("agents/README.md", Kind.OTHER, "", None),
        ("agents/goose/prefs.json", Kind.OTHER, "", None),
        ("agents/goose/prefs.txt.md", Kind.OTHER, "", None),
        ("agents/goose/.hidden/x.md", Kind.OTHER, "", None),
        ("agents/goose/" + "a/" * 8 + "x.md", Kind.OTHER, "", None),
        ("projects/it/scratchpad/SCRATCHPAD.md", Kind.LOG, "projects/it", None),
        ("README.md", Kind.OTHER, "", None),
        (".github/workflows/x.yml", Kind.OTHER, "", None),
        ("projects/README.md", Kind.OTHER, "", None),
        ("user/notes.txt", Kind.OTHER, "", None),
        ("user/-dash.md", Kind.OTHER, "", None),
        ("user/.hidden.md", Kind.OTHER, "", None),
        ("user/deep/er/note.md", Kind.OTHER, "", None),
        ("user/memory.md", Kind.OTHER, "", None),
        ("user/.archive/auth/today.md", Kind.OTHER, "", None),
    ],
)
def test_every_path_has_one_meaning(
    path: str, kind: Kind, home: str, name: str | None
) -> None:
    validate([blob(path)], VAULT)
    found = place(path)
    assert (found.kind, found.home) == (kind, home)
    if name is not None:
        assert found.name == name


@pytest.mark.parametrize(
    "path",
    [
        "user/../x.md",
        "/etc/x.md",
        "user//x.md",
        "./x",
        ".git/config",
        "docs/.GIT/config",
        ".git./x",
        ".git /x",
        "git~1/x",
        ".git::$INDEX_ALLOCATION/x",
        ".g\u200cit/config",
        "user/a\nb.md",
        "user/\x1b[31m.md",
        "README\u202e.md",
        "user/a\\b.md",
        "user/con.md",
        "user/LPT1.md",
        "user/aux.backup.md",
        "user/dot..md/x.md",
        "user/note.",
        "user/note ",
        "user/what?.md",
        "user/note.md/inner.md",
        "User/x.md",
        "Agents/goose/x.md",
        "agents",
        "agents/goose/note.md/inner.md",
        "agents/goose/con.txt",
        "agents/goose/a/../x.md",
        "user",
        "projects",
        "memsync.json/x",
        "MEMSYNC.json",
        b"user/\xff.md",
        "user/" + "x" * 5000 + ".md",
    ],
)
def test_an_unsafe_path_is_refused_and_named(path: str | bytes) -> None:
    with pytest.raises(Refused) as caught:
        validate([blob("user/ok.md"), blob(path)], VAULT)
    assert caught.value.word == "hostile-tree"
    assert printable(caught.value.message) == caught.value.message


@pytest.mark.parametrize(
    ("mode", "kind", "path", "safe"),
    [
        ("120000", "blob", "user/x.md", False),
        ("120000", "blob", "CLAUDE.md", False),
        ("160000", "commit", "vendor", False),
        ("100755", "blob", "user/x.md", False),
        ("100664", "blob", "user/x.md", False),
        ("100755", "blob", "memsync.json", False),
        ("100755", "blob", ".github/run.sh", True),
        ("100755", "blob", "agents/goose/run.md", False),
        ("100755", "blob", "user/learned/skills/release/SKILL.md", False),
        ("100664", "blob", "README.md", False),
    ],
)
def test_modes(mode: str, kind: str, path: str, safe: bool) -> None:
    entry = TreeEntry(mode, kind, "1" * 40, 0, path.encode())
    if safe:
        assert validate([entry], None).tree[path].mode == mode
    else:
        with pytest.raises(Refused):
            validate([entry], None)


@pytest.mark.parametrize(
    "pair",
    [
        ("user/a.md", "user/A.md"),
        ("user/a.md", "user/a.md"),
        ("user/\u00e9.md", "user/e\u0301.md"),
        ("user/stra\u00dfe.md", "user/strasse.md"),
        ("docs/a", "Docs/b"),
        ("docs", "docs/b"),
        ("user/MEMORY.md", "user/memory.md"),
    ],
)
def test_two_names_for_one_place_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(Refused):
        validate(map(blob, pair), VAULT)


def test_sizes_and_counts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    validate([blob("user/a.md", size=layout.MAX_BLOB)], VAULT)
    with pytest.raises(Refused):
        validate([blob("user/a.md", size=layout.MAX_BLOB + 1)], VAULT)
    monkeypatch.setattr(incoming, "MAX_ENTRIES", 2)
    monkeypatch.setattr(incoming, "MAX_TOTAL", 25)
    validate([blob("a"), blob("b")], VAULT)
    with pytest.raises(Refused):
        validate([blob("a"), blob("b", size=16)], VAULT)
    with pytest.raises(Refused):
        validate([blob(c, size=1) for c in "abc"], VAULT)


@pytest.mark.parametrize("numbers", [(FORMAT + 1, 1), (1, MERGE_NUMBER + 1), (99, 99)])
def test_a_newer_vault_asks_for_an_upgrade_before_anything_else(
    numbers: tuple[int, int],
) -> None:
    newer = manifest_bytes(Manifest(*numbers, "0" * 32))
    with pytest.raises(Broken) as caught:
        validate([blob("user/..")], newer)
    assert caught.value.word == "newer-format"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"format": "1", "merge": 1, "vault": "x"}',
        b'{"format": true, "merge": 1, "vault": "x"}',
        b'{"format": 0, "merge": 1, "vault": "x"}',
        b'{"format": 1, "merge": 1, "vault": "../../etc"}',
        b'{"format": 1, "merge": 1, "vault": 7}',
    ],
)
def test_a_vault_file_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        validate([], data)


def test_the_vault_file_has_one_spelling_and_any_is_read() -> None:
    vault = Manifest(1, 1, "0123456789abcdef" * 2)
    assert parse_manifest(manifest_bytes(vault)) == vault
    loose = b'{"vault":"' + vault.vault.encode() + b'","x":[],"merge":1,"format":1}'
    assert parse_manifest(loose) == vault


@pytest.mark.parametrize("name", ["a", "a b", "v1.2", "Ärger", "ノート", "x" * 64])
def test_names_that_travel(name: str) -> None:
    assert unportable(name) is None


@pytest.mark.parametrize(
    "name",
    [
        *("", "memory", "Memory", "nul", "Com1", "a.", "a ", " a", "-a", ".a", "~a"),
        *("a/b", "a:b", "e\u0301", "x" * 101, "❤\ufe0f", "a\u200db", "\U0001f9d1" * 51),
    ],
)
def test_names_that_stay(name: str) -> None:
    assert unportable(name)


@given(st.text(max_size=12))
def test_a_portable_name_is_always_a_note_that_every_machine_accepts(
    name: str,
) -> None:
    if unportable(name) is None:
        path = layout.note_path("user", name)
        validate([blob(path)], VAULT)
        assert place(path) == (Kind.NOTE, "user", name)
        stored = layout.archive_path("user", name, "20260102T030405Z", b"x")
        validate([blob(stored)], VAULT)
        assert place(stored) == (Kind.ARCHIVED, "user", name)


_PARTS = st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=3)


@given(_PARTS, st.sampled_from([".md", ".txt"]), st.sampled_from(["", "it"]))
def test_a_file_of_an_agent_that_travels_is_accepted_everywhere(
    parts: list[str], ending: str, identity: str
) -> None:
    file = "/".join(parts) + ending
    home = layout.agent_home("goose", identity)
    name = layout.agent_name(file)
    assert (name is None) == (layout.unsendable(file) is not None)
    if name is not None:
        path = layout.note_path(home, name)
        assert path == f"{home}/{file}"
        stored = layout.archive_path(home, name, "20260102T030405Z", b"x")
        validate([blob(path), blob(stored)], VAULT)
        kind = Kind.INDEX if name == "MEMORY" else Kind.NOTE
        assert place(path) == (kind, home, name)
        assert place(stored) == (Kind.ARCHIVED, home, name)
        assert layout.unlabel(layout.label(path)) == (home, name)


@pytest.mark.parametrize(
    "path",
    [
        *("user/auth.md", "user/daily/2026-01-02.md", "user/learned/summary.md"),
        *("projects/it/auth.md", "projects/it/daily/x.md", "agents/goose/a/b.md"),
        *("projects/it/agents/claude-code/x.md", "user/learned/decided"),
        *("agents/goose/x.txt", "projects/it/.memsync-origins"),
    ],
)
def test_a_label_says_home_and_name(path: str) -> None:
    found = place(path)
    assert layout.unlabel(layout.label(path)) == (found.home, found.name)
    assert layout.note_path(found.home, found.name) == path


def test_of_two_twins_the_plain_one_travels() -> None:
    assert twins(["auth", "Auth", "AUTH", "other"]) == {"Auth": "auth", "AUTH": "auth"}
    assert twins(["Auth", "AUTH"]) == {"Auth": "AUTH"}


def test_of_two_twins_the_one_that_travels_already_goes_on() -> None:
    assert twins(["auth", "Auth"], lambda: {"Auth", "x"}) == {"auth": "Auth"}
