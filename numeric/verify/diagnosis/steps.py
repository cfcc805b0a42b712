"""Explanations by the chain rule: a step has another derivative, another factor, or a slope that is put in wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from numeric.verify.diagnosis.case import Case, contexts_at
from numeric.verify.diagnosis.context import Numbers
from numeric.verify.diagnosis.derivation import BRANCHES
from numeric.verify.diagnosis.recorded import Recorded, Step, named, recorded, slope_named, steps_of, unique_nodes
from numeric.verify.result import Diagnosis
from numeric.verify.tape import Edge, Pull, Taped, unbroadcast

MOST_ENTRIES = 64
SPARE = 2
"""So many more coordinates than unknowns there must be, or a fit would say nothing."""

Alternative = Callable[[Any, Any, Any], Any]
"""Takes the result of a step, its argument and its derivative to a derivative that somebody may have written."""

ALTERNATIVES: tuple[tuple[str, str, Alternative], ...] = (
    ("chain-factor", "the derivative of {slope} is missing", lambda _a, x, _d: np.ones_like(x)),
    ("chain-factor", "the argument stands in the place of the derivative of {slope}", lambda _a, x, _d: x),
    ("chain-factor", "the result stands in the place of the derivative of {slope}", lambda a, _x, _d: a),
    ("inner-sign", "the derivative of {slope} is taken at the argument with the other sign", lambda _a, _x, d: 1 - d),
    (
        "chain-factor",
        "the derivative of {slope} is taken at its argument and not at its result",
        lambda _a, x, _d: 1 - x * x,
    ),
    ("chain-factor", "a(1 - a) stands in the place of the derivative of {slope}", lambda a, _x, _d: a * (1 - a)),
    ("chain-factor", "the derivative of {slope} is differentiated once more", lambda _a, _x, d: d * (1 - d)),
    ("chain-factor", "the derivative of {slope} is squared", lambda _a, _x, d: d * d),
    ("chain-factor", "the derivative of {slope} is inverted", lambda _a, _x, d: 1 / d),
    ("chain-factor", "the derivative of {slope} has its argument as a factor too much", lambda _a, x, d: d * x),
    ("chain-factor", "the derivative of {slope} has its argument as a divisor too much", lambda _a, x, d: d / x),
    ("chain-factor", "the derivative of {slope} has its result as a factor too much", lambda a, _x, d: d * a),
    ("chain-factor", "the derivative of {slope} has its result as a divisor too much", lambda a, _x, d: d / a),
    ("chain-factor", "the sign stands in the place of the derivative of {slope}", lambda _a, x, _d: np.sign(x)),
    ("chain-factor", "a step stands in the place of the derivative of {slope}", lambda _a, x, _d: (x > 0) * 1.0),
    ("chain-factor", "twice the result stands in the place of the derivative of {slope}", lambda a, _x, _d: 2 * a),
)
AT_BRANCHES: tuple[tuple[str, str, Alternative], ...] = (
    ("wrong-branch", "the mask of {step} is missing", lambda _a, x, _d: np.ones_like(x)),
    ("wrong-branch", "the argument stands in the place of the derivative of {slope}", lambda _a, x, _d: x),
    ("wrong-branch", "the sign stands in the place of the derivative of {slope}", lambda _a, x, _d: np.sign(x)),
    ("wrong-branch", "the branch of {step} is the other one", lambda _a, _x, d: 1 - d),
    ("wrong-branch", "the branch of {step} is taken at 0", lambda _a, x, _d: (x > 0) * 1.0),
    ("wrong-branch", "the branch of {step} is taken at 1 in the place of 0", lambda _a, x, _d: (x > 1) * 1.0),
    ("wrong-branch", "the branch of {step} is taken at -1 in the place of 0", lambda _a, x, _d: (x > -1) * 1.0),
    ("chain-factor", "the result stands in the place of the derivative of {slope}", lambda a, _x, _d: a),
    ("chain-factor", "twice the result stands in the place of the derivative of {slope}", lambda a, _x, _d: 2 * a),
)


def other_derivative(case: Case) -> Diagnosis | None:
    """One step has another derivative than it should."""
    records = recorded(case)
    for step in steps_of(records):
        edge = records[0].edges[step][0]
        if edge.link.local is None:
            continue
        for label, says, alternative in AT_BRANCHES if step.name in BRANCHES else ALTERNATIVES:
            if _all_fit(records, step, lambda e, a=alternative: _with_local(e, a)):
                return Diagnosis(label, says.format(step=named(edge), slope=slope_named(edge)))
    return None


def _with_local(edge: Edge, alternative: Alternative) -> Pull | None:
    source, local = edge.link.source, edge.link.local
    if local is None:
        return None
    try:
        other = alternative(edge.into.value, np.broadcast_to(source.value, edge.into.shape), local)
    except (ValueError, FloatingPointError):
        return None
    return lambda slope: unbroadcast(slope * other, source.shape)


def _all_fit(records: Sequence[Recorded], step: Step, change: Callable[[Edge], Pull | None]) -> bool:
    for read in records:
        predicted = read.changed(step, change)
        if predicted is None or not read.matches(predicted):
            return False
    return bool(records)


def other_factor(case: Case) -> Diagnosis | None:
    """A product is differentiated with another quantity in the place of its other factor, or with it transposed."""
    records = recorded(case)
    for step in steps_of(records):
        edge = records[0].edges[step][0]
        if edge.link.pull_with is None:
            continue
        if _all_fit(records, step, lambda e: _with_factor(e, _turned(_factor(e)))):
            return Diagnosis("transposed", f"a transpose is missing in the derivative of {slope_named(edge)}")
        for key, node in unique_nodes(records[0]).items():
            if all(_fits_with_result_of(r, step, key) for r in records):
                told = f"the derivative of {slope_named(edge)} takes the result of {node.name} for the other factor"
                return Diagnosis("chain-factor", told)
    return None


def _fits_with_result_of(read: Recorded, step: Step, key: Any) -> bool:
    node = unique_nodes(read).get(key)
    return node is not None and _all_fit([read], step, lambda e: _with_factor(e, _if_alike(node.value, _factor(e))))


def _factor(edge: Edge) -> Numbers:
    factor = edge.link.factor
    return factor.value if isinstance(factor, Taped) else np.asarray(factor)


def _turned(factor: Numbers) -> Numbers | None:
    return factor.T if factor.ndim == 2 and factor.shape[0] == factor.shape[1] else None  # noqa: PLR2004 -- a matrix


def _if_alike(value: Any, factor: Numbers) -> Numbers | None:
    return value if np.shape(value) == factor.shape else None


def _with_factor(edge: Edge, other: Numbers | None) -> Pull | None:
    if edge.link.pull_with is None or other is None:
        return None
    return edge.link.pull_with(np.asarray(other, float))


def turned_slope(case: Case) -> Diagnosis | None:
    """The derivative by the result of one operation, a square matrix, is put in transposed."""
    records = recorded(case)
    for step in steps_of(records):
        edge = records[0].edges[step][0]
        if _turned(edge.into.value) is not None and _all_fit(records, step, _with_turned_slope):
            return Diagnosis("transposed", f"the derivative by the result of {named(edge)} is transposed")
    return None


def _with_turned_slope(edge: Edge) -> Pull | None:
    return None if _turned(edge.into.value) is None else lambda slope: edge.link.pull(np.transpose(slope))


def wrong_step(case: Case) -> Diagnosis | None:
    """Whatever is wrong comes from one step: the claimed gradient is right from there on to the parameters."""
    records = recorded(case, contexts_at(case, ("wide", "one example", "wide")))
    every = [unique_nodes(r) for r in records]
    best: tuple[int, str, list[tuple[Numbers, Numbers]]] | None = None
    for key, node in every[0].items() if every else ():
        if node.size == 1 or any(key not in nodes for nodes in every):
            continue
        found = [_slope_at(r, nodes[key]) for r, nodes in zip(records, every, strict=True)]
        telling = [f for f in found if f is not None and not isinstance(f, str)]
        if any(f == "no" for f in found) or not telling:
            continue
        size = telling[0][0].size
        if best is None or size <= best[0]:
            best = (size, node.name, telling)
    return _told(best[1], best[2]) if best is not None else None


def _told(name: str, found: Sequence[tuple[Numbers, Numbers]]) -> Diagnosis:
    same = [
        np.abs(claimed - true) <= 1e-5 * max(np.max(np.abs(true)), np.max(np.abs(claimed))) for claimed, true in found
    ]
    if all(0 < int(s.sum()) < s.size for s in same):
        told = f"the derivative by the result of {name} is wrong at some places only: a branch, a mask or a threshold"
        return Diagnosis("wrong-branch", told)
    return Diagnosis("chain-factor", f"the derivative by the result of {name} is wrong, the rest of the chain is right")


def _slope_at(read: Recorded, node: Taped) -> tuple[Numbers, Numbers] | str | None:
    """Return the slope at a node that the claimed gradient comes from, and the right one.

    "no" where there is none; None where there are too many unknowns for the coordinates to say.
    """
    if node.size > MOST_ENTRIES:
        return None
    units = np.eye(node.size).reshape(node.size, *node.shape)
    table = np.stack([read.along(read.flow.from_node(node, unit)) for unit in units], 1)
    size = np.maximum(np.abs(table).max(1), 1e-12 * read.context.top + 1e-300)
    scaled = table / size[:, None]
    rank = int(np.linalg.matrix_rank(scaled, tol=1e-9))
    true = read.flow.slopes[id(node)].ravel()
    rest = read.context.true - table @ true
    found = np.linalg.lstsq(scaled, (read.context.claimed - rest) / size, rcond=1e-10)[0]
    if not read.matches(table @ found + rest):
        return "no"
    return (found, true) if len(read.context.lines) - rank >= SPARE and rank == node.size else None
