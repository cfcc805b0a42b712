"""Claims of the classification slides, lines 857 to 909: data without a separating line, voted perceptrons."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import IndexedBase, Sum, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.cls_run import AS_USED, OR, START, XOR, whole
from derive.lectures.register.combine import repaired, shown
from derive.lectures.worked import Example, Vector, by_sign, dot, moved, sequential, sign, updates
from derive.names import size

# Data that no line separates


def never_ends(examples: Sequence[Example]) -> Finding:
    """Look for weights that come back at the same instance, with an update in between: then it goes on like that."""
    seen = dict[tuple[int, Vector], int]()
    run = sequential(examples, START, by_sign(AS_USED), most=1000)
    for at, fed in enumerate(run):
        first = seen.setdefault((fed.number, fed.weights), at)
        if updates(run[first + 1 : at + 1]):
            return shown(f"after steps {first + 1} and {at + 1} the weights are {whole(fed.weights)}", holds=True)
    return shown(f"the run ends, or has not come back after {len(run)} steps", holds=False)


def _scores_add_up() -> Finding:
    """The scores of the points of XOR with label 1 add up to those with label -1: they have no different signs."""
    w_0, w_1, w_2 = symbols("w_0 w_1 w_2", real=True)
    return claim_holds((w_0 + w_1) + (w_0 + w_2), w_0 + (w_0 + w_1 + w_2))


# Voted perceptrons


def voted(examples: Sequence[Example], epochs: int, *, first: int, swapped: bool) -> list[tuple[Vector, int]]:
    """Carry out lines 874 to 896 from k = `first` on, with the branches as printed if `swapped`.

    Nothing comes back if the prediction needs a vector that has no value.

    >>> [count for _, count in voted(OR, 2, first=1, swapped=False)]
    [1, 3, 2, 2]
    """
    k, weights, counts = first, {1: START}, {1: 0}
    for _ in range(epochs):
        for features, label in examples:
            if k not in weights:
                return []
            right = sign(dot(weights[k], features), at_zero=AS_USED) == label
            if right != swapped:
                counts[k] += 1
            else:
                weights[k + 1], counts[k + 1] = moved(weights[k], features, label), 1
                k += 1
    return [(weights[number], counts[number]) for number in range(1, k + 1)]


def starts(first: int) -> Finding:
    """Decide whether the first prediction has a vector to predict with: only w_1 has a value."""
    what = f"the first prediction reads w_{first}, and only w_1 has a value"
    return shown(what, holds=bool(voted(OR, 1, first=first, swapped=False)))


def learns(*, swapped: bool, epochs: int = 10) -> Finding:
    """Decide whether the last vector is right on all of OR, which a line separates."""
    *_, (weights, _) = voted(OR, epochs, first=1, swapped=swapped)
    wrong = sum(by_sign(AS_USED)(dot(weights, x), y) for x, y in OR)
    return shown(f"after {epochs} epochs the last vector {whole(weights)} has {wrong} mistakes on OR", holds=not wrong)


def _one_average() -> Finding:
    """The averaged perceptron decides as the single vector sum of c_i w_i does."""
    c, w, x = IndexedBase("c"), IndexedBase("w"), IndexedBase("x")
    i, d = symbols("i d", integer=True)
    k, D = size("k"), size("D")
    scores = Sum(c[i] * Sum(w[i, d] * x[d], (d, 1, D)), (i, 1, k))
    return claim_holds(scores, Sum(Sum(c[i] * w[i, d], (i, 1, k)) * x[d], (d, 1, D)))


CLAIMS = (
    Claim(
        "cls",
        857,
        "on data that are not linearly separable, nothing guarantees that the perceptron converges",
        "proved",
        lambda: all_of(_scores_add_up(), never_ends(XOR)),
    ),
    Claim(
        "cls",
        874,
        r"$k \leftarrow 0$, $w_1 = 0$, $c_1 = 0$; the first prediction is $\mathrm{sign}(w_k^T x_i)$",
        "refuted",
        lambda: repaired(starts(0), starts(1)),
        repair=r"$k \leftarrow 1$",
    ),
    Claim(
        "cls",
        882,
        r"if $y_i \ne \hat y$: $c_k = c_k + 1$; else: $w_{k+1} = w_k + x_i y_i$",
        "refuted",
        lambda: repaired(learns(swapped=True), learns(swapped=False)),
        repair=r"if $y_i = \hat y$: $c_k = c_k + 1$; else: $w_{k+1} = w_k + x_i y_i$",
    ),
    Claim(
        "cls",
        905,
        r"voted: $s = \sum_{i=1}^k c_i \mathrm{sign}(w_i^T x)$, $\hat y = \mathrm{sign}(s)$",
        "definition",
        lambda: definition("a vote of all vectors, each with its count; a tie is decided by the sign of zero"),
    ),
    Claim(
        "cls",
        909,
        r"averaged: $\hat y = \mathrm{sign}(\sum_{i=1}^k c_i (w_i^T x))$, as a single vector $\sum_i c_i w_i$ decides",
        "proved",
        _one_average,
    ),
)
