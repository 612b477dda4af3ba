"""A scripted model for `memsync learn`: a program that answers what a test wrote down.

The script is a JSON file: for each session's id, and for `consolidate`, a list of
what to do, one each time it is asked; the last is repeated. Every call is recorded with
its prompt, its environment and its folder.
"""

from __future__ import annotations

import json
import re
import stat
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from support.lines_of_agents import claude_code
from support.talk import Said, Talk

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

PROGRAM = """\
#!{python} -IS
import json, os, sys, time
folder = {folder!r}
prompt = sys.stdin.read()
script = json.load(open(os.path.join(folder, "script.json")))
stage = os.environ.get("MEMSYNC_LEARN_STAGE", "")
key = "consolidate" if stage == "consolidate" else next(
    (id_ for id_ in script if '"session": "%s"' % id_ in prompt), "other")
facts = []
for line in prompt.split("\\n"):
    try:
        row = json.loads(line)
    except ValueError:
        continue
    if isinstance(row, dict) and "id" in row and "text" in row:
        facts.append(row)
name = "%d-%d.json" % (time.time_ns(), os.getpid())
record = {{"stage": stage, "key": key, "prompt": prompt, "environ": dict(os.environ),
           "cwd": os.getcwd(), "listed": os.listdir("."), "pid": os.getpid()}}
calls = os.path.join(folder, "calls")
done = sum(1 for other in os.listdir(calls)
           if json.load(open(os.path.join(calls, other)))["key"] == key)
with open(os.path.join(folder, name), "w") as file:
    json.dump(record, file)
os.rename(os.path.join(folder, name), os.path.join(calls, name))
steps = script.get(key) or [{{"answer": {{"facts": []}}}}]
step = steps[min(done, len(steps) - 1)]
if "sleep" in step:
    time.sleep(step["sleep"])
if "child" in step:
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(os.path.join(folder, "child"), "w") as file:
        file.write(str(child.pid))
    time.sleep(600)
if "big" in step:
    sys.stdout.write("x" * step["big"])
if "raw" in step:
    sys.stdout.write(step["raw"])
if "answer" in step:
    text = json.dumps(step["answer"])
    for number, fact in enumerate(facts):
        text = text.replace('"$%d"' % number, json.dumps(fact["id"]))
    text = text.replace('["$all"]', json.dumps([fact["id"] for fact in facts]))
    sys.stdout.write(text)
if "error" in step:
    sys.stderr.write(step["error"])
sys.stdout.flush()
if "signal" in step:
    os.kill(os.getpid(), step["signal"])
sys.exit(step.get("exit", 0))
"""
QUESTION = "Please deploy only from the release branch, never from main."
ANSWER = "Understood: the deploy script now checks that the branch is release."
TURNS = (
    Said("user", "The deploy of yesterday broke production, find out why."),
    Said("assistant", "It ran from main, with a migration that was not merged."),
    Said("user", QUESTION),
    Said("assistant", ANSWER),
    Said("call", "cat deploy.sh", "Bash"),
    Said("result", "set -eu; echo deploying from $BRANCH"),
    Said("user", "Good, that is all for today."),
    Said("assistant", "You are welcome."),
)
FACT = {
    "text": "Deploys leave only from the release branch, never from main.",
    "type": "feedback",
    "scope": "workspace",
    "why": "a deploy from main broke production",
    "quotes": [QUESTION],
}
NOTES: dict[str, Any] = {
    "notes": [
        {
            "name": "deploys",
            "description": "From which branch to deploy",
            "type": "feedback",
            "scope": "workspace",
            "body": "Deploy from `release` only, never from `main`.",
            "from": ["$all"],
        }
    ],
    "retire": [],
    "summary": "",
    "skills": [],
}


def facts(*found: dict[str, Any], synopsis: str = "") -> dict[str, Any]:
    """A step that answers with these facts."""
    return {"answer": {"facts": list(found), "synopsis": synopsis}}


@dataclass
class Learning:
    """A machine with one repository, sessions in it, and the scripted model."""

    machine: Machine
    top: Path
    script: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @classmethod
    def of(cls, machine: Machine) -> Learning:
        made = cls(machine, machine.repository())
        made.folder.mkdir()
        (made.folder / "calls").mkdir()
        program = PROGRAM.format(python=sys.executable, folder=str(made.folder))
        made.program.write_text(program)
        made.program.chmod(made.program.stat().st_mode | stat.S_IXUSR)
        made.script["consolidate"] = [{"answer": NOTES}]
        return made

    @property
    def folder(self) -> Path:
        return self.machine.folder / "model"

    @property
    def program(self) -> Path:
        return self.folder / "model"

    def session(
        self,
        number: int = 0,
        turns: tuple[Said, ...] = TURNS,
        *,
        hours: float = 48,
        top: Path | None = None,
    ) -> str:
        """Put a session of Claude Code that began so long ago; its id."""
        id_ = f"{number:08x}-1111-4222-8333-444455556666"
        began = datetime.now(UTC) - timedelta(hours=hours)
        talk = Talk(str(top or self.top), id_, began=began, turns=turns)
        claude_code(self.machine.home, talk)
        return id_

    def enable(self, **settings: Any) -> None:  # noqa: ANN401 -- any setting's value
        """Put the user's file: learning is on, with the scripted model."""
        wanted = {"enabled": True, "command": [str(self.program)], **settings}
        lines = [f"  {key}: {json.dumps(value)}" for key, value in wanted.items()]
        self.machine.config.mkdir(parents=True, exist_ok=True)
        file = self.machine.config / "config.yaml"
        others = file.read_text() if file.exists() else ""
        others = re.sub(r"^learn:\n(?:  .*\n)*", "", others, flags=re.MULTILINE)
        file.write_text("\n".join(["learn:", *lines, others]))

    def says(self, **steps: Any) -> None:  # noqa: ANN401 -- steps of a script
        """Put the script; a session's id is a key with its dashes."""
        self.script.update(steps)
        self.save()

    def save(self) -> None:
        (self.folder / "script.json").write_text(json.dumps(self.script))

    def run(self, *arguments: str, want: int | None = 0) -> Any:  # noqa: ANN401 -- JSON
        """Run `memsync learn --json`; what it prints."""
        self.save()
        command = ("learn", "--json", *arguments)
        return self.machine.memsync(*command, cwd=self.top, want=want).json

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The calls of the model, in their order."""
        files = sorted((self.folder / "calls").iterdir())
        return [json.loads(file.read_text()) for file in files]
