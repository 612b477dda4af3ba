"""A tree's copies of a file are scanned once, and each is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import tokens

from memsync.guard.scan import copies, many

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "The deploy runs from the build box every night, and nobody minds it.\n"
COPIES = 30


def test_each_copy_has_its_findings_and_texts_of_its_size_their_own(
    tmp_path: Path,
) -> None:
    known = set(copies._known)
    texts = [WORDS * 1500 + f"The token is {tokens.github(n)}.\n" for n in (1, 2)]
    for number in range(COPIES):
        (tmp_path / f"{number:02d}.md").write_text(texts[number % 2])
    held = [one.held for one in many.judge([str(tmp_path)])]
    assert [each.value.decode() for [each] in held] == [
        tokens.github(1 + number % 2) for number in range(COPIES)
    ]
    assert {each.path for [each] in held} == {
        str(path).encode() for path in tmp_path.iterdir()
    }
    # This process has scanned its share of them, which has both.
    assert len(set(copies._known) - known) == len(texts)


def test_a_copy_in_a_test_is_doubted_where_it_is(tmp_path: Path) -> None:
    text = WORDS * 1500 + f"The token is {tokens.github(3)}.\n"
    for name in ("src", "tests"):
        (tmp_path / name).mkdir()
        for number in range(15):
            (tmp_path / name / f"{number:02d}.md").write_text(text)
    sure = {
        one.path.split("/")[-2]: {each.confidence for each in one.held}
        for one in many.judge([str(tmp_path)])
    }
    assert sure == {"src": {"high"}, "tests": {"medium"}}
