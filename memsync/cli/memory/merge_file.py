"""`memsync merge-file`, which git runs."""

from __future__ import annotations

from pathlib import Path

import click

from memsync.cli.shared.session import Session, pass_session
from memsync.errors import Exit
from memsync.terminal import printable

_file = click.Path(path_type=Path)


@click.command()
@click.argument("base", type=_file)
@click.argument("ours", type=_file)
@click.argument("theirs", type=_file)
@click.argument("marker_size", type=click.IntRange(1, 1000))
@click.argument("path")
@pass_session
def command(
    session: Session,
    base: Path,
    ours: Path,
    theirs: Path,
    marker_size: int,
    path: str,
) -> int:
    """Merge a team's note, as git's merge driver.

    Merges the changes from BASE to THEIRS into OURS. `memsync init --tracked` makes
    git run this for the notes in .coyote/memory. Leaves no conflict markers: where
    both sides changed the same lines, those of the version with the later `updated`
    stay, and the other version goes to the archive. PATH is the note's place below the
    git root. Git's own merge, with markers of MARKER_SIZE characters, does the rest:
    files that are no notes, or not UTF-8. If that leaves a conflict, exits with 1.
    Of `.memsync-allow` the fingerprints of both sides stay.

    \b
    Example, as git's setting merge.memsync.driver has it:
      memsync merge-file %O %A %B %L %P
    """
    from memsync.sync.verbs.merge_file import Files, merge_file

    given = [session.cwd / file for file in (base, ours, theirs)]
    done = merge_file(
        Files(given[0], given[1], given[2], marker_size, path),
        *(session.cwd, session.environ, session.now),
    )
    name = printable(done.name)
    if done.why is not None:
        session.say(f"git merges '{printable(path)}' by itself, because {done.why}")
    elif done.archived:
        session.say(
            f"both sides changed the same lines of '{name}': one version of them stays,"
            f" and the other is in the archive, `memsync archive list {name}`"
        )
    return Exit.DONE if done.clean else Exit.FOUND
