"""A second reader, from docs/format.md alone, reads what memsync writes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from pathlib import Path

import pytest
from support.second_reader import Reader, siv_open
from support.second_writer import Writer
from support.vaults import Host, edit, joined, new_vault, note, put

from memsync.sync.tree.manifest import FORMAT
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher, derive, mac
from memsync.vault.codes import code_text
from memsync.vault.names import Names
from memsync.vault.sealed_file import seal_file
from memsync.vault.slots import Keys, confirmation, fingerprint

GOLDEN = Path(__file__).parents[2] / "sync/golden"
PASSPHRASE = "four random plain words"  # noqa: S105 -- of a vault that is thrown away
GIVEN = {"MEMSYNC_PASSPHRASE": PASSPHRASE}
DOCUMENT = (Path(__file__).parents[3] / "docs/format.md").read_text("utf-8")


def test_a_second_reader_reads_and_believes_a_vault(tmp_path: Path) -> None:
    host = Host(tmp_path / "host")
    desk = new_vault(tmp_path / "desk", host)
    put(desk, "auth", note("auth", "one\n\ntwo\n\nthree"))
    put(desk, "long", note("long", "A long line.\n" * 900))
    desk.memsync("sync")
    desk.memsync("keys", "add", "passphrase", environ=GIVEN)
    laptop = joined(tmp_path / "laptop", host)
    laptop.memsync("sync")
    edit(desk, "auth", "one", "ONE")
    edit(laptop, "auth", "three", "THREE")
    desk.memsync("sync")
    laptop.memsync("sync")
    desk.memsync("keys", "rotate")
    edit(desk, "long", "A long line.\n", "")
    desk.memsync("sync")
    reader = Reader(host.path, code=host.code.read_text())
    files = reader.read()
    for name in ("auth", "long"):
        live = (desk.user_memory / f"{name}.md").read_bytes()
        assert files[f"user/{name}.md"] == live
    assert sorted(reader.epochs) == [1, 2]
    said = [each["message"] for each in reader.log.values()]
    assert "memsync: merge" in said
    assert Reader(host.path, passphrase=PASSPHRASE).read() == files


def test_what_a_second_writer_makes_is_believed(tmp_path: Path) -> None:
    host = Host(tmp_path / "host")
    desk = new_vault(tmp_path / "desk", host)
    put(desk, "auth", note("auth", "first"))
    desk.memsync("sync")
    writer = Writer(Reader(host.path, code=host.code.read_text()))
    now_ms = round(time.time() * 1000)
    made = writer.save({"user/style.md": note("style").encode()}, now_ms + 1000)
    received = desk.memsync("sync", "--json").json
    assert (received["received"], received["head"]) == (["style"], made)
    made = writer.rotate(b"\x07" * 32, now_ms + 2000)
    desk.memsync("sync")
    edit(desk, "style", "fact", "change")
    desk.memsync("sync")
    assert desk.memsync("keys", "status", "--json").json["epoch"] == 2
    assert desk.memsync("sync", "verify", "--json").json["epochs"] == 2
    files = Reader(host.path, code=host.code.read_text()).read()
    assert b"change" in files["user/style.md"]


@pytest.fixture(params=["vault-1", "vault-3"])
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    repository = tmp_path / "golden.git"
    subprocess.run(["git", "init", "-q", "--bare", repository], check=True)
    subprocess.run(
        ["git", "-C", repository, "fast-import", "--quiet"],
        input=(GOLDEN / f"{request.param}.fast-export").read_bytes(),
        check=True,
    )
    return repository


def test_the_golden_vaults_are_read_as_ever(golden: Path, tmp_path: Path) -> None:
    code = code_text(bytes(range(32)))
    reader = Reader(golden, code=code)
    files = reader.read()
    assert files["user/auth.md"] == note("auth", "ONE\n\ntwo\n\nTHREE").encode()
    assert files["user/style.md"] == note("style", "Plain.").encode()
    assert sorted(reader.epochs) == [1, 2]
    host = Host(golden, made=True)
    host.code.write_text(code)
    member = joined(tmp_path / "member", host)
    member.memsync("sync")
    checked = member.memsync("sync", "verify", "--json").json
    assert checked["epochs"] == 2
    for path, data in files.items():
        synopsis = path.startswith("user/learned/sessions/")
        stored = path.startswith("user/.archive/")
        if path.startswith("user/") and not stored and not synopsis:
            assert (member.user_memory / path[5:]).read_bytes() == data
    put(member, "new", note("new"))
    member.memsync("sync")
    after = Reader(golden, code=code).read()
    assert after["user/new.md"] == note("new").encode()
    assert json.loads(after["memsync.json"])["format"] == FORMAT
    kept = {path: files[path] for path in files if path != "memsync.json"}
    assert kept.items() <= after.items()


def test_the_vector_in_the_document_is_right() -> None:
    vault, root, key = bytes(range(16)), b"r" * 32, b"e" * 32
    cipher = Cipher(vault, 1, key)
    token = Names(vault, root).token("user/a.md")
    sealed = seal_file(cipher, token, "user/a.md", b"text\n")
    digest = hashlib.sha256(b"x").digest()
    files = stamps.contents([("memsync.json", digest)])
    stamp = stamps.Stamp("1000-0-0000000a", "memsync: save", 7)
    whole = stamps.sealed(cipher, stamp, files, stamps.ancestry([]))
    for shown in (
        token.hex(),
        sealed[:16].hex(),
        hashlib.sha256(sealed).hexdigest(),
        cipher.mac_key.hex(),
        hashlib.sha256(whole).hexdigest(),
        confirmation(Keys(root, key), vault, b"p" * 32),
        fingerprint(b"p" * 32),
    ):
        assert f"`{shown}`" in DOCUMENT
    bound = [b"memsync/v1", vault, (1).to_bytes(8, "big"), b"file", token]
    opened = siv_open(derive(key, vault, "data", 64), bound, sealed)
    assert opened.startswith(b"\0\0\0\x09user/a.md\0\0\0\x05text\n\0")
    assert mac(b"k", b"") != mac(b"k")


@pytest.mark.parametrize("word", ["13", "14", "memsync-join", "CVE-2023-2975"])
def test_the_document_names_what_it_depends_on(word: str) -> None:
    assert word in DOCUMENT
