"""Claims of ECE M146, lines 20 to 187 and 502 to 563: the line, the algorithm, and remarks on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sympy import Eq, Ge, IndexedBase, MatrixSymbol, Sum, symbols
from sympy.matrices.exceptions import ShapeError

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import only, refused, repaired, shown
from derive.lectures.register.m146_convergence import radius_exists, unit_separator
from derive.lectures.register.m146_example import EXAMPLES, PLUS, entries, separates
from derive.lectures.worked import Example, Vector, below_zero, dot, not_above_zero, sequential, vector
from derive.names import size

M146 = partial(Claim, "m146")
D = size("D")
d = symbols("d", integer=True)
w, x = IndexedBase("w"), IndexedBase("x")
y, far, up = symbols("y p q", real=True)

THREE: tuple[Example, ...] = (*EXAMPLES, (vector(1, 3, 1), -1))
XOR: tuple[Example, ...] = (
    (vector(1, 0, 0), -1),
    (vector(1, 0, 1), 1),
    (vector(1, 1, 0), 1),
    (vector(1, 1, 1), -1),
)
"""The constant, two bits, and whether they differ."""


# The line


def line_everywhere() -> Finding:
    """Decide whether w_0 + w_1 x_1 + w_2 x_2, without an equation, is zero for every point."""
    return claim_holds(w[0] + w[1] * x[1] + w[2] * x[2], 0)


def score_of(rows: int) -> Finding:
    """Decide whether w^T x, for a w with three entries, is a sum of three products, x having this many entries."""
    weights, point = MatrixSymbol("w", 3, 1), MatrixSymbol("x", rows, 1)
    try:
        product = weights.T * point
    except ShapeError:
        return Finding("refuted", f"w^T is a 1 x 3 matrix and x a {rows} x 1 matrix: they have no product")
    return claim_holds(product, Sum(weights[d, 0] * point[d, 0], (d, 0, 2)))


def with_a_constant(*, constant: bool) -> Finding:
    """Decide whether w^T x is w_0 + w_1 x_1 + w_2 x_2, for an x that begins with 1 or for any."""
    line, known = w[0] + w[1] * x[1] + w[2] * x[2], Eq(x[0], 1) if constant else ()
    return claim_holds(Sum(w[d] * x[d], (d, 0, 2)), line, known)


def through_the_origin() -> Finding:
    """Decide whether the score of the origin is 0, in any dimension."""
    return claim_holds(Sum(w[d] * x[d], (d, 1, D)), 0, Eq(x[d], 0))


# The algorithm


def unbounded_stream() -> Finding:
    """Decide whether some example of a separable stream is classified right, when every next one is longer.

    With weights (p, q), p >= 1 and q >= 0, the next example is (-(p + q + 1), 1), label +1: (0, 1) separates all of
    them with margin 1. The update leads to -(q + 1) and q + 1, and with the signs turned round it goes on like that.
    """
    new = -(far + up + 1)
    known = (Ge(far, 1), Ge(up, 0))
    again = all_of(claim_holds(far + new, -(up + 1)), claim_holds(up + 1, 1, known, relation=">="))
    return claim_holds(far * new + up, 0, known, relation=">=") if again.outcome == "proved" else again


def transposed_update(*, transposed: bool) -> Finding:
    """Decide whether the row w^(k+1)T is the row w^(k)T plus y x, with x as a column or as a row."""
    after, before, point = (MatrixSymbol(name, D, 1) for name in ("v", "w", "x"))
    if transposed:
        return claim_holds((before + y * point).T, before.T + y * point.T)
    return refused(lambda: claim_holds(after.T - before.T, y * point))


# Remarks


def last_weights(examples: Sequence[Example]) -> Vector:
    """Return what the perceptron ends with, a score of 0 having the sign +1."""
    start = vector(*[0] * len(examples[0][0]))
    return sequential(examples, start, PLUS)[-1].weights


def order_matters(examples: Sequence[Example]) -> Finding:
    """Decide whether the examples in reverse order lead to other weights."""
    one, two = last_weights(examples), last_weights(tuple(reversed(examples)))
    return shown(f"{entries(one)} in one order, {entries(two)} in the other", holds=one != two)


def margins_differ(examples: Sequence[Example]) -> Finding:
    """Decide whether the perceptron may end with a smaller margin than another separating vector has."""
    both = [last_weights(examples), last_weights(tuple(reversed(examples)))]
    least = [min(label * dot(weights, features) for features, label in examples) for weights in both]
    squares = [score**2 / dot(weights, weights) for score, weights in zip(least, both, strict=True)]
    what = " and ".join(f"{square} for {entries(weights)}" for square, weights in zip(squares, both, strict=True))
    return shown(f"squared margins: {what}", holds=squares[0] != squares[1])


def separable(examples: Sequence[Example]) -> Finding:
    """Decide whether some weights are right about all examples: not if y x, summed over all of them, is zero."""
    columns = zip(*(tuple(label * entry for entry in features) for features, label in examples), strict=True)
    balanced = not any(sum(column) for column in columns)
    if balanced:
        return shown("y w.x sums to zero over all examples, for every w", holds=False)
    run = sequential(examples, vector(*[0] * len(examples[0][0])), not_above_zero)
    ends = not any(step.wrong for step in run[-len(examples) :])
    return shown(f"w = {entries(run[-1].weights)}", holds=ends)


def cannot(possible: Finding) -> Finding:
    """Return that something is impossible, which is what the evidence against it says."""
    return (
        Finding("proved", possible.evidence) if possible.outcome == "refuted" else Finding("refuted", possible.evidence)
    )


def with_product(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Return the examples with one feature more: the product of both."""
    return tuple(((*features, features[1] * features[2]), label) for features, label in examples)


ALGORITHM = (
    M146(
        20,
        "no assumption is made but that the data are linearly separable",
        "proved",
        lambda: only(all_of(unit_separator(), radius_exists()), unbounded_stream()),
        convention=(
            r"the training set is finite, $1 \le i \le N$: then a margin and a bound on $\lVert x_i \rVert$ follow; "
            "on a stream that is not bounded there can be mistakes without end"
        ),
    ),
    M146(
        37,
        "in D dimensions the boundary has $D - 1$ dimensions",
        "definition",
        lambda: definition("what a hyperplane is"),
    ),
    M146(
        66,
        "$w_0 + w_1 x_1 + w_2 x_2$ is a line (again at 90 and 109)",
        "refuted",
        line_everywhere,
        repair="$w_0 + w_1 x_1 + w_2 x_2 = 0$, as at line 97",
    ),
    M146(
        91,
        r"$w \cdot \tilde x$ is the score of a point",
        "proved",
        lambda: only(score_of(3), score_of(2)),
        convention=r"$\tilde x$ is the augmented vector of line 107, not the raw point of lines 70 and 99",
    ),
    M146(
        93,
        "$w_0 + w_1 x_1 + w_2 x_2$ is positive on one side, negative on the other, 0 on the boundary (97)",
        "definition",
        lambda: definition("what the sides of the line are"),
    ),
    M146(
        113,
        "$w^T x > 0$ is class 1, $w^T x < 0$ class 2",
        "definition",
        lambda: definition("the decision rule; at line 129 it stands with $\\ge$, as the example takes it at line 236"),
    ),
    M146(
        115,
        "$w^T x$ is $w_0 + w_1 x_1 + w_2 x_2$: the intercept needs no term of its own (131)",
        "proved",
        lambda: only(with_a_constant(constant=True), with_a_constant(constant=False)),
        convention="x is the augmented vector, with the constant 1",
    ),
    M146(132, "the decision boundary passes through the origin", "proved", through_the_origin),
    M146(
        153,
        r"from $w = 0$ (141), with the test $y_j w^T x_j < 0$ (again at 171), all points end up classified correctly",
        "refuted",
        lambda: repaired(separates(below_zero), all_of(separates(not_above_zero), separates(PLUS))),
        repair=r"$y_j w^T x_j \le 0$; or the test $\mathrm{sign}(w^T x_j) \ne y_j$ with $\mathrm{sign}(0) = +1$",
    ),
    M146(
        157,
        "$w^{(k+1)} = w^{(k)} + y_j x_j$ (again at 187)",
        "definition",
        lambda: definition("the update, which tilts w towards the example"),
    ),
    M146(
        175,
        "$w^{(k+1)T} = w^{(k)T} + y_j x_j$",
        "refuted",
        lambda: repaired(transposed_update(transposed=False), transposed_update(transposed=True)),
        repair="$w^{(k+1)T} = w^{(k)T} + y_j x_j^T$, or line 157 without transposes",
    ),
)

REMARKS = (
    M146(
        502,
        "features that are added may make a data set separable: for exclusive or, the product of both",
        "proved",
        lambda: all_of(separable(with_product(XOR)), cannot(separable(XOR))),
    ),
    M146(
        519,
        r"with L classes: train $w_\ell$ on class $\ell$ against the others, decide for $\arg\max_\ell w_\ell^T x$",
        "definition",
        lambda: definition("a procedure; its index e is the class index l"),
    ),
    M146(
        525,
        "the perceptron processes one data point at a time",
        "definition",
        lambda: definition("what on-line means"),
    ),
    M146(532, "the order of the points can change the final w", "proved", lambda: order_matters(THREE)),
    M146(
        540,
        "older weights can vote, by how many steps each has survived",
        "definition",
        lambda: definition("a proposal; that it generalizes better is an observation"),
    ),
    M146(546, "the perceptron does not optimize for the margin", "proved", lambda: margins_differ(THREE)),
    M146(
        561,
        "the perceptron cannot represent a simple non-linear function: exclusive or is not separable",
        "proved",
        lambda: cannot(separable(XOR)),
    ),
)

CLAIMS = (*ALGORITHM, *REMARKS)
"""In the order of their lines."""
