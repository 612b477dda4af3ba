"""One conversation, and what every writer of it needs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memsync.retrieval.fence import block, element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# A word that only harness text and memory blocks have.
INSERTED = "zanzibar"


MEMORY = block([element("note", {"name": "stock"}, f"{INSERTED} from a note")])


MODEL = "model-1"


@dataclass(frozen=True)
class Said:
    """One turn. A `call` of a tool has its name, and its argument as the text."""

    role: str
    text: str
    tool: str = ""


TALK = (
    Said("user", "Why does the harbour test fail on Tuesdays?"),
    Said("assistant", "The fixture counts weekdays from Sunday. I will look."),
    Said("call", "pytest -k harbour", "Bash"),
    Said("result", "1 failed: expected quay 7, got quay 6"),
    Said("assistant", "Off by one: the quay index starts at zero."),
    Said("user", "Then let getQuayNumber add one, and write it down."),
    Said("assistant", "Done: getQuayNumber returns index plus one. 港の番号を直した。"),
)


@dataclass(frozen=True)
class Talk:
    """One session."""

    cwd: str
    id: str = "0f6c2d4e-1111-4222-8333-444455556666"
    title: str = "Quay numbers"
    began: datetime = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
    turns: tuple[Said, ...] = TALK

    def timed(self) -> Iterator[tuple[int, Said, datetime]]:
        for number, said in enumerate(self.turns):
            yield number, said, self.began + timedelta(minutes=number)


def with_inserted(said: Said, number: int, harness: str) -> str:
    """A person's turn as the file has it: with what the harness put there."""
    if said.role != "user":
        return said.text
    memory = f"{MEMORY}\n" if number == 0 else ""
    return f"{memory}{harness}{said.text}"


def iso(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def ms(time: datetime) -> int:
    return round(time.timestamp() * 1000)


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def put_lines(path: Path, records: Iterable[object]) -> Path:
    return put(path, "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))
