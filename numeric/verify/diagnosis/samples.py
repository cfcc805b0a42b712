"""Explanations from single examples: which of them are wrong, and whether each is wrong by a number of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.diagnosis.terms import data_and_term
from numeric.verify.point import Point
from numeric.verify.result import Diagnosis

MOST = 24


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """The claimed and the true slopes of each example by itself, a row each; what all have alike; their labels."""

    claimed: Numbers
    true: Numbers
    common: Numbers
    labels: NDArray[Any] | None
    context: Context

    @property
    def top(self) -> float:
        """Return the largest slope of all."""
        return float(max(np.max(np.abs(self.claimed)), np.max(np.abs(self.true))))

    @property
    def right(self) -> NDArray[np.bool_]:
        """Return which examples are right by themselves."""
        size = np.maximum(np.abs(self.claimed).max(1), np.abs(self.true).max(1))
        slack = (1e-3 if self.context.single else 1e-8) * self.top
        return np.abs(self.claimed - self.true).max(1) <= 2e-6 * size + slack


def single(case: Case, context: Context) -> Single | None:
    """Return the examples one by one; None where the loss does not take a single one."""
    count = context.examples(case.batched)
    if count is None or count < 2:  # noqa: PLR2004 -- one example is no batch
        return None
    claimed: list[Numbers] = []
    true: list[Numbers] = []
    for n in range(min(count, MOST)):
        found = _alone(case, context, n)
        if found is None:
            return None
        claimed.append(found[0])
        true.append(found[1])
    read = Single(np.array(claimed), np.array(true), _common(case, context), _labels(case, context), context)
    return read if np.isfinite(read.claimed).all() and np.isfinite(read.true).all() else None


def _alone(case: Case, context: Context, n: int) -> tuple[Numbers, Numbers] | None:
    data = {name: context.at.data[name][n : n + 1] for name in case.batched}
    at: Point = context.at.fed(data)
    found = context.elsewhere(("alone", n), data)
    try:
        slopes = context.subject.slope(at)
    except Exception:  # noqa: BLE001 -- the gradient may refuse a single example in any way
        return None
    return None if found is None else (np.array([directions.dot(slopes, v) for v in context.lines]), found[0])


def _common(case: Case, context: Context) -> Numbers:
    """Return the slopes that every example has alike, which are those of a regulariser."""
    terms = [found[1] for name in case.hypers() if (found := data_and_term(case, context, name)) is not None]
    return np.sum(terms, axis=0) if terms else np.zeros(len(context.lines))


def _labels(case: Case, context: Context) -> NDArray[Any] | None:
    roles = case.layout.roles
    for name in case.batched:
        if roles[name].kind == "labels" and np.ndim(context.at.data[name]) == 1:
            return np.asarray(context.at.data[name])[:MOST]
    return None


def batch(case: Case) -> Diagnosis | None:
    """Every example is right by itself, and a batch of them is wrong."""
    seen = [s for c in case.contexts if (s := single(case, c)) is not None]
    if not seen or not all(s.right.all() and _adds_up(s) for s in seen):
        return None
    subset = [_one_of_many(s) for s in seen]
    if all(found is not None for found in subset):
        return Diagnosis("batch-subset", f"a batch gives {subset[0]}: the others are left out")
    return Diagnosis(
        "batch-reduction", "right for every example by itself, wrong for a batch: it is put together wrongly"
    )


def _adds_up(read: Single) -> bool:
    """Return whether the loss is a sum or a mean over the examples; else single ones say nothing about a batch.

    What a regulariser adds is alike in all of them, or proportional to the parameters.
    """
    if len(read.true) == MOST:
        return True
    common = read.common
    own = np.array(
        [directions.dot({n: np.asarray(read.context.at.params[n]) for n in v}, v) for v in read.context.lines]
    )
    table = np.stack([(read.true - common).sum(0), common, own], 1)
    found = np.linalg.lstsq(table, read.context.true, rcond=1e-10)[0]
    return bool(np.all(np.abs(table @ found - read.context.true) <= 1e-4 * read.top))


def _one_of_many(read: Single) -> str | None:
    claimed = read.context.claimed
    for n, true in enumerate(read.true):
        times = float(claimed @ true) / float(true @ true) if np.any(true) else 0.0
        if times and np.all(np.abs(claimed - times * true) <= 1e-5 * np.max(np.abs(claimed))):
            return f"{times:.3g} times the gradient of example {n} alone"
    return None


def by_label(case: Case) -> Diagnosis | None:
    """Only examples with certain labels are wrong, or each is off by a number that depends on its label."""
    return _agreed(case, _by_label)


def _by_label(read: Single) -> tuple[str, str] | None:
    if read.labels is None or len(np.unique(read.labels)) < 2:  # noqa: PLR2004 -- all labels are equal
        return None
    values = np.unique(read.labels)
    groups = {v: read.right[read.labels == v] for v in values}
    wrong = [v for v, right in groups.items() if not right.any()]
    if not wrong or len(wrong) == len(values) or any(r.any() and not r.all() for r in groups.values()):
        return None
    chosen = np.isin(read.labels, wrong)
    named = ", ".join(f"{v:g}" for v in wrong)
    common = read.common
    if np.allclose(read.claimed[chosen] - common, common - read.true[chosen], rtol=1e-4, atol=1e-6 * read.top):
        return (
            "missing-label-factor",
            f"the sign is wrong for examples with label {named}: the label is missing as a factor",
        )
    return "label-coding", f"wrong for examples with label {named} only: another coding of the labels is assumed"


def residuals(case: Case) -> Diagnosis | None:
    """Each example's slopes have the right direction and a wrong size: the number in front of them is wrong."""
    return _agreed(case, _residuals)


def _residuals(read: Single) -> tuple[str, str] | None:
    common = read.common
    claimed, true = read.claimed - common, read.true - common
    lengths = np.einsum("ij,ij->i", true, true)
    seen = lengths > 1e-20 * read.top**2
    if true.shape[1] < 2 or not seen.any():  # noqa: PLR2004 -- one number is parallel to any other
        return None
    times = np.einsum("ij,ij->i", claimed, true)[seen] / lengths[seen]
    apart = claimed[seen] - times[:, None] * true[seen]
    if np.any(np.abs(apart).max(1) > 1e-4 * np.abs(claimed[seen]).max(1) + 1e-9 * read.top):
        return None
    labelled = _offset_by_label(read, seen, times)
    if labelled is not None:
        return labelled
    count, wrong = len(read.right), int((~read.right).sum())
    if 0 < wrong < count:
        told = f"{wrong} of {count} examples are wrong, each by a factor of its own: a branch, a mask or a threshold"
        return "wrong-branch", told
    return (
        "chain-factor",
        "each example's gradient has the right direction and a wrong size: a derivative in the chain is wrong",
    )


def _offset_by_label(read: Single, seen: NDArray[np.bool_], times: Numbers) -> tuple[str, str] | None:
    """Return a finding where the number in front of the features is off by a constant for each label.

    It is read off a scalar parameter, whose slope is that number.
    """
    scalars = [n for n, name in enumerate(read.context.names) if np.ndim(read.context.at.params[name]) == 0]
    if read.labels is None or not scalars:
        return None
    line = scalars[0]
    scale = float(read.context.size[read.context.names[line]])
    off = (read.claimed[seen, line] - read.true[seen, line]) / scale
    labels = read.labels[seen]
    same = all(np.ptp(off[labels == v]) <= 1e-5 * (1 + np.max(np.abs(off))) for v in np.unique(labels))
    varied = np.ptp(times) > 1e-3 and all((labels == v).sum() > 1 for v in np.unique(labels))  # noqa: PLR2004 -- no constant factor
    if same and varied and np.max(np.abs(off)) > 1e-6:  # noqa: PLR2004 -- not rounding
        told = ", ".join(f"{off[labels == v][0]:+.3g} for label {v:g}" for v in np.unique(labels))
        return (
            "label-coding",
            f"the residual is off by a constant for each label ({told}): another coding of the labels is assumed",
        )
    return None


def some_examples(case: Case) -> Diagnosis | None:
    """Some examples are right by themselves, others are wrong, whatever their labels."""
    return _agreed(case, _some)


def _some(read: Single) -> tuple[str, str] | None:
    wrong, count = int((~read.right).sum()), len(read.right)
    if 0 < wrong < count:
        return "wrong-branch", f"{wrong} of {count} examples are wrong by themselves: a branch, a mask or a threshold"
    return None


def _agreed(case: Case, look: Callable[[Single], tuple[str, str] | None]) -> Diagnosis | None:
    """Return what is seen alike at every context."""
    every = [s for c in case.contexts if (s := single(case, c)) is not None]
    telling = [s for s in every if np.max(np.abs(s.true)) > 1e-9 * s.top and _adds_up(s)]
    seen = [look(s) for s in telling]
    if not seen or any(found is None for found in seen):
        return None
    labels = [found[0] for found in seen if found is not None]
    label = max(set(labels), key=labels.count)
    return next(Diagnosis(*found) for found in seen if found is not None and found[0] == label)
