"""`memsync completion`."""

from __future__ import annotations

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import Broken


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.option("--install", is_flag=True, help="Write the script where SHELL loads it.")
@json_option
@pass_session
def command(session: Session, shell: str, install: bool) -> None:
    """Print the script that completes memsync in SHELL.

    Completes commands, options, and the names of notes, archived versions, settings,
    profiles, agents and machines.

    \b
    Examples:
      memsync completion bash --install
      eval "$(memsync completion bash)"
      memsync completion fish > ~/.config/fish/completions/memsync.fish
    """
    from memsync.cli.completion.shells import VARIABLE, place_for, script

    root = click.get_current_context().find_root().command
    text = script(shell, root)
    if not install:
        session.emit({"shell": shell, "script": text}, text)
        return
    from memsync.files import atomic

    path, hint = place_for(shell, session.environ)
    action = "created"
    try:
        old = atomic.read_regular(path)
    # The first installation: nothing to compare with.
    except (FileNotFoundError, NotADirectoryError):
        old = None
    if old is not None:
        if VARIABLE.encode() not in old:
            raise Broken(
                f"'{path}' was not written by memsync, and was left alone",
                hint="move it away",
                word="exists",
            )
        action = "unchanged" if old == text.encode() else "updated"
    if action != "unchanged":
        atomic.make_folder(path.parent)
        atomic.write(path, text.encode(), mode=0o644)
    data = {"shell": shell, "path": str(path), "action": action}
    session.emit(data, f"{action} {path}\n")
    session.say(hint)
