"""Processes that hang, die or lie while they judge: they cost the step they were at, and decide nothing."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from derive.judge.document import events
from derive.judge.result import Checked
from derive.judge.run import Task, check_all, check_one
from derive.judge.watch import Bounds, Watcher

STUB = '{"file": "x", "line": %d, "column": 1, "length": 1, "cell": None, "relation": "=", "lhs": "a", "rhs": "b"}'
PROGRAM = """
import json, os, sys, time

def say(**event):
    print(json.dumps(event), flush=True)

for line in sys.stdin:
    start = json.loads(line)["start"]
    say(event="read", steps=[STUBS], assumptions=[])
    for step in range(start, 3):
        say(event="begin", step=step)
        if step == 1:
            FATE
        say(event="step", step=step, result={"verdict": "proved"})
    say(event="end")
"""
FATES = {
    "hangs": ("time.sleep(60)", "timed out after 1 s"),
    "dies": ("os._exit(1)", "the process ended"),
    "is killed": ("os.kill(os.getpid(), 9)", "the process ended"),
}


def judged(fate: str) -> Checked:
    """Return a document of three steps whose second one meets this fate."""
    stubs = ", ".join(STUB % line for line in (1, 2, 3))
    program = PROGRAM.replace("STUBS", stubs).replace("FATE", fate)
    watcher = Watcher(Bounds(seconds=1, reading=5), (sys.executable, "-c", program))
    try:
        return check_one(Task("x", "x"), watcher)
    finally:
        watcher.close()


@pytest.mark.parametrize("name", FATES)
def test_a_lost_process_costs_one_step(name: str) -> None:
    """The step is undecided and says why; the one before and the one after are judged."""
    fate, says = FATES[name]
    found = judged(fate)
    assert [step.verdict for step in found.steps] == ["proved", "undecided", "proved"]
    assert says in found.steps[1].reason


def test_a_process_that_never_reads_is_given_up() -> None:
    """The document has a problem, and no steps; it is not taken for right."""
    watcher = Watcher(Bounds(reading=0.2, starting=0.5), (sys.executable, "-c", "import time; time.sleep(60)"))
    begin = time.monotonic()
    try:
        found = check_one(Task("x", "x"), watcher)
    finally:
        watcher.close()
    assert time.monotonic() - begin < 30
    assert (found.steps, "timed out" in found.problem, found.exit_code) == ((), True, 2)


def test_an_unfinished_document_is_not_taken_for_right() -> None:
    """Steps that were read and never judged are undecided."""
    program = PROGRAM.replace("STUBS", STUB % 1).replace("FATE", "pass").replace("range(start, 3)", "range(0)")
    watcher = Watcher(Bounds(seconds=1, reading=5), (sys.executable, "-c", program))
    try:
        found = check_one(Task("x", "x"), watcher)
    finally:
        watcher.close()
    assert [step.verdict for step in found.steps] == ["undecided"]


def test_an_interruption_leaves_no_process_behind() -> None:
    """Who interrupts gets through at once, and what was judging is gone."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    started = time.monotonic()
    tasks = [Task("nowhere.md", "nowhere.md"), *(Task(__file__, "not a document") for _ in range(20))]
    with pytest.raises(KeyboardInterrupt):
        _ = check_all(tasks, jobs=2, advance=interrupted)
    assert time.monotonic() - started < 60
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    running = children.read_text().split() if children.exists() else []
    assert [pid for pid in running if b"derive.judge.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()] == []


@pytest.mark.parametrize(
    "claim", ["(a+b+c)^{900} = (a+b)^{900}", "((a+7)^{99}+b)^{99} = 1", r"\prod_{i=1}^{900} (a + i b) = c"]
)
def test_a_number_of_many_digits_costs_nothing_but_its_digits(claim: str, tmp_path: Path) -> None:
    """The line is refuted, what stands behind it is judged, and the number has a power of ten."""
    file = tmp_path / "large.md"
    _ = file.write_text(rf"Let $a, b, c > 0$. Then ${claim}$, and $1 + 1 = 2$.", encoding="utf-8")
    results = [event["result"] for event in events(str(file), {}) if event["event"] == "step"]
    assert (results[0]["verdict"], results[-1]["verdict"]) == ("refuted", "proved")
    assert len(json.dumps(results[0]["counterexample"])) < 5000
    assert len(results[0]["witness"]["text"]) < 300
