"""The id of a stored version: `<name>/<time saved, UTC>-<12 hex of its SHA-256>`."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from datetime import datetime

# Without punctuation: Windows allows no colon in a file name.
STAMP = "%Y%m%dT%H%M%SZ"


class VersionId(NamedTuple):
    """Which version it is; as text it is what people and programs give."""

    name: str
    stamp: str
    """When it was saved: `20261121T093000Z`."""
    digest: str
    """See `memsync.memory.archive.archive.digest_of`."""

    def __str__(self) -> str:
        return f"{self.name}/{self.stem}"

    @property
    def stem(self) -> str:
        """The name of its file, without the suffix."""
        return f"{self.stamp}-{self.digest}"

    @classmethod
    def saved(cls, name: str, when: datetime, digest: str) -> VersionId:
        """That of a version that was saved at `when` (UTC)."""
        return cls(name, f"{when:{STAMP}}", digest)

    @classmethod
    def of_file(cls, name: str, file: str) -> VersionId:
        """That of a file of the archive, or of the archive in a repository's tree."""
        stamp, _, digest = file.removesuffix(".md").partition("-")
        return cls(name, stamp, digest)
