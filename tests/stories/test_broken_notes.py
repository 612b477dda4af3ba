"""Malformed notes: listed with a finding, read, and never rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine

HEAD = b"---\nname: odd\ndescription: d\n"
ODD = {
    "broken-yaml": b"---\nname: [\n---\nbody\n",
    "bom": b"\xef\xbb\xbf" + HEAD + b"---\nbody\n",
    "crlf": (HEAD + b"---\nbody\n").replace(b"\n", b"\r\n"),
    "tabs": b"---\nname:\todd\ndescription: d\n---\nbody\n",
    "duplicate-keys": HEAD + b"name: odd\n---\nbody\n",
    "no-fence": b"just text\n",
    "unclosed": HEAD + b"body\n",
    "fence-at-the-end": HEAD + b"---",
    "empty": b"",
    "huge": HEAD + b"---\n" + b"x" * (5 << 20),
    "not-utf8": HEAD + b"---\n\xff\xfe\n",
    "nul": HEAD + b"---\na\0b\n",
    "anchors": HEAD + b"x: &a [1]\ny: *a\n---\nbody\n",
}


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_note_is_listed_with_a_finding_and_left_as_it_is(
    machine: Machine, kind: str
) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    path = root / ".coyote/memory/odd.md"
    path.write_bytes(ODD[kind])
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [row["name"] for row in rows] == ["odd"]
    machine.memsync("read", "odd", cwd=root)
    machine.memsync("read", "odd", "--json", cwd=root)
    # Git itself makes CR LF, with core.autocrlf, and Coyote reads it.
    fine = kind == "crlf"
    lint = machine.memsync("lint", "--json", cwd=root, want=int(not fine)).json
    assert lint["notes"] == 1
    rules = {finding["rule"] for finding in lint["findings"]}
    assert bool(rules & {"frontmatter", "oversized"}) is not fine
    machine.memsync("lint", "--fix", cwd=root, want=None)
    machine.memsync("write", "other", "-m", "[[odd]]", cwd=root)
    if kind == "no-fence":  # what a person wrote by hand gets its frontmatter
        assert path.read_bytes().startswith(b"---\nname: odd\n")
        assert path.read_bytes().endswith(ODD[kind])
    else:
        assert path.read_bytes() == ODD[kind]


@pytest.mark.parametrize("kind", ODD)
def test_writing_over_an_odd_note_stores_it_first(machine: Machine, kind: str) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    path = root / ".coyote/memory/odd.md"
    path.write_bytes(ODD[kind])
    done = machine.memsync("write", "odd", "-m", "new text", "--json", cwd=root).json
    archive = next((root / ".git/memsync/archive").iterdir())
    assert (archive / f"{done['archived']}.md").read_bytes() == ODD[kind]
    assert b"new text" in path.read_bytes()
    machine.memsync("archive", "restore", done["archived"], cwd=root)
    assert path.read_bytes() == ODD[kind]


def test_odd_names_are_read_listed_and_linted(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    memory = root / ".coyote/memory"
    for name in ("Auth", "auth", "nul", "two words"):
        text = f"---\nname: {name}\ndescription: d\n---\n\nx\n"
        (memory / f"{name}.md").write_text(text)
    rows = machine.memsync("list", "--json", cwd=root).json
    assert [row["name"] for row in rows] == ["Auth", "auth", "nul", "two words"]
    machine.memsync("read", "nul", cwd=root)
    machine.memsync("write", "nul", "-m", "x", cwd=root, want=2)
    machine.memsync("rename", "nul", "zero", cwd=root)
    machine.memsync("read", "two words", cwd=root)
    lint = machine.memsync("lint", "--json", cwd=root, want=1).json
    found = {(f["note"], f["rule"]) for f in lint["findings"]}
    assert {("Auth", "name"), ("two words", "name"), ("auth", "twin")} <= found
    machine.memsync("forget", "two words", cwd=root)
    machine.memsync("rename", "Auth", "login", cwd=root)
    assert sorted(p.name for p in memory.iterdir()) == [
        "MEMORY.md",
        "auth.md",
        "login.md",
        "zero.md",
    ]


@pytest.mark.parametrize(
    "name", ["-x", "Memory", "memory", "c\x1bx", "~t", "a..b", "a\\b", "n\nl"]
)
def test_a_note_with_an_odd_name_can_be_read_renamed_and_forgotten(
    machine: Machine, name: str
) -> None:
    machine.memsync("init", "--scope", "user")
    index = (machine.user_memory / "MEMORY.md").read_bytes()
    text = "---\nname: odd\ndescription: d\n---\n\nbody\n"
    for verb in (("rename",), ("forget",)):
        (machine.user_memory / f"{name}.md").write_text(text)
        assert [row["name"] for row in machine.memsync("list", "--json").json] == [name]
        assert machine.memsync("read", "--", name).out == text
        new = ["plain"] if verb == ("rename",) else []
        machine.memsync(*verb, "--scope", "user", "--", name, *new)
        assert not (machine.user_memory / f"{name}.md").exists()
        assert machine.memsync("archive", "list", "--json", "--", name).json
        if new:
            assert "body" in machine.memsync("read", "plain").out
            machine.memsync("forget", "plain", "--scope", "user")
    assert (machine.user_memory / "MEMORY.md").read_bytes() == index


@pytest.mark.parametrize("name", ["-x", "memory", "Memory", "MEMORY", "~", "../a"])
def test_a_name_that_no_note_has_and_none_may_have_is_a_usage_error(
    machine: Machine, name: str
) -> None:
    machine.memsync("init", "--scope", "user")
    machine.memsync("read", "--", name, want=2)
    for verb in (("forget",), ("rename",)):
        new = ["plain"] if verb == ("rename",) else []
        machine.memsync(*verb, "--scope", "user", "--", name, *new, want=2)
    assert [path.name for path in machine.user_memory.glob("*.md")] == ["MEMORY.md"]
