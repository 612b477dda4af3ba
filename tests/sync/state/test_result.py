"""A conflict names the note, whose edit is live, and the command for the other."""

from __future__ import annotations

import pytest

from memsync.memory.archive.version_id import VersionId
from memsync.sync.state.result import Conflict

VERSION = VersionId("style", "20260102T030405Z", "abc")


@pytest.mark.parametrize(
    ("conflict", "sentence"),
    [
        (
            Conflict("style", "desktop", "", VERSION),
            (
                "conflict in 'style': kept desktop's newer edit; yours:"
                " memsync archive restore style/20260102T030405Z-abc"
            ),
        ),
        (
            Conflict("style", "", "laptop", VERSION),
            (
                "conflict in 'style': kept your newer edit; laptop's:"
                " memsync archive restore style/20260102T030405Z-abc"
            ),
        ),
        (
            Conflict("github.com/a/style", "desktop", "", None),
            (
                "'github.com/a/style' was deleted here and edited elsewhere: kept"
                " desktop's edit; to delete it everywhere: memsync forget style"
            ),
        ),
        (
            Conflict("style", "", "laptop", None),
            (
                "'style' was deleted on laptop and edited elsewhere: kept your edit;"
                " to delete it everywhere: memsync forget style"
            ),
        ),
    ],
)
def test_a_conflict_is_one_sentence(conflict: Conflict, sentence: str) -> None:
    assert conflict.sentence == sentence
    assert conflict.data() == {
        "name": conflict.said,
        "version": str(conflict.version or ""),
        "message": sentence,
    }
