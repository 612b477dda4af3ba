"""Commits of the mirror as bytes: the same merge is the same commit everywhere.

`git commit-tree` obeys `i18n.commitEncoding` and the environment, so memsync
writes commit objects itself (`hash-object -t commit -w --stdin`). A merge
commit is a pure function of its tree and its parents: two machines that merge
the same pair make one commit, and do not merge each other's merges for ever.
"""

from __future__ import annotations

from memsync import __version__
from memsync.record import NamedTuple
from memsync.sync.tree.clock import TRAILER, Clock, of_foreign_commit, parse

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

# One author for all commits: the message names the machine.
AUTHOR = b"memsync <memsync@localhost>"
SAVED = "memsync: save"
MERGED = "memsync: merge"
_MACHINE = "Machine: "
_VERSION = "Version: "
# Characters of a machine's name, and of a version, in a commit.
LONGEST_NAME = 32
# Characters of a name that need no quoting in a log.
_IN_NAMES = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
)
_IN_VERSIONS = _IN_NAMES | frozenset("+!")

# Characters of a message from which names and versions are read; ours have 200.
_LONGEST = 2000

# 9999-12-31T23:59:59Z; a commit object can hold dates far beyond.
_LATEST = 253402300799


class Commit(NamedTuple):
    """What memsync reads from a commit object, its own or a foreign one."""

    tree: str
    parents: tuple[str, ...]
    seconds: int
    """The committer's date in seconds since 1970, UTC; 0 when unreadable."""
    clock: Clock | None
    """None when memsync did not write the commit: see `clock_of`."""
    message: str


def commit_bytes(
    tree: str, parents: Sequence[str], clock: Clock, message: str = SAVED
) -> bytes:
    """The commit of one machine's save, dated by its clock.

    `message` is text without trailers; the clock's trailer is added to it.
    """
    return _render(tree, parents, clock.seconds, clock, message)


def saved_by(name: str, *says: str) -> str:
    """The message of a save by the machine that a person calls `name`.

    Only for people: the clock says which machine it was. Empty for no name. `says` are
    more paragraphs: see `memsync.sync.tree.machines`.
    """
    said = "".join(c if c in _IN_NAMES else "-" for c in name).strip("-.")
    said = said[:LONGEST_NAME]
    named = [f"{_MACHINE}{said}"] if said else []
    return "\n\n".join([SAVED, *named, f"{_VERSION}{__version__}", *says])


def is_save(message: str) -> bool:
    """Whether it is the message of one machine's save."""
    return message.startswith(f"{SAVED}\n")


def is_name(text: str) -> bool:
    """Whether `saved_by` would write this name as it is."""
    sound = 0 < len(text) <= LONGEST_NAME and _IN_NAMES.issuperset(text)
    return sound and text.strip("-.") == text


def is_merge(message: str) -> bool:
    """Whether it is the message of a merge, not of one machine's save."""
    return message.startswith(MERGED)


def machine_name(message: str) -> str:
    """What `saved_by` put into a message; empty for none."""
    second = message.split("\n\n", 2)[1:2]
    if not second or not second[0].startswith(_MACHINE):
        return ""
    said = second[0].removeprefix(_MACHINE)
    return said if len(said) <= LONGEST_NAME and _IN_NAMES.issuperset(said) else ""


def paragraphs(message: str) -> list[str]:
    """What a message says between its first paragraph and its trailers.

    Nothing of a message that is longer than any of memsync's.
    """
    return message.split("\n\n")[1:-1] if len(message) <= _LONGEST else []


def version_of(message: str) -> str:
    """The memsync that wrote a message; empty if the message does not say it."""
    for each in paragraphs(message):
        said = each.removeprefix(_VERSION)
        if said != each and len(said) <= LONGEST_NAME and _IN_VERSIONS.issuperset(said):
            return said
    return ""


def merge_commit_bytes(
    tree: str, parents: Sequence[tuple[str, Commit]], now_ms: int
) -> bytes:
    """The merge of `parents` (id and commit): sorted, dated and clocked by them.

    The order of `parents` does not matter. `now_ms` bounds the clock of a
    parent that has none, and matters only there.
    """
    ordered = sorted(parents)
    return _render(
        tree,
        [oid for oid, _ in ordered],
        max(commit.seconds for _, commit in ordered),
        max(clock_of(commit, now_ms) for _, commit in ordered),
        MERGED,
    )


def rewritten(commit: Commit, tree: str, parents: Sequence[str]) -> bytes:
    """The same commit with another tree and other parents, with memsync as author.

    The order of the parents stays; date, message and clock do too.
    """
    return _joined(tree, parents, commit.seconds, commit.message)


def clock_of(commit: Commit, now_ms: int) -> Clock:
    """The commit's own clock, else its date, never later than `now_ms`."""
    return commit.clock or of_foreign_commit(commit.seconds, now_ms)


def parse_commit(data: bytes) -> Commit:
    """Read a commit object; never raises on one that git accepts.

    A header that is missing or malformed reads as empty, an impossible date
    as the nearest possible one.
    """
    head, _, message = data.partition(b"\n\n")
    headers: dict[bytes, list[bytes]] = {}
    for line in head.split(b"\n"):
        # A line that begins with a space continues a signature above it.
        if line[:1] != b" ":
            name, _, value = line.partition(b" ")
            headers.setdefault(name, []).append(value)
    # A foreign commit may declare another encoding; only the trailer matters here.
    text = message.decode("utf-8", "replace")
    return Commit(
        headers.get(b"tree", [b""])[0].decode("ascii", "replace"),
        tuple(oid.decode("ascii", "replace") for oid in headers.get(b"parent", [])),
        _seconds(headers.get(b"committer", [b""])[0]),
        _trailer(text),
        text,
    )


def _render(
    tree: str, parents: Sequence[str], seconds: int, clock: Clock, message: str
) -> bytes:
    text = f"{message.rstrip()}\n\n{TRAILER}: {clock}\n"
    return _joined(tree, parents, seconds, text)


def _joined(tree: str, parents: Sequence[str], seconds: int, message: str) -> bytes:
    signed = b"%s %d +0000" % (AUTHOR, seconds)
    lines = [f"tree {tree}".encode()]
    lines += [f"parent {oid}".encode() for oid in parents]
    lines += [b"author " + signed, b"committer " + signed, b""]
    return b"\n".join([*lines, message.encode("utf-8", "replace")])


def _seconds(signed: bytes) -> int:
    words = signed.rpartition(b">")[2].split()
    # More digits than 20 cannot be a date, and `int` of a very long number is slow.
    if not words or not words[0].isdigit() or len(words[0]) > 20:
        return 0
    return min(int(words[0]), _LATEST)


def _trailer(message: str) -> Clock | None:
    last_paragraph = message.rstrip().rpartition("\n\n")[2]
    for line in reversed(last_paragraph.split("\n")):
        name, _, value = line.partition(": ")
        if name == TRAILER:
            return parse(value.strip())
    return None
