"""What every command gets: environment, folder, clock, and output."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from memsync.clock import Now, read_clock
from memsync.errors import BadUsage
from memsync.paths import Places
from memsync.terminal import (
    json_for_terminal,
    printable,
    printable_block,
    printable_hint,
    printable_screen,
)

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

    import click

    from memsync.config.settings import Settings
    from memsync.sync.early.idle import Done, NotDone

    F = TypeVar("F", bound="Callable[..., Any]")
    P = ParamSpec("P")
    R = TypeVar("R")


class Session:
    """One run of the command line; the only holder of environment and terminal."""

    # A class variable: the error handler needs it before any session exists.
    json_wanted: ClassVar[bool] = False

    def __init__(
        self,
        environ: Mapping[str, str],
        cwd: Path,
        now: Now,
        *,
        quiet: bool,
        verbose: bool,
        verb: str | None = None,
    ) -> None:
        """`verb` is the command that runs; None if Click knows it."""
        self.environ = environ
        self.cwd = cwd
        self._now = now
        self._verb = verb
        self.quiet = quiet
        self.verbose = verbose
        self._warned: set[tuple[str, str | None]] = set()
        self.early: Done | NotDone | None = None
        """What the entry point learned when it tried an idle or a short round."""

    @classmethod
    def start(
        cls,
        environ: Mapping[str, str],
        folder: str | None,
        *,
        quiet: bool,
        verbose: bool,
    ) -> Session:
        """Start in `folder`, else in the working folder; raises `BadUsage`."""
        try:
            cwd = Path.cwd()
        except FileNotFoundError:
            raise BadUsage(
                "the working folder no longer exists", hint="cd to one that does"
            ) from None
        if folder is not None:
            cwd = cwd / folder
            if not cwd.is_dir():
                raise BadUsage(f"'{folder}' is not a folder")
        return cls(environ, cwd, read_clock(), quiet=quiet, verbose=verbose)

    @property
    def now(self) -> Now:
        """The time at which this run began, and its command."""
        verb = _verb_in_click() if self._verb is None else self._verb
        return self._now._replace(by=verb)

    @property
    def now_ns(self) -> int:
        """The same time in nanoseconds since 1970."""
        return round(self._now.utc.timestamp() * 1000) * 1_000_000

    @property
    def places(self) -> Places:
        """The folders of this person on this machine."""
        return Places(self.environ)

    def settings(self, root: Path | None) -> Settings:
        """The settings in force in a git root, or outside any."""
        from memsync.config.settings import load

        return load(self.places, root)

    @property
    def json(self) -> bool:
        """Whether `--json` was given."""
        return Session.json_wanted

    def say(self, message: str) -> None:
        """Print a message on stderr; not with `-q`."""
        if not self.quiet:
            self._speak(f"memsync: {printable(message)}")

    def explain(self, message: str) -> None:
        """Print a message on stderr, only with `-v`."""
        if self.verbose:
            self.say(message)

    def warn(self, message: str, hint: str | None = None) -> None:
        """Print a warning, even with `-q`, and the command that repairs its cause.

        Printed once, however often a memory is opened in one run.
        """
        if (message, hint) in self._warned:
            return
        self._warned.add((message, hint))
        from memsync.cli.shared.colour import YELLOW, painted

        lines = [f"memsync: {printable(message)}"]
        if hint:
            lines.append(f"hint: {printable_hint(hint)}")
        for line in lines:
            self._speak(painted(line, YELLOW, self.environ))

    def _speak(self, line: str) -> None:
        import click

        # A message that cannot be written must not stop the work: the exit code tells.
        with contextlib.suppress(OSError):
            click.echo(line, err=True)

    @property
    def in_hook(self) -> bool:
        """Whether a git hook runs us, so that the commit must not wait for us."""
        return "GIT_DIR" in self.environ or "GIT_INDEX_FILE" in self.environ

    def start_sync(self, profile: str | None = None) -> None:
        """Start a detached round, outside any hook's repository.

        Syncs all profiles, or only `profile`; empty for the default one.
        """
        from memsync.process.git_child import environ_for_another_repository
        from memsync.process.spawn import detach

        # -P: a `memsync.py` in the working folder must not be imported in our place.
        argv = [sys.executable, "-P", "-m", "memsync", "-q", "sync"]
        if profile is not None:
            argv += ["--profile", profile or "default"]
        detach(argv, environ_for_another_repository(self.environ))

    def start_learning(self) -> None:
        """Start a detached run of learning in this folder."""
        from memsync.process.git_child import environ_for_another_repository
        from memsync.process.spawn import detach

        # -P keeps a module in the working folder from being imported instead of ours.
        argv = [sys.executable, "-P", "-m", "memsync", "-q", "-C", str(self.cwd)]
        argv += ["learn", "--by-itself"]
        detach(argv, environ_for_another_repository(self.environ))

    def emit(self, data: object, text: str | bytes) -> None:
        """Print the result: `data` with `--json`, else `text`.

        Into a pipe, a file's bytes go as they are. A terminal gets no control
        characters from notes, settings, names or paths: an escape sequence could
        recolour the screen, or type into the shell.
        """
        self._write(self._shown(data, text))

    def _shown(self, data: object, text: str | bytes) -> bytes:
        shown = sys.stdout.isatty()
        if self.json:
            from memsync.cli.shared.indented import indented

            out = indented(data) + "\n"
            # A file name that is not UTF-8 must still make valid JSON.
            text = json_for_terminal(out) if shown else out
        elif isinstance(text, bytes):
            if not shown:
                return text
            plain = text.decode("utf-8", "replace").replace("\r\n", "\n")
            text = printable_block(plain)
        elif shown:
            text = printable_screen(text)
        return text.encode("utf-8", "replace")

    def _write(self, out: bytes) -> None:
        sys.stdout.buffer.write(out)
        if sys.stdout.isatty():
            # Messages and questions on stderr must not overtake it.
            sys.stdout.flush()

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], empty: str = ""
    ) -> str:
        """Rows for people: aligned on a terminal, tab-separated for programs.

        On a terminal, a message says what is `empty` in place of heads without rows.
        """
        if not sys.stdout.isatty():
            return "".join("\t".join(row) + "\n" for row in rows)
        if empty and not rows:
            self.say(empty)
            return ""
        from memsync.cli.shared.colour import wanted
        from memsync.cli.shared.table import render

        rows = [[*map(printable, row)] for row in rows]
        return render(heads, rows, coloured=wanted(sys.stdout, self.environ))


def want_json(_: click.Context, __: click.Parameter, value: bool) -> None:
    """Record that `--json` was given, before the command or after it."""
    if value:
        Session.json_wanted = True


def json_option(command: F) -> F:
    """Add `--json`, which also prints errors as JSON."""
    import click

    return click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=want_json,
        help="Print the result as JSON.",
    )(command)


def pass_session(command: Callable[Concatenate[Session, P], R]) -> Callable[P, R]:
    """Give a command the session as its first argument."""
    import click

    return click.make_pass_decorator(Session)(command)


def _verb_in_click() -> str:
    """The words of the command that Click runs; empty outside any."""
    import click

    ctx = click.get_current_context(silent=True)
    return " ".join(ctx.command_path.split(" ")[1:]) if ctx else ""
