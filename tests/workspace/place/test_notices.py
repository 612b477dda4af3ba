"""What is told besides a result names what mends it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memsync.workspace.place.notices import not_observed


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.ENOSPC, "free space on that disk"),
        (errno.EDQUOT, "free space on that disk"),
        (errno.EACCES, "make '/a' writable"),
    ],
)
def test_versions_that_could_not_be_stored(number: int, hint: str) -> None:
    why = os.strerror(number)
    said = not_observed(Path("/a"), OSError(number, why, "/a/b"))
    assert said.message.endswith(f"stored in '/a': {why.lower()}")
    assert said.hint == hint
