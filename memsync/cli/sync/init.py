"""`memsync sync init`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.sync.profile import new_profile, profile_option
from memsync.errors import BadUsage, Exit

if TYPE_CHECKING:
    from memsync.config.settings import Settings


class UrlCommand(click.Command):
    """A command whose argument may begin with a dash.

    `-oProxyCommand=…` as a URL is an attack on ssh, not a mistyped option, so the check
    of URLs has to see it and refuse it.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Treat a word that begins with one dash as the argument, unless it is ours."""
        known = ("-", "-h", "-q", "-v")
        odd = [a for a in args if a[:1] == "-" and a[:2] != "--" and a not in known]
        if odd and "--" not in args:
            args = [*(a for a in args if a not in odd), "--", *odd]
        return super().parse_args(ctx, args)


@click.command(cls=UrlCommand)
@click.argument("url", required=False)
@click.option("--allow-http", is_flag=True, help="Accept an unencrypted http:// URL.")
@click.option(
    "--encrypt", is_flag=True, help="Encrypt what is sent, or join an encrypted memory."
)
@click.option(
    "--key-file",
    metavar="FILE",
    help="Join with the recovery code in FILE; - is stdin.",
)
@click.option(
    "--code-file",
    metavar="FILE",
    help="Write the new recovery code to FILE; - is stdout.",
)
@click.option("--ask", is_flag=True, help="Ask another machine to approve this one.")
@click.option("--name", help="The name that other machines show for this one.")
@click.option("--yes", is_flag=True, help="Change the remote without asking.")
@click.option(
    "--replace-plain", is_flag=True, help="Encrypt a remote that is unencrypted now."
)
@click.option("--plaintext", is_flag=True, help="Stop encrypting on this machine.")
@click.option(
    "--notes",
    multiple=True,
    metavar="GLOB",
    help="Sync the notes whose names match GLOB.",
)
@profile_option
@json_option
@pass_session
def init(
    session: Session,
    url: str | None,
    allow_http: bool,
    encrypt: bool,
    key_file: str | None,
    code_file: str | None,
    ask: bool,
    name: str | None,
    yes: bool,
    replace_plain: bool,
    plaintext: bool,
    notes: tuple[str, ...],
    profile: str | None,
) -> int:
    """Set up sync with the private repository at URL.

    URL is https://…, ssh://…, user@host:path, file://… or a path. Without URL, sync
    keeps its history on this machine only.

    --encrypt encrypts the memory and prints a recovery code once. Other machines join
    with --key-file, or with the passphrase in MEMSYNC_PASSPHRASE; on a terminal memsync
    asks. --plaintext stops encrypting on this machine, and needs another URL.

    --profile sends the notes that match --notes to another repository.

    \b
    Examples:
      memsync sync init git@git.example.com:me/memory.git
      memsync sync init git@git.example.com:me/vault.git --encrypt
      memsync sync init git@git.example.com:me/vault.git --key-file code.txt
      memsync sync init git@example.com:work.git --profile work --notes 'work-*'
    """
    settings = new_profile(session, profile)
    joins = bool(key_file) or ask
    keys = encrypt or plaintext or joins
    _check_profile(session, settings, notes, keys=keys)
    if plaintext:
        _leave(session, url, encrypt=encrypt, allow_http=allow_http)
    if not (yes or plaintext or _agreed(session, settings, url, allow_http)):
        session.say("nothing was changed")
        return Exit.DONE
    if encrypt or joins or (not settings.profile and _is_encrypted(session)):
        from memsync.cli.sync.encrypt import Given, run

        given = Given(
            *(url, key_file, code_file, ask, name or "", replace_plain),
            join_only=joins and not encrypt,
        )
        code = run(session, given, allow_http=allow_http)
        _keep_name(session, name)
        return code
    if code_file or replace_plain:
        raise BadUsage("--code-file and --replace-plain go with --encrypt")
    from memsync.sync.state.result import Result
    from memsync.sync.verbs.setup import prepare

    done = prepare(
        session.places,
        settings,
        session.cwd,
        url,
        allow_http=allow_http,
        interactive=sys.stdin.isatty() and sys.stderr.isatty(),
    )
    if notes:
        from memsync.config.file import set_value

        key = settings.key_of("sync.notes")
        set_value(session.places, None, key, ",".join(notes))
    _keep_name(session, name)
    result = Result(head=done.head, changed=done.changed)
    data: dict[str, object] = {**result.data(), "remote": done.shown}
    if done.trouble is not None:
        error = done.trouble
        data["error"] = {
            "code": error.word,
            "message": error.message,
            "hint": error.hint,
        }
    session.emit(data, "")
    if done.trouble is not None:
        session.warn(
            f"sync is set up with {done.shown}, but {done.trouble.message}",
            done.trouble.hint,
        )
        return done.trouble.exit_code
    if done.shown == "none":
        said = "without a remote; `memsync sync` saves the notes' history here"
    else:
        said = f"with {done.shown}; `memsync sync` sends and receives notes"
    session.say(f"sync is set up {said}")
    _say_if_empty(session, settings, notes)
    if done.branch is not None:
        session.say(
            f"the notes go to its branch 'main'; a plain clone shows '{done.branch}', "
            "until main is its default branch"
        )
    return Exit.DONE


def _say_if_empty(session: Session, settings: Settings, notes: tuple[str, ...]) -> None:
    """Tell a person whose new profile would sync nothing."""
    known = settings.values.get(settings.key_of("sync.notes"))
    if settings.profile and not notes and not known:
        session.say(
            f"no note is in the profile '{settings.profile}' yet: run it again with"
            " --notes GLOB, or `memsync sync add --profile NAME` in a repository"
        )


def _agreed(
    session: Session, settings: Settings, url: str | None, allow_http: bool
) -> bool:
    """Whether the memory may change its remote; asks if it has one already."""
    from memsync.cli.shared.secrets_in import someone_is_there
    from memsync.sync.verbs.setup import moves
    from memsync.terminal import printable

    found = url and moves(
        session.places, settings, session.cwd, url, allow_http=allow_http
    )
    if not found:
        return True
    said = f"this memory is synced with {found[0]}; from now on it goes to {found[1]}"
    if not someone_is_there():
        raise BadUsage(said, hint="--yes changes the remote")
    question = printable(f"{said[0].upper()}{said[1:]}. Change it?")
    return click.confirm(question, err=True)


def _keep_name(session: Session, name: str | None) -> None:
    from memsync.config.file import set_value

    if name:
        set_value(session.places, None, "sync.machine", name)


def _is_encrypted(session: Session) -> bool:
    from memsync.sync.sealed.sealing import is_required

    return is_required(session.places, session.settings(None))


def _check_profile(
    session: Session, settings: Settings, notes: tuple[str, ...], *, keys: bool
) -> None:
    """Raise `BadUsage` or `Refused` for options that a profile cannot have."""
    from memsync.sync.sealed.sealing import refuse_plain_profile

    if not settings.profile:
        if notes:
            raise BadUsage(
                "--notes goes with --profile", hint="the default has the rest"
            )
        return
    if keys:
        raise BadUsage(
            "only the default profile can be encrypted",
            hint="it has all notes that no other profile claims; leave --profile out",
        )
    refuse_plain_profile(session.places, settings)


def _leave(
    session: Session, url: str | None, *, encrypt: bool, allow_http: bool
) -> None:
    if encrypt or url is None:
        raise BadUsage("--plaintext needs a URL, and excludes --encrypt")
    if not _is_encrypted(session):
        return
    from memsync.sync.verbs.setup import leave

    aside = leave(
        session.places,
        session.settings(None),
        session.cwd,
        session.now,
        url,
        allow_http=allow_http,
    )
    session.warn(
        "from now on this machine sends its memory unencrypted",
        "run the same on every other machine; the keys and the encrypted history of "
        f"this one are now {' and '.join(repr(str(path)) for path in aside)}",
    )
