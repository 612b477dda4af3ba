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
            Conflict("projects/x/style", "desktop", "", None),
            (
                "'projects/x/style' was deleted here and edited elsewhere: kept"
                " desktop's edit; to delete it everywhere (in that repository):"
                " memsync forget style"
            ),
        ),
        (
            Conflict("daily/2026-01-02", "desktop", "", None),
            (
                "'daily/2026-01-02' was deleted here and edited elsewhere: kept"
                " desktop's edit; to delete it everywhere: delete its file, then run"
                " memsync sync"
            ),
        ),
        (
            Conflict("projects/x/agents/claude-code/style", "", "laptop", VERSION),
            (
                "conflict in 'projects/x/agents/claude-code/style': kept your newer"
                " edit; laptop's (in that repository): memsync archive restore"
                " style/20260102T030405Z-abc --agent claude-code"
            ),
        ),
        (
            Conflict("agents/goose/prefs", "", "laptop", VERSION),
            (
                "conflict in 'agents/goose/prefs': kept your newer edit; laptop's:"
                " memsync archive restore style/20260102T030405Z-abc --agent goose"
                " --scope user"
            ),
        ),
        (
            Conflict("style", "", "laptop", None),
            (
                "'style' was deleted on laptop and edited elsewhere: kept your edit;"
                " to delete it everywhere: memsync forget style --scope user"
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
