"""Learns the tables of the linear model (memsync/secrets/model), and says how it does.

    pip install scikit-learn
    python tests/bench/learn_weights.py FOLDER [--seed N] [--only KIND] [--write]

It learns from words with letters and figures, longer ones, words that are joined,
figures, and words with blanks (`memsync.secrets.model.candidates`, `figures`,
`passphrases`): those of the notes of people.py, which are secret or not, and those of
FOLDER/work, the texts of public repositories that bench_unseen.py has built, none of
which is. What a rule finds there is left out, and of what is hardly one in files of
code only a part is looked at; of words with blanks also in documents.
learned.txt names the repositories from which the tables were learned, and those in
which findings were only counted; a commit is `-` where it was not written down.

It prints how much is found of what no rule finds, and how many other words, at several
thresholds. Each writer and each repository is judged by what was learned from others.
`--write` then learns from all of them and writes the tables, `*_weights.py`.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
import people
from prose_chunks import DOCUMENTS
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from memsync.secrets import scan as guard
from memsync.secrets.model import candidates, clues, features, figures, passphrases
from memsync.secrets.model.weights.table import SCALE
from memsync.secrets.texts.text import Text
from memsync.secrets.values.harmless import is_harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.model.form import Feature

PACKAGE = Path(features.__file__).parent / "weights"

# The score from which on a value of each kind counts, and the weight below which a
# feature is left out.
LEAST_SCORES = {"word": 0, "token": 0, "phrase": -0.5, "figure": 1, "passphrase": 0.5}
SMALLEST = 0.15
# The strength with which weights are learned, the larger the more (L1).
_STRENGTH = {"word": 0.5, "token": 0.5, "phrase": 0.5, "figure": 1.2, "passphrase": 1}
# The share of likely secrets that are given up after each step.
_LOST = {"word": 0.02, "token": 0.02, "phrase": 0.1, "figure": 0.02, "passphrase": 0.03}
# Each word of lines that were false alarms stands for so many; of words in files that
# have nothing about access around them, only so many of a hundred are looked at.
_ALIKE, _WITHOUT_ACCESS = 5, 15
# Of runs of words in documents only one in so many is looked at first; then those that
# a first model finds likelier than this are added.
_RUN_SHARE, _LIKELIER = 25, -2.5
# The share of a run and of a passphrase that is in both, if it stands for that.
_SAME = 0.6
# A feature must be seen that often, in so many sources or in a false alarm.
_OFTEN, _SOURCES = 5, 4
# Of what a first model finds unlikely in files of code, one in so many is learned from.
_UNLIKELY, _UNLIKELY_SHARE = -1.5, 30
_LONGEST = 400_000
_FOLDS = 4
_LOCKS = ("package-lock.json", "yarn.lock", "pnpm-lock.yaml", "go.sum", "bun.lock")


class Word(NamedTuple):
    """A candidate, where it is from, and whether it is secret."""

    source: str
    seen: list[Feature]
    is_secret: bool = False
    is_found: bool = False
    """A rule finds it."""
    is_of_note: bool = False
    weight: int = 1
    """How many words it stands for."""


def main() -> None:
    """Learn, print, and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[*LEAST_SCORES], metavar="KIND")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    # What rules find is found without the model that is to be replaced.
    guard.find_likely = lambda *_: ()  # type: ignore[attr-defined]
    for kind in [asked.only] if asked.only else LEAST_SCORES:
        draw = random.Random(asked.seed)  # noqa: S311 -- repeatable, not secret
        files = asked.folder / "work"
        learned = [*_of_notes(kind, asked.seed), *_of_files(kind, files, draw, None)]
        learned += _of_files(kind, files, draw, _Model(kind, learned))
        secret = sum(value.is_secret for value in learned)
        print(f"{kind}s: {len(learned)}, {secret} of them secret")
        _report(kind, learned)
        if asked.write:
            table = PACKAGE / f"{kind}s.py"
            table.write_text(_Model(kind, learned).table(learned), encoding="utf-8")


def _candidates(kind: str, data: bytes) -> Iterator[tuple[int, int]]:
    if candidates.is_code(data):
        return iter(())
    if kind == "passphrase":
        return passphrases.near(data, clues.ends(Text(data)))
    return figures.spans(data) if kind == "figure" else _words(kind, data)


def _words(kind: str, data: bytes) -> Iterator[tuple[int, int]]:
    for start, end in candidates.some([*candidates.spans(data)], data):
        value = data[start:end]
        if (
            candidates.kind(value) == kind
            and candidates.may_be(value)
            and (kind == "phrase" or not is_harmless(value))
            and candidates.stands_free(data, start, end)
        ):
            yield start, end


def _of_notes(kind: str, seed: int) -> Iterator[Word]:
    for note in people.notes(seed, kept=False):
        data = note.text.encode()
        found = [(f.start, f.end) for f in guard.scan(data) if f.confidence != "low"]
        secrets = [*_places(data, note.secrets)]
        for start, end in _candidates(kind, data):
            within = [s for s in secrets if s[0] < end and start < s[1]]
            if within and not _is_all_of(kind, data, (start, end), within[0]):
                continue
            seen = _seen(kind, data, start, end)
            if _is_left_out(kind, seen):
                continue
            yield Word(
                note.author,
                seen,
                bool(within),
                any(f[0] < end and start < f[1] for f in found),
                is_of_note=True,
                weight=_ALIKE if note.author == "alike" else 1,
            )


def _seen(kind: str, data: bytes, start: int, end: int) -> list[Feature]:
    all_of = features.of_passphrase if kind == "passphrase" else features.of_value
    return [*all_of(data, start, end)]


def _is_all_of(
    kind: str, data: bytes, found: tuple[int, int], secret: tuple[int, int]
) -> bool:
    """Whether what was found is a secret, and not only a word or two of it."""
    start, end = max(found[0], secret[0]), min(found[1], secret[1])
    whole = max(found[1], secret[1]) - min(found[0], secret[0])
    if kind == "passphrase":
        return b" " in data[slice(*secret)] and end - start >= _SAME * whole
    return 2 * (found[1] - found[0]) >= secret[1] - secret[0]


def _is_left_out(kind: str, seen: list[Feature]) -> bool:
    """Whether the guard takes it for nothing, whatever it counts."""
    if kind == "figure":
        return not features.is_about_access(seen)
    if kind == "passphrase":
        return not features.tells_words(seen)
    return features.says_nothing(seen)


def _places(data: bytes, secrets: Iterable[str]) -> Iterator[tuple[int, int]]:
    for secret in map(str.encode, secrets):
        at = data.find(secret)
        while at >= 0:
            yield at, at + len(secret)
            at = data.find(secret, at + 1)


def _of_files(
    kind: str, folder: Path, draw: random.Random, model: _Model | None
) -> Iterator[Word]:
    """Words of documents; with a model those of all other files."""
    if kind == "passphrase":
        yield from _runs_of_files(folder, draw, model)
        return
    for path in sorted(folder.rglob("*")):
        is_document = path.suffix.lower() in DOCUMENTS
        if is_document != (model is None) or path.name in _LOCKS or not path.is_file():
            continue
        data = path.read_bytes()
        found = None
        for start, end in _candidates(kind, data if len(data) < _LONGEST else b""):
            seen = _seen(kind, data, start, end)
            if _is_left_out(kind, seen) or (
                not features.is_about_access(seen)
                and draw.random() * 100 > _WITHOUT_ACCESS
            ):
                continue
            unlikely = model is not None and model.score(seen) < _UNLIKELY
            if unlikely and draw.random() * _UNLIKELY_SHARE > 1:
                continue
            found = (
                [(f.start, f.end) for f in guard.scan(data)] if found is None else found
            )
            if not any(f[0] < end and start < f[1] for f in found):
                about = features.is_about_access(seen)
                weight = 1 if about else 100 // _WITHOUT_ACCESS
                yield Word(path.relative_to(folder).parts[0], seen, weight=weight)


def _runs_of_files(
    folder: Path, draw: random.Random, model: _Model | None
) -> Iterator[Word]:
    """One in so many runs of words in documents; with a model the likelier ones."""
    kind = "passphrase"
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in DOCUMENTS or not path.is_file():
            continue
        data = path.read_bytes()
        for start, end in _candidates(kind, data if len(data) < _LONGEST else b""):
            if model is None and draw.random() * _RUN_SHARE > 1:
                continue
            seen = _seen(kind, data, start, end)
            if _is_left_out(kind, seen) or (model and model.score(seen) < _LIKELIER):
                continue
            found = [(f.start, f.end) for f in guard.scan(data)]
            if not any(f[0] < end and start < f[1] for f in found):
                source = path.relative_to(folder).parts[0]
                yield Word(source, seen, weight=1 if model else _RUN_SHARE)


class _Model:
    """What was learned of some words."""

    def __init__(self, kind: str, words: list[Word]) -> None:
        self._kind = kind
        self._places: dict[Feature, int] = {}
        often: Counter[Feature] = Counter()
        sources = defaultdict(set)
        for word in words:
            often.update(set(word.seen))
            for feature in word.seen:
                sources[feature].add(word.source)
        for feature in sorted(often):
            enough = len(sources[feature]) >= _SOURCES
            if often[feature] >= _OFTEN and (enough or "alike" in sources[feature]):
                self._places[feature] = len(self._places)
        learned = LogisticRegression(
            l1_ratio=1,
            C=_STRENGTH[kind],
            solver="liblinear",
            intercept_scaling=10,
            max_iter=400,
            random_state=1,
        ).fit(
            self._matrix(words),
            [word.is_secret for word in words],
            sample_weight=[word.weight for word in words],
        )
        self._weights = learned.coef_[0]
        self._bias = float(learned.intercept_[0])

    def _matrix(self, words: list[Word]) -> csr_matrix:
        places: list[int] = []
        starts = [0]
        for word in words:
            places += {self._places[f] for f in word.seen if f in self._places}
            starts.append(len(places))
        shape = len(words), len(self._places)
        return csr_matrix((np.ones(len(places)), places, starts), shape=shape)

    def score(self, seen: Iterable[Feature]) -> float:
        known = {self._places[f] for f in seen if f in self._places}
        return self._bias + float(sum(self._weights[place] for place in known))

    def _least(self, words: list[Word]) -> Iterator[int]:
        """What nearly all likely secrets count after each step, with the bias."""
        likely = [
            word.seen
            for word in words
            if word.is_secret and self.score(word.seen) >= LEAST_SCORES[self._kind]
        ]
        known: set[str] = set()
        of_words = self._kind == "passphrase"
        for parts in features.STEPS_OF_WORDS if of_words else features.STEPS:
            known.update(parts)
            sums = [
                self.score(f for f in seen if f[0].rstrip(features.NUMBERS) in known)
                for seen in likely
            ]
            yield math.floor(SCALE * float(np.quantile(sums, _LOST[self._kind])))

    def table(self, words: list[Word]) -> str:
        """The text of `weights.py`."""
        rows = [
            f"        {feature!r}: {round(SCALE * self._weights[place])},"
            for feature, place in self._places.items()
            if abs(self._weights[place]) >= SMALLEST
        ]
        return _TEXT.format(
            kind=self._kind,
            name=f"{self._kind}s".upper(),
            bias=round(SCALE * self._bias),
            medium=round(SCALE * LEAST_SCORES[self._kind]),
            least=(*self._least(words),),
            rows="\n".join(rows),
        )


_TEXT = '''"""What features of {kind}s count; tests/bench/learn_weights.py wrote it."""

from __future__ import annotations

from memsync.secrets.model.weights.table import Table

{name} = Table(
    bias={bias},
    medium={medium},
    least={least},
    weights={{
{rows}
    }},
)
'''


def _report(kind: str, words: list[Word]) -> None:
    """Judge each source by what was learned from others."""
    sources = sorted({(word.is_of_note, word.source) for word in words})
    fold = {source: i % _FOLDS for i, (_, source) in enumerate(sources)}
    scores = np.zeros(len(words))
    for k in range(_FOLDS):
        model = _Model(kind, [word for word in words if fold[word.source] != k])
        for i, word in enumerate(words):
            if fold[word.source] == k:
                scores[i] = model.score(word.seen)
    missed = sum(word.is_secret and not word.is_found for word in words)
    of_rules = sum(word.is_secret and word.is_found for word in words)
    print(f"rules find {of_rules} secrets; from a score on: of {missed} others that")
    print("  no rule finds; other words in notes, and in files of repositories")
    for least in (-0.5, 0, 0.25, 0.5, 0.65, 0.75, 1, 1.25, 1.5, 2):
        taken = [
            word for word, score in zip(words, scores, strict=True) if score >= least
        ]
        new = sum(word.is_secret and not word.is_found for word in taken)
        others = [word for word in taken if not word.is_secret]
        in_notes = sum(word.is_of_note for word in others)
        in_files = sum(not word.is_of_note for word in others)
        print(f"  {least:4}: {100 * new / missed:5.1f} %; {in_notes:4d}, {in_files:4d}")


if __name__ == "__main__":
    main()
