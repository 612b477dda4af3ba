"""`memsync demo`."""

from __future__ import annotations

from pathlib import Path

import click

from memsync.cli.shared.session import Session, pass_session


@click.command()
@pass_session
def command(session: Session) -> None:
    """Show memsync at work in a throwaway folder.

    Runs the real git and memsync in a temporary folder: initialises a repository with a
    worktree and a submodule, blocks a commit with a secret, and syncs two machines that
    edit one note. Deletes the folder at the end, and touches nothing else.
    """
    from tempfile import TemporaryDirectory

    from memsync.demo.scenes import play
    from memsync.demo.stage import Stage

    # A detached sync may still write its state here when the last scene has ended.
    with TemporaryDirectory(prefix="memsync-demo-", ignore_cleanup_errors=True) as name:
        play(Stage(Path(name).resolve(), session.environ, click.echo))
    click.echo("\nThat is memsync. In a repository of yours: memsync init --hooks")
