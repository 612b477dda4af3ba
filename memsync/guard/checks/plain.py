"""A quick check for well-formed notes, so that a clean commit needs no YAML.

May only err on one side: the full lint checks every note that is not surely fine.
"""

from __future__ import annotations

# The rules of `memory.note.names` again, on bytes and without importing `re`.
_NAME = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_")
# Bytes of a name that memsync writes.
_LONGEST_NAME = 64
# Beginnings of reserved names: a name with one of them is left to the whole lint.
_MAYBE_RESERVED = (b"memory", b"index", b"con", b"prn", b"aux", b"nul", b"com", b"lpt")
# Characters of a frontmatter key.
_KEY = frozenset(b"abcdefghijklmnopqrstuvwxyz_")
# Printable ASCII: anything else may need YAML's rules.
_PLAIN = frozenset(range(0x20, 0x7F))
# First characters of a value that YAML surely takes for plain text.
_SAFE_START = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def is_fine(name: bytes, data: bytes, names: set[bytes]) -> bool:
    """Whether the note `name`, among `names`, surely has no error that lint reports."""
    return (
        _is_fine_name(name, names)
        and b"[[" not in data
        and b"\r" not in data
        and b"<<<<<<<" not in data
        and b"\0" not in data
        and _is_utf8(data)
        and _is_fine_header(name, data)
    )


def _is_fine_name(name: bytes, names: set[bytes]) -> bool:
    return (
        0 < len(name) <= _LONGEST_NAME
        and _NAME.issuperset(name)
        and name[:1] not in b"-_"
        and not name.startswith(_MAYBE_RESERVED)
        and all(other.isascii() for other in names)
        and sum(other.lower() == name for other in names) <= 1
    )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_fine_header(name: bytes, data: bytes) -> bool:
    end = data.find(b"\n---\n", 3)
    if not data.startswith(b"---\n") or end < 0:
        return False
    seen: dict[bytes, bytes] = {}
    for line in data[4:end].split(b"\n"):
        key, colon, value = line.partition(b": ")
        if (
            not colon
            or not key
            or key in seen
            or not _KEY.issuperset(key)
            or not _PLAIN.issuperset(value)
            or value[:1] not in _SAFE_START
            or b": " in value
            or b" #" in value
            or value[-1:] in b": "
        ):
            return False
        seen[key] = value
    return seen.get(b"name") == name and bool(seen.get(b"description"))
