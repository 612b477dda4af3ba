"""A machine whose vault is agreed with its host, for tests of encrypted vaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.early_sealed import Scene, agreed

if TYPE_CHECKING:
    from support.vaults import Member


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return agreed(tmp_path_factory.mktemp("vault"))


@pytest.fixture
def scene(made: Scene) -> Scene:
    """What all tests share, as it was at first."""
    made.again()
    return made


@pytest.fixture
def desk(scene: Scene) -> Member:
    return scene.desk
