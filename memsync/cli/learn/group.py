"""`memsync learn`: notes that past sessions suggest, proposed and reviewed."""

from __future__ import annotations

from pathlib import Path

import click

from memsync.cli.learn import accept, clear, enable, reject, review, status, undo
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage


@click.group(invoke_without_command=True)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Send nothing; show what would be sent, and to whom.",
)
@click.option(
    "--show-payload", is_flag=True, help="With --dry-run: print the whole text."
)
@click.option(
    "--session",
    "id_",
    metavar="ID",
    help="Read only this session, even if it is new, old or short.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Read at most N sessions."
)
@click.option(
    "--rebuild",
    is_flag=True,
    help="Read again the sessions that were read or set aside before.",
)
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the evidence to FILE as JSON lines, and send nothing.",
)
@click.option(
    "--import",
    "import_",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read answers from FILE, one JSON object a line, for review.",
)
@click.option("--by-itself", is_flag=True, hidden=True)
@click.option("--known", is_flag=True, hidden=True)
@json_option
@pass_session
@click.pass_context
def command(
    ctx: click.Context,
    session: Session,
    dry_run: bool,
    show_payload: bool,
    id_: str | None,
    limit: int | None,
    rebuild: bool,
    export: Path | None,
    import_: Path | None,
    by_itself: bool,
    known: bool,
) -> int | None:
    """Learn from past sessions: propose notes for you to review.

    Sends the sessions of this repository that have ended to a model that you set, and
    proposes notes, each with the words it is based on. Turn it on with `memsync learn
    enable`. Exits 1 if a session could not be read.

    \b
    Examples:
      memsync learn --dry-run
      memsync learn --limit 5
      memsync learn --export evidence.jsonl
      memsync learn review
    """
    given = (dry_run, show_payload, id_, limit, rebuild, export, import_)
    if ctx.invoked_subcommand is not None:
        if any(given):
            raise BadUsage(
                f"options stand behind '{ctx.invoked_subcommand}', not before it"
            )
        return None
    from memsync.cli.learn.learning import Options, learn
    from memsync.learn.runs.selecting import Asked

    asked = Asked(id_, limit, rebuild)
    return learn(
        session,
        Options(asked, dry_run, show_payload, export, import_, by_itself, known),
    )


command.add_command(enable.command, "enable")
command.add_command(status.status, "status")
command.add_command(status.log, "log")
command.add_command(review.command, "review")
command.add_command(accept.command, "accept")
command.add_command(reject.command, "reject")
command.add_command(undo.command, "undo")
command.add_command(clear.command, "clear")
