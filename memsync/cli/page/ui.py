"""`memsync ui`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, pass_session
from memsync.errors import BadUsage, Broken
from memsync.extras import with_extra

if TYPE_CHECKING:
    from collections.abc import Mapping

# The packages of the extra `ui`; checked before the server is imported.
_NEEDED = ("starlette", "uvicorn", "jinja2", "markdown_it")


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Listen on this port; by default on a free one.",
)
@click.option(
    "--no-browser", is_flag=True, help="Print the address without opening a browser."
)
@click.option("--read-only", is_flag=True, help="Allow no changes.")
@click.option(
    "--demo", is_flag=True, help="Show a made-up memory in a throwaway folder."
)
@click.option(
    "--static",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the pages to DIR, new or empty, instead of serving them.",
)
@click.option(
    "--force", is_flag=True, help="With --static: accept a DIR inside a work tree."
)
@pass_session
def command(
    session: Session,
    port: int,
    no_browser: bool,
    read_only: bool,
    demo: bool,
    static: Path | None,
    force: bool,
) -> None:
    """View and edit the memory in your browser.

    The server listens on this machine only, and prints an address that works once. It
    stops on Ctrl-C, or after 30 minutes without a request. Needs the extra
    `ui`: docs/install.md says how to add it.

    \b
    Examples:
      memsync ui
      memsync ui --read-only --no-browser
      memsync ui --static report
    """
    from importlib.util import find_spec

    if not all(map(find_spec, _NEEDED)):
        raise Broken(
            "the page needs packages that are not installed",
            hint=with_extra("ui"),
            word="missing-extra",
        )
    if force and static is None:
        raise BadUsage("--force goes with --static")
    from contextlib import ExitStack

    from memsync.cli.page.functions import PageCommands

    with ExitStack() as stack:
        shown = session
        if demo:
            from memsync.page.demo import throwaway

            made = stack.enter_context(throwaway(session.environ, session.now))
            shown = Session(
                made.environ, made.folder, session.now, quiet=True, verbose=False
            )
        commands = PageCommands(shown)
        if static is not None:
            from memsync.page.files import write

            written = write(commands, session.cwd / static, force=force)
            session.say(f"wrote {written} files into '{static}'")
            return
        from memsync.cli.shared.secrets_in import unlock
        from memsync.page.server import serve

        unlock(shown)
        serve(
            commands,
            _print,
            port=port,
            browser=not no_browser and _has_screen(session.environ),
            read_only=read_only,
            demo=demo,
        )


def _has_screen(environ: Mapping[str, str]) -> bool:
    """Whether a browser can open a window: over ssh a text browser would start."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _print(address: str) -> None:
    click.echo(address)
    sys.stdout.flush()
