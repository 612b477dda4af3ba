"""The warm process itself: memsync with all its modules loaded; see `support.warm`."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import gc
import importlib
import io
import json
import os
import pkgutil
import signal
import socket
import sys
import termios
import time
import traceback
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from support.faults import Stopper

if TYPE_CHECKING:
    from typing import NoReturn

# The first is a program; the others load what is slow, or reads the environment.
_LEFT_OUT = ("memsync.__main__.", "memsync.mcp.", "memsync.sync.verbs.history.")

# What commands load when they first need it.
_BESIDE = (
    "cryptography.hazmat.primitives.asymmetric.x25519",
    "cryptography.hazmat.primitives.ciphers.aead",
    "cryptography.hazmat.primitives.kdf.argon2",
    "difflib",
    "encodings.ascii",
    "graphlib",
    "ruamel.yaml",
    "slugify",
    "subprocess",
    "uvicorn.lifespan.off",
    "uvicorn.loops.asyncio",
    "uvicorn.protocols.http.h11_impl",
    "yaml",
)

# What memory a process has, on Linux alone.
_MAPS = Path("/proc/self/maps")

# Bytes of a large page, and the advice to make such: see madvise(2), Linux 6.1.
_LARGE = 1 << 21
_MADV_COLLAPSE = 25


def serve() -> None:
    """Run what is asked for on standard input, a socket, until nobody asks any more."""
    _load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    link = socket.socket(fileno=os.dup(0))
    with link, link.makefile("rb") as asked:
        while streams := socket.recv_fds(link, 1, 4)[1]:
            command = json.loads(asked.readline())
            told, tell = os.pipe()
            pid = os.fork()
            if not pid:
                if streams[3:]:
                    os.close(tell)
                    tell = os.open(os.devnull, os.O_WRONLY)
                    _part(streams[3])
                for number, stream in enumerate(streams[:3]):
                    os.dup2(stream, number)
                for end in (*streams, told, link.fileno()):
                    os.close(end)
                _run(tell, *command)
            for end in (*streams, tell):
                os.close(end)
            link.sendall(b"%d\n" % pid)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            with os.fdopen(told) as file:
                said = json.loads(file.read() or '["", [], []]')
            link.sendall(json.dumps([code, *said]).encode() + b"\n")


def _part(end: int) -> None:
    """Go on in a process for which nobody here waits, but one that tells of its end."""
    if os.fork():
        os._exit(0)
    if pid := os.fork():
        os.write(end, b"%d\n" % pid)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.write(end, b"%d\n" % code)
        os._exit(0)


def _load() -> None:
    import memsync

    for found in pkgutil.walk_packages(memsync.__path__, "memsync."):
        if not f"{found.name}.".startswith(_LEFT_OUT):
            importlib.import_module(found.name)
    for name in _BESIDE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    _compile()
    _rehearse()
    gc.collect()
    # Else the first look for garbage in a fork would copy everything.
    gc.freeze()
    _join_pages()


def _join_pages() -> None:
    """Have Linux join our own small pages of memory to large ones, where it can.

    A fork copies the table of all pages, and its end takes that down again.
    """
    if not _MAPS.exists():
        return
    join = ctypes.CDLL(None).madvise
    join.argtypes = (ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int)
    for line in _MAPS.read_text().splitlines():
        span, rights, _, _, _, *name = line.split()
        if rights == "rw-p" and name in ([], ["[heap]"]):
            start, end = (int(at, 16) for at in span.split("-"))
            first, behind = -(-start // _LARGE) * _LARGE, end // _LARGE * _LARGE
            if first < behind:
                # Where it is refused, a fork is as slow as it was.
                join(first, behind - first, _MADV_COLLAPSE)


def _compile() -> None:
    """Compile every pattern that a command would compile when it first needs it."""
    from memsync.lazy import _Lazy

    for found in gc.get_objects():
        if type(found) is _Lazy:
            found.match  # noqa: B018 -- reading a method compiles the pattern


def _rehearse() -> None:
    """Have every verb say how it is used.

    Python changes a function's code in the first calls, and a class where its names are
    first looked up; a fork pays for each page of memory that it is first to change.
    """
    from memsync.cli.main import run
    from memsync.cli.verbs import VERBS

    with contextlib.redirect_stdout(io.StringIO()):
        for verb in VERBS:
            run([verb, "--help"])


def _run(
    tell: int,
    argv: list[str],
    environ: dict[str, str],
    folder: str,
    fault: str,
    at: int,
) -> NoReturn:
    """Become that command, and end as it does."""
    if os.isatty(0):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    time.tzset()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = [which(argv[0]) or argv[0], *argv[1:]]
    stopper = Stopper(fault, at, str(Path(folder).parent))
    if fault:
        stopper.watch()
    write = os.write
    code: object = 99
    try:
        from memsync.cli.start import main

        main()
    except SystemExit as end:
        code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001 -- as Python ends a program
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        said = [stopper.hit, stopper.changed, stopper.places]
        write(tell, json.dumps(said).encode())
        # Taking the interpreter down would cost more than most commands.
        os._exit(code if isinstance(code, int) else int(code is not None))
