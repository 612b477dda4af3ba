"""What a command is given: environment, folder, clock, and where to speak."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

from memsync.clock import Now, read_clock
from memsync.errors import BadUsage
from memsync.paths import Places
from memsync.terminal import (
    json_for_terminal,
    printable,
    printable_block,
    printable_screen,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memsync.config.settings import Settings
    from memsync.sync.early.idle import Done, NotDone

F = TypeVar("F", bound="Callable[..., Any]")


class Session:
    """One run of the command line; the only holder of environment and terminal."""

    # The error handler needs it where no session is at hand yet.
    json_wanted: ClassVar[bool] = False

    def __init__(
        self,
        environ: Mapping[str, str],
        cwd: Path,
        now: Now,
        *,
        quiet: bool,
        verbose: bool,
    ) -> None:
        self.environ = environ
        self.cwd = cwd
        self._now = now
        self.quiet = quiet
        self.verbose = verbose
        self._warned: set[tuple[str, str | None]] = set()
        self.early: Done | NotDone | None = None
        """What the entry point learned, where it tried a round of sync."""

    @classmethod
    def start(
        cls,
        environ: Mapping[str, str],
        folder: str | None,
        *,
        quiet: bool,
        verbose: bool,
    ) -> Session:
        """Begin in `folder`, else in the working folder; raises `BadUsage`."""
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
        """The moment of this run, and which command it is."""
        ctx = click.get_current_context(silent=True)
        words = ctx.command_path.split(" ")[1:] if ctx else []
        return self._now._replace(by=" ".join(words))

    @property
    def now_ns(self) -> int:
        """The moment in nanoseconds since 1970."""
        return round(self._now.utc.timestamp() * 1000) * 1_000_000

    @property
    def places(self) -> Places:
        """The folders of this person on this machine."""
        return Places(self.environ)

    def settings(self, root: Path | None) -> Settings:
        """The settings that hold in a git root, or outside any."""
        from memsync.config.settings import load

        return load(self.places, root)

    @property
    def json(self) -> bool:
        """Whether `--json` was given."""
        return Session.json_wanted

    def say(self, message: str) -> None:
        """A message for the person, on stderr; silent with `-q`."""
        if not self.quiet:
            self._speak(f"memsync: {printable(message)}")

    def explain(self, message: str) -> None:
        """A message for whoever asked for more with `-v`."""
        if self.verbose:
            self.say(message)

    def warn(self, message: str, hint: str | None = None) -> None:
        """A message that `-q` does not silence, with the command that mends it.

        Said once, however often a memory is opened in one run.
        """
        if (message, hint) in self._warned:
            return
        self._warned.add((message, hint))
        from memsync.cli.shared.colour import YELLOW, painted

        for line in (f"memsync: {message}", f"hint: {hint}")[: 2 if hint else 1]:
            self._speak(painted(printable(line), YELLOW, self.environ))

    @staticmethod
    def _speak(line: str) -> None:
        # Where nobody can be told, the work goes on: its exit code says the rest.
        with contextlib.suppress(OSError):
            click.echo(line, err=True)

    @property
    def in_hook(self) -> bool:
        """Whether a git hook runs us, which is to return at once."""
        return "GIT_DIR" in self.environ or "GIT_INDEX_FILE" in self.environ

    def start_sync(self, profile: str | None = None) -> None:
        """Start a round that nobody waits for, away from any hook's repository.

        Of all profiles, or of one: empty for the default one.
        """
        from memsync.process.git_child import environ_for_another_repository
        from memsync.process.spawn import detach

        # -P: the folder we stand in must not be able to shadow memsync.
        argv = [sys.executable, "-P", "-m", "memsync", "-q", "sync"]
        if profile is not None:
            argv += ["--profile", profile or "default"]
        detach(argv, environ_for_another_repository(self.environ))

    def start_learning(self) -> None:
        """Start a run of learning in this folder that nobody waits for."""
        from memsync.process.git_child import environ_for_another_repository
        from memsync.process.spawn import detach

        argv = [sys.executable, "-P", "-m", "memsync", "-q", "-C", str(self.cwd)]
        argv += ["learn", "--by-itself"]
        detach(argv, environ_for_another_repository(self.environ))

    def emit(self, data: object, text: str | bytes) -> None:
        """Print the result: `data` with `--json`, else `text`.

        A file's bytes go into a pipe as they are; a terminal gets them without what
        it takes for commands: an escape in a note could recolour the screen, or type
        into the shell. Nor does it get those of a setting, a name or a path.
        """
        shown = sys.stdout.isatty()
        if self.json:
            import json

            out = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
            # A file name that is not UTF-8 still makes valid JSON.
            text = (json_for_terminal(out) if shown else out).encode("utf-8", "replace")
        elif isinstance(text, bytes) and shown:
            plain = text.decode("utf-8", "replace").replace("\r\n", "\n")
            text = printable_block(plain).encode("utf-8", "replace")
        elif isinstance(text, str):
            text = printable_screen(text) if shown else text
            text = text.encode("utf-8", "replace")
        sys.stdout.buffer.write(text)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """Rows for people: aligned on a terminal, tab-separated for programs."""
        if not sys.stdout.isatty():
            return "".join("\t".join(row) + "\n" for row in rows)
        from memsync.cli.shared.colour import wanted
        from memsync.cli.shared.table import render

        rows = [[*map(printable, row)] for row in rows]
        return render(heads, rows, coloured=wanted(sys.stdout, self.environ))


def want_json(_: click.Context, __: click.Parameter, value: bool) -> None:
    """Remember that `--json` was given, before the command or behind it."""
    if value:
        Session.json_wanted = True


def json_option(command: F) -> F:
    """Add `--json`, which also makes errors come out as JSON."""
    return click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=want_json,
        help="Print the result as JSON.",
    )(command)


pass_session = click.make_pass_decorator(Session)
