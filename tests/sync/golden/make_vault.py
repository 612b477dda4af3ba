"""Make the golden encrypted vault of format 3: the first one, and what came with it.

`python tests/sync/golden/make_vault.py` writes `vault-3.fast-export`, once. The second
writer makes it, from docs/format.md alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.second_reader import Reader
from support.second_writer import Writer

from memsync.vault.codes import code_text

FIRST = Path(__file__).with_name("vault-1.fast-export")
GOLDEN = Path(__file__).with_name("vault-3.fast-export")
CODE = code_text(bytes(range(32)))
MS = 1_795_316_050_000
CLAUDE = "projects/example.org+me+it/agents/claude-code"
FILES = {
    f"{CLAUDE}/MEMORY.md": "- [tests](tests.md) \u2014 about tests\n",
    f"{CLAUDE}/tests.md": "---\nname: tests\nmetadata:\n  type: user\n---\n\nrun\n",
    f"{CLAUDE}/team/style.md": "plain\n",
    f"{CLAUDE}/.archive/tests/20260102T030405Z-b4a29c2d0b4a.md": "before\n",
    "agents/goose/prefs.txt": "# user\nDrinks tea.\n\n",
    "agents/of-later-days/x.md": "What no memsync knows yet.\n",
    "user/.memsync-origins": f"goose {'0' * 32} {'1' * 32} auth auth.txt\n",
    "user/learned/summary.md": "Likes tea.\n",
    "user/learned/decided": f"rejected {'2' * 64}\n",
    "user/learned/skills/release/SKILL.md": "tag\n",
    "user/learned/sessions/goose-20260102-01234567.md": "What was said.\n",
}


def build(repository: Path) -> None:
    """The first vault, raised to format 3 by the commit that needs it."""

    def git(*arguments: str, stdin: bytes = b"") -> None:
        argv = ["git", "-C", str(repository), *arguments]
        subprocess.run(argv, input=stdin, check=True)

    git("init", "--quiet", "--bare", ".")
    git("fast-import", "--quiet", stdin=FIRST.read_bytes())
    writer = Writer(Reader(repository, code=CODE))
    numbers = json.loads(writer.files["memsync.json"])
    raised = {**numbers, "format": 3, "merge": 3}
    vault = json.dumps(raised, indent=2, sort_keys=True) + "\n"
    files = {"memsync.json": vault, **FILES}
    writer.save({path: text.encode() for path, text in files.items()}, MS)
    git("fsck", "--strict")


if __name__ == "__main__":
    if GOLDEN.exists():
        sys.exit(f"{GOLDEN.name} stays as it is")
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        export = ["fast-export", "--show-original-ids", "refs/heads/main"]
        argv = ["git", "-C", folder, *export]
        GOLDEN.write_bytes(subprocess.run(argv, check=True, capture_output=True).stdout)
