"""Claims of the classification slides, lines 1030 to 1054: separable data, and the penalty on the weights.

The examples, labels and probabilities are those of logistic regression.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, Le, Lt, Sum, exp, log, symbols

from derive.lectures.logistic import ERROR, GRADIENT, C, D, N, X, d, i, j, lam, p, score, w, y
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds
from derive.lectures.register.cls_logistic import DEFINED, HALF, LIKELIHOOD_OF_ALL
from derive.lectures.register.combine import equivalent, only, repaired
from derive.names import sigmoid

u, q, m = IndexedBase("u"), IndexedBase("q"), IndexedBase("m")
any_margin, loss, other_loss, norm, other_norm = symbols("t E_1 E_2 n_1 n_2", real=True)
scale, margin, least, small = symbols("c t g epsilon", positive=True)


# Separable data


def _no_minimum() -> Finding:
    """Along any u that separates the data the error falls, wherever one is: its slope is a sum of negative terms."""
    along = Sum(u[d] * X[i, d], (d, 1, D))
    slope = Sum(u[j] * GRADIENT, (j, 1, D))
    term = -(y[i] - p[i]) * along
    return all_of(
        claim_holds(slope, Sum(term, (i, 1, N))),
        claim_holds(term, 0, (DEFINED, Eq(y[i], 1), Gt(along, 0)), relation="<"),
        claim_holds(term, 0, (DEFINED, Eq(y[i], 0), Lt(along, 0)), relation="<"),
        claim_holds(Sum(q[i], (i, 1, N)), 0, Lt(q[i], 0), relation="<"),
    )


def _error_goes_to_zero() -> Finding:
    """Under c u, with margins t of at least cg, an error ln(1 + e^-t) is at most 1/(1 + cg), and all below epsilon."""
    bound = 1 / (1 + scale * least)
    return all_of(
        claim_holds(log(1 + exp(-margin)), 0, relation=">"),
        claim_holds(log(1 + exp(-any_margin)), exp(-any_margin), relation="<="),
        claim_holds(exp(-margin), 1 / (1 + margin), relation="<="),
        claim_holds(1 / (1 + margin), bound, Ge(margin, scale * least), relation="<="),
        claim_holds(Sum(m[i], (i, 1, N)), N * bound, Le(m[i], bound), relation="<="),
        claim_holds(N * bound, small, Eq(scale, N / (small * least)), relation="<"),
    )


# The penalty


def _penalised(error: Any, square: Any) -> Any:
    return error + lam * square


def same_minimiser(factor: Any) -> Finding:
    """The objective times a factor: not the same function, but in the same order at any two weights."""
    here, there = (factor * loss + norm), (factor * other_loss + other_norm)
    old, old_there = _penalised(loss, norm), _penalised(other_loss, other_norm)
    known = Eq(C, 1 / lam)
    return equivalent(
        claim_holds(here, old, known),
        claim_holds(here, factor * old, known),
        claim_holds(here, there, (known, Le(old, old_there)), relation="<="),
        claim_holds(here, there, (known, Gt(old, old_there)), relation=">"),
    )


def _penalised_likelihood() -> Finding:
    square = Sum(w[d] ** 2, (d, 1, D))
    return claim_holds(_penalised(-log(LIKELIHOOD_OF_ALL), square), _penalised(ERROR, square), DEFINED)


def inverse_strength(part: Any, value: Any) -> Finding:
    """Decide whether C E + part |w|^2 is a multiple of E + lambda |w|^2 where C has that value."""
    return claim_holds(C * loss + part * norm, C * _penalised(loss, norm), Eq(C, value))


def _sklearn() -> Finding:
    """In scikit-learn half of |w|^2 is added, and it takes C = 1/(2 lambda) to have the objective of line 1044."""
    return all_of(
        only(inverse_strength(1, 1 / lam), inverse_strength(HALF, 1 / lam)), inverse_strength(HALF, 1 / (2 * lam))
    )


CLAIMS = (
    Claim(
        "cls",
        1030,
        "where the data are linearly separable, the weights go to infinity",
        "proved",
        _no_minimum,
    ),
    Claim("cls", 1032, "where the data are linearly separable, E(w) goes to zero", "proved", _error_goes_to_zero),
    Claim(
        "cls",
        1034,
        r"the sigmoid of the score is $1 / (1 + e^{w^T x})$",
        "refuted",
        lambda: repaired(
            claim_holds(sigmoid(score(w)), 1 / (1 + exp(score(w)))),
            claim_holds(sigmoid(score(w)), 1 / (1 + exp(-score(w)))),
        ),
        repair=r"$1 / (1 + e^{-w^T x})$, as at line 996",
    ),
    Claim(
        "cls",
        1044,
        r"$E(w) = -\ln p(y|w) + \lambda \|w\|^2$ is the cross-entropy with a penalty $\lambda \|w\|^2$",
        "proved",
        _penalised_likelihood,
    ),
    Claim(
        "cls",
        1050,
        r"this is equivalent to $E(w) = -\frac{1}{\lambda} \ln p(y|w) + \|w\|^2$",
        "equivalent",
        lambda: same_minimiser(1 / lam),
        convention=r"E names another function than at line 1044, with the same minimiser",
    ),
    Claim(
        "cls",
        1052,
        r"and to $E(w) = -C \ln p(y|w) + \|w\|^2$ with $C = 1/\lambda$",
        "equivalent",
        lambda: same_minimiser(C),
        convention=r"E names another function than at line 1044, with the same minimiser",
    ),
    Claim(
        "cls",
        1054,
        r"$C = 1/\lambda$, as in scikit-learn",
        "proved",
        _sklearn,
        convention=r"the objective is $-C \ln p(y|w) + \|w\|^2$ of line 1052; scikit-learn has "
        r"$-C \ln p(y|w) + \frac{1}{2} \|w\|^2$, where $C = 1/(2\lambda)$",
    ),
)
