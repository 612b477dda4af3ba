"""The errors a user can meet: each has a message, a hint and an exit code."""

from __future__ import annotations

from enum import IntEnum

TYPE_CHECKING = False  # importing typing would cost a hook 4 ms
if TYPE_CHECKING:
    from typing import ClassVar


class Exit(IntEnum):
    """The stable exit codes of every memsync command."""

    DONE = 0
    FOUND = 1
    """A check found something: scan, lint, or a held note."""
    USAGE = 2
    BUG = 3
    NO_GIT_ROOT = 10
    NOT_SET_UP = 11
    LOCKED = 12
    KEY = 13
    REFUSED = 14
    UNREACHABLE = 15
    BROKEN = 16
    NOT_FOUND = 17
    INTERRUPTED = 130


class MemsyncError(Exception):
    """An error that the user can understand and repair.

    `message` is one line, lower case, without a full stop; it never holds a
    secret. `hint` names the next command. `word` is the stable code of the
    error in JSON: the text of a `Word`, as a test holds.
    """

    exit_code: ClassVar[Exit] = Exit.BUG
    default_word: ClassVar[str] = "bug"

    def __init__(
        self, message: str, *, hint: str | None = None, word: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        # Imported only for an error: an enum of a hundred members costs a hook 2 ms.
        from memsync.error_words import Word

        self.word = Word(word or self.default_word)


class BadUsage(MemsyncError):
    """A malformed argument, such as an impossible note name."""

    exit_code = Exit.USAGE
    default_word = "usage"


class NoGitRoot(MemsyncError):
    """A git root is needed here and there is none."""

    exit_code = Exit.NO_GIT_ROOT
    default_word = "no-git-root"


class NotSetUp(MemsyncError):
    """Sync was asked for before `sync init`."""

    exit_code = Exit.NOT_SET_UP
    default_word = "sync-not-set-up"


class Locked(MemsyncError):
    """Another process held the lock for longer than we wait."""

    exit_code = Exit.LOCKED
    default_word = "locked"


class KeyTrouble(MemsyncError):
    """A key of the encrypted vault is missing or wrong."""

    exit_code = Exit.KEY
    default_word = "key"


class Refused(MemsyncError):
    """Refused as unsafe; nothing was changed."""

    exit_code = Exit.REFUSED
    default_word = "refused"


class Unreachable(MemsyncError):
    """The remote cannot be reached, or refused; the work is saved and queued."""

    exit_code = Exit.UNREACHABLE
    default_word = "unreachable"


class Broken(MemsyncError):
    """A configuration, file, disk or git is at fault; nothing was half done."""

    exit_code = Exit.BROKEN
    default_word = "broken"

    @classmethod
    def from_os_error(cls, error: OSError) -> Broken:
        """An error that says what the operating system refused, and on which file."""
        reason = (error.strerror or type(error).__name__).lower()
        # A rename has two names: the first is our temporary file, unknown to a person.
        name = error.filename2 or error.filename
        if isinstance(name, bytes):
            name = name.decode("utf-8", "replace")
        in_the_way = isinstance(error, IsADirectoryError) or (
            error.filename2 and isinstance(error, NotADirectoryError | FileExistsError)
        )
        hint: str | None = None
        if in_the_way:
            hint = f"move '{name}' away: memsync keeps something of that name there"
        elif isinstance(name, str):
            from memsync import rights

            hint = rights.hint(error, name)
        return cls(f"'{name}': {reason}" if name else reason, hint=hint, word="file")


class NotFound(MemsyncError):
    """No such note or version."""

    exit_code = Exit.NOT_FOUND
    default_word = "not-found"
