"""The entry point: runs a verb, and turns every error into an exit code."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from memsync import __version__
from memsync.cli.shared.session import Session, json_option
from memsync.cli.verbs import SECTIONS, VERBS, verb_of
from memsync.errors import Broken, Exit, MemsyncError
from memsync.paths import LEARNING
from memsync.terminal import json_for_terminal, printable, printable_hint

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from memsync.sync.early.idle import Done, NotDone


class LazyGroup(click.Group):
    """A group that imports a verb's module only when that verb is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's
        """Every verb, in the table's order."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 -- click's
        """Import one verb."""
        if cmd_name not in VERBS:
            return None
        from memsync.cli.shared.everywhere import accept_everywhere

        module = import_module(f"memsync.cli.{VERBS[cmd_name][0]}")
        command: click.Command = module.command
        accept_everywhere(command, for_agents=cmd_name == "hook")
        if "_MEMSYNC_COMPLETE" in os.environ:
            from memsync.cli.completion.names import attach

            attach(cmd_name, command)
        return command

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """The verbs that begin with `incomplete`; imports none of them."""
        from click.shell_completion import CompletionItem

        verbs = [
            CompletionItem(verb, help=row[1])
            for verb, row in VERBS.items()
            if verb.startswith(incomplete)
        ]
        return verbs + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 -- click's
        formatter: click.HelpFormatter,
    ) -> None:
        """The verbs in sections, with their lines of `VERBS`; imports none of them."""
        widest = max(map(len, VERBS))
        grouped = {verb for verbs in SECTIONS.values() for verb in verbs}
        rest = tuple(verb for verb in VERBS if verb not in grouped)
        for title, verbs in {**SECTIONS, "More": rest}.items():
            rows = [
                (f"{verb:{widest}}", VERBS[verb][1]) for verb in verbs if verb in VERBS
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _folders(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from memsync.cli.completion.paths import completer

    return completer("dir")(ctx, parameter, incomplete)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="`memsync COMMAND --help` shows a command's options and examples.",
)
@click.version_option(__version__, prog_name="memsync")
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    help="Run as if started in DIR.",
    shell_complete=_folders,
)
@click.option("-q", "--quiet", is_flag=True, help="Print only data and errors.")
@click.option("-v", "--verbose", is_flag=True, help="Explain more on stderr.")
@json_option
@click.pass_context
def memsync(ctx: click.Context, folder: str | None, quiet: bool, verbose: bool) -> None:
    """Git-native memory for coding agents: bootstrap, guard and sync."""
    early = ctx.obj
    ctx.obj = Session.start(os.environ, folder, quiet=quiet, verbose=verbose)
    ctx.obj.early = early


def main(early: Done | NotDone | None = None) -> NoReturn:
    """Run the command line and exit with one of `Exit`.

    `early` is what the entry point learned when it tried an idle or a short round.
    """
    _replace_closed_streams()
    _exit(run(sys.argv[1:], early))


def exit_for(error: OSError) -> NoReturn:
    """Report an error of a command that ran without Click, and exit."""
    _exit(_report(error))


def _exit(code: int) -> NoReturn:
    _drop_what_is_refused(sys.stdout)
    _drop_what_is_refused(sys.stderr)
    sys.exit(code)


def _replace_closed_streams() -> None:
    # A closed stream's number would go to the next file opened, and our output into it.
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- lives as long as we


def _drop_what_is_refused(stream: TextIO) -> None:
    # At exit Python flushes again and, if that fails, sets an exit code of its own
    # (120).
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run(arguments: list[str], early: Done | NotDone | None = None) -> int:
    """Run one command; every error becomes a message, a hint and an exit code.

    `hook …` always exits 0: for some agents another code blocks what they do.
    """
    Session.json_wanted = False
    if "_MEMSYNC_COMPLETE" in os.environ:
        from memsync.cli.completion.shells import register

        register()
    verb = verb_of(arguments)
    if verb in ("hook", "context", "learn") and LEARNING in os.environ:
        return Exit.DONE  # the model's own hooks must not read or write memory
    for_an_agent = verb == "hook"
    try:
        code = _run(arguments) if early is None else _run(arguments, early)
    except (MemsyncError, click.ClickException, OSError) as error:
        code = _report(error)
    except (KeyboardInterrupt, click.Abort):
        _tell("memsync: interrupted")
        code = Exit.INTERRUPTED
    except Exception as error:  # noqa: BLE001 -- the outermost frame; reported as a bug
        code = _report_bug(error, frames=not for_an_agent)
    return Exit.DONE if for_an_agent else code


def _run(arguments: list[str], early: Done | NotDone | None = None) -> int:
    # click raises Exit (--help, ctx.exit) as a status in non-standalone mode.
    status = memsync.main(
        arguments, prog_name="memsync", standalone_mode=False, obj=early
    )
    sys.stdout.flush()
    return int(status) if isinstance(status, int) else Exit.DONE


def _report(error: MemsyncError | click.ClickException | OSError) -> int:
    if isinstance(error, click.ClickException):
        return _report_usage(error)
    if isinstance(error, OSError):
        _drop_what_is_refused(sys.stdout)
        if isinstance(error, BrokenPipeError):
            # The reader closed the pipe, as `head` does: not an error.
            return Exit.DONE
        error = Broken.from_os_error(error)
    _speak(error.word, error.message, error.hint)
    return error.exit_code


def _report_usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return Exit.USAGE
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "memsync"
    meant = _meant(error, context)
    # Click would name options that are not alike, too.
    own = meant or isinstance(error, click.NoSuchOption)
    said = error.message if own else error.format_message()
    # Click lists the choices one below the other.
    message = printable(" ".join(said.split())).removesuffix(".")
    hint = f"did you mean `{meant}`?" if meant else f"see `{path} --help`"
    _speak("usage", message[:1].lower() + message[1:], hint)
    return Exit.USAGE


def _meant(error: click.ClickException, context: click.Context | None) -> str | None:
    """The command or option that the person probably meant by an unknown one."""
    if isinstance(error, click.NoSuchOption) and context is not None:
        from memsync.cli.other_words import option

        options = [name for each in context.command.params for name in each.opts]
        return option(error.option_name, options)
    found = re.match("No such command '(.*)'", error.message, re.DOTALL)
    if found is None or context is None or not isinstance(context.command, click.Group):
        return None
    from memsync.cli.other_words import suggestion

    known = context.command.list_commands(context)
    return suggestion(context.command_path, found[1], known)


def _speak(word: str, message: str, hint: str | None) -> None:
    if Session.json_wanted:
        import json

        body = {"code": word, "message": message, "hint": hint}
        text = json.dumps({"error": body}, ensure_ascii=False)
        if sys.stdout.isatty():
            text = json_for_terminal(text)
        # A file name that is not UTF-8 must still make valid JSON.
        _tell(text.encode("utf-8", "replace"), err=False)
    from memsync.cli.shared.colour import RED, YELLOW, painted

    # Paths and git's messages are untrusted: they may hold terminal escapes.
    _tell(painted(f"memsync: {printable(message)}", RED, os.environ))
    if hint:
        _tell(painted(f"hint: {printable_hint(hint)}", YELLOW, os.environ))


def _tell(line: str | bytes, *, err: bool = True) -> None:
    # A message that cannot be written (full disk) must not change the exit code.
    with contextlib.suppress(OSError):
        click.echo(line, err=err)


def _report_bug(error: Exception, *, frames: bool) -> int:
    message = f"a bug in memsync {__version__}: {type(error).__name__}"
    if not frames:
        _tell(f"memsync: {message}")
        return Exit.BUG
    import traceback

    # JSON has this hint, too, so it names the stream.
    hint = "please report it with the lines that follow on stderr"
    _speak(MemsyncError.default_word, message, hint)
    # Frames only: the exception's text may quote a note.
    _tell("".join(traceback.format_tb(error.__traceback__)).rstrip("\n"))
    return Exit.BUG
