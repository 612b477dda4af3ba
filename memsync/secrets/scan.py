"""The one scanner that everything uses: bytes in, findings out, in linear time.

Its tiers look for formats of tokens and what carries any credential (`tiers`), for what
commands take (`commands`), for sentences (`prose`), for words and digits (`words`) and
in tables (`tables`). A text without candidates costs one pass that finds the words of
all tiers, and a few searches for plain bytes.
"""

from __future__ import annotations

from memsync.secrets.commands import arguments
from memsync.secrets.late import find as find_late
from memsync.secrets.late import find_last, find_likely
from memsync.secrets.prose import names, sentences
from memsync.secrets.prose.below import search as below
from memsync.secrets.tables import search as tables
from memsync.secrets.texts import crowds, decode, repeats
from memsync.secrets.texts.meant import escapes, wide
from memsync.secrets.texts.text import Text
from memsync.secrets.tiers import carriers, context, provider
from memsync.secrets.words import search as words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Finding, Found
    from memsync.secrets.texts.forms import Form

    Matches = tuple[list[Found], list[Found], list[Found], list[Found]]

# A key without marks around it.
_BODY = "private-key-body"

# How many layers of base64 are decoded.
_DEPTH = 2


def scan(data: bytes) -> list[Finding]:
    """The secrets in a text, in order, without those that a marker in it allows."""
    return [finding for finding, allowed in scan_all(data) if not allowed]


def scan_all(data: bytes) -> list[tuple[Finding, bool]]:
    """Every secret with whether a marker in the text allows it, in order."""
    matches = _all_in(data)
    form = wide.decoded(data)
    if not (any(matches) or form):
        return []
    from memsync.secrets.report import findings, of_decoded

    here = findings(data, *matches)
    return here if form is None else of_decoded(here, scan_all(form.text), form)


def _all_in(data: bytes) -> Matches:
    """What `report.findings` makes findings of, in the order of its arguments."""
    short = repeats.shortened(data) or crowds.shortened(data)
    text = Text(data if short is None else short.text)
    found, late, samples = _find(text, _DEPTH)
    meant: list[Found] = []
    form = None
    if text.may_hold("escapes"):
        form = escapes.unescaped(text.data, text.escapes)
    if form is not None:
        found_there, late_there, samples_there = _find(Text(form.text), _DEPTH)
        meant += _placed(form, found_there) + _placed(form, late_there)
        samples += _placed(form, samples_there)
    if any(each[3] == _BODY for each in (*found, *meant)):
        keys = [*late, *meant]
        found, meant = _without_bodies(found, keys), _without_bodies(meant, keys)
    if short is None:
        return found, meant, late, samples
    return (
        _placed(short, found),
        _placed(short, meant),
        _placed(short, late),
        _placed(short, samples),
    )


def _placed(form: Form, found: list[Found]) -> list[Found]:
    """What was found in a form of a text, at its places in the text."""
    return [
        (form.place(at, at + 1)[0], *form.place(start, end), rule)
        for at, start, end, rule in found
    ]


def _find(text: Text, depth: int) -> tuple[list[Found], list[Found], list[Found]]:
    """What each tier finds; what only counts where they find nothing; and samples.

    The earliest match keeps its rule and value: allow lists and purges name them.
    """
    if text.is_clear:
        return [], [], []
    data = text.data
    samples: list[Found] = []
    found = list(provider.find(text, samples))
    found += carriers.find(text, samples)
    typed: list[Found] = []
    if text.may_hold("commands") or text.may_hold("blocks"):
        sure, typed = arguments.find(text)
        found += sure
    found += context.find(text, found)
    found += sentences.find(text)
    found += words.find(text)
    found += below.find(text)
    found += _foreign(text)
    if text.may_hold("tables"):
        found += tables.find(text)
    late = list(find_late(text))
    late += find_last(text, typed, late)
    # What is encoded is no sentence.
    if depth == _DEPTH:
        late += find_likely(text, late)
    if found or late:
        from memsync.secrets.prose import siblings

        late += siblings.find(data, [*found, *late])
    if depth and text.runs:
        for start, end, plain in decode.wrapped(data, text.runs):
            for part, inner in zip(
                (found, late, samples), _find(Text(plain), depth - 1), strict=True
            ):
                if inner:
                    part.append((start, start, end, inner[0][3]))
    return found, late, samples


def _without_bodies(found: list[Found], others: list[Found]) -> list[Found]:
    """Without the bodies of keys that have their marks around them."""
    keys = [each[1:3] for each in others if each[3] == "private-key"]
    return [
        each
        for each in found
        if each[3] != _BODY or not any(a <= each[1] and each[2] <= b for a, b in keys)
    ]


def _foreign(text: Text) -> Iterator[Found]:
    """Passwords in sentences that are not English; loads their patterns if it must."""
    if not text.may_hold("foreign"):
        return
    if not text.data.isascii():
        from memsync.secrets.prose import foreign

        yield from foreign.find(text)
    elif text.says_any(names.FOREIGN):
        from memsync.secrets.prose import foreign

        yield from foreign.find_plain(text)
