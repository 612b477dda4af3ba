"""A model in trouble: what is tried again, when, and what is given up."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from typing import TYPE_CHECKING, Any

import pytest
from support.learner import FACT, TURNS, Learning, facts
from support.processes import lives, until

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.fixture
def learning(machine: Machine) -> Learning:
    made = Learning.of(machine)
    made.enable()
    return made


def later(learning: Learning, seconds: float) -> None:
    """Let time pass, as far as the ledger knows."""
    with sqlite3.connect(learning.machine.state / "learn.sqlite3") as ledger:
        ledger.execute(
            "UPDATE session SET next = next - ?, changed = changed - ?",
            (
                seconds,
                seconds,
            ),
        )


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        ({"raw": ""}, "content"),
        ({"raw": '{"facts": [{"text": "half'}, "content"),
        ({"raw": '{"memories": []}'}, "content"),
        ({"raw": '{"facts": "none"}'}, "content"),
        ({"raw": '{"facts": [{"text": 7}]}'}, "content"),
        ({"raw": '{"facts": NaN}'}, "content"),
        ({"raw": "[" * 100_000}, "content"),
        ({"big": 30 << 20}, "content"),
        ({"exit": 3, "error": "no quota left"}, "transient"),
        ({"raw": '{"facts": []', "signal": signal.SIGKILL}, "transient"),
    ],
)
def test_a_session_fails_and_the_run_goes_on(
    learning: Learning, step: dict[str, Any], kind: str
) -> None:
    bad, good = learning.session(1, hours=20), learning.session(2, hours=30)
    learning.script[bad] = [step]
    learning.script[good] = [facts(FACT)]
    done = learning.run(want=1)
    assert done["sessions"]["read"] == [good]
    (failed,) = done["failed"]
    assert (failed["id"], failed["class"]) == (bad, kind)
    assert failed["reason"]
    assert len(done["proposals"]) == 1
    (shown,) = learning.run("status")["failed"]
    assert shown["reason"] == failed["reason"]


def test_what_passes_is_tried_again_after_two_minutes_then_four(
    learning: Learning,
) -> None:
    id_ = learning.session()
    learning.script[id_] = [{"exit": 1}]
    learning.run(want=1)
    done = learning.run()
    (skipped,) = done["sessions"]["skipped"]
    assert skipped["why"].startswith("tried again later: the program died")
    later(learning, 121)
    learning.run(want=1)
    later(learning, 121)
    assert learning.run()["calls"] == 0
    later(learning, 121)
    learning.script[id_] = [facts(FACT)]
    assert learning.run()["sessions"]["read"] == [id_]


def test_what_passes_is_never_parked(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [{"exit": 1}]
    for _ in range(5):
        learning.run(want=1)
        later(learning, 90_000)
    learning.script[id_] = [facts(FACT)]
    assert learning.run()["sessions"]["read"] == [id_]


def test_content_is_tried_three_times_then_parked_with_the_reason(
    learning: Learning,
) -> None:
    id_ = learning.session()
    learning.script[id_] = [{"raw": "no json"}]
    for _ in range(3):
        done = learning.run(want=1)
        assert done["calls"] == 2
    done = learning.run()
    assert done["calls"] == 0
    (skipped,) = done["sessions"]["skipped"]
    assert skipped["why"].startswith("parked: the answer is not one JSON object")
    (shown,) = learning.run("status")["failed"]
    assert shown["state"] == "parked"
    learning.script[id_] = [facts(FACT)]
    assert learning.run("--rebuild")["sessions"]["read"] == [id_]


def test_what_is_refused_is_never_asked_again_for_that_digest(
    learning: Learning,
) -> None:
    from support.tokens import github

    id_ = learning.session()
    learning.script[id_] = [facts({**FACT, "text": f"The token is {github()}"})]
    done = learning.run(want=1)
    assert done["failed"][0]["class"] == "refused"
    assert learning.run("--rebuild")["calls"] == 0
    learning.session(turns=(*TURNS, TURNS[0]))
    learning.script[id_] = [facts(FACT)]
    assert learning.run()["sessions"]["read"] == [id_]


def test_after_three_calls_in_a_row_that_failed_no_more_are_made(
    learning: Learning,
) -> None:
    ids = [learning.session(number, hours=20 + number) for number in range(5)]
    for id_ in ids:
        learning.script[id_] = [{"exit": 1}]
    done = learning.run(want=1)
    assert done["calls"] == 3
    assert [row["id"] for row in done["sessions"]["skipped"]] == ids[3:]


def test_a_program_that_hangs_is_ended_with_its_children(learning: Learning) -> None:
    id_ = learning.session()
    learning.enable(timeout=3)
    learning.script[id_] = [{"child": True}]
    done = learning.run(want=1)
    assert "took more than 3 seconds" in done["failed"][0]["reason"]
    child = int((learning.folder / "child").read_text())
    assert until(lambda: not lives(child))


def test_a_program_that_is_not_there_stops_the_run(learning: Learning) -> None:
    learning.session()
    learning.enable(command=["no-such-program-anywhere"])
    error = learning.run(want=16)["error"]
    assert "no-such-program-anywhere" in error["message"]
    learning.enable()
    assert len(learning.run()["sessions"]["read"]) == 1


def test_caps_of_a_day_hold_over_runs(learning: Learning) -> None:
    ids = [learning.session(number, hours=20 + number) for number in range(4)]
    learning.enable(max_calls=3)
    assert learning.run("--limit", "2")["calls"] == 2
    done = learning.run()
    assert done["sessions"]["read"] == ids[2:3]
    (left,) = [row for row in done["sessions"]["skipped"] if row["id"] == ids[3]]
    assert "learn.max_calls" in left["why"]
    assert done["failed"] == []
    with sqlite3.connect(learning.machine.state / "learn.sqlite3") as ledger:
        ledger.execute("UPDATE call SET time = time - 90000")
    assert learning.run()["sessions"]["read"] == ids[3:]


def test_a_cap_on_tokens_and_on_seconds_stops_before_the_call(
    learning: Learning,
) -> None:
    learning.session()
    learning.enable(max_tokens=10)
    done = learning.run()
    assert done["calls"] == 0
    assert "learn.max_tokens" in done["sessions"]["skipped"][0]["why"]
    learning.enable(max_seconds=0)
    done = learning.run()
    assert "learn.max_seconds" in done["sessions"]["skipped"][0]["why"]


def test_stage_two_that_fails_keeps_its_facts_for_the_next_run(
    learning: Learning,
) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    good = learning.script["consolidate"]
    learning.script["consolidate"] = [{"exit": 1}]
    done = learning.run(want=1)
    assert done["failed"][0]["id"] == "consolidate"
    assert learning.run("status")["facts"] == 1
    learning.script["consolidate"] = good
    done = learning.run()
    assert (done["calls"], len(done["proposals"])) == (1, 1)


def test_a_clock_that_was_years_ahead_stops_nothing(learning: Learning) -> None:
    id_ = learning.session()
    learning.script[id_] = [{"exit": 1}]
    learning.run(want=1)
    far = 40 * 365 * 86_400
    later(learning, -far)
    with sqlite3.connect(learning.machine.state / "learn.sqlite3") as ledger:
        ledger.execute("UPDATE call SET time = time + ?", (far,))
    learning.enable(max_calls=2)
    learning.script[id_] = [facts(FACT)]
    assert learning.run()["sessions"]["read"] == [id_]


def test_a_ledger_that_is_no_ledger_is_made_anew(learning: Learning) -> None:
    id_ = learning.session()
    learning.run()
    (learning.machine.state / "learn.sqlite3").write_bytes(b"no database" * 99)
    done = learning.run()
    # Another machine would not read it, either: it stands among what was decided.
    assert done["sessions"]["skipped"] == [{"id": id_, "why": "already read"}]


def killed_at(learning: Learning, id_: str) -> None:
    """Kill a run of memsync while the model is asked about a session."""
    import subprocess

    learning.script[id_] = [{"sleep": 60}]
    learning.save()
    with subprocess.Popen(
        ["memsync", "learn"],
        cwd=learning.top,
        env=learning.machine.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        before = len(learning.calls)
        while len(learning.calls) == before:
            time.sleep(0.05)
        process.kill()
    os.kill(learning.calls[-1]["pid"], signal.SIGKILL)


def test_a_killed_run_is_taken_over_at_once(learning: Learning) -> None:
    id_ = learning.session()
    killed_at(learning, id_)
    learning.script[id_] = [facts(FACT)]
    done = learning.run()
    assert done["sessions"]["read"] == [id_]
    assert len(done["proposals"]) == 1


def test_three_killed_runs_are_enough(learning: Learning) -> None:
    id_ = learning.session()
    for _ in range(3):
        killed_at(learning, id_)
    done = learning.run()
    assert done["calls"] == 0
    assert done["sessions"]["skipped"][0]["why"].startswith("parked: three runs")
    (shown,) = learning.run("status")["failed"]
    assert shown["state"] == "parked"
    assert "three runs" in shown["reason"]


def test_two_runs_at_once_ask_about_no_session_twice(learning: Learning) -> None:
    import subprocess

    ids = [learning.session(number, hours=20 + number) for number in range(8)]
    for id_ in ids:
        learning.script[id_] = [{"sleep": 0.3, **facts()}]
    learning.save()
    learning.machine.memsync("sessions", "index", cwd=learning.top)
    runs = [
        subprocess.Popen(
            ["memsync", "learn", "--json"],
            cwd=learning.top,
            env=learning.machine.environ,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    done = [json.loads(run.communicate()[0]) for run in runs]
    read = [id_ for each in done for id_ in each["sessions"]["read"]]
    assert sorted(read) == sorted(ids)
    assert sorted(call["key"] for call in learning.calls) == sorted(ids)


@pytest.mark.parametrize("kilobytes", [0, 16, 48, 96, 128, 192])
def test_a_full_disk_leaves_nothing_half_done(
    learning: Learning, kilobytes: int
) -> None:
    id_ = learning.session()
    learning.script[id_] = [facts(FACT)]
    learning.save()
    machine = learning.machine
    # A limit on the size of files is what a full disk is to a program.
    limited = f"ulimit -f {kilobytes}; exec memsync learn --json"
    done = machine.run("bash", "-c", limited, cwd=learning.top, want=None)
    assert done.code in (0, 16), done
    assert "Traceback" not in done.err
    learning.run()
    (proposal,) = learning.run("status")["proposals"]
    assert proposal["name"] == "deploys"


def test_a_program_that_cannot_start_parks_nothing_and_counts_no_call(
    learning: Learning,
) -> None:
    id_ = learning.session()
    program = str(learning.program)
    learning.script[id_] = [facts(FACT)]
    learning.enable(command=["no-such-program"])
    for _ in range(3):
        done = learning.run(want=16)
        assert "'no-such-program' cannot be started" in done["error"]["message"]
    shown = learning.run("status")
    assert shown["failed"] == []
    assert shown["today"]["calls"] == shown["today"]["tokens"]["in"] == 0
    # Nor does it count against the facts in the second stage.
    learning.enable(command=[program], consolidate_command=["no-such-program"])
    for _ in range(3):
        learning.run(want=16)
    learning.enable(command=[program])
    assert len(learning.run()["proposals"]) == 1


def test_a_run_that_was_killed_before_keeps_its_try(learning: Learning) -> None:
    id_ = learning.session()
    for _ in range(2):
        killed_at(learning, id_)
    learning.enable(command=["no-such-program"])
    learning.run(want=16)
    learning.enable()
    killed_at(learning, id_)
    assert learning.run()["calls"] == 0
