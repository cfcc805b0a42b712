"""Claims of CS 4602, lines 60 to 120: the discriminant, the perceptron criterion and its gradient.

A score s is w^T x, the label y is +1 or -1. By line 62 a score of zero belongs to C_1, the class of the label +1.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, KroneckerDelta, Le, Lt, MatrixSymbol, Max, Sum, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, refused, repaired
from derive.names import size

D = size("D")
i, j, d = symbols("i j d", integer=True)
w, v, x = IndexedBase("w"), IndexedBase("v"), IndexedBase("x")
y, score, other = symbols("y s t", real=True)
eta = symbols("eta", positive=True)
RIGHT_FOR_PLUS, RIGHT_FOR_MINUS = Ge(score, 0), Lt(score, 0)
"""Lines 95 and 97: what is sought of the score of an example with label +1, and with label -1."""


def _with_a_constant() -> Finding:
    """The components 0..d of x, the first of which is 1, are a constant and the others."""
    others = Sum((1 - KroneckerDelta(i, 0)) * w[i] * x[i], (i, 0, D))
    return claim_holds(w[0] + others, Sum(w[i] * x[i], (i, 0, D)), Eq(x[0], 1))


def _inner_product(*, rows: bool) -> Finding:
    """Write w^T x for rows, as printed, or for columns."""
    shape = (1, D + 1) if rows else (D + 1, 1)
    left, right = MatrixSymbol("w", *shape), MatrixSymbol("x", *shape)
    entry = left[0, j] * right[0, j] if rows else left[j, 0] * right[j, 0]
    return refused(lambda: claim_holds(left.T * right, Sum(entry, (j, 0, D))))


def _same_as_product(plus: Any, minus: Any, product: Any) -> Finding:
    """Decide whether the conditions on the scores of both labels are the condition on their product, both ways."""
    labels = ((Eq(y, 1), plus), (Eq(y, -1), minus))
    there = [claim_holds(product.lhs, 0, (label, sought), relation=product.rel_op) for label, sought in labels]
    back = [claim_holds(sought.lhs, 0, (label, product), relation=sought.rel_op) for label, sought in labels]
    return all_of(*there, *back)


def _continuous() -> Finding:
    """What an example adds is max(0, -s), with s for y w^T x: two lines that meet, and no slope is steeper than 1."""
    here, there, ordered = Max(0, -score), Max(0, -other), Le(score, other)
    return all_of(
        claim_holds(here, there, ordered, relation=">="),
        claim_holds(here, there + other - score, ordered, relation="<="),
        *(claim_holds(here, 0, Ge(score, 0), relation=relation) for relation in ("<=", ">=")),
        *(claim_holds(here, -score, Le(score, 0), relation=relation) for relation in ("<=", ">=")),
    )


def _more_positive() -> Finding:
    """The update adds eta |x|^2 to the score."""
    before, after, norm = (Sum(left[d] * x[d], (d, 1, D)) for left in (w, v, x))
    return claim_holds(after, before, (Eq(v[d], w[d] + eta * x[d]), Gt(norm, 0)), relation=">")


def _not_negative() -> Finding:
    cases = (f"a {one} example, taken for {two}" for one, two in (("positive", "negative"), ("negative", "positive")))
    return derived("perceptron-gradient", "no term is negative", *cases)


claim = partial(Claim, "cs4602")

CLAIMS = (
    claim(
        62,
        r"$y(x) = w^T x + w_0 \ge 0$ is class $C_1$, and less is $C_2$",
        "definition",
        lambda: definition("the decision rule; a score of zero belongs to C_1"),
    ),
    claim(
        70,
        r"$w = [w_0 \; w_1 \dots w_d]$ and $x = [1 \; x_1 \dots x_d]$ are rows, and $w^T x$ is a number",
        "refuted",
        lambda: repaired(_inner_product(rows=True), _inner_product(rows=False)),
        repair=r"columns: $w = [w_0 \; w_1 \dots w_d]^T$ and $x = [1 \; x_1 \dots x_d]^T$",
    ),
    claim(74, r"with a 1 in front of x, $w^T x + w_0$ is one inner product $w^T x$", "proved", _with_a_constant),
    claim(
        101,
        r"$w^T x \ge 0$ for $y = +1$ and $w^T x < 0$ for $y = -1$ is, in other words, $w^T x_n y_n \ge 0$ for all n",
        "refuted",
        lambda: repaired(
            _same_as_product(RIGHT_FOR_PLUS, RIGHT_FOR_MINUS, Ge(y * score, 0)),
            _same_as_product(Gt(score, 0), RIGHT_FOR_MINUS, Gt(y * score, 0)),
        ),
        repair=r"it lets in a zero score with $y = -1$: say $w^T x > 0$ for $y = +1$, and $w^T x_n y_n > 0$ for all n",
    ),
    claim(
        105,
        r"$E(w) = -\sum_{n \in M} w^T x_n y_n$",
        "definition",
        lambda: definition("the perceptron criterion, which is to be made small"),
    ),
    claim(
        107,
        "M is the set of misclassified inputs; at line 388 it is the width of the margin, at 530 the number of slacks",
        "definition",
        lambda: definition("three meanings of one letter: nothing is claimed"),
    ),
    claim(111, r"$E(w) \ge 0$", "proved", _not_negative),
    claim(
        112,
        "E(w) is continuing and piecewise linear",
        "proved",
        _continuous,
        convention="'continuing' is read as 'continuous'",
        repair="E(w) is continuous and piecewise linear",
    ),
    claim(
        118,
        r"$w^{\theta+1} = w^{\theta} - \eta \nabla E(w) = w^{\theta} + \eta \sum_{n \in M} x_n y_n$",
        "proved",
        lambda: derived("perceptron-gradient"),
        convention=r"the gradient is taken at $w^{\theta}$, and M, the misclassified at $w^{\theta}$, is held fixed",
        repair=r"$\nabla E(w^{\theta})$ for $\nabla E(w)$",
    ),
    claim(
        120, r"an update makes the score of a misclassified example of $C_1$ more positive", "proved", _more_positive
    ),
)
"""The claims, in the order of their lines."""
