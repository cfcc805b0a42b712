"""Processes that hang, die or lie while they judge: they cost the step they were at, and decide nothing."""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from functools import reduce
from pathlib import Path

import pytest

from derive.formula.as_text import as_text
from derive.judge.line import Checked, Line, packed
from derive.judge.run import WORK, Task, check_all, check_one
from derive.judge.witness import number
from derive.runner.worker import Bounds, Worker
from tests.documents import checked

pytestmark = pytest.mark.slow  # starts processes, and waits for what never comes

STUB = packed(Line(line=1, column=1, left="a", sign="=", right="b"))
PROGRAM = """
import json, os, sys, time

def say(**event):
    print(json.dumps(event), flush=True)

for line in sys.stdin:
    results = json.loads(line)["options"]["results"]
    say(event="read", lines=[{**STUB, "line": at + 1} for at in range(COUNT)], assumptions=[])
    for step in range(JUDGED):
        if str(step) not in results:
            say(event="begin", step=step)
            if step == 1:
                FATE
            say(event="step", step=step, result={**STUB, "line": step + 1, "verdict": "proved"})
    say(event="end")
"""
FATES = {
    "hangs": ("time.sleep(10**6)", "timed out after 4 s"),
    "dies": ("os._exit(1)", "the process ended"),
    "says why": ("sys.exit('out of luck')", "the process ended: out of luck"),
    "talks": ("print('proved', flush=True); time.sleep(10**6)", "something that is no answer"),
    "is killed": ("os.kill(os.getpid(), 9)", "the process ended"),
}


def judged(program: str, bounds: Bounds) -> Checked:
    """Return a document that is judged by another program."""
    worker = Worker("", bounds, (sys.executable, "-c", program))
    try:
        return check_one(Task("x", "x"), worker)
    finally:
        worker.close()


def program(count: int, judging: int, fate: str = "pass", text: str = PROGRAM) -> str:
    """Return a program that reads so many lines, and proves so many of them, unless its fate is another."""
    told = {"STUB": repr(STUB), "COUNT": str(count), "JUDGED": str(judging), "FATE": fate}
    return reduce(lambda text, name: text.replace(name, told[name]), told, text)


@pytest.mark.parametrize("name", FATES)
def test_a_lost_process_costs_one_step(name: str) -> None:
    """The step is undecided and says why; the one before and the one after are judged."""
    fate, says = FATES[name]
    found = judged(program(3, 3, fate), Bounds(seconds=4 if name == "hangs" else 600, reading=600, starting=600))
    assert [(line.line, line.verdict) for line in found.lines] == [(1, "proved"), (2, "undecided"), (3, "proved")]
    assert says in found.lines[1].says


def test_a_document_that_takes_too_long_keeps_its_verdicts() -> None:
    """What was judged stays; the rest was not reached, and says so."""
    found = judged(program(3, 3, "time.sleep(10**6)"), Bounds(seconds=600, reading=600, starting=600, whole=4))
    assert [(line.verdict, line.reached) for line in found.lines] == [
        ("proved", True),
        ("undecided", False),
        ("undecided", False),
    ]
    assert found.summary == "nothing wrong; 2 not reached; 1 ok"
    assert found.lines[1].says == "not reached: all of it took longer than 4 s"


ONE_BY_ONE = PROGRAM.replace(', lines=[{**STUB, "line": at + 1} for at in range(COUNT)]', "").replace(
    'say(event="begin", step=step)', 'say(event="begin", step=step, line={**STUB, "line": step + 1})'
)
"""A program that finds the lines while it judges them."""


@pytest.mark.parametrize("whole", [600, 4])
def test_lines_that_are_found_while_they_are_judged(whole: int) -> None:
    """A lost one costs itself; where the time is over, it is said that nobody knows what stands below."""
    text = program(3, 3, "time.sleep(10**6)" if whole == 4 else "os._exit(1)", ONE_BY_ONE)
    found = judged(text, Bounds(seconds=600, reading=600, starting=600, whole=whole))
    told = [(line.line, line.verdict, line.reached) for line in found.lines]
    if whole == 600:
        assert told == [(1, "proved", True), (2, "undecided", True), (3, "proved", True)]
    else:
        assert told == [(1, "proved", True), (2, "undecided", False), (2, "undecided", False)]
        assert found.lines[2].says.endswith("(all that stands below this line)")


def test_a_process_that_never_reads_is_given_up() -> None:
    """The document has a problem, and no steps; it is not taken for right."""
    found = judged("import time; time.sleep(10**6)", Bounds(reading=0.2, starting=0.5))
    assert (found.lines, "timed out" in found.problem, found.exit_code) == ((), True, 2)


def test_an_unfinished_document_is_not_taken_for_right() -> None:
    """Steps that were read and never judged are undecided."""
    left = program(1, 0)
    found = judged(left, Bounds(seconds=600, reading=600))
    assert ([line.verdict for line in found.lines], found.exit_code) == (["undecided"], 3)
    found = judged(left.replace('event="end"', 'event="problem", says="out of luck"'), Bounds(seconds=600, reading=600))
    assert (found.lines[0].says, found.problem, found.exit_code) == ("not reached: out of luck", "", 3)


def test_an_interruption_leaves_no_process_behind() -> None:
    """Who interrupts gets through, and what was judging is gone."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    tasks = [Task("nowhere.md", "nowhere.md"), *(Task(__file__, "not a document") for _ in range(20))]
    with pytest.raises(KeyboardInterrupt):
        _ = check_all(tasks, jobs=2, advance=interrupted)
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    running = children.read_text().split() if children.exists() else []
    assert [pid for pid in running if WORK.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()] == []


LARGE = ("(a+b)^{900} = a^{900}", "((a+7)^{99}+b)^{99} = 1", r"\prod_{i=1}^{900} (a + i b) = c")


@pytest.mark.parametrize("claim", LARGE)
def test_a_number_of_many_digits_costs_nothing_but_its_digits(claim: str) -> None:
    """The line is not proved, what stands behind it is judged, and no number fills a page."""
    found = checked(rf"Let $a, b, c > 0$. Then ${claim}$, and $1 + 1 = 2$.")
    first, last = found.lines[-2:]
    assert (first.word.passes, last.verdict) == (False, "proved")
    assert len(json.dumps(packed(found))) < 10_000


def test_a_large_number_is_told_with_a_power_of_ten() -> None:
    """With its sign, and six figures."""
    assert as_text(number(Fraction(-(3**20000), 7))) == "\N{MINUS SIGN}3.80184 ⋅ 10⁹⁵⁴¹"
