"""`memsync reindex`."""

from __future__ import annotations

import click

from memsync.amounts import amount
from memsync.cli.find.one_thread import one_thread
from memsync.cli.shared import notes
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command()
@json_option
@pass_session
def command(session: Session) -> None:
    """Compute the missing vectors for semantic search.

    A search computes a few by itself; run this after you add many notes or change the
    model. The vectors are kept in memsync's state folder. Needs the extra
    `semantic`: docs/install.md says how to add it.

    \b
    Example:
      memsync reindex
    """
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import Notes, with_notes
    from memsync.terminal import counted

    stores, settings = notes.visible(session, None, off=False)
    cache = folder_of(session.places)
    one_thread()
    means = Means(settings, session.environ, cache, session.warn)

    def make(every: Notes) -> int:
        meaning = means.for_notes("semantic", every)
        assert meaning is not None  # noqa: S101 -- or it raises
        return meaning.make_all(
            lambda missing: counted(missing, "making vectors"), to_keep=True
        )

    made = with_notes(stores, cache, session.now, make)
    session.emit({"made": made}, f"computed the vectors of {amount(made, 'note')}\n")
