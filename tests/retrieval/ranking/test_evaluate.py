"""Fixtures are read strictly, and measured as their names say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken, Exit
from memsync.retrieval.ranking.evaluate import Case, Found, evaluate, hit, mrr, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTE = {"name": "a", "type": "project", "description": "Kafka", "body": "Topics."}
CASE = {"query": "kafka", "want": "a"}


def encoded(tree: object) -> bytes:
    return json.dumps(tree).encode()


def test_hits_and_reciprocal_ranks_are_means_over_all_cases() -> None:
    case = Case("q", ("a",))
    found = [Found(case, 1), Found(case, 3), Found(case, None), Found(case, 2)]
    assert hit(found, 1) == 0.25
    assert hit(found, 3) == 0.75
    assert mrr(found) == pytest.approx((1 + 1 / 3 + 0 + 1 / 2) / 4)
    assert (hit([], 1), mrr([])) == (0.0, 0.0)


def test_a_case_may_want_one_of_several_notes_and_keys_may_be_added() -> None:
    other = NOTE | {"name": "b", "description": "Queues", "extra": 1}
    tree = {
        "notes": [NOTE, other],
        "cases": [CASE | {"want": ["b", "a"], "kind": "direct"}],
        "about": "x",
    }
    (found,) = evaluate(parse(encoded(tree), "f"), "bm25")
    assert found.rank == 1


def test_a_note_needs_its_name_alone() -> None:
    fixture = parse(encoded({"notes": [{"name": "kafka"}], "cases": []}), "f")
    assert fixture.notes[0].body == ""
    assert evaluate(fixture, "bm25") == []


@pytest.mark.parametrize(
    ("tree", "place"),
    [
        ([], "the file must be an object"),
        ({"cases": []}, "notes must be a list"),
        ({"notes": [NOTE]}, "cases must be a list"),
        ({"notes": ["x"], "cases": []}, "notes[0] must be an object"),
        ({"notes": [{}], "cases": []}, "notes[0].name must be a text"),
        ({"notes": [NOTE | {"body": 3}], "cases": []}, "notes[0].body must be"),
        ({"notes": [NOTE], "cases": [{}]}, "cases[0].query must be a text"),
        ({"notes": [NOTE], "cases": [CASE, {"query": "x"}]}, "cases[1].want must be"),
        ({"notes": [NOTE], "cases": [CASE | {"want": []}]}, "cases[0].want is empty"),
        ({"notes": [NOTE], "cases": [CASE | {"want": "z"}]}, "there is no note 'z'"),
    ],
)
def test_a_malformed_fixture_is_refused_with_its_place(
    tree: Mapping[str, object], place: str
) -> None:
    with pytest.raises(Broken) as raised:
        parse(encoded(tree), "'f.json'")
    assert raised.value.message.startswith("'f.json': ")
    assert place in raised.value.message
    assert raised.value.exit_code == Exit.BROKEN


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000])
def test_what_is_not_json_is_refused(data: bytes) -> None:
    with pytest.raises(Broken, match="'f'"):
        parse(data, "'f'")
