"""Every word that only its line gives away as a password."""

from __future__ import annotations

from memsync.secrets.prose.alone import candidates
from memsync.secrets.texts import mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text


def find(text: Text) -> Iterator[Found]:
    """Every such word."""
    ends = text.ends("alone")
    data = text.data
    if ends is None:
        starts = mixed.starts(data)
    else:
        starts = [candidates.start_of(data, end) for end in ends]
    for start in starts:
        word = candidates.word_at(data, start)
        if word is None:
            continue
        value = candidates.value_of(word)
        begin = data.find(value, start)
        # Most such words are of code, and the line tells that faster than the word.
        if not candidates.begins_word(data, begin):
            continue
        from memsync.secrets.prose.alone import line

        if line.gives(data, begin, start + len(word), value):
            yield begin, begin, begin + len(value), "prose-password"
