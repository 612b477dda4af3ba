"""Notes that are fine at a glance, so that a clean commit need not read them as YAML.

This may only err on one side: whatever is not seen to be fine here is looked at
again by the whole lint.
"""

from __future__ import annotations

# The rules of `memory.note.names` once more, on bytes and without `re`.
_NAME = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_")
_LONGEST_NAME = 64
_MAYBE_RESERVED = (b"memory", b"index", b"con", b"prn", b"aux", b"nul", b"com", b"lpt")
_KEY = frozenset(b"abcdefghijklmnopqrstuvwxyz_")
_PLAIN = frozenset(range(0x20, 0x7F))
_SAFE_START = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def is_fine(name: bytes, data: bytes, names: set[bytes]) -> bool:
    """Whether the note `name` among `names` has none of the errors that lint knows."""
    return (
        _is_fine_name(name, names)
        and b"[[" not in data
        and b"\r" not in data
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
