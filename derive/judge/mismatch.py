"""A line whose sizes do not fit together: it is wrong if it fails even where those sizes are the same number."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace

from derive.documents.readings import Reading, readings_of
from derive.documents.step import Step
from derive.judge.alter.edit import turned
from derive.judge.finding import Finding
from derive.judge.question import verdict_on
from derive.judge.slips import holds
from derive.latex.read.axes import Axis
from derive.latex.read.table import Table
from derive.latex.read.tree import Derivative, Node, walk
from derive.limits import Limits

SIZES = re.compile(r"the sizes do not fit together: 1\.\.(\w+) and 1\.\.(\w+)")


def decide_mismatch(step: Step, limits: Limits) -> Finding | None:
    r"""Return a refutation of an equation whose sizes do not fit; None where it may still be right for some sizes.

    >>> from derive.documents.files import read_document
    >>> from derive.documents.steps import steps_of
    >>> text = r"Let $A \in \mathbb{R}^{m \times n}$ and $b \in \mathbb{R}^m$. Then $A A^\top b = A^\top A b$."
    >>> decide_mismatch(steps_of(read_document(text)).steps[0], Limits()).verdict
    'refuted'
    """
    sizes = _sizes(step)
    if sizes is None or step.relation != "=" or step.rhs is None:
        return None
    readings = _read(step, step.rhs, sizes)
    verdicts = [verdict_on(r, limits=limits) for r in readings if not r.unknown]
    if not verdicts or len(verdicts) < len(readings) or {verdict.status for verdict in verdicts} != {"refuted"}:
        return None
    if (
        isinstance(step.lhs, Derivative)
        and step.lhs.sign != "nabla"
        and any(map(holds, _read(step, turned(step.rhs), ())))
    ):
        return None  # a derivative by a matrix has two layouts, and both are in use
    method = f"the sizes {sizes[0]} and {sizes[1]} do not fit together, and where they are the same it fails"
    return Finding(verdict="refuted", method=method, counterexample=verdicts[0].counterexample)


def _sizes(step: Step) -> tuple[str, ...] | None:
    """Return the two sizes of the document that do not fit, if that is all that is not understood."""
    if step.lhs is None or step.rhs is None:
        return None
    own = {step.lhs.span | step.rhs.span, *(node.span for side in (step.lhs, step.rhs) for node in walk(side))}
    if any(hole.span not in own for hole in step.holes):
        return None  # it is a definition that does not fit, and no fault of this line
    found = {match.groups() if match else None for match in (SIZES.fullmatch(hole.reason) for hole in step.holes)}
    pair = found.pop() if len(found) == 1 else None
    return pair if pair is not None and step.table is not None and set(pair) <= step.table.sizes else None


def _read(step: Step, rhs: Node, sizes: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return the readings of a step with this right side, where these sizes are the same."""
    if step.sides is None or step.table is None:
        return ()
    with _same(step.table.copied(), sizes) as table:
        return readings_of(replace(step.sides, rhs=rhs), table)[0]


@contextmanager
def _same(table: Table, sizes: tuple[str, ...]) -> Generator[Table]:
    """Yield a table in which two sizes are one; the axes, which other tables share, are as before in the end."""
    roots = {id(axis.root()): axis.root() for axis in _axes(table)}
    before = [(root, root.ends) for root in roots.values()]
    if sizes:
        table.equate(*sizes)
    try:
        yield table
    finally:
        for root, ends in before:
            root.ends = ends


def _axes(table: Table) -> Iterator[Axis]:
    for names in table.known.values():
        for known in names:
            yield from (axis for axis in (*known.places, known.rows, known.cols) if axis is not None)
