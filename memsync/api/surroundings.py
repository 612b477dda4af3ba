"""Supplies the clock and the environment, and converts system errors."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from memsync.clock import Now


def environ_of(given: Mapping[str, str] | None) -> Mapping[str, str]:
    """The given environment, else a copy of the process's own."""
    import os

    return dict(os.environ if given is None else given)


def read_now() -> Now:
    """The time of one call; the journal records `api` as the command."""
    from memsync.clock import read_clock

    return read_clock()._replace(by="api")


@contextlib.contextmanager
def as_errors() -> Iterator[None]:
    """Convert an `OSError` to the `MemsyncError` that a command would print."""
    try:
        yield
    except OSError as error:
        raise Broken.from_os_error(error) from error


def warn_all(warnings: Iterable[tuple[str, str | None]]) -> None:
    """Log each message with its hint."""
    for message, hint in warnings:
        warn(message, hint)


def warn(message: str, hint: str | None) -> None:
    """Log a warning: a library prints nothing."""
    import logging

    said = f"{message}; hint: {hint}" if hint else message
    logging.getLogger("memsync").warning("%s", said)
