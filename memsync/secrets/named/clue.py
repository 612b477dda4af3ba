"""A name with the value behind it, as a tier hands them to a judge."""

from __future__ import annotations


class Clue:
    """A keyword with a value: its name, and what joins it to the value."""

    __slots__ = ("before", "joined", "name", "opened", "value")

    def __init__(
        self, name: bytes, before: bytes, joined: bytes, opened: bytes, value: bytes
    ) -> None:
        self.name = name
        """The whole identifier that the keyword is in, lower case."""
        self.before = before
        """What stands before the value on its line, lower case."""
        self.joined = joined
        """The separator; empty where only blanks stand between."""
        self.opened = opened
        """The quote or bracket before the value."""
        self.value = value

    @property
    def assigned(self) -> bool:
        """Whether the value is assigned to the name, rather than being beside it."""
        if self.opened and self.name.endswith(b"psk"):
            return True
        return bool(self.joined) and (self.joined != b"," or bool(self.opened))
