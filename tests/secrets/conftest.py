"""Every test of the scanner, in Python and with the native search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.secrets import native

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["in-python", "natively"])
def searched(request: pytest.FixtureRequest) -> Iterator[None]:
    """Once with each search, so that what a tier finds is no secret to its gate."""
    if request.param == "natively":
        assert native.enable()
    yield
    native.disable()
