"""Runs plain forms of `search`, `context` and `list` without Click.

An agent starts them many times a session, and loading Click takes as long as a search
among 10,000 notes. A command line that is not plain goes to Click, and so does one that
fails, which Click then reports. What a command prints is held until it has succeeded.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.paths import LEARNING
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# The options of a plain command line; True for those with a value.
_OPTIONS = {
    "search": {"--json": False, "--limit": True, "--strategy": True},
    "context": {"--json": False, "--query": True},
    "list": {"--json": False},
}


class Plain(NamedTuple):
    """A plain command line."""

    verb: str
    words: list[str]
    options: dict[str, str]
    """By name; one without a value has an empty one."""


def main(arguments: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Run a plain command line; returns False, with nothing printed, for any other.

    Returns False for one that fails, too.
    """
    plain = parsed(arguments)
    if plain is None or "_MEMSYNC_COMPLETE" in environ or LEARNING in environ:
        return False
    Session.json_wanted = "--json" in plain.options
    try:
        session = _Held(
            *(environ, Path.cwd(), read_clock()),
            quiet=False,
            verbose=False,
            verb=plain.verb,
        )
        _run(session, plain)
    except KeyboardInterrupt:
        sys.stderr.write("memsync: interrupted\n")
        sys.exit(130)
    except Exception:  # noqa: BLE001 -- the long way meets it, too, and reports it
        return False
    session.release()
    return True


def parsed(arguments: Sequence[str]) -> Plain | None:
    """The command line if it is plain, as Click would understand it."""
    verb, *rest = arguments
    known = _OPTIONS.get(verb)
    # On Windows Click replaces patterns and variables in the arguments.
    if known is None or os.name == "nt":
        return None
    words: list[str] = []
    options: dict[str, str] = {}
    left = iter(rest)
    for word in left:
        if word in known and word not in options:
            value = _value(left) if known[word] else ""
            if value is None or not _is_valid(word, value):
                return None
            options[word] = value
        elif word.startswith("-"):
            return None
        else:
            words.append(word)
    return Plain(verb, words, options) if bool(words) == (verb == "search") else None


def _value(left: Iterator[str]) -> str | None:
    value = next(left, None)
    return None if value is None or value.startswith("-") else value


def _is_valid(option: str, value: str) -> bool:
    """Whether Click would accept a value, and use it as it is."""
    if option == "--limit":
        return value.isascii() and value.isdigit() and int(value) > 0
    return option != "--strategy" or value in ("bm25", "keyword")


def _run(session: Session, plain: Plain) -> None:
    if plain.verb == "list":
        from memsync.cli.notes import listing

        listing.run(session)
    elif plain.verb == "context":
        from memsync.cli.find import gathering
        from memsync.retrieval.context import Ask

        gathering.run(session, Ask(query=plain.options.get("--query", "")))
    else:
        from memsync.cli.find import searching

        limit = plain.options.get("--limit")
        asked = searching.Asked(
            " ".join(plain.words),
            limit=None if limit is None else int(limit),
            strategy=plain.options.get("--strategy"),
        )
        searching.run(session, asked)


class _Held(Session):
    """A session that prints only when it is released."""

    _out = b""
    _lines: tuple[str, ...] = ()

    def _speak(self, line: str) -> None:
        self._lines += (line,)

    def _write(self, out: bytes) -> None:
        self._out += out

    def release(self) -> None:
        """Print what was held; exits with an error if stdout refuses it."""
        for line in self._lines:
            super()._speak(line)
        try:
            super()._write(self._out)
            sys.stdout.flush()
        except OSError as error:
            from memsync.cli.main import exit_for

            exit_for(error)
