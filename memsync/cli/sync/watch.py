"""`memsync sync watch`: runs rounds in the foreground, whenever something changes."""

from __future__ import annotations

import click

from memsync.cli.shared.numbers import NumberRange
from memsync.cli.shared.session import Session, pass_session


@click.command()
@click.option(
    "--interval",
    type=NumberRange(min=1, max=86400),
    default=300,
    show_default=True,
    help="Fetch from the remote this often, in seconds.",
)
@pass_session
def watch(session: Session, interval: float) -> int:
    """Sync whenever a memory changes, until you press Ctrl-C.

    Sends changes once nothing has changed for two seconds, and fetches at every
    interval. `memsync sync timer` syncs without a terminal.
    """
    from memsync.cli.shared.secrets_in import unlock
    from memsync.cli.sync.watcher import Watcher
    from memsync.errors import Locked
    from memsync.files import lock
    from memsync.sync.tree.url import configured_remote

    if not session.settings(None).profiles:
        configured_remote(session.places, session.settings(None))
    # Each round inherits the environment, and in it the passphrase typed here.
    unlock(session)
    file = session.places.state / "locks" / "watch.lock"
    try:
        with lock.hold(file, what="sync watch", wait=0) as held:
            return Watcher(session, interval, held).run()
    except Locked:
        raise Locked(
            f"another watcher is running: {lock.holder(file)}",
            hint="stop that one first",
        ) from None
