from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memsync.errors import Broken
from memsync.paths import Places

LINUX = pytest.mark.skipif(
    sys.platform in ("darwin", "win32"), reason="the platform's own folders"
)


def test_named_folders_come_first() -> None:
    places = Places(
        {
            "HOME": "/h",
            "XDG_CONFIG_HOME": "/x",
            "XDG_STATE_HOME": "/s",
            "COYOTE_CONFIG_DIR": "/c",
            "MEMSYNC_CONFIG_DIR": "/m",
            "MEMSYNC_STATE_DIR": "~/state",
        }
    )
    assert places.user_memory == Path("/c/memory")
    assert places.config == Path("/m")
    assert places.state == Path("/h/state")


def test_then_the_xdg_base_folders() -> None:
    places = Places({"HOME": "/h", "XDG_CONFIG_HOME": "/x", "XDG_STATE_HOME": "/s"})
    assert places.user_memory == Path("/x/coyote/memory")
    assert places.config_file == Path("/x/memsync/config.yaml")
    assert places.state == Path("/s/memsync")


@LINUX
def test_then_the_home_folder() -> None:
    places = Places({"HOME": "/h", "XDG_CONFIG_HOME": "relative"})
    assert places.user_memory == Path("/h/.config/coyote/memory")
    assert places.state == Path("/h/.local/state/memsync")


@LINUX
@pytest.mark.parametrize("home", ["", "relative"])
def test_without_a_home_nothing_is_guessed(home: str) -> None:
    with pytest.raises(Broken, match="HOME is not set"):
        _ = Places({"HOME": home}).user_memory


def test_a_relative_folder_is_refused() -> None:
    with pytest.raises(Broken, match="COYOTE_CONFIG_DIR is not an absolute path"):
        _ = Places({"COYOTE_CONFIG_DIR": "here"}).user_memory
