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
from memsync.sync.tree.purged import PurgeClock, PurgedNote, render

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


IT = "projects/example.org+me+it"
CLAUDE = f"{IT}/agents/claude-code"


def topic(name: str, *body: str, modified: str) -> str:
    """A note as Claude Code writes it."""
    head = f"name: {name}\ndescription: about {name}\nmetadata:\n"
    more = f"  node_type: memory\n  type: feedback\n  modified: {modified}\n"
    return f"---\n{head}{more}---\n\n" + "".join(f"{line}\n" for line in body)


def topics(*names: str) -> str:
    """Claude Code's index."""
    rows = "".join(f"- [{name}]({name}.md) \u2014 about {name}\n" for name in names)
    return f"# Memory\n\n{rows}"


def origin(name: str) -> str:
    """A line that says where a note came from."""
    return f"goose {name[0] * 32} {name[-1] * 32} {name} {name}.txt\n"


def decided(*digits: str) -> str:
    """What learning made of its proposals."""
    return "".join(f"rejected {digit * 64}\n" for digit in sorted(digits))


def purged(name: str, ms: int) -> bytes:
    """A list of one purge."""
    clock = PurgeClock.of(Clock(ms, 0, "0000000a"))
    return render(frozenset({PurgedNote.of(clock, "user", name)}))


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
        f"{IT}/MEMORY.md": index("deploy"),
        f"{IT}/deploy.md": note("deploy", "by hand"),
        "user/.memsync-origins": origin("deploy") + origin("style"),
        "user/learned/summary.md": "Likes tea.\n\nWorks late.\n",
        "user/learned/decided": decided("1", "2"),
        "user/learned/skills/release/SKILL.md": note("release", "tag", "push"),
        "user/learned/sessions/goose-20260102-01234567.md": "What was said.\n",
        f"{CLAUDE}/MEMORY.md": topics("tests", "gone"),
        f"{CLAUDE}/tests.md": topic("tests", "run", "them", modified="2026-01-02"),
        f"{CLAUDE}/gone.md": topic("gone", "it goes", modified="2026-01-02"),
        f"{CLAUDE}/team/style.md": topic("style", "plain", modified="2026-01-02"),
        f"{CLAUDE}/drawing.svg": "<svg/>\n",
        "agents/goose/prefs.txt": "# user\nIs called Ada.\n\nDrinks tea.\n\n",
        "agents/of-later-days/x.md": "What no memsync knows yet.\n",
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
        "user/.memsync-origins": origin("auth") + origin("deploy") + origin("style"),
        "user/learned/summary.md": "Likes coffee.\n\nWorks late.\n",
        "user/learned/decided": decided("2", "3"),
        "user/learned/skills/release/SKILL.md": note("release", "sign", "tag", "push"),
        f"{CLAUDE}/MEMORY.md": topics("tests", "desk"),
        f"{CLAUDE}/tests.md": topic("tests", "RUN", "them", modified="2026-01-03"),
        f"{CLAUDE}/desk.md": topic("desk", "new", modified="2026-01-03"),
        f"{CLAUDE}/team/style.md": topic("style", "at desk", modified="2026-01-03"),
        "agents/goose/prefs.txt": (
            "# user\nIs called Ada.\n\nDrinks tea.\n\nHas a desk.\n\n"
        ),
        "user/desk.md": note("desk", "new"),
        "user/Caps.md": note("Caps", "from the desk"),
    }
    del changed["user/gone.md"]
    del changed["user/kept.md"]
    del changed[f"{CLAUDE}/gone.md"]
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
        f"{IT}/deploy.md": note("deploy", "by a script"),
        "user/.memsync-origins": origin("build") + origin("deploy"),
        "user/learned/summary.md": "Likes tea.\n\nWorks early.\n",
        "user/learned/decided": decided("1", "4"),
        "user/learned/skills/release/SKILL.md": note("release", "tag", "push", "tell"),
        f"{CLAUDE}/MEMORY.md": topics("tests", "gone", "train"),
        f"{CLAUDE}/tests.md": topic("tests", "run", "THEM", modified="2026-01-04"),
        f"{CLAUDE}/train.md": topic("train", "new", modified="2026-01-04"),
        f"{CLAUDE}/team/style.md": topic("style", "on train", modified="2026-01-04"),
        "agents/goose/prefs.txt": (
            "# user\nIs called Ada.\n\nDrinks tea.\n\nTakes the train.\n\n"
        ),
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
