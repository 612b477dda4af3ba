"""The prompt of each stage: instructions, which a person can replace, and material."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.learn.evidence.fences import element, fenced
from memsync.learn.evidence.tokens import tokens_of
from memsync.learn.likeness import word_list
from memsync.learn.models.model import Stage
from memsync.secrets.redact import redact_text
from memsync.sessions.moments import iso
from memsync.sessions.reading.inserted import LEARNING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.config.settings import Settings
    from memsync.learn.evidence.evidence import Evidence
    from memsync.learn.fact import Fact
    from memsync.learn.proposal import Known, KnownNote

# The most bytes of a person's own prompt file.
_LARGEST = 64 << 10

# The share of the budget for whole notes; the others appear by name only.
_WITH_BODY = 2 / 3


def instructions(settings: Settings, stage: Stage) -> str:
    """The instructions of a stage: the person's own file, else ours.

    Raises `Broken` for a file that cannot be read.
    """
    folder = settings.text("learn.prompts")
    ours = Path(__file__).with_name(f"{stage}.md")
    if not folder:
        return ours.read_text("utf-8")
    path = Path(folder).expanduser() / ours.name
    if not path.is_absolute():
        raise Broken(
            f"learn.prompts is '{folder}', which is no absolute path",
            hint="name the folder in full",
            word="config",
        )
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        # A person may replace only one of the two.
        if path.parent.is_dir():
            return ours.read_text("utf-8")
        raise Broken(
            f"learn.prompts: there is no folder '{path.parent}'", word="config"
        ) from None
    except OSError as error:
        raise Broken.from_os_error(error) from None
    try:
        text = data.decode("utf-8")
    # Reported below, like an empty file.
    except UnicodeDecodeError:
        text = ""
    if len(data) > _LARGEST or not text.strip():
        raise Broken(
            f"'{path}' is empty, larger than {_LARGEST >> 10} kB, or no UTF-8",
            hint="correct it, or remove it to use memsync's own",
            word="config",
        )
    return text


def extract_prompt(told: str, evidence: Evidence) -> str:
    """The prompt about one session; it contains no secret."""
    head = {
        "session": evidence.session,
        "agent": evidence.agent,
        "ended": iso(evidence.ended),
    }
    parts = (
        LEARNING.format(Stage.EXTRACT),
        told.strip(),
        _line(head),
        element("evidence", evidence.text),
    )
    return _outgoing(parts)


def consolidate_prompt(
    told: str, facts: Sequence[Fact], known: Known, *, note: int, tokens: int
) -> str:
    """The prompt about new facts; it contains no secret.

    `note` is the most characters of a note, `tokens` the budget for the notes shown.
    """
    learned = [_line({"summary": known.summary})] if known.summary else []
    learned += [
        _line({"skill": each.name, "description": each.description, "body": each.body})
        for each in known.skills
    ]
    parts = (
        LEARNING.format(Stage.CONSOLIDATE),
        told.strip(),
        f"A note's body has at most {note} characters.",
        element("notes", "\n".join(_notes(known.notes, facts, tokens))),
        element("learned", "\n".join(learned)),
        element("facts", "\n".join(_line(_fact(fact)) for fact in facts)),
    )
    return _outgoing(parts)


def repaired(prompt: str, reason: str) -> str:
    """The prompt once more, with the reason why the first answer was unusable."""
    return (
        f"{prompt}\n\nYour last answer could not be used: {reason}."
        " Answer again, with one JSON object in the form above and nothing else.\n"
    )


def _outgoing(parts: Iterable[str]) -> str:
    # The last check: redacts secrets, whatever the source of the text.
    return redact_text("\n\n".join(parts)).text + "\n"


def _fact(fact: Fact) -> dict[str, object]:
    return {
        "id": fact.id,
        "text": fact.text,
        "type": fact.type,
        "scope": str(fact.scope),
        "why": fact.why,
        "session": fact.source.session,
        "day": (iso(fact.source.ended) or "")[:10],
    }


def _notes(
    notes: Sequence[KnownNote], facts: Sequence[Fact], tokens: int
) -> Iterable[str]:
    """The notes as lines: first whole ones, nearest to the facts, then only names."""
    words = {word for fact in facts for word in word_list(fact.text)}
    order = sorted(
        range(len(notes)),
        key=lambda at: (-_shared(words, notes[at]), at),
    )
    room = tokens * _WITH_BODY
    whole: set[int] = set()
    for at in order:
        cost = tokens_of(_line(_note(notes[at], whole=True)))
        if cost <= room:
            whole.add(at)
            room -= cost
    room += tokens * (1 - _WITH_BODY)
    for at, note in enumerate(notes):
        line = _line(_note(note, whole=at in whole))
        if at not in whole:
            room -= tokens_of(line)
        if room >= 0:
            yield line


def _shared(words: set[str], note: KnownNote) -> int:
    return len(words & set(word_list(f"{note.name} {note.description} {note.body}")))


def _note(note: KnownNote, *, whole: bool) -> dict[str, str]:
    found = {
        "name": note.name,
        "scope": str(note.scope),
        "type": note.type,
        "description": note.description,
    }
    return {**found, "body": note.body} if whole else found


def _line(given: object) -> str:
    return fenced(json.dumps(given, ensure_ascii=False, separators=(", ", ": ")))
