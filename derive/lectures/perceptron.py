"""The perceptron: the criterion and its gradient, what one update does to a score, and labels 0 and 1.

The set of misclassified examples is an indicator: m_n is 1 for an example in it and 0 for any other. It is held
fixed while the criterion is differentiated, as in all lectures; where it jumps, the criterion has no gradient.
"""

from __future__ import annotations

from typing import Any

from sympy import Derivative, Eq, Ge, Gt, Integer, Le, Lt, Sum, Symbol, symbols

from derive.derivation import Chain, Citation, Derivation
from derive.facts import binary, sign
from derive.names import size, tensor

N, D = size("N"), size("D")
n, d, j = symbols("n d j", integer=True)
X, Y, m = tensor("X", (1, N), (1, D)), tensor("y", (1, N)), tensor("m", (1, N))
w, v, x, theta = (tensor(name, (1, D)) for name in ("w", "v", "x", "theta"))
y, h, q, s, t = symbols("y h q s t", real=True)
eta = Symbol("eta", positive=True)

SCORE = Sum(w[d] * X[n, d], (d, 1, D))
CRITERION = -Sum(m[n] * SCORE * Y[n], (n, 1, N))
DIRECTION = Sum(m[n] * X[n, j] * Y[n], (n, 1, N))


def product(left: Any, right: Any) -> Any:
    """Return the inner product of two vectors with D components."""
    return Sum(left[d] * right[d], (d, 1, D))


def perceptron_gradient() -> Derivation:
    """Return the criterion E(w) = - sum over M of w.x y: its sign, its gradient, and the batch update.

    >>> perceptron_gradient().status
    'proved'
    """
    source = (Citation("l7", 588), Citation("cls", 447), Citation("cs4602", 118))
    chain = Chain("perceptron-gradient", "The gradient of the perceptron criterion", source)
    _misclassified(chain)
    chain.start(CRITERION, "the criterion: minus the scores w.x y, summed over the misclassified examples")
    chain.differentiate(w[j], -DIRECTION, "each score is linear in w, and the set is fixed")
    chain.equals(Sum(-m[n] * X[n, j] * Y[n], (n, 1, N)), "the sign, inside the sum")
    _batch_update(chain)
    return chain.done()


def _misclassified(chain: Chain) -> None:
    """Say what the set is, and that the criterion is never negative."""
    score = product(w, x)
    chain.claim(-score * y, 0, "a positive example, taken for negative", relation=">=", using=(Eq(y, 1), Le(score, 0)))
    chain.claim(-score * y, 0, "a negative example, taken for positive", relation=">=", using=(Eq(y, -1), Gt(score, 0)))
    chain.assume(binary(m), reason="m_n is 1 if example n is misclassified, else 0")
    chain.assume(Ge(-m[n] * SCORE * Y[n], 0), reason="the two cases, for every example of the set")
    chain.claim(m[n] ** 2, m[n], "1 and 0 are their own squares")
    chain.claim((1 - m[n]) * (m[n] * SCORE * Y[n]), 0, "an example outside of the set adds no error")
    chain.claim(CRITERION, 0, "no term is negative", relation=">=")


def _batch_update(chain: Chain) -> None:
    """Step against the gradient: the criterion of the same set falls by eta times the squared gradient."""
    after = -Sum(m[n] * Sum(v[d] * X[n, d], (d, 1, D)) * Y[n], (n, 1, N))
    fall = eta * Sum(DIRECTION**2, (j, 1, D))
    chain.define(v[j], w[j] + eta * DIRECTION, "the weights after the batch update")
    chain.claim(after, CRITERION - fall, "the criterion is linear on a fixed set")
    chain.claim(after, CRITERION, "a sum of squares is not negative", relation="<=")
    chain.start(w[j] - eta * Derivative(CRITERION, w[j]), "one step of gradient descent")
    chain.equals(w[j] + eta * DIRECTION, "minus times minus: the batch rule")


def perceptron_update() -> Derivation:
    """Return what the update v = w + eta y x does to the score of its own example: y v.x = y w.x + eta |x|^2.

    >>> perceptron_update().status
    'proved'
    """
    source = (Citation("m146", 298), Citation("l7", 607), Citation("cls", 451))
    chain = Chain("perceptron-update", "An update moves the score of its example", source)
    before, after, norm = product(w, x), product(v, x), product(x, x)
    chain.assume(sign(y), reason="the label is +1 or -1")
    chain.define(v[d], w[d] + eta * y * x[d], "the update on a misclassified example")
    chain.claim(after, Sum((w[d] + eta * y * x[d]) * x[d], (d, 1, D)), "the updated weights, put in")
    chain.claim(after, before + eta * y * norm, "the inner product is linear")
    chain.start(y * after, "the score after the update, in the direction of the label")
    chain.equals(y * before + eta * y**2 * norm, "multiplied by the label")
    chain.equals(y * before + eta * norm, "y^2 = 1")
    chain.claim(y * after, y * before, "a squared norm is not negative", relation=">=")
    chain.claim(y * after, y * before, "and positive unless x = 0", relation=">", using=(Gt(norm, 0),))
    enough, too_small = Lt(-y * before, eta * norm), Le(eta * norm, -y * before)
    chain.claim(y * after, 0, "a rate that is large enough: now on the right side", relation=">", using=(enough,))
    chain.claim(y * after, 0, "a rate that is too small: still misclassified", relation="<=", using=(too_small,))
    return chain.done()


def perceptron_labels() -> Derivation:
    """Return that theta + eta (y - h) x, with y and h 0 or 1, is the update on mistakes with labels -1 and 1.

    >>> perceptron_labels().status
    'proved'
    """
    chain = Chain(
        "perceptron-labels",
        "The update with labels 0 and 1 is the update with labels -1 and 1",
        (Citation("cse422", 193), Citation("m146", 157)),
    )
    for true, guess in ((0, 0), (1, 1), (1, 0), (0, 1)):
        _case(chain, true=Integer(true), guess=Integer(guess))
    chain.assume(binary(y), binary(h), reason="the label y and the output h of the threshold are 0 or 1")
    chain.define(t, 2 * y - 1, "the label as -1 or 1")
    chain.define(s, 2 * h - 1, "the output as -1 or 1")
    chain.define(q, (y - h) ** 2, "1 on a mistake, else 0")
    chain.claim(t**2, 1, "it is -1 or 1")
    chain.claim(q**2, q, "it is 0 or 1")
    chain.claim(q, (1 - s * t) / 2, "a mistake: the signs differ")
    chain.claim(y - h, (t - s) / 2, "half the difference of the signs")
    chain.start(theta[j] + eta * (y - h) * x[j], "the update with labels 0 and 1")
    chain.equals(
        theta[j] + q * (eta * t * x[j]), "the four cases in one: on a mistake, the update with labels -1 and 1"
    )
    return chain.done()


def _case(chain: Chain, *, true: Any, guess: Any) -> None:
    """One pair of label and output: no update where they agree, else the label of the other kind."""
    reason = f"label {true}, output {guess}: " + ("no update" if true == guess else "a mistake")
    chain.claim(y - h, Integer(0) if true == guess else 2 * y - 1, reason, using=(Eq(y, true), Eq(h, guess)))
