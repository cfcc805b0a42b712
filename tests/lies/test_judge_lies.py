"""Processes that hang, die or lie while they judge: they cost the step they were at, and decide nothing."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from derive.judge.result import Checked
from derive.judge.run import Task, check_all, check_one
from derive.judge.watch import Bounds, Watcher
from tests.documents import checked

pytestmark = pytest.mark.slow  # starts processes, and waits for what never comes

STUB = '{"file": "x", "line": %d, "column": 1, "length": 1, "cell": None, "relation": "=", "lhs": "a", "rhs": "b"}'
PROGRAM = """
import json, os, sys, time

def say(**event):
    print(json.dumps(event), flush=True)

for line in sys.stdin:
    start = json.loads(line)["start"]
    say(event="read", steps=[STUBS], assumptions=[])
    for step in RANGE:
        say(event="begin", step=step)
        if step == 1:
            FATE
        say(event="step", step=step, result={"verdict": "proved"})
    say(event="end")
"""
FATES = {
    "hangs": ("time.sleep(10**6)", "timed out after 4 s"),
    "dies": ("os._exit(1)", "the process ended"),
    "says why": ("sys.exit('out of luck')", "the process ended: out of luck"),
    "is killed": ("os.kill(os.getpid(), 9)", "the process ended"),
}


def judged(program: str, bounds: Bounds) -> Checked:
    """Return a document that is judged by another program."""
    watcher = Watcher(bounds, (sys.executable, "-c", program))
    try:
        return check_one(Task("x", "x"), watcher)
    finally:
        watcher.close()


@pytest.mark.parametrize("name", FATES)
def test_a_lost_process_costs_one_step(name: str) -> None:
    """The step is undecided and says why; the one before and the one after are judged."""
    fate, says = FATES[name]
    stubs = ", ".join(STUB % line for line in (1, 2, 3))
    program = PROGRAM.replace("STUBS", stubs).replace("FATE", fate).replace("RANGE", "range(start, 3)")
    found = judged(program, Bounds(seconds=4 if name == "hangs" else 600, reading=600, starting=600))
    assert [step.verdict for step in found.steps] == ["proved", "undecided", "proved"]
    assert says in found.steps[1].reason


def test_a_process_that_never_reads_is_given_up() -> None:
    """The document has a problem, and no steps; it is not taken for right."""
    found = judged("import time; time.sleep(10**6)", Bounds(reading=0.2, starting=0.5))
    assert (found.steps, "timed out" in found.problem, found.exit_code) == ((), True, 2)


def test_an_unfinished_document_is_not_taken_for_right() -> None:
    """Steps that were read and never judged are undecided."""
    program = PROGRAM.replace("STUBS", STUB % 1).replace("FATE", "pass").replace("RANGE", "range(0)")
    found = judged(program, Bounds(seconds=600, reading=600))
    assert ([step.verdict for step in found.steps], found.exit_code) == (["undecided"], 3)
    program = program.replace('event="end"', 'event="problem", says="out of luck"')
    found = judged(program, Bounds(seconds=600, reading=600))
    assert (found.steps[0].reason, found.problem, found.exit_code) == ("not reached: out of luck", "", 3)


def test_an_interruption_leaves_no_process_behind() -> None:
    """Who interrupts gets through, and what was judging is gone."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    tasks = [Task("nowhere.md", "nowhere.md"), *(Task(__file__, "not a document") for _ in range(20))]
    with pytest.raises(KeyboardInterrupt):
        _ = check_all(tasks, jobs=2, advance=interrupted)
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    running = children.read_text().split() if children.exists() else []
    assert [pid for pid in running if b"derive.judge.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()] == []


LARGE = {
    "(a+b)^{900} = a^{900}": "left side 2.56525 ⋅ 10⁴²⁹, right side 1",
    "((a+7)^{99}+b)^{99} = 1": "left side 1.53096 ⋅ 10⁸⁸⁵¹, right side 1",
    r"\prod_{i=1}^{900} (a + i b) = c": "left side 2.74396 ⋅ 10²²⁷⁵, right side 2",
}


@pytest.mark.parametrize("claim", LARGE)
def test_a_number_of_many_digits_costs_nothing_but_its_digits(claim: str) -> None:
    """The line is refuted, what stands behind it is judged, and the number has a power of ten."""
    first, last = checked(rf"Let $a, b, c > 0$. Then ${claim}$, and $1 + 1 = 2$.").steps
    assert (first.verdict, last.verdict) == ("refuted", "proved")
    assert first.witness.text.endswith(LARGE[claim])
    assert len(json.dumps(first.counterexample)) < 5000
