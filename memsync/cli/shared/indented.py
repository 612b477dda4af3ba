"""JSON with an indent of two, as `json.dumps` writes it, fast for long lists.

With an indent, Python's encoder runs in Python: for 10,000 notes it takes 0.1 s.
"""

from __future__ import annotations

import json

_SCALARS = frozenset((str, int, float, bool, type(None)))

# Between two fields of a row.
_FIELDS = ",\n    "


def indented(data: object) -> str:
    """The same text as `json.dumps(data, ensure_ascii=False, indent=2)`."""
    if not _is_table(data):
        return json.dumps(data, ensure_ascii=False, indent=2)
    text = json.dumps(data, ensure_ascii=False, separators=(_FIELDS, ": "))
    # A string holds no line end as it is, so this stands only between two rows.
    rows = text[2:-2].replace("}" + _FIELDS + "{", "\n  },\n  {\n    ")
    return "[\n  {\n    " + rows + "\n  }\n]"


def _is_table(data: object) -> bool:
    """Whether this is a list of objects, none of them empty, without inner lists."""
    return (
        type(data) is list
        and bool(data)
        and all(type(row) is dict and row for row in data)
        and all(_SCALARS.issuperset(map(type, row.values())) for row in data)
    )
