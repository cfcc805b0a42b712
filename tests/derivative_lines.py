"""Lines below definitions, judged as lines of a page."""

from __future__ import annotations

from derive.discourse.files import read_page
from derive.judge.judging import Judge
from derive.judge.walk import walk


def verdicts(page: str, judge: Judge | None = None) -> list[str]:
    """Return what is found of every relation of a page, in order."""
    judge, steps, found = judge or Judge(seconds=8.0), walk(read_page(page)), list[str]()
    finding = None
    try:
        while True:
            claim = steps.send(finding)
            finding = judge(claim)
            found.append(finding.verdict)
    except StopIteration:
        return found


def last(above: str, line: str) -> str:
    """Return what is found of a line below some definitions."""
    lines = [f"$$ {each.strip()} $$" for each in (*filter(str.strip, above.split(";;")), line)]
    return verdicts("\n\n".join(lines))[-1]
