"""Finding notes: `memsync search` and `memsync eval` through the real command."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

KEYS = {"name", "scope", "score", "description", "path", "snippet"}


def write(memory: Path, name: str, description: str, body: str) -> None:
    memory.mkdir(parents=True, exist_ok=True)
    (memory / f"{name}.md").write_text(
        f"---\nname: {name}\ndescription: {description}\ntype: project\n---\n\n{body}\n"
    )


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with notes and logs, and a user memory that shares a name."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    memory = root / ".coyote/memory"
    write(memory, "auth-tokens", "How sessions renew", "The cache is seeded first.")
    write(memory, "deploy", "Releasing to production", "Run make ship on Thursdays.")
    (memory / "daily").mkdir()
    (memory / "daily/2026-11-20.md").write_text("Moved the cache.\n")
    (memory / "daily/2026-11-21.md").write_text("Moved the cache again.\n")
    user = machine.user_memory
    write(user, "deploy", "Mine", "I deploy by hand.")
    write(user, "style", "Short replies", "Code first.")
    (user / "MEMORY.md").write_text("# Mine\n\nThe cache is warm.\n")
    return root


def found(machine: Machine, root: Path, *arguments: str) -> list[tuple[str, str]]:
    rows = machine.memsync("search", *arguments, "--json", cwd=root).json
    return [(row["name"], row["scope"]) for row in rows]


def test_another_word_of_the_same_meaning_finds_the_note(
    machine: Machine, root: Path
) -> None:
    first, *_ = machine.memsync("search", "shipping a version", "--json", cwd=root).json
    assert set(first) == KEYS
    assert (first["name"], first["scope"], first["score"]) == ("deploy", "workspace", 1)
    assert first["path"] == str(root / ".coyote/memory/deploy.md")
    assert first["snippet"] == "Run make ship on Thursdays."
    plain = machine.memsync("search", "shipping a version", cwd=root).out
    assert plain.startswith("1.00  deploy  workspace  Releasing to production\n")


def test_the_workspaces_note_hides_the_users_of_the_same_name(
    machine: Machine, root: Path
) -> None:
    assert found(machine, root, "deploy") == [("deploy", "workspace")]
    assert found(machine, root, "deploy", "--scope", "user") == [("deploy", "user")]


def test_a_word_of_100_000_letters_is_asked_like_any_other(
    machine: Machine, root: Path
) -> None:
    word = "a" * 100_000
    # Two gigabytes: all beginnings of such a word take five.
    for verb in ("search", "context --query"):
        script = f'ulimit -v 2000000; exec memsync {verb} "$1"'
        ran = machine.run("sh", "-c", script, "sh", word, cwd=root)
        assert ran.err.count("\n") <= 1
    assert machine.memsync("search", f"{word} cache", "--json", cwd=root).json


def test_limit_and_min_score_come_from_the_call_or_the_settings(
    machine: Machine, root: Path
) -> None:
    query = "renew sessions or ship to production"
    both = found(machine, root, query)
    assert len(both) > 1
    assert found(machine, root, query, "--limit", "1") == both[:1]
    assert found(machine, root, query, "--min-score", "1") == both[:1]
    (root / ".coyote/memsync.yaml").write_text(
        "search:\n  top_k: 1\n  strategy: keyword\n"
    )
    assert len(found(machine, root, "production sessions")) == 1
    assert found(machine, root, "shipping") == []
    assert found(machine, root, "shipping", "--strategy", "bm25")[0][0] == "deploy"
    (root / ".coyote/memsync.yaml").write_text("search: {min_score: 1.5}\n")
    # A repository's file that is wrong is said, and the memory is still searched.
    ran = machine.memsync("search", "x", cwd=root)
    assert "search.min_score must be a number from 0 to 1" in ran.err


@pytest.mark.parametrize("strategy", ["auto", "bm25", "keyword", "literal"])
def test_an_empty_query_and_no_memory_find_nothing(
    machine: Machine, root: Path, strategy: str
) -> None:
    ran = machine.memsync("search", " ", "--strategy", strategy, "--json", cwd=root)
    assert ran.json == []
    outside = machine.folder / "elsewhere"
    outside.mkdir()
    (machine.user_memory / "MEMORY.md").unlink()
    ran = machine.memsync("search", "x", "--strategy", strategy, cwd=outside)
    assert (ran.out, ran.err) == ("", "")


def test_memory_that_is_off_finds_nothing(machine: Machine, root: Path) -> None:
    assert found(machine, root, "ship", "--no-memory") == []
    off = {"MEMSYNC_MEMORY": "0"}
    assert machine.memsync("search", "ship", cwd=root, environ=off).out == ""
    machine.memsync("config", "set", "memory.enabled", "false", cwd=root)
    (root / ".coyote/memsync.yaml").write_text("memory: {enabled: true}\n")
    assert found(machine, root, "ship or replies") == [("deploy", "workspace")]


def test_semantic_search_says_that_it_has_no_model(
    machine: Machine, root: Path
) -> None:
    asked = ("search", "x", "--strategy", "semantic", "--json")
    nowhere, broken = machine.folder / "none", machine.folder / "broken"
    broken.mkdir()
    (broken / "model.onnx").write_bytes(b"none")
    for model, reason in (
        (nowhere, f"'{nowhere}' has neither model.safetensors nor model.onnx"),
        (broken, f"'{broken / 'model.onnx'}' is not a model that memsync can read"),
        ("relative/folder", "search.model is 'relative/folder', which is no absolute"),
    ):
        machine.memsync("config", "set", "search.model", model)
        ran = machine.memsync(*asked, cwd=root, want=16)
        assert ran.json["error"]["code"] == "no-model"
        assert reason in ran.err
        assert "semantic]" not in ran.err
    # The default goes on by bm25, and says so.
    ran = machine.memsync("search", "zzzz", cwd=root)
    assert "ranked by bm25" in ran.err
    assert machine.memsync("reindex", cwd=root, want=16).out == ""
    assert machine.memsync("search", "x", "--strategy", "best", want=2).out == ""


def test_a_paraphrase_is_found_by_its_meaning(machine: Machine, root: Path) -> None:
    text = "Physicians must wash their hands before they enter the operating theatre."
    machine.memsync("write", "theatre-rule", "-m", text, cwd=root)
    query = "doctor surgery cleanliness"
    assert found(machine, root, query, "--strategy", "keyword") == []
    assert found(machine, root, query, "--strategy", "semantic")[0][0] == "theatre-rule"
    assert found(machine, root, query)[0][0] == "theatre-rule"
    assert machine.memsync("reindex", "--json", cwd=root).json == {"made": 0}
    block = machine.memsync("context", "--query", query, cwd=root).out
    assert "operating theatre" in block
    # The vectors are this machine's, and go when a text is purged.
    kept = list(machine.folder.rglob("vectors-*.sqlite3"))
    assert len(kept) == 1
    assert kept[0].stat().st_mode & 0o777 == 0o600
    machine.memsync("purge", "theatre-rule", "--yes", cwd=root)
    assert not list(machine.folder.rglob("*.sqlite3"))


def test_vectors_that_cannot_be_stored_are_an_error(
    machine: Machine, root: Path
) -> None:
    machine.state.mkdir(parents=True, exist_ok=True)
    words = machine.state / "words"
    shutil.rmtree(words, ignore_errors=True)
    words.write_text("a file in the place of the folder\n")
    ran = machine.memsync("reindex", "--json", cwd=root, want=16)
    assert ran.json["error"]["code"] == "file"
    assert f"the vectors cannot be stored in '{words}'" in ran.err
    # A search needs no vectors to be kept.
    assert found(machine, root, "ship", "--strategy", "semantic")
    words.unlink()
    assert machine.memsync("reindex", "--json", cwd=root).json["made"] > 0
    assert machine.memsync("reindex", "--json", cwd=root).json == {"made": 0}


def test_literal_covers_index_logs_and_notes_in_their_order(
    machine: Machine, root: Path
) -> None:
    asked = ("search", "CACHE moved", "--strategy", "literal")
    rows = machine.memsync(*asked, "--json", cwd=root).json
    assert [(row["name"], row["path"].rsplit("/", 1)[1]) for row in rows] == [
        (None, "MEMORY.md"),  # first, whatever it holds
        (None, "2026-11-21.md"),  # both terms; the newer day
        (None, "2026-11-20.md"),
        ("auth-tokens", "auth-tokens.md"),
    ]
    assert rows[1]["matches"] == {"cache": 1, "moved": 1}
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1
    plain = machine.memsync(*asked, "--limit", "2", cwd=root).out
    head, _, rest = plain.partition("\n")
    assert head == (
        "lines by term: cache (4), moved (2); in 4 files; the first 2 by rank"
    )
    assert "2026-11-21.md: cache (1), moved (1)\n    Moved the cache again.\n" in rest


def test_literal_merges_the_lines_around_matches_that_overlap(
    machine: Machine, root: Path
) -> None:
    lines = [f"line {number}" for number in range(1, 41)]
    for number in (10, 13, 30):
        lines[number - 1] += " needle"
    memory = root / ".coyote/memory"
    write(memory, "hay", "stack", "\n".join(lines))
    write(memory, "needle-case", "case", "first\n\nsecond\nthird\nfourth")
    rows = machine.memsync(
        *("search", "needle", "--strategy", "literal", "--json"), cwd=root
    ).json
    assert [row["name"] for row in rows] == ["hay", "needle-case"]
    first, second = rows[0]["snippet"].split("\n…\n")
    assert first.splitlines() == [
        *("line 7", "line 8", "line 9", "line 10 needle", "line 11", "line 12"),
        *("line 13 needle", "line 14", "line 15", "line 16"),
    ]
    assert second.splitlines()[3] == "line 30 needle"
    assert rows[0]["matches"] == {"needle": 3}


def test_a_note_of_odd_form_is_found_and_a_link_is_not_followed(
    machine: Machine, root: Path
) -> None:
    memory = root / ".coyote/memory"
    (memory / "broken.md").write_bytes(b"---\nname: [\n---\n\nwombat \xff facts\n")
    (memory / "bare.md").write_text("Nothing but a wombat.\n")
    (memory / "windows.md").write_bytes(
        b"\xef\xbb\xbf---\r\nname: windows\r\ndescription: a wombat\r\n---\r\n\r\nx\r\n"
    )
    outside = machine.folder / "outside.md"
    outside.write_text("A wombat from outside.\n")
    (memory / "linked.md").symlink_to(outside)
    for strategy in ("bm25", "keyword", "literal"):
        names = {n for n, _ in found(machine, root, "wombat", "--strategy", strategy)}
        assert names == {"broken", "bare", "windows"}


def test_a_terminal_is_safe_from_what_a_note_says(machine: Machine, root: Path) -> None:
    write(root / ".coyote/memory", "esc", "x", "zebra \x1b]0;owned\x07")
    for strategy in ("bm25", "literal"):
        ran = machine.memsync("search", "zebra", "--strategy", strategy, cwd=root)
        assert "zebra ?]0;owned?" in ran.out


def test_a_fixture_is_measured(machine: Machine) -> None:
    fixture = machine.folder / "fixture.json"
    note = {"name": "kafka", "type": "project", "description": "Topics", "body": "x"}
    other = note | {"name": "queue", "description": "Messages"}
    cases = [
        {"query": "topics", "want": "kafka"},
        {"query": "zzz", "want": "queue"},
    ]
    fixture.write_text(json.dumps({"notes": [note, other], "cases": cases}))
    found = machine.memsync("eval", "fixture.json", "--strategy", "bm25", "--json").json
    assert found == {
        "cases": 2,
        "hit1": 0.5,
        "hit3": 0.5,
        "mrr": 0.5,
        "ranks": [
            {"query": "topics", "want": "kafka", "rank": 1},
            {"query": "zzz", "want": "queue", "rank": None},
        ],
    }
    plain = machine.memsync("eval", fixture, "--strategy", "keyword").out
    assert plain == (
        "missed: zzz -> queue\n2 cases: Hit@1 0.500, Hit@3 0.500, MRR 0.500\n"
    )
    literal = machine.memsync("eval", fixture, "--strategy", "literal", "--json").json
    assert [row["rank"] for row in literal["ranks"]] == [1, None]
    fixture.write_text('{"notes": []}')
    ran = machine.memsync("eval", "fixture.json", want=16)
    assert "'fixture.json': cases must be a list" in ran.err
    assert machine.memsync("eval", "gone.json", want=16).out == ""


def test_a_miss_does_not_look_like_a_hit(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("write", "deploy", "-m", "Deploy with make release.", cwd=root)
    machine.memsync("write", "k8s", "-m", "The kubernetes port is 8080.", cwd=root)

    def best(*query: str) -> float:
        rows = machine.memsync("search", *query, "--json", cwd=root).json
        return max((row["score"] for row in rows), default=0)

    assert best("how", "to", "deploy") == 1
    assert best("deploy", "--strategy", "keyword") == 1
    # Of like spelling, and of like meaning: neither is what was typed.
    assert 0 < best("kuberentes") < 0.5
    assert 0 < best("ship") < 0.5
    assert best("deploy bananas and lemons to the moon with umbrellas") < 1
    assert best("zebra") == 0
    for strategy in ("bm25", "keyword", "literal"):
        asked = ("search", "zebra", "--strategy", strategy)
        ran = machine.memsync(*asked, cwd=root)
        assert (ran.out, ran.err) == ("", "memsync: nothing found\n")
        assert machine.memsync(*asked, "-q", cwd=root).err == ""
        assert machine.memsync(*asked, "--json", cwd=root).json == []
    assert machine.memsync("search", "zebra").err == ""
