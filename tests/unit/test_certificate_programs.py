"""How certificates are searched for: candidates, linear programs, squares, factors and sums that are opened."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from sympy import Eq, Ge, Gt, Le, Lt, Sum, exp, log, symbols

from derive import Limits, kernel, nonnegative, positive, tensor
from derive.decide.candidates import Candidate, candidate, distinct, times
from derive.decide.factors import of_known_sign
from derive.decide.gram import from_gram_matrices, ldl, refine
from derive.decide.ground import Ground, stand_on
from derive.decide.kinds import KINDS
from derive.decide.lemmas import increasing
from derive.decide.linear import combine, obstacle, useful
from derive.decide.opened import Frames, weights
from derive.decide.search import factored, proofs
from derive.decide.squares import Group, groups
from derive.decide.statement import statement
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN, Mono, Poly
from tests.cases import K, N, X, d, k, m, n, total, w, x

a, b, c = symbols("a b c", real=True)
s, t = symbols("s t", positive=True)
e = symbols("e", nonnegative=True)
q = tensor("q", N)


def ground_of(goal: Any, *facts: object, seconds: float = 20) -> Ground:
    """Return the ground of goal >= 0."""
    claim = statement(goal, 0, ">=", facts)
    assert not isinstance(claim, bool)
    return stand_on(claim, Limits(seconds=seconds))


GROUND = ground_of(a + b + c + s + t + e, seconds=86_400)  # made when the tests are collected, long before they run


def poly(expr: Any) -> Poly:
    """Return a polynomial in the numbers above."""
    return GROUND.question.read(expr)


def made(expr: Any, sign: int = NONNEGATIVE, *, free: bool = False, reasons: int = 1) -> Candidate:
    """Return a candidate of some value, as if it were known to be nonnegative."""
    value = poly(expr)
    return Candidate((), (("sign", (value,)),) * reasons, value, sign, free)


def coefficients(target: Any, *candidates: Candidate, strict: bool = False) -> dict[int, Fraction] | None:
    """Return the coefficient of each candidate that is used, by its number."""
    found = combine(poly(target) if target != 0 else {}, candidates, strict=strict)
    if found is None:
        return None
    return {next(n for n, each in enumerate(candidates) if each is used): share for share, used in found}


A, B, A_AND_B = made(a), made(b), made(a + b)
ONE, SURE = made(s - s + 1, POSITIVE), made(a, POSITIVE)
PROGRAMS: dict[str, tuple[Any, tuple[Candidate, ...], bool, dict[int, Any] | None]] = {
    "each as often as it is needed": (a + 2 * b, (A, B), False, {0: 1, 1: 2}),
    "in fractions": (a, (made(3 * a),), False, {0: Fraction(1, 3)}),
    "never less than nothing": (a - b, (A, B), False, None),
    "an equation as well": (a - b, (A, made(b, free=True)), False, {0: 1, 1: -1}),
    "nothing for nothing": (0, (A, B), False, {}),
    "nothing is not above zero": (0, (A, B), True, None),
    "the cheaper one": (a + b, (A, B, A_AND_B), False, {2: 1}),
    "the one with fewer reasons": (a, (made(a, reasons=2), made(a)), False, {1: 1}),
    "what does not reach": (a + c, (A, B), False, None),
    "strictly, with what is above zero": (a + b, (B, SURE), True, {0: 1, 1: 1}),
    "strictly, with nothing above zero": (a + b, (A, B), True, None),
    "strictly, with something above zero elsewhere": (a, (A, made(b, POSITIVE)), True, None),
    "strictly, the dearer one": (a, (A, made(a, POSITIVE, reasons=3)), True, {1: 1}),
    "strictly, a number": (a + 2, (A, ONE), True, {0: 1, 1: 2}),
    "a detour": (a, (made(a + b), made(-b)), False, {0: 1, 1: 1}),
    "a contradiction proves everything": (0, (SURE, made(-a)), True, {0: 1, 1: 1}),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_combines_what_is_nonnegative(case: str) -> None:
    """Exactly, with nonnegative coefficients but for equations."""
    target, candidates, strict, expected = PROGRAMS[case]
    assert coefficients(target, *candidates, strict=strict) == expected


def test_what_cannot_cancel_is_left_out() -> None:
    """Again and again, until each term of each candidate has another one that is its opposite, or is wanted."""
    target = poly(a)
    lone, next_to_it = made(a - c), made(a + c - b)
    assert useful(target, [A]) == [A]
    assert useful(poly(a + b), [A]) is None
    assert useful(poly(a), [made(-a)]) is None
    there_and_back = [A, made(-a)]
    assert useful({}, [*there_and_back, lone]) == there_and_back
    kept = useful(poly(-a), [made(-a), made(a), lone, next_to_it])
    assert kept is not None
    assert [each.value for each in kept] == [poly(-a), poly(a)]
    both = useful(poly(-a - b), [made(-a), made(a)])
    assert both is None


def test_a_functional_tells_the_target_from_the_candidates() -> None:
    """It is nonnegative on each of them, and on the target minus the distance."""
    candidates = [made(a), made(a + b), made(c, free=True)]
    for target, expected in ((2 * a + b, 0), (-a, 1), (-3 * a - 2 * b, 5), (c - b, 1), (7 * c, 0), (a - 2 * b, 2)):
        distance, functional = obstacle(poly(target), candidates)
        assert distance == pytest.approx(expected, abs=1e-9)
        assert applied(functional, poly(target)) == pytest.approx(-distance, abs=1e-9)
        assert all(applied(functional, each.value) >= -1e-9 for each in candidates)
        assert applied(functional, poly(c)) == pytest.approx(0, abs=1e-9)


def applied(functional: Mapping[Mono, float], value: Poly) -> float:
    """Return the value of a linear functional."""
    return sum(functional.get(mono, 0.0) * float(coef) for mono, coef in value.items())


FORMS: list[tuple[list[list[int]], list[list[str]]]] = [
    ([[4, -6], [-6, 9]], [["1", "-3/2"]]),
    ([[2, 1, 0], [1, 2, 1], [0, 1, 2]], [["1", "1/2", "0"], ["0", "1", "2/3"], ["0", "0", "1"]]),
    ([[1, 2, 3], [2, 8, 10], [3, 10, 22]], [["1", "2", "3"], ["0", "1", "1"], ["0", "0", "1"]]),
    ([[0, 0], [0, 3]], [["0", "1"]]),
    ([[-1, 0], [0, 1]], [["0", "1"]]),
]


@pytest.mark.parametrize(("matrix", "expected"), FORMS)
def test_a_form_is_a_sum_of_squares_of_vectors(matrix: list[list[int]], expected: list[list[str]]) -> None:
    """As far as the pivots are positive, and then the vectors with their pivots give it back."""
    vectors = ldl([[Fraction(entry) for entry in row] for row in matrix])
    assert [[str(entry) for entry in vector] for vector in vectors] == expected


def group_of(*halves: Any, weight: Any = 1) -> Group:
    """Return a group of halves without a sum."""
    monos = [next(iter(poly(half))) for half in halves]
    return Group(GROUND, (), poly(weight) if weight != 1 else GROUND.ring.constant(1), monos)


GRAMS: dict[str, tuple[Any, tuple[Any, ...], list[Any]]] = {
    "a square": (a**2 - 2 * a * b + b**2, (a, b), [(a - b) ** 2]),
    "a form": (2 * a**2 + 2 * a * b + 5 * b**2, (a, b), [(a + b / 2) ** 2, b**2]),
    "a term that two places could take": (a**4 + a**2 * b**2 + b**4, (a**2, a * b, b**2), [a**4, a**2 * b**2, b**4]),
    "terms of other halves": (a**2 + c**2, (a, b), [a**2]),
    "one half": (a**2, (a,), []),
}


@pytest.mark.parametrize("case", GRAMS)
def test_squares_of_a_goal_by_its_own_matrix(case: str) -> None:
    """Each term stands at one place of the matrix, a square on the diagonal first."""
    goal, halves, expected = GRAMS[case]
    found = [each.value for each in from_gram_matrices(poly(goal), [group_of(*halves)]) if each is not None]
    assert found == [poly(each) for each in expected]


def test_simple_squares_are_those_whose_products_are_of_use() -> None:
    """Halves alone; sums and differences of two where their product is in the support, or a square itself."""
    alone = [each.value for each in group_of(a, b).simple([]) if each is not None]
    assert alone == [poly(a**2), poly(b**2)]
    together = [each.value for each in group_of(a, b).simple(list(poly(a * b))) if each is not None]
    assert together == [poly(each) for each in (a**2, b**2, (a + b) ** 2, (a - b) ** 2)]
    between = [each.value for each in group_of(a**2, a * b, b**2).simple([]) if each is not None]
    assert poly((a**2 - b**2) ** 2) in between
    assert poly((a**2 - a * b) ** 2) not in between
    weighted = group_of(a, weight=s).square([2])
    assert weighted is not None
    assert (weighted.value, weighted.sign) == (poly(4 * s * a**2), NONNEGATIVE)
    assert [kind for kind, _ in weighted.reasons] == ["sign", "square"]
    assert group_of(a, b).square([0, 0]) is None


REFINED: dict[str, tuple[Any, tuple[Any, ...], bool]] = {
    "a form with one minimum": (a**2 - 3 * a * b + Fraction(5, 2) * b**2, (a, b), True),
    "a form that is negative somewhere": (a**2 - 3 * a * b + 2 * b**2, (a, b), False),
    "a form of three": (2 * a**2 + 2 * b**2 + 2 * c**2 - a * b - b * c - 3 * c * a, (a, b, c), True),
    "a form of one": (a**2, (a,), False),
}


@pytest.mark.parametrize("case", REFINED)
def test_squares_are_added_until_they_are_enough(case: str) -> None:
    """What comes out adds up exactly; where no square can help, nothing comes out."""
    goal, halves, expected = REFINED[case]
    target = poly(goal)
    found = refine(target, [], [group_of(*halves)], strict=False)
    assert (found is not None) is expected
    if found is not None:
        assert kernel.add(*(kernel.scale(each.value, share) for share, each in found)) == target
        assert all(share > 0 for share, _ in found)


def test_refining_does_not_spoil_what_is_there() -> None:
    """A goal that its candidates reach already is combined from them, also where there are no squares."""
    assert refine(poly(a), [A], [], strict=False) == [(Fraction(1), A)]
    assert refine(poly(a + s), [A, made(s, POSITIVE)], [group_of(a, b)], strict=True) is not None
    assert refine(poly(a), [A], [group_of(a, b)], strict=True) is None


def test_a_candidate_is_a_product_of_reasons() -> None:
    """Its sign is the weakest of theirs; what is zero, or has no known sign, is none."""
    strong = candidate(GROUND, (), [("sign", (poly(s),)), ("sign", (poly(t),))])
    assert strong is not None
    assert (strong.value, strong.sign, strong.free) == (poly(s * t), POSITIVE, False)
    weak = candidate(GROUND, (), [("sign", (poly(s),)), ("square", (poly(a),))])
    assert weak is not None
    assert (weak.value, weak.sign) == (poly(s * a**2), NONNEGATIVE)
    assert candidate(GROUND, (), [("sign", (poly(s),)), ("sign", (poly(a),))]) is None
    assert candidate(GROUND, (), [("sign", ({},))]) is None
    number = candidate(GROUND, (), [("sign", (GROUND.ring.constant(1),))])
    assert number is not None
    assert (number.value, number.reasons, number.sign) == (GROUND.ring.constant(1), (), POSITIVE)


def test_a_sum_is_above_zero_where_it_has_a_term() -> None:
    """Over a range that may be empty it is nonnegative only."""
    ground = ground_of(Sum(exp(x[n]), (n, 1, N)) + Sum(exp(x[n]), (n, 2, N)))
    signs = {
        found.sign
        for mono in ground.goal
        for term in Frames(ground.ring).open(mono)
        if term.frame and (found := candidate(ground, term.frame, [("sign", ({term.mono: 1},))])) is not None
    }
    assert signs == {POSITIVE, NONNEGATIVE}


def test_the_cost_of_a_candidate_is_what_a_reader_looks_at() -> None:
    """Reasons, sums and terms; each costs something."""
    index = GROUND.ring.fresh(None)
    summed = Candidate((index,), A.reasons, A.value, NONNEGATIVE)
    assert A.cost < A_AND_B.cost < made(a, reasons=2).cost
    assert A.cost < summed.cost
    assert Candidate((), (), GROUND.ring.constant(1), POSITIVE).cost > 1


def test_a_product_of_candidates_is_as_strong_as_its_weaker_factor() -> None:
    """Sums get other names, and a product with an equation may be taken with either sign."""
    product = times(GROUND, SURE, made(b, POSITIVE))
    assert product is not None
    assert (product.value, product.sign, product.free) == (poly(a * b), POSITIVE, False)
    weaker = times(GROUND, SURE, B)
    assert weaker is not None
    assert (weaker.sign, weaker.reasons) == (NONNEGATIVE, (*SURE.reasons, *B.reasons))
    either = times(GROUND, SURE, made(b, POSITIVE, free=True))
    assert either is not None
    assert (either.sign, either.free) == (NONNEGATIVE, True)
    ground = ground_of(total(q[n], n), nonnegative(q))
    (mono,) = ground.goal
    term = next(t for t in Frames(ground.ring).open(mono) if t.frame)
    one = candidate(ground, term.frame, [("sign", ({term.mono: 1},))])
    assert one is not None
    square = times(ground, one, one)
    assert square is not None
    assert len(set(square.over)) == 2
    assert square.value == kernel.multiply(ground.ring, one.value, one.value)


def test_multiples_are_one_candidate() -> None:
    """The first of them, unless a later one is known to be above zero; opposites are two."""
    twice, opposite, sure = made(2 * a), made(-a), made(3 * a, POSITIVE)
    assert distinct([A, twice, None, opposite, B]) == [A, opposite, B]
    assert distinct([A, sure, twice]) == [sure]
    assert distinct([sure, A]) == [sure]


PRODUCTS: dict[str, tuple[Any, list[str] | None]] = {
    "a square": (a**2 - 2 * a * b + b**2, None),
    "a square times a positive number": (s * (a - b) ** 2, ["sign", "square"]),
    "a fourth power times a square": ((a - b) ** 4 * c**2, ["square", "square"]),
    "a third power of a positive number": ((s + t) ** 3 * (a - b) ** 2, ["sign", "square", "square"]),
    "two positive factors": ((s + 1) * (t + 2), ["sign", "sign"]),
    "two negative factors": ((-s - 1) * (-t - 2), ["sign", "sign"]),
    "one negative factor": ((-s - 1) * (a - b) ** 2, None),
    "a factor of unknown sign": ((s + 1) * (a - b), None),
    "with a number": (Fraction(3, 4) * s * (a - b) ** 2, ["sign", "square"]),
    "a number below zero": (-3 * s * (a - b) ** 2, None),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_a_product_shows_its_sign_by_its_factors(case: str) -> None:
    """The number and the reasons multiply to the polynomial, which has more than one factor."""
    expr, kinds = PRODUCTS[case]
    target = poly(expr)
    found = of_known_sign(GROUND, target)
    assert (None if found is None else sorted(kind for kind, _ in found[1])) == kinds
    if found is not None:
        value = GROUND.ring.constant(found[0])
        for kind, about in found[1]:
            value = kernel.multiply(GROUND.ring, value, KINDS[kind].value(GROUND, about))
        assert (value, found[0] > 0) == (target, True)


OPENED: dict[str, tuple[Any, int]] = {
    "a number": (a, 1),
    "a sum": (total(x[n], n), 2),
    "a square of a sum": (total(x[n], n) ** 2, 3),
    "a product of two sums": (total(x[n], n) * total(w[d], d), 4),
    "a sum beside a number": (a * total(x[n] ** 2, n), 2),
    "a form": (total(w[d] * X[n, d] * x[n], n, d), 4),
    "a reciprocal of a sum": (1 / total(exp(x[n]), n), 1),
}


@pytest.mark.parametrize("case", OPENED)
def test_sums_that_are_opened_can_be_closed_again(case: str) -> None:
    """Each way to open a term, summed over what was opened, is the term; the first way opens nothing."""
    expr, least = OPENED[case]
    ground = ground_of(expr)
    ((mono, coef),) = ground.goal.items()
    frames = Frames(ground.ring)
    ways = frames.open(mono)
    assert (ways[0].frame, ways[0].mono) == ((), mono)
    assert len(ways) >= least
    for way in ways:
        assert kernel.sum_over(ground.ring, way.frame, {way.mono: way.coef}) == {mono: 1}
    assert frames.open(mono) is ways
    assert coef == 1


def test_what_a_term_contains_does_not_depend_on_its_sums() -> None:
    """The content of a product is that of its factors together."""
    ground = ground_of(total(x[n], n) ** 2 * total(q[n] * x[n], n) * a**3)
    (mono,) = ground.goal
    content = Frames(ground.ring).content(mono)
    assert sorted(content.values()) == [1, 3, 3]


def test_weights_of_a_family_are_what_is_nonnegative_at_one_index() -> None:
    """Of any sign, or at two indices, nothing weighs."""
    ground = ground_of(total(q[n] * x[n], n) + total(X[n, d], n, d), nonnegative(q))
    frames = Frames(ground.ring)
    found = weights(ground, [term for mono in ground.goal for term in frames.open(mono)])
    assert found
    monos = [(index, mono) for index, several in found.items() for one in several for mono in one]
    assert all(ground.sign({mono: 1}) and mono.free == {index} for index, mono in monos)
    assert {mono.spelling.split("/")[0] for _, mono in monos} == {"q"}


FACTORED: list[Any] = [
    a,
    s * a + s * b,
    s**2 * e * (a - b),
    a / s + b / s,
    a * b / (s * t**2),
    e * a + e * s,
    exp(a) * b - exp(a),
]


@pytest.mark.parametrize("expr", FACTORED)
def test_a_goal_is_a_positive_and_a_nonnegative_factor_times_the_rest(expr: Any) -> None:
    """The three multiply to it; the first is positive and the second nonnegative."""
    target = poly(expr)
    positive_factors, outer, rest = factored(GROUND, target)
    first: Poly = {GROUND.ring.mono(positive_factors.items()): 1}
    product = kernel.multiply(GROUND.ring, kernel.multiply(GROUND.ring, first, outer), rest)
    assert kernel.vanishes(GROUND.ring, kernel.subtract(product, target)) is not None
    assert GROUND.sign(first) == POSITIVE
    assert GROUND.sign(outer) >= NONNEGATIVE
    assert all(
        GROUND.sign({GROUND.ring.mono([factor]): 1}) == UNKNOWN
        for factor in set.intersection(*(set(mono.factors) for mono in rest))
    )


LOGARITHMS: list[tuple[Any, tuple[object, ...], int]] = [
    (log(s) - log(t), (Le(t, s),), 1),
    (log(s) - log(t), (Le(s, t),), 0),
    (3 * log(s) - 3 * log(t), (Lt(t, s),), 3),
    (log(s) - a, (Ge(s, exp(a)),), 1),
    (2 * a - 2 * log(s), (Le(s, exp(a)),), 2),
    (a - log(s), (Ge(s, exp(a)),), 0),
]


@pytest.mark.parametrize(("goal", "facts", "factor"), LOGARITHMS)
def test_logarithms_in_order_are_a_reason_with_a_factor(goal: Any, facts: tuple[object, ...], factor: int) -> None:
    """The factor times log p - log q is the goal, and p >= q is known; else there is no reason."""
    ground = ground_of(goal, *facts)
    found = list(increasing(ground, ground.goal))
    assert {share for share, _ in found} == ({factor} if factor else set())
    for share, (kind, about) in found:
        value = kernel.scale(KINDS[kind].value(ground, about), share)
        assert kernel.vanishes(ground.ring, kernel.subtract(value, ground.goal)) is not None
        assert KINDS[kind].sign(ground, about) != UNKNOWN


GOALS: dict[str, tuple[Any, tuple[object, ...]]] = {
    "a square": ((a - b) ** 2, ()),
    "a form of three": (a**2 + b**2 + c**2 - a * b - b * c - c * a, ()),
    "a fact": (b - a, (Le(a, b),)),
    "facts with numbers": (a + b - 3, (Ge(a, 1), Ge(b, 2))),
    "a product of facts": (a * b - 1, (Ge(a, 1), Ge(b, 1))),
    "a factor that is nonnegative": (e * a, (Ge(a, 0),)),
    "a positive factor": (s * a**2 - 2 * s * a + s, ()),
    "below a positive number": (s + 1 / s - 2, ()),
    "an equation": (a**2 + b**2 - 1, (Eq(a * b, Fraction(1, 2)),)),
    "Cauchy-Schwarz": (total(x[n] ** 2, n) * total(q[n] ** 2, n) - total(x[n] * q[n], n) ** 2, ()),
    "an exponential": (exp(a) - 1 - a, ()),
    "a logarithm": (s - 1 - log(s), ()),
    "a sum of facts": (total(q[n] * x[n], n), (nonnegative(q), Ge(x[m], 0))),
}


@pytest.mark.parametrize("case", GOALS)
def test_what_the_search_yields_adds_up(case: str) -> None:
    """A positive multiplier times the goal is the sum of the parts, with positive coefficients but for equations."""
    goal, facts = GOALS[case]
    ground = ground_of(goal, *facts)
    found = list(islice(proofs(ground), 4))
    assert found
    for proof in found:
        parts = [kernel.scale(each.value, share) for share, each in proof.combination]
        left = kernel.multiply(ground.ring, ground.goal, proof.multiplier)
        assert kernel.vanishes(ground.ring, kernel.subtract(left, kernel.add(*parts))) is not None
        assert ground.sign(proof.multiplier) == POSITIVE
        assert all(share > 0 or each.free for share, each in proof.combination)


def test_a_strict_goal_has_a_part_above_zero() -> None:
    """Every proof of a strict goal does; of one that is not strict, none is yielded."""
    for goal, facts, proved in (
        (a**2 + s, (), True),
        (a**2 + b**2, (), False),
        (b - a, (Gt(b, a),), True),
        (b - a, (Ge(b, a),), False),
    ):
        claim = statement(goal, 0, ">", facts)
        assert not isinstance(claim, bool)
        found = list(islice(proofs(stand_on(claim, Limits())), 4))
        assert bool(found) is proved
        assert all(any(each.sign == POSITIVE for _, each in proof.combination) for proof in found)


def test_groups_are_suggested_by_the_terms_of_a_goal() -> None:
    """Halves of squares and products, with weights that are nonnegative."""
    ground = ground_of(s * a**2 - 2 * s * a * b + s * b**2 + a**4)
    support = [*ground.goal, ground.ring.one]
    found = groups(ground, ground.goal, Frames(ground.ring), [], support)
    halves = {(kernel.freeze(group.weight), half) for group in found for half in group.halves}
    wanted = [(s, a), (s, b), (1, a**2)]
    for weight, half in wanted:
        (mono,) = ground.question.read(half)
        frozen = kernel.freeze(ground.question.read(weight) if weight != 1 else ground.ring.constant(1))
        assert (frozen, mono) in halves
    assert all(ground.sign(group.weight) for group in found)


def test_a_weight_of_several_terms_is_taken_together() -> None:
    """p - p^2 weighs the squares beside it, where p lies between 0 and 1."""
    p = tensor("p", K)
    goal = total((p[k] - p[k] ** 2) * tensor("z", K)[k] ** 2, k)
    ground = ground_of(goal, positive(p), Le(p[k], 1))
    found = groups(ground, ground.goal, Frames(ground.ring), [], list(ground.goal))
    assert any(len(group.weight) == 2 for group in found)
