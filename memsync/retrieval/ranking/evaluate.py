"""How well a strategy finds the right note: Hit@1, Hit@3 and MRR over a fixture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken
from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.ranking.rank import rank
from memsync.retrieval.words.documents import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memsync.retrieval.ranking.rank import Meaning

    Order = Callable[[Sequence[Document], str], Sequence[int]]


class Case(NamedTuple):
    """A query, and the right notes, any of which counts."""

    query: str
    want: tuple[str, ...]


class Fixture(NamedTuple):
    """Notes, with queries whose right notes are known."""

    notes: tuple[Document, ...]
    cases: tuple[Case, ...]


class Found(NamedTuple):
    """The rank, from 1, of the first right note; None for a miss."""

    case: Case
    rank: int | None


class DocumentsOf:
    """A fixture's notes, for a model's vectors."""

    def __init__(self, fixture: Fixture) -> None:
        self._notes = fixture.notes

    def digests(self) -> list[tuple[int, bytes]]:
        """Every note's number and a digest of its text."""
        from hashlib import sha256

        texts = (json.dumps(note).encode() for note in self._notes)
        return [(at, sha256(text).digest()) for at, text in enumerate(texts)]

    def document(self, at: int) -> Document:
        """The text of one note."""
        return self._notes[at]


def evaluate(
    fixture: Fixture,
    strategy: str,
    meaning: Meaning | None = None,
    *,
    by: Order | None = None,
) -> list[Found]:
    """Run every query; `meaning` as in `rank`, and `by` orders the notes instead."""
    found = []
    corpus = Texts(fixture.notes)
    for case in fixture.cases:
        if by is not None:
            order = by(fixture.notes, case.query)
        else:
            most = len(fixture.notes)
            order = [at for at, _ in rank(case.query, corpus, strategy, most, meaning)]
        places = [
            place
            for place, at in enumerate(order, 1)
            if fixture.notes[at].name in case.want
        ]
        found.append(Found(case, places[0] if places else None))
    return found


def hit(found: Sequence[Found], depth: int) -> float:
    """The share of cases with a right note among the first `depth`."""
    return _share(found, [one.rank is not None and one.rank <= depth for one in found])


def mrr(found: Sequence[Found]) -> float:
    """The mean of 1 / rank, a miss counting 0."""
    return _share(found, [1 / one.rank if one.rank else 0 for one in found])


def _share(found: Sequence[Found], counts: Sequence[float]) -> float:
    return sum(counts) / len(found) if found else 0.0


def parse(data: bytes, where: str) -> Fixture:
    """Read `{notes: [{name, type, description, body}], cases: [{query, want}]}`.

    A note needs only its `name`; `want` is a name or a list of names; unknown keys are
    ignored. Raises `Broken`, which names the place.
    """
    try:
        tree = json.loads(data)
    except ValueError as error:
        raise _wrong(where, f"is not JSON: {error}") from None
    # Python's JSON parser raises this for deep nesting, not `ValueError`.
    except RecursionError:
        raise _wrong(where, "is nested too deeply") from None
    rows = _mapping(tree, where, "the file")
    notes = [
        _note(row, where, f"notes[{at}]")
        for at, row in enumerate(_list(rows, "notes", where))
    ]
    names = {note.name for note in notes}
    cases = [
        _case(row, names, where, f"cases[{at}]")
        for at, row in enumerate(_list(rows, "cases", where))
    ]
    return Fixture(tuple(notes), tuple(cases))


def _note(row: object, where: str, place: str) -> Document:
    fields = _mapping(row, where, place)
    texts = [
        _text(fields, key, where, place, default=None if key == "name" else "")
        for key in Document._fields
    ]
    return Document(*texts)


def _case(row: object, names: set[str], where: str, place: str) -> Case:
    fields = _mapping(row, where, place)
    query = _text(fields, "query", where, place, default=None)
    given = fields.get("want")
    wanted = []
    for name in given if isinstance(given, list) else [given]:
        if not isinstance(name, str):
            raise _wrong(where, f"{place}.want must be a name or a list of names")
        if name not in names:
            raise _wrong(where, f"{place}.want: there is no note {name!r}")
        wanted.append(name)
    if not wanted:
        raise _wrong(where, f"{place}.want is empty")
    return Case(query, tuple(wanted))


def _mapping(value: object, where: str, place: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(where, f"{place} must be an object")
    return value


def _list(fields: dict[str, object], key: str, where: str) -> list[object]:
    value = fields.get(key)
    if not isinstance(value, list):
        raise _wrong(where, f"{key} must be a list")
    return value


def _text(
    fields: dict[str, object], key: str, where: str, place: str, default: str | None
) -> str:
    value = fields.get(key, default)
    if not isinstance(value, str):
        raise _wrong(where, f"{place}.{key} must be a text")
    return value


def _wrong(where: str, what: str) -> Broken:
    return Broken(
        f"{where}: {what}",
        hint="a fixture is {notes: [{name, type, description, body}], "
        "cases: [{query, want}]}",
        word="fixture",
    )
