"""Claims of ECE M146, lines 20 to 320 and 502 to 563: the line, the algorithm, remarks. The run is in `m146_rows`."""

from __future__ import annotations

from functools import partial

from sympy import Eq, Ge, MatrixSymbol, Sum, symbols
from sympy.matrices.exceptions import ShapeError

from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, refused, repaired
from derive.lectures.register.m146_convergence import radius_exists, unit_separator
from derive.lectures.register.m146_rows import SCORES, scores
from derive.names import size, tensor

at = partial(At, "m146")
D = size("D")
d = symbols("d", integer=True)
w, x = tensor("w", (0, 2)), tensor("x", (0, 2))
normal, point = tensor("w", (1, D)), tensor("x", (1, D))
y, far, up = symbols("y p q", real=True)


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


ALGORITHM = (
    at(20, "no assumption is made but that the data are linearly separable").proved(
        lambda: only(all_of(unit_separator(), radius_exists()), unbounded_stream()),
        convention=r"the training set is finite, $1 \le i \le N$: then a margin and a bound on $\lVert x_i \rVert$ "
        "follow; on a stream that is not bounded there can be mistakes without end",
    ),
    at(37, "in D dimensions the boundary has $D - 1$ dimensions").defines("what a hyperplane is"),
    at(66, "$w_0 + w_1 x_1 + w_2 x_2$ is a line (again at 90 and 109)").refuted(
        lambda: claim_holds(w[0] + w[1] * x[1] + w[2] * x[2], 0), repair="$w_0 + w_1 x_1 + w_2 x_2 = 0$, as at line 97"
    ),
    at(91, r"$w \cdot \tilde x$ is the score of a point").proved(
        lambda: only(score_of(3), score_of(2)),
        convention=r"$\tilde x$ is the augmented vector of line 107, not the raw point of lines 70 and 99",
    ),
    at(93, "$w_0 + w_1 x_1 + w_2 x_2$ is positive on one side, negative on the other, 0 on the boundary (97)").defines(
        "what the sides of the line are"
    ),
    at(113, "$w^T x > 0$ is class 1, $w^T x < 0$ class 2").defines(
        "the decision rule; at line 129 it stands with $\\ge$, as the example takes it at line 236"
    ),
    at(115, "$w^T x$ is $w_0 + w_1 x_1 + w_2 x_2$: the intercept needs no term of its own (131)").proved(
        lambda: only(with_a_constant(constant=True), with_a_constant(constant=False)),
        convention="x is the augmented vector, with the constant 1",
    ),
    at(132, "the decision boundary passes through the origin").proved(
        lambda: claim_holds(Sum(normal[d] * point[d], (d, 1, D)), 0, Eq(point[d], 0))
    ),
    at(157, "$w^{(k+1)} = w^{(k)} + y_j x_j$ (again at 187)").defines("the update, which tilts w towards the example"),
    at(175, "$w^{(k+1)T} = w^{(k)T} + y_j x_j$").refuted(
        lambda: repaired(transposed_update(transposed=False), transposed_update(transposed=True)),
        repair="$w^{(k+1)T} = w^{(k)T} + y_j x_j^T$, or line 157 without transposes",
    ),
)

REMARKS = (
    at(
        519, r"with L classes: train $w_\ell$ on class $\ell$ against the others, decide for $\arg\max_\ell w_\ell^T x$"
    ).defines("a procedure; its index e is the class index l"),
    at(525, "the perceptron processes one data point at a time").defines("what on-line means"),
    at(540, "older weights can vote, by how many steps each has survived").defines(
        "a proposal; that it generalizes better is an observation"
    ),
)


EXAMPLE_CLAIMS = (
    at(222, "$x_* = [1 \\; 2 \\; 1]^T$ with label -1, and $x_o = [1 \\; 1 \\; 2]^T$ with label +1").defines(
        "the two points, with the constant 1; x_x is x_*, and x_0 is x_o"
    ),
    at(
        293, "an update improves on a misclassified point, and may make it correct in one step, as in the example"
    ).proved(
        lambda: all_of(
            derived("perceptron-update", "a squared norm is not negative", "and positive unless x = 0"),
            *(check.find() for check in scores(*SCORES[0][1:])),
        )
    ),
    at(
        299, r"$w^{(k+1)T} x_j = w^{(k)T} x_j + y_j \lVert x_j \rVert^2$; for $y_j = +1$ something positive is added"
    ).proved(
        lambda: derived(
            "perceptron-update",
            "the updated weights, put in",
            "the inner product is linear",
            "and positive unless x = 0",
        )
    ),
    at(320, "this cannot continue forever: the perceptron ends after a finite number of steps (47)").proved(
        lambda: derived("perceptron-bound")
    ),
)

CLAIMS = (*ALGORITHM, *REMARKS, *EXAMPLE_CLAIMS)
