"""When an early round is not tried, or gives no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.sync.early.door import early_round
from memsync.sync.early.idle import NotDone

if TYPE_CHECKING:
    from pathlib import Path

NOW_NS = 1_795_253_400 * 10**9


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_INDEX_FILE"])
def test_a_git_hook_does_not_wait(tmp_path: Path, name: str) -> None:
    environ = {"HOME": str(tmp_path), name: ".git"}
    assert early_round(environ, NOW_NS) == NotDone(
        "a git hook does not wait for the remote"
    )


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"HOME": "relative"},
        {"MEMSYNC_STATE_DIR": "relative", "HOME": "/nowhere"},
    ],
)
def test_a_state_folder_in_an_unusual_place_is_left_to_a_whole_round(
    environ: dict[str, str],
) -> None:
    assert early_round(environ, NOW_NS) == NotDone(
        "the state folder is not where it usually is"
    )


def test_before_the_first_round_a_whole_one_must_run(tmp_path: Path) -> None:
    done = early_round({"MEMSYNC_STATE_DIR": str(tmp_path)}, NOW_NS)
    assert isinstance(done, NotDone)
    assert done.why.startswith("a file cannot be read (")
    assert done.tip is None


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"memsync stat 4\tnonsense\n"])
def test_a_damaged_record_is_left_to_a_whole_round(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "stat").write_bytes(data)
    done = early_round({"MEMSYNC_STATE_DIR": str(tmp_path)}, NOW_NS)
    assert done == NotDone("the last sync left something to do, or to look at")
    assert (tmp_path / "stat").read_bytes() == data
