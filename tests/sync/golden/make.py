"""Make the golden vault of a format: once, when the format is new.

`python tests/sync/golden/make.py` writes `format-<n>.fast-export`, which is
never written again: a later memsync must read it, and make of it what this
one made. A change of the merge raises `layout.MERGE_NUMBER` and adds a file.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.history import History

from memsync.sync.tree.clock import Clock
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes
from memsync.sync.tree.objects import pack
from memsync.sync.tree.purged import note_line, render

GOLDEN = Path(__file__).with_name(f"format-{FORMAT}.fast-export")

Files = dict[str, str | bytes]


def note(name: str, *body: str, more: str = "") -> str:
    """A note as memsync writes it."""
    head = f"name: {name}\ndescription: about {name}\ntype: reference\n"
    dates = "created: 2026-01-02\nupdated: 2026-01-02\n"
    text = "".join(f"{line}\n" for line in body)
    return f"---\n{head}{dates}{more}---\n\n{text}"


def index(*names: str, prose: str = "Be kind.") -> str:
    """A memory index with a line of prose."""
    entries = "".join(f"- [[{name}]]: about {name}\n" for name in names)
    return f"# Memory Index\n\n{entries}\n{prose}\n"


def purged(name: str, ms: int) -> bytes:
    """A list of one purge."""
    return render(frozenset({note_line(Clock(ms, 0, "0000000a"), "user", name)}))


def first() -> Files:
    """The vault before two machines part."""
    return {
        "memsync.json": manifest_bytes(
            Manifest(FORMAT, MERGE_NUMBER, "00112233445566778899aabbccddeeff")
        ),
        "README.md": "My notes.\n",
        "user/MEMORY.md": index("auth", "build", "crlf", "old", "gone", "kept"),
        "user/auth.md": note("auth", "one", "two", "three", more="tags: [a, b]\n"),
        "user/build.md": note("build", "make", "make test"),
        "user/crlf.md": note("crlf", "one", "two").replace("\n", "\r\n"),
        "user/old.md": note("old", *(f"line {n}" for n in range(9))),
        "user/gone.md": note("gone", "it goes"),
        "user/kept.md": note("kept", "it stays"),
        "user/maps.md": note("maps", "nested", more="metadata:\n  a: 0\n  b: 0\n"),
        "user/broken.md": "---\nname: [\n---\n\nbroken\n",
        "user/daily/2026-01-02.md": "# 2026-01-02\n\n- began\n",
        "projects/example.org+me+it/MEMORY.md": index("deploy"),
        "projects/example.org+me+it/deploy.md": note("deploy", "by hand"),
    }


def desk(files: Files) -> Files:
    """What one machine makes of it."""
    changed: Files = {
        **files,
        "user/MEMORY.md": index("auth", "build", "crlf", "old", "desk"),
        "user/auth.md": note("auth", "ONE", "two", "three", more="tags: [a, b, c]\n"),
        "user/build.md": note("build", "make all", "make test"),
        "user/crlf.md": note("crlf", "one", "two", "three"),
        "user/old.md": note("old", *(f"line {n}" for n in range(9)), "more"),
        "user/maps.md": note("maps", "nested", more="metadata:\n  a: 1\n  b: 0\n"),
        "memsync.purged": purged("one", 1),
        "user/broken.md": "---\nname: [\n---\n\nbroken on the desk\n",
        "user/daily/2026-01-02.md": "# 2026-01-02\n\n- began\n- at the desk\n",
        "user/desk.md": note("desk", "new"),
        "user/Caps.md": note("Caps", "from the desk"),
    }
    del changed["user/gone.md"]
    del changed["user/kept.md"]
    return changed


def laptop(files: Files) -> Files:
    """What the other makes of it meanwhile."""
    changed: Files = {
        **files,
        "user/MEMORY.md": index(
            "auth", "build", "crlf", "new", "gone", "kept", prose="Be brief."
        ),
        "user/auth.md": note("auth", "one", "two", "three", "four", more="tags: [b]\n"),
        "user/build.md": note("build", "make -j2", "make test"),
        "user/crlf.md": note("crlf", "zero", "one", "two").replace("\n", "\r\n"),
        "user/new.md": note("new", *(f"line {n}" for n in range(9))),
        "user/kept.md": note("kept", "it stays", "and is edited"),
        "user/maps.md": note("maps", "nested", more="metadata:\n  a: 0\n  b: 2\n"),
        "memsync.purged": purged("two", 2),
        "user/broken.md": "---\nname: [\n---\n\nbroken on the laptop\n",
        "user/daily/2026-01-02.md": "# 2026-01-02\n\n- began\n- on the train\n",
        "user/caps.md": note("caps", "from the laptop"),
        "projects/example.org+me+it/deploy.md": note("deploy", "by a script"),
    }
    del changed["user/old.md"]
    return changed


def build() -> tuple[History, str]:
    """The whole history, and its last commit."""
    history = History()
    root = history.commit(first())
    one = history.commit(desk(first()), root)
    two = history.commit(laptop(first()), root)
    both = history.merge(one, two)
    merged: Files = dict(history.files(both))
    web = history.web_edit({**merged, "README.md": "Edited on the web.\n"}, both)
    late = history.commit({**merged, "README.md": "Edited late.\n"}, both)
    return history, history.merge(web, late)


def export(history: History, tip: str) -> bytes:
    """The history as a text that `git fast-import` reads, ids and all."""
    with tempfile.TemporaryDirectory() as folder:

        def git(*arguments: str, stdin: bytes = b"") -> bytes:
            return subprocess.run(
                ["git", *arguments],
                cwd=folder,
                input=stdin,
                stdout=subprocess.PIPE,
                check=True,
            ).stdout

        git("init", "--quiet", "--bare", ".")
        git("unpack-objects", "-q", stdin=pack(history.objects()))
        git("update-ref", "refs/heads/main", tip)
        git("fsck", "--strict")
        return git("fast-export", "--show-original-ids", "refs/heads/main")


if __name__ == "__main__":
    if GOLDEN.exists():
        sys.exit(f"{GOLDEN.name} stays as it is")
    GOLDEN.write_bytes(export(*build()))
