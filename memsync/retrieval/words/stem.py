"""English stems, by the Snowball project's stemmer in pure Python.

A prompt needs the stems of some two hundred words of the thesaurus, which took the
stemmer 6 ms. So these stems are in `stems.txt`, which `tests/support/stems.py` makes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FILE = Path(__file__).with_name("stems.txt")


@cache
def stem(term: str) -> str:
    """The stem of a lower-case term: `deployments`, `deploying` → `deploy`."""
    if len(term) < 4 or not term.isascii() or not term.isalpha():
        return term
    return _made().get(term) or stemmer()(term)


@cache
def _made() -> Mapping[str, str]:
    """The stems of the words of the thesaurus: each word, then its stem."""
    every = FILE.read_text("ascii").split()
    return dict(zip(every[::2], every[1::2], strict=True))


@cache
def stemmer() -> Callable[[str], str]:
    """The English stemmer alone.

    Importing `snowballstemmer` the usual way loads thirty-four languages, which takes
    as long as loading all of memsync. So this makes a package of its folder, and loads
    one module from it.
    """
    import sys
    from importlib import import_module
    from importlib.util import find_spec
    from types import ModuleType

    spec = find_spec("snowballstemmer")
    assert spec is not None  # noqa: S101 -- a dependency
    package = ModuleType(name := "memsync.retrieval.snowball")
    package.__path__ = list(spec.submodule_search_locations or ())
    sys.modules[name] = package
    english = import_module(f"{name}.english_stemmer").EnglishStemmer()
    stem_word: Callable[[str], str] = english.stemWord
    return stem_word
