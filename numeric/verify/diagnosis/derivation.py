"""Explanations by the chain rule: one step of the derivative is dropped, has the wrong sign, or another derivative.

The loss is recorded at every context. What flows through one edge of the record is known exactly, so a gradient that
lacks it, or has it twice, is recognised without guessing what was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case, contexts_at
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.diagnosis.whole import named_factor
from numeric.verify.result import Diagnosis
from numeric.verify.tape import Edge, Flow, Taped, UntapedError, flow, record

WITHIN = 1e-4
MOST_EDGES = 60
MOST_ENTRIES = 64
SPARE = 2
"""So many more coordinates than unknowns there must be, or a fit would say nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """A context with the record of the loss there, its edges, and what flows through each along the lines."""

    context: Context
    flow: Flow
    edges: tuple[Edge, ...]
    parts: tuple[Numbers, ...]

    def along(self, slopes: dict[str, Any]) -> Numbers:
        """Return a gradient along the lines of the context."""
        return _along(self.context, slopes)

    def matches(self, predicted: Numbers) -> bool:
        """Return whether the claimed slopes are these."""
        return bool(np.isfinite(predicted).all()) and self.context.matches(predicted)

    @property
    def off(self) -> Numbers:
        """Return by how much the claimed slopes are off."""
        return self.context.claimed - self.context.true


def recorded(case: Case, more: Sequence[Context] = ()) -> list[Recorded]:
    """Return the contexts with their records; empty where one cannot be recorded, or the records differ in form."""
    loss = case.search.subject.given_loss
    if loss is None or case.search.subject.framework != "numpy":
        return []
    found: list[Recorded] = []
    for context in (*case.contexts, *more):
        made = _recorded(loss, context)
        if made is None:
            return []
        found.append(made)
    forms = {tuple((e.into.name, e.place) for e in r.edges) for r in found}
    return found if len(forms) == 1 else []


def _recorded(loss: Callable[..., Any], context: Context) -> Recorded | None:
    at = context.measure.at

    def _build(leaves: dict[str, Any]) -> tuple[Any, ...]:
        return at.form.build({**at.params, **leaves}, at.data, as_they_are=True)

    try:
        result, leaves = record(loss, at.params, _build)
    except UntapedError:
        return None
    flown = flow(result, leaves)
    flown.forget_shifts()
    if not np.all(
        np.abs(_along(context, flown.gradient) - context.true) <= context.tolerance(context.true) + 1e-6 * context.top
    ):
        return None
    edges = tuple(flown.edges())[:MOST_EDGES]
    return Recorded(context, flown, edges, tuple(_along(context, flown.through(e)) for e in edges))


def _along(context: Context, slopes: dict[str, Any]) -> Numbers:
    return np.array([directions.dot(slopes, v) for v in context.lines])


def one_term(case: Case) -> Diagnosis | None:
    """What flows through one step is missing, or has another sign or factor."""
    records = recorded(case)
    if not records:
        return None
    fits: list[tuple[int, list[float]]] = []
    for n in range(len(records[0].edges)):
        times = [_times(r, n) for r in records]
        if all(t is not None for t in times):
            fits.append((n, [t for t in times if t is not None]))
    for wanted, label, says in ((0.0, "missing-term", "is missing"), (-1.0, "term-sign", "has the wrong sign")):
        for n, times in fits:
            if all(abs(t - wanted) < WITHIN for t in times):
                return Diagnosis(
                    _kind(records[0].edges[n], label), f"the term through {_named(records[0].edges[n])} {says}"
                )
    for n, times in fits:
        factor = named_factor(times, case.counts())
        if factor is not None or (len(times) > 1 and np.ptp(times) <= WITHIN * abs(times[0])):
            told = factor.says if factor is not None else f"it has the factor {times[0]:.6g}"
            edge = records[0].edges[n]
            return Diagnosis(_kind(edge, "term-scale"), f"the term through {_named(edge)} is scaled: {told}")
    if fits and len(records) > 2:  # noqa: PLR2004 -- with fewer contexts an odd factor may be chance
        n, times = fits[0]
        told = ", ".join(f"{t:.4g}" for t in times)
        edge = records[0].edges[n]
        return Diagnosis(_kind(edge, "term-scale"), f"the term through {_named(edge)} has a factor that varies: {told}")
    return None


def _kind(edge: Edge, label: str) -> str:
    """Return the label: what is lost or scaled in one branch is a wrong branch."""
    return "wrong-branch" if edge.into.name in BRANCHES else label


def _times(read: Recorded, n: int) -> float | None:
    """Return the factor that the part through an edge has in the claimed gradient; None where that explains nothing."""
    part = read.parts[n]
    size = float(part @ part)
    telling = int(np.sum(np.abs(part) > 1e-6 * read.context.top))
    if not size > 0 or telling < 2 or not np.isfinite(part).all():  # noqa: PLR2004 -- one number has any factor
        return None
    weight = (
        1 / np.maximum(np.maximum(np.abs(part), np.abs(read.context.claimed)), 1e-12 * read.context.top + 1e-300) ** 2
    )
    change = float((weight * part) @ read.off) / float((weight * part) @ part)
    return 1 + change if read.matches(read.context.true + change * part) else None


def two_terms(case: Case) -> Diagnosis | None:
    """What flows through two steps is missing: two quantities are treated as constants."""
    records = recorded(case)
    if not records:
        return None
    for a, b in itertools.combinations(range(len(records[0].edges)), 2):
        if all(r.matches(r.context.true - r.parts[a] - r.parts[b]) for r in records):
            edges = records[0].edges
            return Diagnosis("missing-term", f"the terms through {_named(edges[a])} and {_named(edges[b])} are missing")
    return None


Alternative = Callable[[Any, Any, Any], Any]
"""Takes the result of a step, its argument and its derivative to a derivative that somebody may have written."""

ALTERNATIVES: tuple[tuple[str, str, Alternative], ...] = (
    ("chain-factor", "the derivative of {} is missing", lambda _a, x, _d: np.ones_like(x)),
    ("chain-factor", "the argument stands in the place of the derivative of {}", lambda _a, x, _d: x),
    ("chain-factor", "the result stands in the place of the derivative of {}", lambda a, _x, _d: a),
    ("inner-sign", "the derivative of {} is taken at the argument with the other sign", lambda _a, _x, d: 1 - d),
    (
        "chain-factor",
        "the derivative of {} is taken at its argument and not at its result",
        lambda _a, x, _d: 1 - x * x,
    ),
    ("chain-factor", "a(1 - a) stands in the place of the derivative of {}", lambda a, _x, _d: a * (1 - a)),
    ("chain-factor", "the derivative of {} is differentiated once more", lambda _a, _x, d: d * (1 - d)),
    ("chain-factor", "the derivative of {} is squared", lambda _a, _x, d: d * d),
    ("chain-factor", "the derivative of {} is inverted", lambda _a, _x, d: 1 / d),
    ("chain-factor", "the derivative of {} has its argument as a factor too much", lambda _a, x, d: d * x),
    ("chain-factor", "the derivative of {} has its argument as a divisor too much", lambda _a, x, d: d / x),
    ("chain-factor", "the derivative of {} has its result as a factor too much", lambda a, _x, d: d * a),
    ("chain-factor", "the derivative of {} has its result as a divisor too much", lambda a, _x, d: d / a),
    ("chain-factor", "the sign stands in the place of the derivative of {}", lambda _a, x, _d: np.sign(x)),
    ("chain-factor", "a step stands in the place of the derivative of {}", lambda _a, x, _d: (x > 0) * 1.0),
    ("chain-factor", "twice the result stands in the place of the derivative of {}", lambda a, _x, _d: 2 * a),
)
AT_BRANCHES: tuple[tuple[str, str, Alternative], ...] = (
    ("wrong-branch", "the mask of {} is missing", lambda _a, x, _d: np.ones_like(x)),
    ("wrong-branch", "the argument stands in the place of the derivative of {}", lambda _a, x, _d: x),
    ("wrong-branch", "the sign stands in the place of the derivative of {}", lambda _a, x, _d: np.sign(x)),
    ("wrong-branch", "the branch of {} is the other one", lambda _a, _x, d: 1 - d),
    ("wrong-branch", "the branch of {} is taken at 0", lambda _a, x, _d: (x > 0) * 1.0),
    ("wrong-branch", "the branch of {} is taken at 1 in the place of 0", lambda _a, x, _d: (x > 1) * 1.0),
    ("wrong-branch", "the branch of {} is taken at -1 in the place of 0", lambda _a, x, _d: (x > -1) * 1.0),
    ("chain-factor", "the result stands in the place of the derivative of {}", lambda a, _x, _d: a),
    ("chain-factor", "twice the result stands in the place of the derivative of {}", lambda a, _x, _d: 2 * a),
)
BRANCHES = {"maximum", "minimum", "where", "absolute", "fabs", "sign"}


def other_derivative(case: Case) -> Diagnosis | None:
    """One step has another derivative than it should."""
    records = recorded(case)
    if not records:
        return None
    for n, edge in enumerate(records[0].edges):
        if edge.link.local is None:
            continue
        for label, says, alternative in AT_BRANCHES if edge.into.name in BRANCHES else ALTERNATIVES:
            if all(_with(r, n, alternative) for r in records):
                return Diagnosis(label, says.format(_named(edge)))
    return None


def _with(read: Recorded, n: int, alternative: Alternative) -> bool:
    edge = read.edges[n]
    link = edge.link
    if link.local is None:
        return False
    try:
        local = alternative(edge.into.value, np.broadcast_to(link.source.value, edge.into.shape), link.local)
    except (ValueError, FloatingPointError):
        return False
    slope = _unbroadcast(read.flow.slopes[id(edge.into)] * local, link.source.shape)
    changed = read.along(read.flow.from_node(link.source, slope))
    return bool(np.isfinite(changed).all()) and read.matches(read.context.true - read.parts[n] + changed)


def _unbroadcast(slope: Any, shape: tuple[int, ...]) -> Any:
    from numeric.verify.tape.linear import unbroadcast  # noqa: PLC0415 -- the rules are loaded when a loss is recorded

    return unbroadcast(slope, shape)


def other_factor(case: Case) -> Diagnosis | None:
    """A product is differentiated with another quantity in the place of its other factor, or with it transposed."""
    records = recorded(case)
    if not records:
        return None
    for n, edge in enumerate(records[0].edges):
        if edge.link.pull_with is None:
            continue
        if all(_with_factor(r, n, _turned) for r in records):
            return Diagnosis("transposed", f"a transpose is missing in the derivative of {_named(edge)}")
        for k, node in enumerate(records[0].flow.nodes):
            if all(_with_factor(r, n, lambda r, f, k=k: _like(r, k, f)) for r in records):
                told = f"the derivative of {_named(edge)} takes the result of {node.name} for the other factor"
                return Diagnosis("chain-factor", told)
    return None


def _turned(_read: Recorded, factor: Numbers) -> Numbers | None:
    return factor.T if factor.ndim == 2 and factor.shape[0] == factor.shape[1] else None  # noqa: PLR2004 -- a matrix


def _like(read: Recorded, k: int, factor: Numbers) -> Numbers | None:
    node = read.flow.nodes[k] if k < len(read.flow.nodes) else None
    return node.value if node is not None and node.shape == factor.shape else None


def _with_factor(read: Recorded, n: int, change: Callable[[Recorded, Numbers], Numbers | None]) -> bool:
    edge = read.edges[n]
    link = edge.link
    factor = link.factor.value if isinstance(link.factor, Taped) else np.asarray(link.factor)
    other = change(read, factor)
    if link.pull_with is None or other is None:
        return False
    slope = link.pull_with(np.asarray(other, float))(read.flow.slopes[id(edge.into)])
    return read.matches(read.context.true - read.parts[n] + read.along(read.flow.from_node(link.source, slope)))


def wrong_step(case: Case) -> Diagnosis | None:
    """Whatever is wrong comes from one step: the claimed gradient is right from there on to the parameters."""
    records = recorded(case, contexts_at(case, ("wide", "one example", "wide")))
    if not records:
        return None
    best: tuple[int, str, list[tuple[Numbers, Numbers]]] | None = None
    for n, node in enumerate(records[0].flow.nodes):
        if not node.links or node.size == 1:
            continue
        found = [_slope_at(r, n) for r in records]
        telling = [f for f in found if f is not None and not isinstance(f, str)]
        if any(f == "no" for f in found) or not telling:
            continue
        size = telling[0][0].size
        if best is None or size <= best[0]:
            best = (size, node.name, telling)
    if best is None:
        return None
    _, name, telling = best
    return _told(name, telling)


def _told(name: str, found: Sequence[tuple[Numbers, Numbers]]) -> Diagnosis:
    same = [
        np.abs(claimed - true) <= 1e-5 * max(np.max(np.abs(true)), np.max(np.abs(claimed))) for claimed, true in found
    ]
    if all(0 < int(s.sum()) < s.size for s in same):
        told = f"the derivative by the result of {name} is wrong at some places only: a branch, a mask or a threshold"
        return Diagnosis("wrong-branch", told)
    return Diagnosis("chain-factor", f"the derivative by the result of {name} is wrong, the rest of the chain is right")


def _slope_at(read: Recorded, n: int) -> tuple[Numbers, Numbers] | str | None:
    """Return the slope at a node that the claimed gradient comes from, and the right one.

    "no" where there is none; None where there are too many unknowns for the coordinates to say.
    """
    if n >= len(read.flow.nodes):
        return "no"
    node: Taped = read.flow.nodes[n]
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


def _named(edge: Edge) -> str:
    """Return how an edge is called: the argument of an operation."""
    source = edge.link.source
    kind = "parameter " if not source.links else ""
    place = ("first", "second", "third")[edge.place] if len(edge.into.links) > 1 else "the"
    argument = f"its {place} argument" if len(edge.into.links) > 1 else "its argument"
    return f"{edge.into.name} by {argument} ({kind}{source.name})"
