"""How what was found is shown: one thing a line, whatever a note says."""

from __future__ import annotations

from memsync.cli.find.searching import _head, _json, _literal_text, _text
from memsync.retrieval.search.literal import Literal
from memsync.retrieval.search.ranked import Hit

HIT = Hit(
    *("port", "workspace", 0.5, "a\tb", "/m/port.md", "one \x1b[31m"),
    matches=(("port", 2), ("md", 0)),
)


def test_a_hit_is_two_lines_with_four_fields() -> None:
    head, snippet, rest = _text(HIT).split("\n")
    assert head == "0.50  port  workspace  a  b"
    assert snippet.startswith("    one ")
    assert rest == ""
    assert "\x1b" not in _text(HIT)
    assert "matches" not in _json(HIT)


def test_literal_hits_say_which_terms_stand_on_how_many_lines() -> None:
    found = Literal((("port", 3),), 2, [HIT])
    assert _head(found) == "lines by term: port (3); in 2 files; the first 1 by rank\n"
    assert _head(found._replace(files=1)) == "lines by term: port (3); in 1 file\n"
    text = _literal_text(HIT._replace(snippet="a\n\nb"))
    assert text == "\n/m/port.md: port (2), md (name)\n    a\n\n    b\n"
