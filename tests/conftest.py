"""Every test runs sealed off from the person who starts it."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from support.machine import Machine
from support.synced import bare, joined

from memsync.secrets import native, scan

if TYPE_CHECKING:
    from collections.abc import Iterator

_MEMORY = Path("/dev/shm")  # noqa: S108 -- whose own folder pytest makes in it

# Bytes: several times what a whole run leaves there.
_ROOM = 2 << 30


def pytest_configure() -> None:
    """Keep the tests' folders in memory, where the system offers that and has room.

    Nothing is hidden by that: what an fsync is for, a running system never shows.
    """
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))
    # A busy machine is no finding.
    hypothesis.settings.register_profile("untimed", deadline=None)
    hypothesis.settings.load_profile("untimed")
    # A shell that starts the tests in its background has them ignore this signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a quarter of the time stories wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage among modules and tests: all of them stay to the end.

    Else Python walks through millions of objects, again and again, to find none.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of tests that have no files."""
    return tmp_path_factory.mktemp("nowhere")


@pytest.fixture(autouse=True)
def sealed(
    request: pytest.FixtureRequest, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In-process code finds no real home, no real git settings, no real folders."""
    folder = nowhere
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
    for name in ("COYOTE_CONFIG_DIR", "MEMSYNC_CONFIG_DIR", "MEMSYNC_STATE_DIR"):
        monkeypatch.setenv(name, "relative-on-purpose-so-that-using-it-raises")
    monkeypatch.setenv("HOME", str(folder / "sealed-home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.chdir(folder)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One machine of one person."""
    return Machine(tmp_path / "machine")


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """An empty remote."""
    return bare(tmp_path / "remote.git")


@pytest.fixture
def desk(tmp_path: Path, remote: Path) -> Machine:
    """A machine that syncs with it."""
    return joined(tmp_path / "desk", remote)


@pytest.fixture
def laptop(tmp_path: Path, remote: Path) -> Machine:
    """Another one."""
    return joined(tmp_path / "laptop", remote)


@pytest.fixture
def machines(desk: Machine, laptop: Machine) -> list[Machine]:
    """Both, each with a memory that is empty yet."""
    for machine in (desk, laptop):
        machine.user_memory.mkdir(parents=True)
    return [desk, laptop]


@pytest.fixture(params=["in-python", "natively"])
def both_ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs a test twice: Python searches first, and then the native search."""
    if request.param == "natively":
        assert native.enable()
    yield
    native.disable()


# Rooms whose tests say what their rules find by themselves.
_OF_RULES = ("commands", "named", "prose", "tables", "tiers", "values", "words")


@pytest.fixture(autouse=True)
def rules_alone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the model, which judges what no rule finds, in tests of rules."""
    folder = request.path.parent
    if folder.name in _OF_RULES and folder.parent.name == "secrets":
        monkeypatch.setattr(scan, "find_likely", lambda *_: ())
