"""`sync: false` counts also where the frontmatter around it is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.mark.parametrize(
    "text",
    [
        "---\nsync: false\nsync: true\n---\n\nMine.\n",
        "---\nsync: true\nsync: false\n---\n\nMine.\n",
        "---\nsync: false\n\nMine, and the fence was never closed.\n",
        "---\nname: [\nsync: 'no'\n---\n\nMine.\n",
        "---\nname: diary\ndescription: d\nSync: false\n---\n\nMine.\n",
        "---\nSYNC:\n  No\n---\n\nMine.\n",
        "---\rname: diary\rsync: false\r---\rMine.\r",
    ],
)
def test_one_word_against_it_keeps_a_note_here(machine: Machine, text: str) -> None:
    machine.user_memory.mkdir(parents=True)
    (machine.user_memory / "diary.md").write_bytes(text.encode())
    (machine.user_memory / "plan.md").write_text("Ours.\n\nsync: false is a word.\n")
    (machine.user_memory / "rule.md").write_text("---\n\nsync: false\n")
    machine.memsync("sync", "init")
    assert machine.memsync("sync", "--json").json["sent"] == ["plan", "rule"]


@pytest.mark.parametrize(
    "key",
    [
        "sync: !!bool false",
        "Sync: &a false",
        "sync:\n  false\nabout: a: b",
        " sync: maybe\n  about: a: b",
        "{name: diary, sync: !!bool false}",
    ],
)
def test_a_note_whose_key_cannot_be_read_is_held(machine: Machine, key: str) -> None:
    machine.user_memory.mkdir(parents=True)
    diary = machine.user_memory / "diary.md"
    diary.write_text(f"---\n{key}\n---\n\nMine.\n")
    (machine.user_memory / "plan.md").write_text("---\nabout: a: b\n---\n\nOurs.\n")
    allowed = "---\nabout: a: b\nsync: true  # Ours.\n---\n\nOurs.\n"
    (machine.user_memory / "rule.md").write_text(allowed)
    machine.memsync("sync", "init")
    ran = machine.memsync("sync", "--json", want=1).json
    assert ran["sent"] == ["plan", "rule"]
    (held,) = ran["held"]
    assert held["name"] == "diary"
    assert "its key `sync` cannot be read (line " in held["reason"]
    diary.write_text("---\nname: diary\ndescription: d\nsync: false\n---\n\nMine.\n")
    assert machine.memsync("sync", "--json").json["held"] == []


def test_a_sent_note_that_may_have_become_private_is_not_sent_again(
    machine: Machine,
) -> None:
    machine.user_memory.mkdir(parents=True)
    diary = machine.user_memory / "diary.md"
    diary.write_text("---\nname: diary\ndescription: d\n---\n\nOurs.\n")
    machine.memsync("sync", "init")
    assert machine.memsync("sync", "--json").json["sent"] == ["diary"]
    diary.write_text(
        "---\nname: diary\ndescription: d\nsync: !!bool false\n---\n\nMine.\n"
    )
    ran = machine.memsync("sync", "--json", want=1).json
    assert (ran["sent"], [held["name"] for held in ran["held"]]) == ([], ["diary"])


PRIVATE = (
    "---\nname: pay\ndescription: salary talk: notes\nsync: false\nmine: keep\n---\n"
    "\nMine.\n"
)


@pytest.mark.parametrize(
    "options", [["-t", "personal"], ["-m", "More."], ["-d", "Pay."], ["--append", "A."]]
)
def test_a_write_keeps_a_private_note_with_a_slip_here(
    machine: Machine, options: list[str]
) -> None:
    machine.user_memory.mkdir(parents=True)
    pay = machine.user_memory / "pay.md"
    pay.write_text(PRIVATE)
    machine.memsync("sync", "init")
    ran = machine.memsync("write", "pay", "--scope", "user", *options)
    assert "sync: false\nmine: keep\n" in pay.read_text()
    mended = "-d" in options
    said = "the frontmatter of 'pay' cannot be read (line 3: is not valid YAML"
    assert (said in ran.err) != mended
    assert machine.memsync("sync", "--json").json["sent"] == []


def test_a_copy_of_a_private_note_stays_here_too(machine: Machine) -> None:
    machine.user_memory.mkdir(parents=True)
    text = PRIVATE.replace("talk: notes", "talk")
    (machine.user_memory / "pay.md").write_text(text)
    machine.memsync("sync", "init")
    machine.memsync("write", "copy", "--scope", "user", stdin=text)
    assert machine.memsync("sync", "--json").json["sent"] == []


def test_a_write_that_would_lose_a_key_is_refused(machine: Machine) -> None:
    machine.user_memory.mkdir(parents=True)
    pay = machine.user_memory / "pay.md"
    pay.write_text("---\nname: pay\ndescription: a\n sync: false\n---\n\nMine.\n")
    before = pay.read_bytes()
    asked = ("write", "pay", "--scope", "user", "-d", "Pay.")
    ran = machine.memsync(*asked, "--json", want=16)
    assert ran.json["error"]["message"].startswith(
        "the frontmatter of 'pay' cannot be changed (line 4: is not valid YAML"
    )
    assert pay.read_bytes() == before
