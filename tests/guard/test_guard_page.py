"""docs/guard.md names what the guard has, and nothing else."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import yaml
from support import tokens
from support.found import PASSWORD, TOKEN

from memsync.guard.install.runners import LINE, REQUIRED_LINE
from memsync.guard.install.status import source
from memsync.secrets.doubts.levels import LOW
from memsync.secrets.rules import ROWS
from memsync.secrets.scan import scan
from memsync.secrets.values.published import DIGESTS
from memsync.vault.codes import CODE_BYTES, code_text

# What `\u2026` stands for in an example, by its words or its rule; else a password.
_WALLET = "walnut copper lantern meadow basket orbit velvet tunnel cactus marble pilot"
FILLINGS = {
    "Seed phrase": f"{_WALLET} rocket",
    "passphrase": "walnut copper lantern meadow",
    "unlocks with": "walnut copper lantern meadow",
    "Recovery code": "8f3k2-9dm4q",
    "memsync-key": code_text(tokens.text(CODE_BYTES).encode()),
    "2FA seed": tokens.text(32, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
    "BitLocker": "-".join(tokens.text(6, n, "0123456789") for n in range(3, 11)),
    "app password": "xqzv kjwp tgfb hnrd",
    "zigbee": str(list(tokens.text(16, 5).encode())),
    'auth"': base64.b64encode(f"ann:{PASSWORD}".encode()).decode(),
    "prose-code": "4829",
    "prose-token": TOKEN,
    "generic-secret": TOKEN,
    "bearer-auth": TOKEN,
    "session-cookie": TOKEN,
}

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/guard.md").read_text()
MANIFEST = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def test_the_page_names_every_provider_rule() -> None:
    missing = {row[0] for row in ROWS if f"`{row[0]}`" not in PAGE}
    assert missing == set()


def test_the_page_counts_formats_and_rows() -> None:
    ids = len({row[0] for row in ROWS})
    assert f"{ids} formats in {len(ROWS)} rows" in PAGE


def test_the_page_names_every_hook_and_the_line_to_add() -> None:
    for hook in MANIFEST:
        assert f"id: {hook['id']}" in PAGE
    assert LINE in PAGE
    assert REQUIRED_LINE in PAGE


def test_the_manifest_guards_memories_and_agents_files_and_lets_links_through() -> None:
    by_id = {hook["id"]: hook for hook in MANIFEST}
    assert set(by_id) == {"memsync-secrets", "memsync-note-size", "memsync-lint"}
    for hook in MANIFEST:
        assert hook["entry"] == hook["id"]
        assert (hook["types"], hook["types_or"]) == ([], ["file", "symlink"])
        for path in (".coyote/memory", "a/.coyote/memory/x/y.md", "b/COYOTE.md"):
            assert re.search(hook["files"], path)
        assert not re.search(hook["files"], "src/memory/notes.md")
    assert re.search(by_id["memsync-secrets"]["files"], "sub/CLAUDE.md")
    assert not re.search(by_id["memsync-lint"]["files"], "CLAUDE.md")
    assert by_id["memsync-lint"]["require_serial"] is True


def test_the_hook_is_found_in_a_checkout_and_is_executable() -> None:
    assert source() == ROOT / "hooks/git/pre-commit"
    assert source().stat().st_mode & 0o111


def test_the_page_counts_the_samples_that_vendors_publish() -> None:
    assert f"known by {len(DIGESTS)} digests" in PAGE


def test_the_guard_finds_each_example_of_the_page_by_its_rule() -> None:
    part = PAGE.partition("## What it finds")[2].partition("## How sure it is")[0]
    rows = re.findall(r"(?m)^\|.*\| `(.*\u2026.*)` \| `([a-z-]+)` \|$", part)
    assert len(rows) > 40
    missed = []
    for example, rule in rows:
        text = example.replace("\\|", "|")
        filling = next((v for k, v in FILLINGS.items() if k in text + rule), PASSWORD)
        filled = scan(text.replace("\u2026", filling).encode())
        if [each.rule for each in filled if each.confidence != LOW] != [rule]:
            missed.append((example, rule, filled))
    assert missed == []


def test_nothing_in_the_page_would_stop_a_commit() -> None:
    assert [each for each in scan(PAGE.encode()) if each.confidence != LOW] == []
