"""The native search leaves little for the tiers to read in texts without a secret.

What a tier reads costs several times what the search costs, so a gate that matches
everyday code undoes what `memsync[fast]` is for. Python's own library is everyday code
that nobody wrote for these tests.
"""

from __future__ import annotations

import sysconfig
from collections import Counter
from pathlib import Path

import pytest

from memsync.secrets import native
from memsync.secrets.gates import table
from memsync.secrets.scan import scan_all
from memsync.secrets.texts.text import Text

PACKAGES = (
    *("asyncio", "collections", "concurrent", "ctypes", "curses", "dbm", "email"),
    *("encodings", "html", "http", "importlib", "json", "logging", "multiprocessing"),
    *("sqlite3", "unittest", "urllib", "wsgiref", "xml", "xmlrpc", "zoneinfo"),
)


@pytest.fixture(scope="module")
def reached() -> list[set[str | bytes]]:
    """The tiers that each module without a finding reaches."""
    library = Path(sysconfig.get_path("stdlib"))
    files = [file for name in PACKAGES for file in (library / name).rglob("*.py")]
    assert len(files) > 200
    assert native.enable()
    try:
        texts = map(Path.read_bytes, files)
        return [_tiers(text) for text in texts if not scan_all(text)]
    finally:
        native.disable()


def _tiers(data: bytes) -> set[str | bytes]:
    text = Text(data)
    found = {tier for tier in table.GATES if text.may_hold(tier)}
    return found | ({"literals"} if text.literals else set())


def test_few_texts_reach_any_tier(reached: list[set[str | bytes]]) -> None:
    # Escapes are only decoded.
    reaching = sum(bool(tiers - {"escapes"}) for tiers in reached)
    assert reaching < 0.3 * len(reached)


def test_no_tier_reads_many_texts(reached: list[set[str | bytes]]) -> None:
    # Code is full of keys: of mappings, and of what is sorted.
    tiers = Counter(tier for each in reached for tier in each - {"escapes", b"key"})
    assert max(tiers.values()) < 0.1 * len(reached), tiers.most_common(3)
