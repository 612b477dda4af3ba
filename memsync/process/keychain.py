"""The system's keychain, through the `keyring` package, in a child process.

A backend may ask the user, wait for a daemon that never answers, or fail in its own
way. None of that may reach a round: the child has a time limit, and any failure becomes
one line here. No secret is in its arguments or its environment.
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from memsync.errors import KeyTrouble
from memsync.extras import with_extra
from memsync.process.spawn import run
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

_SERVICE = "memsync"

# Seconds to wait: a person may have to unlock the keychain.
_LIMIT = 60.0


def read(name: str, environ: Mapping[str, str]) -> bytes:
    """The secret of an entry. Raises `KeyTrouble` if there is none."""
    said = _ask({"verb": "read", "name": name}, environ)
    try:
        return bytes.fromhex(said["secret"])
    except (KeyError, ValueError, TypeError):
        raise KeyTrouble(
            "the system's keychain has no entry for this machine's key",
            hint="`memsync keys import` with a recovery code makes a new key",
            word="keychain-entry",
        ) from None


def keep(name: str, secret: bytes, environ: Mapping[str, str]) -> None:
    """Store a secret, and check that it can be read back. Raises `KeyTrouble`."""
    _ask({"verb": "keep", "name": name, "secret": secret.hex()}, environ)


def forget(name: str, environ: Mapping[str, str]) -> None:
    """Remove an entry, if there is one. Raises `KeyTrouble`."""
    _ask({"verb": "forget", "name": name}, environ)


def _ask(question: dict[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    if find_spec("keyring") is None:
        raise KeyTrouble(
            "the system's keychain is reached by the package keyring, and it is not"
            " installed",
            hint=with_extra("keychain"),
            word="keychain-missing",
        )
    # -P: a `memsync.py` in the working folder must not be imported in our place.
    argv: list[str | bytes] = [sys.executable, "-P", "-m", "memsync.process.keychain"]
    try:
        done = run(argv, environ, json.dumps(question).encode(), limit=_LIMIT)
    except TimeoutError:
        raise _refused(f"it did not answer for {_LIMIT:g} seconds") from None
    if done.code:
        lines = done.err.decode("utf-8", "replace").strip().splitlines()
        raise _refused(printable(lines[-1]) if lines else f"exit status {done.code}")
    said: dict[str, str] = json.loads(done.out)
    if "trouble" in said:
        raise _refused(printable(said["trouble"]).rstrip("."))
    return said


def _refused(why: str) -> KeyTrouble:
    return KeyTrouble(
        f"the system's keychain refused: {why}",
        hint="unlock it, or see `keyring --list-backends`; a recovery code opens the"
        " memory without it",
        word="keychain-refused",
    )


def _answer(question: dict[str, str]) -> dict[str, str]:
    """Runs in the child: asks the keychain."""
    from keyring import core, errors

    # "Recommended" leaves out backends that keep an unencrypted file: those must be
    # chosen by name in keyring's own configuration.
    core.init_backend(limit=core.recommended)
    name = question["name"]
    try:
        if question["verb"] == "keep":
            # Some backends accept a secret and drop it, so read it back.
            core.set_password(_SERVICE, name, question["secret"])
            if core.get_password(_SERVICE, name) != question["secret"]:
                return {"trouble": "it does not keep what it is given"}
            return {}
        found = core.get_password(_SERVICE, name)
        if question["verb"] == "forget" and found is not None:
            core.delete_password(_SERVICE, name)
    except errors.NoKeyringError:
        return {"trouble": "this system has none that memsync can use"}
    except errors.KeyringError as error:
        said = str(error).strip().splitlines()
        return {"trouble": said[0] if said else type(error).__name__}
    return {} if found is None else {"secret": found}


if __name__ == "__main__":
    print(json.dumps(_answer(json.load(sys.stdin))))  # noqa: T201 -- its answer is all it is for
