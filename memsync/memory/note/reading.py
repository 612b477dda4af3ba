"""Reads frontmatter: strict about YAML, tolerant of people's files."""

from __future__ import annotations

from memsync.memory.note import frontmatter
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    import yaml

    from memsync.memory.note.frontmatter import Parts

# The most bytes of frontmatter to parse as YAML: its time is not linear.
LONGEST = 1 << 16

# Brackets within brackets beyond which YAML is not asked, either: it needs a second
# for a thousand.
_DEEPEST = 64
# All bytes but brackets, to delete them before counting the brackets.
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

_WANTED = ("name", "description")

# The problem of a header that YAML and `frontmatter.cut` read differently.
TANGLED = "its keys are not one per line"

# The problem of a file with other bytes than UTF-8.
NOT_UTF8 = "is not UTF-8"


class Problem(NamedTuple):
    """What is wrong with a note's form, at a line of its file (from 1)."""

    line: int
    message: str


class Header(NamedTuple):
    """Parsed frontmatter."""

    fields: Mapping[str, str]
    """The top-level keys with scalar values, as text; the last of each."""
    problems: tuple[Problem, ...]
    """Lines count from the header's first."""
    sound: bool
    """Whether it is YAML, and we cut it into the same keys: one can be replaced."""


def read_header(header: bytes) -> Header:
    """Read the text between the fences; never raises."""
    try:
        text = header.decode()
    except UnicodeDecodeError:
        # `problems_of` reports it, with the line.
        return Header(_salvage(header), (), sound=False)
    simple = frontmatter.read_nested(text)
    if simple is None:
        return _read_yaml(text, header)
    values, twice = simple
    fields = {key: value for key, value in values.items() if isinstance(value, str)}
    return Header(fields, _missing(fields) + _stands_twice(twice), sound=True)


def read_values(header: bytes) -> dict[str, object]:
    """Every key of a `sound` header with its value: text, or lists and maps of text."""
    text = header.decode()
    simple = frontmatter.read_nested(text)
    if simple is not None:
        return dict(simple[0])
    node = _composed(text)
    value = {} if node is None else _value(node)
    return value if isinstance(value, dict) else {}


def problems_of(data: bytes, parts: Parts) -> list[Problem]:
    """What is wrong with the form of the file."""
    if not data.strip(b" \t\r\n\xef\xbb\xbf"):
        return [Problem(1, "the file is empty")]
    problems = []
    if b"\0" in data:
        problems.append(Problem(_line(data, data.index(b"\0")), "contains a NUL byte"))
    try:
        data.decode()
    except UnicodeDecodeError as error:
        problems.append(Problem(_line(data, error.start), NOT_UTF8))
    if parts.bom.startswith(frontmatter.BOM):
        problems.append(Problem(1, _MARKED))
    if not parts.fence:
        opened = frontmatter.opens(data)
        problems.append(
            Problem(1, f"{'the frontmatter does not end' if opened else _HEADLESS}")
        )
    if parts.closing and not parts.closing.endswith(b"\n"):
        problems.append(Problem(_line(data, len(data)), "ends at its closing fence"))
    return problems


_HEADLESS = "has no frontmatter"
_MARKED = (
    "begins with a byte order mark, behind which Coyote finds no frontmatter: save it"
    " without one"
)


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _missing(fields: Mapping[str, str]) -> tuple[Problem, ...]:
    return tuple(
        Problem(0, f"no {key} in the frontmatter")
        for key in _WANTED
        if not fields.get(key)
    )


def _stands_twice(key: str | None) -> tuple[Problem, ...]:
    return (Problem(1, f"the key '{key}' appears twice"),) if key is not None else ()


def _salvage(header: bytes) -> dict[str, str]:
    """The values that can be read without YAML, to show a broken note."""
    fields: dict[str, str] = {}
    for span in frontmatter.cut(header):
        simple = frontmatter.read_simple(span.data.decode("utf-8", "replace").strip())
        if span.key is not None and simple is not None:
            fields.update(simple[0])
    return fields


def _read_yaml(text: str, header: bytes) -> Header:
    if len(header) > LONGEST:
        problem = Problem(1, f"more than {LONGEST} bytes of frontmatter")
        return Header(_salvage(header), (problem,), sound=False)
    if _is_deep(header):
        problem = Problem(1, f"nests brackets more than {_DEEPEST} deep")
        return Header(_salvage(header), (problem,), sound=False)
    import yaml

    try:
        node = _composed(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = Problem(line, f"is not valid YAML: {error.problem}")
    except (yaml.YAMLError, RecursionError):
        problem = Problem(1, "is not valid YAML")
    else:
        return _read_node(node, header)
    return Header(_salvage(header), (problem,), sound=False)


def _is_deep(header: bytes) -> bool:
    depth = 0
    for sign in header.translate(None, _NO_BRACKETS):
        depth = depth + 1 if sign in b"[{" else max(0, depth - 1)
        if depth > _DEEPEST:
            return True
    return False


def _composed(text: str) -> yaml.Node | None:
    import yaml

    class Loader(yaml.BaseLoader):
        """A loader that reads every scalar as text, and refuses anchors and tags."""

        def compose_node(
            self, parent: yaml.Node | None, index: int
        ) -> yaml.Node | None:
            event = self.peek_event()  # type: ignore[no-untyped-call]  # its stub
            for trait, word in (("anchor", "anchors and aliases"), ("tag", "tags")):
                if getattr(event, trait, None) is not None:
                    raise yaml.MarkedYAMLError(
                        problem=f"memsync does not take {word}",
                        problem_mark=event.start_mark,
                    )
            return super().compose_node(parent, index)

    loader = Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _read_node(node: yaml.Node | None, header: bytes) -> Header:
    import yaml

    if node is None:
        return Header({}, _missing({}), sound=True)
    if not isinstance(node, yaml.MappingNode):
        problem = Problem(1, "is not a list of keys and values")
        return Header({}, (problem,), sound=False)
    fields: dict[str, str] = {}
    keys: list[str] = []
    twice = None
    for key, value in node.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else None
        if name is None:
            continue
        twice = name if name in keys else twice
        keys.append(name)
        fields.pop(name, None)
        if isinstance(value, yaml.ScalarNode):
            null = value.style is None and frontmatter.says_nothing(name, value.value)
            fields[name] = "" if null else value.value
    problems = _missing(fields) + _stands_twice(twice)
    if keys != _keys_as_cut(header):
        return Header(fields, (*problems, Problem(1, TANGLED)), sound=False)
    return Header(fields, problems, sound=True)


def _value(node: yaml.Node) -> object:
    import yaml

    if isinstance(node, yaml.MappingNode):
        return {
            key.value: _value(value)
            for key, value in node.value
            if isinstance(key, yaml.ScalarNode)
        }
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    return node.value


def _keys_as_cut(header: bytes) -> list[str | None]:
    spans = frontmatter.cut(header)
    return [
        span.key for span in spans if span.key is not None or not _is_between(span.data)
    ]


def _is_between(data: bytes) -> bool:
    return all(not line.strip() or line.startswith(b"#") for line in data.splitlines())
