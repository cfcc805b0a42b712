"""Claims of the classification slides, lines 11 to 118 and 314: how classes are coded, and what decides for one.

The scores of two classes i and j are p_i pi_i and p_j pi_j, the densities at one point times the priors. What replaces
a score decides alike if it keeps the order of any two classes, both ways.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sympy import Eq, Gt, IndexedBase, Integer, KroneckerDelta, Le, Sum, log, symbols

from derive.facts import one_hot, positive
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, computed, definition
from derive.lectures.register.combine import equivalent, only, repaired, shown
from derive.names import size

K, n = size("K"), size("n")
i, j, k, a, b = symbols("i j k a b", integer=True)
p, pi, y = IndexedBase("p"), IndexedBase("pi"), IndexedBase("y")
p_i, p_j, pi_i, pi_j, evidence, factor = symbols("p_i p_j pi_i pi_j P h", positive=True)
f_i, f_j, g_i, g_j, posterior = symbols("f_i f_j g_i g_j q", real=True)
KNOWN = (positive(p), positive(pi))
EVIDENCE = Sum(p[k] * pi[k], (k, 1, K))
JOINT = p_i * pi_i, p_j * pi_j
POSTERIORS = p_i * pi_i / (p_i * pi_i + p_j * pi_j), p_j * pi_j / (p_i * pi_i + p_j * pi_j)
LOG_JOINT = log(p_i) + log(pi_i), log(p_j) + log(pi_j)
LOG_ODDS = log(p_i / p_j) + log(pi_i / pi_j)


def target(label: int, classes: int) -> tuple[int, ...]:
    """Return the one-hot target of a class, counted from 1.

    >>> target(2, 4)
    (0, 1, 0, 0)
    """
    return tuple(int(other == label) for other in range(1, classes + 1))


def order_kept(old: tuple[Any, Any], new: tuple[Any, Any], *facts: Any) -> Finding:
    """Decide whether two new scores are in the order of the old ones, whatever that order is."""
    return all_of(
        claim_holds(*new, (*facts, Gt(*old)), relation=">"),
        claim_holds(*new, (*facts, Le(*old)), relation="<="),
    )


# Coding


def _is_a_distribution() -> Finding:
    return all_of(
        claim_holds(Sum(y[k], (k, 1, K)), 1, one_hot(y)),
        claim_holds(y[k], 0, one_hot(y), relation=">="),
    )


def ordinal_codes(true: int, guesses: tuple[int, int], distances: tuple[int, int]) -> Finding:
    """Compare the distances between the codes of the classes as numbers."""
    found = (true - guesses[0], true - guesses[1])
    closer = shown(f"{found[0]} > {found[1]}", holds=found[0] > found[1])
    return all_of(computed("the distances between the codes", found, distances), closer)


def _equally_far() -> Finding:
    """Any two classes have the same squared distance 2 where they are coded one-hot."""
    distance = Sum((KroneckerDelta(k, a) - KroneckerDelta(k, b)) ** 2, (k, 1, K))
    return claim_holds(distance, 2 - 2 * KroneckerDelta(a, b))


def one_against_rest(classes: tuple[str, ...]) -> list[str]:
    """Return the two-class problems that set each class against all others."""
    return [f"{one} vs ({' and '.join(other for other in classes if other != one)})" for one in classes]


def one_against_one(classes: tuple[str, ...]) -> list[str]:
    """Return the two-class problems that set each class against each other."""
    return [f"{one} vs {other}" for one, other in combinations(classes, 2)]


COLOURS = ("red", "blue", "green")


# Discriminants


def _bayes() -> Finding:
    """Both factors of the joint density, P(C|x) P(x) and P(x|C) P(C), are the same."""
    return claim_holds(posterior, p_i * pi_i / evidence, Eq(posterior * evidence, p_i * pi_i))


def total_probability(classes: Any) -> Finding:
    """With P(x) as this sum, the posteriors of the K classes should add up to one."""
    joint = Sum(p[j] * pi[j], (j, 1, classes))
    return claim_holds(Sum(p[k] * pi[k] / joint, (k, 1, K)), 1, KNOWN)


def _any_increasing_function() -> Finding:
    """A strictly increasing f has f_i - f_j = h (g_i - g_j) with some h > 0; not so a constant f."""
    strictly = order_kept((g_i, g_j), (f_i, f_j), Eq(f_i - f_j, factor * (g_i - g_j)))
    return only(strictly, claim_holds(f_i, f_j, (Eq(f_i, 1), Eq(f_j, 1)), relation=">"))


def one_index_for_two(inside: Any) -> Finding:
    """Read the i of the sum in the denominator: as an index of its own, or as the i of the left side."""
    printed = p[i] * pi[i] / Sum(p[inside] * pi[inside], (k, 1, K))
    return claim_holds(printed, p[i] * pi[i] / Sum(p[j] * pi[j], (j, 1, K)), KNOWN)


def _without_the_evidence() -> Finding:
    divided = p[i] * pi[i] / EVIDENCE
    equal = claim_holds(p[i] * pi[i], divided, KNOWN)
    scores = p[i] * pi[i], p[j] * pi[j]
    return equivalent(equal, order_kept(scores, (divided, scores[1] / EVIDENCE), *KNOWN))


def _logarithms() -> Finding:
    sums = claim_holds(log(JOINT[0]), LOG_JOINT[0])
    return equivalent(claim_holds(LOG_JOINT[0], JOINT[0]), sums, order_kept(JOINT, LOG_JOINT))


def _sign_of_difference() -> Finding:
    return order_kept((g_i, g_j), (g_i - g_j, Integer(0)))


def _posterior_difference() -> Finding:
    difference = POSTERIORS[0] - POSTERIORS[1]
    alike = order_kept(JOINT, (difference, Integer(0)))
    return equivalent(claim_holds(difference, JOINT[0] - JOINT[1]), alike)


def _log_odds() -> Finding:
    """Decide whether the log odds are the difference of the scores of line 102, and decide as line 116 does."""
    difference = POSTERIORS[0] - POSTERIORS[1]
    same = claim_holds(LOG_ODDS, LOG_JOINT[0] - LOG_JOINT[1])
    alike = all_of(order_kept(JOINT, (LOG_ODDS, Integer(0))), order_kept(JOINT, (difference, Integer(0))))
    return equivalent(claim_holds(LOG_ODDS, difference), same, alike)


def _argmax() -> Finding:
    """The largest posterior and the largest joint density belong to the same class, whichever i and j are compared."""
    scores = p[i] * pi[i], p[j] * pi[j]
    divided = scores[0] / EVIDENCE, scores[1] / EVIDENCE
    return all_of(order_kept(scores, divided, *KNOWN), claim_holds(EVIDENCE, 0, KNOWN, relation=">"))


CODING = (
    Claim(
        "cls",
        15,
        r"targets of two classes are coded 0 and 1, or -1 and 1; in both codes 1 stands for $C_1$",
        "definition",
        lambda: definition("two codes; the perceptron takes -1 and 1, logistic regression takes 0 and 1"),
    ),
    Claim(
        "cls",
        18,
        r"of $K = 4$ classes, the target of class 2 is $y = [0, 1, 0, 0]^T$",
        "right as printed",
        lambda: computed("the one-hot target", target(2, 4), (0, 1, 0, 0)),
    ),
    Claim(
        "cls",
        20,
        r"the components of a one-hot target can be read as probabilities: $y_j \ge 0$ and $\sum_j y_j = 1$",
        "proved",
        _is_a_distribution,
    ),
    Claim(
        "cls",
        26,
        r"with classes coded 1, 2, 3, 4 and $y = 4$: $y - y_1 = 3 > y - y_2 = 1$, as if guess 3 were better than 1",
        "right as printed",
        lambda: ordinal_codes(4, (1, 3), (3, 1)),
    ),
    Claim("cls", 26, "two wrong classes are equally bad; one-hot codes say so", "proved", _equally_far),
    Claim(
        "cls",
        27,
        "mean squared error is no longer a popular loss for classification",
        "definition",
        lambda: definition("a statement about habits, which no computation decides"),
    ),
    Claim(
        "cls",
        42,
        "one-vs-rest makes three two-class problems of three classes",
        "right as printed",
        lambda: computed(
            "one against the rest",
            one_against_rest(COLOURS),
            ["red vs (blue and green)", "blue vs (red and green)", "green vs (red and blue)"],
        ),
    ),
    Claim(
        "cls",
        52,
        "one-vs-one makes three two-class problems of three classes",
        "right as printed",
        lambda: computed("one against one", one_against_one(COLOURS), ["red vs blue", "red vs green", "blue vs green"]),
    ),
)

DISCRIMINANTS = (
    Claim(
        "cls",
        11,
        r"the training set is $(x_1, y_1) \dots (x_n, y_n)$; the classes are $C_1 \dots C_K$",
        "definition",
        lambda: definition("n points and K classes; from line 470 on the number of points is called N"),
        convention="n and N are one number, that of the training points",
    ),
    Claim(
        "cls",
        72,
        r"$x$ is assigned to $C_i$ if $g_i(x) > g_j(x)$ for all $j \ne i$",
        "definition",
        lambda: definition("the decision rule; where two discriminants tie at the top, it assigns no class"),
    ),
    Claim(
        "cls",
        82,
        r"$g_i(x) = P(C_i|x)$",
        "definition",
        lambda: definition("an example of a discriminant"),
    ),
    Claim("cls", 84, r"$P(C_i|x) = P(x|C_i) P(C_i) / P(x)$", "proved", _bayes),
    Claim(
        "cls",
        86,
        r"$P(x) = \sum_{j=1}^n P(x|C_j) P(C_j)$, where $n$ is the number of points",
        "refuted",
        lambda: repaired(total_probability(n), total_probability(K)),
        repair=r"the sum runs over the classes, $j = 1 \dots K$, as at line 98",
    ),
    Claim(
        "cls",
        96,
        r"$g_i$ can be replaced by $f(g_i)$ if $f$ is monotonically increasing: the same class has the largest",
        "proved",
        _any_increasing_function,
        convention="increasing means strictly increasing; a constant f makes all classes tie",
    ),
    Claim(
        "cls",
        98,
        r"$P(C_i|x) = P(x|C_i) P(C_i) / \sum_{i=1}^K P(x|C_i) P(C_i)$",
        "proved",
        lambda: only(one_index_for_two(k), one_index_for_two(i)),
        convention="the i under the sum is not the i on the left",
        repair=r"$\sum_{j=1}^K P(x|C_j) P(C_j)$ in the denominator",
    ),
    Claim("cls", 100, r"$g_i(x) = P(x|C_i) P(C_i)$ for $P(C_i|x)$", "equivalent", _without_the_evidence),
    Claim("cls", 102, r"$g_i(x) = \ln P(x|C_i) + \ln P(C_i)$ for $P(x|C_i) P(C_i)$", "equivalent", _logarithms),
    Claim(
        "cls",
        112,
        r"with $g = g_1 - g_2$: $g > 0$ where $g_1 > g_2$, and otherwise $g \le 0$",
        "proved",
        _sign_of_difference,
    ),
    Claim("cls", 116, r"$g(x) = P(C_1|x) - P(C_2|x)$ for $g_1 - g_2$", "equivalent", _posterior_difference),
    Claim(
        "cls",
        118,
        r"$g(x) = \ln (P(x|C_1) / P(x|C_2)) + \ln (P(C_1) / P(C_2))$ for the difference of line 116",
        "equivalent",
        _log_odds,
    ),
    Claim(
        "cls",
        314,
        r"$\hat y = \arg\max_i P(C_i|x) = \arg\max_i P(x|C_i) P(C_i)$",
        "proved",
        _argmax,
    ),
)

CLAIMS = (*CODING, *DISCRIMINANTS)
"""By subject; the register puts them in the order of their lines."""
