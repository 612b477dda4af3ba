"""Codes and passphrases come from a file, the environment or a person."""

from __future__ import annotations

import io
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from memsync.cli.shared.secrets_in import (
    PASSPHRASE,
    code_in,
    first_line,
    new_passphrase,
    secret_of,
    show_code,
)
from memsync.cli.shared.session import Session
from memsync.clock import read_clock
from memsync.errors import BadUsage, KeyTrouble, Refused

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can be asked, whoever runs the tests."""
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(b"# note\n\ntyped\n"))
    )


def session(folder: Path, **environ: str) -> Session:
    own = {"HOME": str(folder), **environ}
    return Session(own, folder, read_clock(), quiet=False, verbose=False)


def test_the_first_line_that_is_no_comment_counts(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("# the code of 2026\n\n  abcd efgh  \nmore\n")
    assert first_line(session(tmp_path), "key") == "abcd efgh"
    assert first_line(session(tmp_path), "-") == "typed"


@pytest.mark.parametrize("text", ["", "\n \n", "# only a comment\n"])
def test_an_empty_file_is_no_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(KeyTrouble, match="empty"):
        first_line(session(tmp_path), "key")


def test_a_missing_file_and_a_link_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadUsage, match="none"):
        first_line(session(tmp_path), "none")
    (tmp_path / "link").symlink_to("key")
    with pytest.raises(Refused):
        first_line(session(tmp_path), "link")


def test_a_file_comes_before_the_environment(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from the file\n")
    here = session(tmp_path, **{PASSPHRASE: "from the environment"})
    assert secret_of(here, "key", "FILE") == "from the file"
    assert secret_of(here, None, "FILE") == "from the environment"
    with pytest.raises(KeyTrouble) as caught:
        secret_of(session(tmp_path), None, "FILE")
    assert PASSPHRASE in (caught.value.hint or "")


def test_a_new_passphrase_is_long_enough(tmp_path: Path) -> None:
    good = "a passphrase of several words"
    assert new_passphrase(session(tmp_path, **{PASSPHRASE: good})) == good
    for bad in ("short", ""):
        with pytest.raises((BadUsage, KeyTrouble)):
            new_passphrase(session(tmp_path, **{PASSPHRASE: bad}))


def test_a_new_code_goes_to_a_new_private_file(tmp_path: Path) -> None:
    here = session(tmp_path)
    assert code_in(here, "code") is None
    show_code(here, "abcd-efgh", "code")
    file = tmp_path / "code"
    assert file.read_text() == "abcd-efgh\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert code_in(here, "code") == "abcd-efgh"
    with pytest.raises(BadUsage, match="does not overwrite"):
        show_code(here, "other", "code")
    with pytest.raises(BadUsage, match="no terminal"):
        show_code(here, "abcd-efgh", None)
