"""`memsync write`."""

from __future__ import annotations

import click

from memsync.cli.shared import notes
from memsync.cli.shared.author import author
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.memory.note.compose import Given, of_whole_note
from memsync.memory.note.names import check_name
from memsync.memory.store.writing import check_write


@click.command()
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("-d", "--description", help="One line: what the note is about.")
@click.option("-t", "--type", "type_", help="For example user, feedback or project.")
@scope_option("The memory to change; workspace by default.")
@click.option("-m", "--message", metavar="TEXT", help="The note's text.")
@click.option("--file", metavar="FILE", help="Read the text from FILE; - is stdin.")
@click.option("--append", is_flag=True, help="Append to the note's text.")
@click.option(
    "--expires",
    metavar="DAY",
    help="The last day on which the note is valid, as YYYY-MM-DD.",
)
@json_option
@pass_session
def command(
    session: Session,
    name: str,
    words: tuple[str, ...],
    description: str | None,
    type_: str | None,
    scope: str | None,
    message: str | None,
    file: str | None,
    append: bool,
    expires: str | None,
) -> int:
    """Create a note, or update the parts of it that you give.

    Without TEXT, -m or --file, or with -, the text comes from stdin. A whole note, as
    `memsync read` prints it, is taken without its frontmatter, with its description
    and type; if it says `sync: false`, the note does, too.

    \b
    Examples:
      memsync write port "The port is 8080."
      memsync write port --append -m "TLS is on 8443."
      memsync write deploy --file deploy.md -d "How we deploy"
    """
    check_name(name)
    if words:
        if message is not None:
            raise BadUsage("give either TEXT or -m, not both", hint="give one of them")
        if file is not None:
            raise BadUsage(
                "give either TEXT or --file, not both", hint="give one of them"
            )
        message = notes.message_of(words)
    text = notes.text_given(session, message, file)
    if text is None or not text.strip():
        # An empty file or variable is a mistake: it must not empty a note.
        asked = words or message is not None or file is not None
        if asked or (description, type_, expires) == (None, None, None):
            raise BadUsage(
                "there is no text for the note",
                hint="give it with -m TEXT, --file FILE or on stdin",
            )
        text = None
    given = Given(text, description, type_, expires, append=append)
    whole = of_whole_note(given)
    if whole is not None:
        given = whole
        session.say("the text is a whole note: its frontmatter is not part of the text")
    given.checked()  # report malformed options before a missing memory
    store = notes.for_writing(
        session, scope, check=lambda new: check_write(new, name, given, session.now)
    )
    written = store.write(
        name,
        given.body,
        now=session.now,
        description=given.description,
        type_=given.type,
        expires=given.expires,
        append=append,
        by=author(session),
        private=given.private,
    )
    return notes.emit_written(session, written)
