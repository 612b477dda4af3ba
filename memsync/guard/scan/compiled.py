"""The patterns of the native search, which one scan compiles for all later ones.

Compiling them takes longer than searching many megabytes. They are kept beside the
compiled modules of Python: whoever may write there can change the scanner itself, so
they need no trust of their own.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from memsync.secrets import native

# Bytes of each of the two digests before the patterns.
_DIGEST = 32


def enable() -> None:
    """Search natively from now on, in this process, where that is installed."""
    try:
        made_of = native.digest()
    # Without the extra `fast` Python searches, and finds the same.
    except ImportError:
        return
    path = _path()
    kept = _read(path, made_of) if path else b""
    if not (kept and native.load(kept)):
        native.enable()
        if path and not sys.dont_write_bytecode:
            _write(path, made_of, native.dumped())


def _path() -> Path | None:
    """Beside the compiled module, None where Python keeps none."""
    module = native.__spec__.cached
    return Path(module).with_suffix(".hyperscan") if module else None


def _read(path: Path, made_of: bytes) -> bytes:
    """What was kept; empty if there is nothing, or other or damaged patterns."""
    try:
        data = path.read_bytes()
    except OSError:
        return b""
    patterns = data[2 * _DIGEST :]
    whole = data[: 2 * _DIGEST] == made_of + sha256(patterns).digest()
    return patterns if whole else b""


def _write(path: Path, made_of: bytes, patterns: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    # A system may install programs where nobody else may write.
    with suppress(OSError):
        try:
            temporary.write_bytes(made_of + sha256(patterns).digest() + patterns)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
