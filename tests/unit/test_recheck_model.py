"""What the second opinion makes of assumptions: sorted, drawn from, and looked at again."""

from __future__ import annotations

import pytest
from flint import fmpq
from sympy import (
    Add,
    Basic,
    Eq,
    Ge,
    Gt,
    IndexedBase,
    Le,
    Lt,
    MatrixSymbol,
    Mul,
    Sum,
    exp,
    log,
    pi,
    symbols,
)

from derive.facts import binary, inverse_pair, nonnegative, one_hot, positive, sign, simplex, symmetric
from derive.recheck.domains import TESTING, Style
from derive.recheck.fields import Reals
from derive.recheck.grids import identity
from derive.recheck.holding import facts_hold, holds, violated
from derive.recheck.model import Model
from derive.recheck.opinion import prepare
from derive.recheck.points import EXPONENTS_AT_MOST, Counting, Point, Variation
from derive.recheck.terms import At, Meter
from derive.recheck.values import ONE, ZERO, Affine, Degree, NotEvaluableError, Residue, UndefinedError, Value

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k, n = symbols("i j k n", integer=True)
a, b, c = symbols("a b c")
x, y, z, w, p, S, X, G, H, T = (IndexedBase(s) for s in ("x", "y", "z", "w", "p", "S", "X", "G", "H", "T"))
A = MatrixSymbol("A", D, D)


def total(body: Basic, *limits: tuple[Basic, Basic | int, Basic | int]) -> Basic:
    """Return a sum, from 1 to N over i where nothing else is said."""
    return Sum(body, *(limits or [(i, 1, N)]))


def asked(goal: Basic, *assuming: object, relation: str = "==", **ranges: tuple[Basic | int, Basic | int]) -> Model:
    """Return a question, ready for a survey."""
    return prepare((goal, 0), relation, assuming, ranges or None)


def point(model: Model, style: Style = TESTING[0], *, seed: str = "0", size: int = 3, modular: bool = False) -> Point:
    """Return a point at which every size is the same."""
    return Point(model, dict.fromkeys(model.question.sizes, size), seed, style, modular=modular)


def at(where: Point) -> At:
    """Return a place at a point."""
    return where.at(Reals(), {}, Meter(float("inf"), 10**6))


def drawn(where: Point, name: str, *places: int) -> Value:
    """Return the value of an entry."""
    return where.value(at(where), (name, places))


def kinds(model: Model) -> dict[str, int]:
    """Return how many assumptions there are of each kind."""
    named = {
        "definitions": model.definitions,
        "equations": model.equations,
        "inequalities": model.inequalities,
        "conditions": model.conditions,
    }
    return {name: len(found) for name, found in named.items() if found}


SORTED: dict[str, tuple[list[Basic], dict[str, int]]] = {
    "a definition": ([Eq(w[j], a * x[j])], {"definitions": 1}),
    "a definition from the right": ([Eq(a * b, c)], {"definitions": 1}),
    "a definition of a matrix": ([Eq(A, A.T * 2)], {"equations": 1}),
    "a second definition is an equation": ([Eq(a, b), Eq(a, c + 1)], {"definitions": 1, "equations": 1}),
    "two numbers": ([Eq(a, 1), Eq(a, 2)], {"definitions": 1, "equations": 1}),
    "a circle": ([Eq(a, b + 1), Eq(b, a * c)], {"definitions": 1, "equations": 1}),
    "what defines itself": ([Eq(a, a**2)], {"equations": 1}),
    "an index that the left side has not": ([Eq(w[j], x[j] + y[i])], {"equations": 1}),
    "one index twice": ([Eq(S[i, i], y[i] + 1)], {"equations": 1}),
    "of a sum": ([Eq(total(x[i]), total(x[i] * y[i]))], {"equations": 1}),
    "a bound": ([Ge(x[i], 2)], {}),
    "bounds from both sides": ([Gt(3, x[i]), Lt(x[i], 5)], {}),
    "a bound on one entry": ([Ge(x[1], 2)], {"inequalities": 1}),
    "a bound that is no rational number": ([Ge(x[i], pi)], {"inequalities": 1}),
    "a bound by another entry": ([Ge(x[i], y[i])], {"inequalities": 1}),
    "of sizes": ([Ge(N, 2), Eq(N, D)], {"conditions": 2}),
}


@pytest.mark.parametrize("case", SORTED)
def test_assumptions_are_sorted(case: str) -> None:
    """By what can be done with them: computed, solved for, only checked, or a question of sizes."""
    assumptions, expected = SORTED[case]
    assert kinds(asked(total(x[i]) + Sum(w[j], (j, 1, D)), *assumptions)) == expected


BOUNDS: dict[str, tuple[Basic, dict[int, bool]]] = {
    "at least": (Ge(x[i], 2), {1: False, 2: True, 3: True}),
    "above": (Gt(x[i], 2), {1: False, 2: False, 3: True}),
    "at most": (Le(x[i], 2), {1: True, 2: True, 3: False}),
    "below": (Lt(x[i], 2), {1: True, 2: False, 3: False}),
    "at least, from the right": (Le(2, x[i], evaluate=False), {1: False, 2: True, 3: True}),
    "below, from the right": (Gt(2, x[i], evaluate=False), {1: True, 2: False, 3: False}),
}


@pytest.mark.parametrize("case", BOUNDS)
def test_bounds_narrow_a_domain(case: str) -> None:
    """The number itself belongs to it unless the relation is strict; whichever side it stands on."""
    bound, expected = BOUNDS[case]
    domain = asked(total(x[i]), bound).domains["x"]
    assert {v: domain.contains(fmpq(v)) for v in expected} == expected


MODULAR: dict[str, tuple[list[object], bool]] = {
    "nothing": ([], True),
    "an equation": ([Eq(total(x[i]), 1)], True),
    "an inequality": ([Ge(total(x[i]), 1)], False),
    "bounds on what is drawn": ([positive(x)], True),
    "bounds on what is solved for": ([positive(x), Eq(total(x[i]), 1)], False),
    "bounds on what is computed": ([positive(x), Eq(x[i], y[i] + 1)], False),
    "bounds on what it is computed from": ([positive(y), Eq(x[i], y[i] + 1)], False),
    "bounds on another entry": ([positive(y), Eq(total(x[i]), 1)], True),
    "signs": ([sign(x), Eq(total(y[i]), 1)], True),
}


@pytest.mark.parametrize("case", MODULAR)
def test_an_order_means_nothing_modulo_a_prime(case: str) -> None:
    """On independent entries it may be left out; where entries depend on it, no point modulo a prime is one."""
    assumptions, expected = MODULAR[case]
    assert asked(total(x[i] + y[i]), *assumptions).modular is expected


def test_a_point_is_plain_where_drawing_is_enough() -> None:
    """Bounds are drawn; a fact of groups, an equation or a definition is looked at again."""
    goal = total(x[i])
    assert [asked(goal, *given).plain for given in ((), (Ge(x[i], 1),))] == [True, True]
    for given in (symmetric(S), Eq(a, b), Eq(total(x[i]), 1), Ge(total(x[i]), 1)):
        assert not asked(goal + S[1, 1], given).plain


def test_two_forms_at_once_are_refused() -> None:
    """A row is one-hot or a simplex; one that is both is not evaluated. Said twice, a fact is one."""
    with pytest.raises(NotEvaluableError):
        _ = asked(total(p[i]), one_hot(p), simplex(p))
    assert asked(total(p[i]), simplex(p), simplex(p)).rows == {"p": "simplex"}


def test_what_a_definition_speaks_of() -> None:
    """Of entries of its name within its range, with its numbers where it has numbers."""
    model = asked(Sum(w[j], (j, 1, D)) + T[1, 1], Eq(w[j], x[j] + 1), Eq(T[j, 2], y[j] * a))
    first, second = model.definitions
    sizes = dict.fromkeys(model.question.sizes, 3)
    assert first.match(("w", (2,)), sizes) == {j: 2}
    assert [first.match(key, sizes) for key in (("w", (4,)), ("w", (0,)), ("x", (2,)), ("w", (1, 2)))] == [None] * 4
    assert second.match(("T", (3, 2)), sizes) == {j: 3}
    assert second.match(("T", (3, 1)), sizes) is None


def test_what_a_name_is_computed_from() -> None:
    """By definitions and inverses, as far as they go; a circle is no harm."""
    model = asked(a + G[1, 1], Eq(a, b + 1), Eq(b, c * G[1, 1]), inverse_pair(H, G))
    assert model.spread(["a"]) == {"a", "b", "c", "G", "H"}
    assert model.spread(["c"]) == {"c"}


def test_halves_of_a_symmetric_matrix_are_one() -> None:
    """The last two places are put in order; those of other tensors are not."""
    model = asked(S[i, j] + T[i, j], symmetric(S))
    assert model.key(("S", (3, 1))) == model.key(("S", (1, 3))) == ("S", (1, 3))
    assert model.key(("S", (5, 3, 1))) == ("S", (5, 1, 3))
    assert model.key(("T", (3, 1))) == ("T", (3, 1))
    assert model.key(("S", (3,))) == ("S", (3,))


def test_what_is_drawn_modulo_primes() -> None:
    """Residues, but for a few values and for whole numbers in an exponent, which stay what they are."""
    m, e = symbols("m e", integer=True)
    goal = total(x[i] + y[i]) + a**e + m
    where = point(asked(goal, sign(y), Ge(e, 0)), modular=True)
    assert isinstance(drawn(where, "x", 1), Residue)
    assert isinstance(drawn(where, "m"), Residue)
    assert drawn(where, "y", 1) in (-1, 1)
    seen = {drawn(point(asked(goal, Ge(e, 0)), seed=str(k), modular=True), "e") for k in range(60)}
    assert seen == set(range(1, EXPONENTS_AT_MOST + 1))


def test_whole_exponents_stay_small() -> None:
    """With real numbers too; elsewhere whole numbers may be larger."""
    m, e = symbols("m e", integer=True, positive=True)
    where = [point(asked(a**e + m), Style(40), seed=str(k)) for k in range(40)]
    assert max(drawn(each, "e") for each in where) <= EXPONENTS_AT_MOST < max(drawn(each, "m") for each in where)


def test_entries_are_alike_where_the_style_says_so() -> None:
    """One value for all of a tensor; else each its own."""
    alike, apart = (point(asked(total(x[i])), Style(30, alike=same)) for same in (True, False))
    assert len({drawn(alike, "x", k) for k in range(20)}) == 1
    assert len({drawn(apart, "x", k) for k in range(20)}) > 10
    assert len({drawn(alike, "x", 1), drawn(point(asked(total(x[i])), Style(30, alike=True), seed="1"), "x", 1)}) == 2


@pytest.mark.parametrize("size", [1, 2, 5])
def test_rows_have_their_form(size: int) -> None:
    """One-hot rows hold a single 1, at each place for some seed; a simplex holds shares; outside there is no value."""
    hot, share = (asked(total(p[i]), fact) for fact in (one_hot(p), simplex(p)))
    places = range(1, size + 1)
    rows = [[drawn(point(hot, seed=str(k), size=size), "p", place) for place in places] for k in range(40)]
    assert all(sorted(row) == [0] * (size - 1) + [1] for row in rows)
    assert {row.index(1) for row in rows} == set(range(size))
    for style in (Style(3), Style(3, zeros=True)):
        rows = [[drawn(point(share, style, seed=str(k), size=size), "p", place) for place in places] for k in range(40)]
        assert all(sum(row, ZERO) == 1 and min(row) >= 0 for row in rows)
        assert any(0 in row for row in rows) is (style.zeros and size > 1)
    for outside in (0, size + 1):
        with pytest.raises(UndefinedError):
            _ = drawn(point(hot, size=size), "p", outside)


def test_an_inverse_is_one() -> None:
    """Entry by entry, from the first place of its range to the last, and not outside."""
    where = point(asked(Sum(G[i, j] * H[j, k], (j, 1, D)), inverse_pair(G, H)))
    grids = [where.grid(at(where), name, where.span("H")) for name in "GH"]
    product = grids[0] @ grids[1]
    assert product.rows == identity(3).rows
    for outside in ((0, 1), (1, 0), (4, 1), (1, 4)):
        with pytest.raises(UndefinedError):
            _ = drawn(where, "H", *outside)


def test_solved_and_chosen_values_come_first() -> None:
    """What was solved for, then what is defined, then what was chosen, then what is drawn."""
    model = asked(a + b + c, Eq(a, b + 1))
    where = point(model)
    where.chosen = {("b", ()): fmpq(7), ("a", ()): fmpq(100)}
    assert (drawn(where, "a"), drawn(where, "b")) == (8, 7)
    where.fixed = {("a", ()): fmpq(50)}
    assert drawn(where, "a") == 50


def test_unknown_functions_are_polynomials_of_the_degree_of_the_style() -> None:
    """Of several arguments at most of degree 3; the text says which polynomial it is."""
    where = point(asked(a), Style(2, degree=5))
    assert set(where.polynomial("f", 1)) == {(e,) for e in range(6)}
    assert set(where.polynomial("g", 2)) == {(r, s) for r in range(4) for s in range(4 - r)}
    where._functions = {("f", 1): {(2,): fmpq(-1), (1,): fmpq(3), (0,): fmpq(-2)}, ("g", 2): {(1, 1): ONE, (0, 0): ONE}}  # noqa: SLF001 -- known coefficients, for the text
    assert where.functions() == {"f": "-u**2 + 3*u - 2", "g": "u*v + 1"}


def test_unknowns_of_a_variation() -> None:
    """Those that are given, all entries of the tensors that are named, and the point's values for the others."""
    where = point(asked(total(x[i] * y[i]) + S[1, 2], symmetric(S)))
    varied = Variation(where, {("S", (1, 2)): fmpq(9)}, ["x"])
    place = varied.at(Reals(), {}, Meter(float("inf"), 1000))
    assert varied.value(place, ("S", (2, 1))) == 9
    found = varied.value(place, ("x", (2,)))
    assert isinstance(found, Affine)
    assert (found.constant, dict(found.slopes)) == (0, {("x", (2,)): 1})
    assert varied.value(place, ("y", (1,))) == where.value(at(where), ("y", (1,)))


def test_degrees_of_what_is_drawn_and_of_what_is_computed() -> None:
    """An entry has degree one; a share, an inverse and what was solved for are quotients; an exact value has none."""
    model = asked(total(x[i] + y[i] + p[i]), simplex(p), sign(y))
    where = point(model, modular=True)
    counting, place = Counting(where), at(where)
    degrees = {}
    for solved in (0, 1, 2):
        where.fixed = {("x", (k,)): Residue(5, 5) for k in range(solved)}
        for name, key in (("drawn", ("x", (3,))), ("solved", ("x", (0,))), ("row", ("p", (1,)))):
            found = counting.value(place, key)
            assert isinstance(found, Degree)
            degrees[name, solved] = found.over, found.under
    assert {degrees["drawn", k] for k in range(3)} == {(1, 0)}
    assert [degrees["row", k] for k in range(3)] == [(2, 2), (4, 4), (6, 6)]
    assert [degrees["solved", k] for k in (1, 2)] == [(4, 4), (6, 6)]
    assert counting.value(place, ("y", (1,))) in (-1, 1)


def held(model: Model, **entries: list[object]) -> bool:
    """Return whether facts hold where the entries of tensors, from 1 on, have these values."""
    where = point(model, size=len(next(iter(entries.values()))))
    where.fixed = {(name, (k,)): value for name, row in entries.items() for k, value in enumerate(row, 1)}
    place = at(where)
    for key in where.fixed:
        _ = place.entry(key)
    return facts_hold(place, where)


HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
ROWS: dict[str, tuple[object, list[object], bool]] = {
    "one-hot": (one_hot(p), [ZERO, ONE, ZERO], True),
    "shares are not one-hot": (one_hot(p), [HALF, HALF, ZERO], False),
    "one-hot adds up": (one_hot(p), [ONE, ONE, fmpq(-1)], False),
    "two ones": (one_hot(p), [ONE, ONE, ZERO], False),
    "no one": (one_hot(p), [ZERO, ZERO, ZERO], False),
    "a simplex": (simplex(p), [HALF, THIRD, fmpq(1, 6)], True),
    "a simplex with a zero": (simplex(p), [HALF, HALF, ZERO], True),
    "a simplex adds up": (simplex(p), [HALF, HALF, HALF], False),
    "a simplex has no negative share": (simplex(p), [ONE, ONE, fmpq(-1)], False),
    "signs": (sign(p), [ONE, fmpq(-1), ONE], True),
    "a half is no sign": (sign(p), [ONE, HALF, ONE], False),
    "bits": (binary(p), [ONE, ZERO, ZERO], True),
    "a sign is no bit": (binary(p), [ONE, fmpq(-1), ZERO], False),
    "positive": (positive(p), [ONE, HALF, ONE], True),
    "zero is not positive": (positive(p), [ONE, ZERO, ONE], False),
    "nonnegative": (nonnegative(p), [ONE, ZERO, ONE], True),
    "below zero": (nonnegative(p), [ONE, ZERO, fmpq(-1)], False),
}


@pytest.mark.parametrize("case", ROWS)
def test_facts_are_looked_at_again(case: str) -> None:
    """Whatever was solved for obeys them, or the point does not count."""
    fact, row, expected = ROWS[case]
    assert held(asked(total(p[i]), fact), p=row) is expected


def matrices(**entries: list[list[int]]) -> Point:
    """Return a point at which matrices have these values, from row and column 1 on."""
    model = asked(total(G[i, j] * H[j, k] + S[i, j], (j, 1, N)), inverse_pair(G, H), symmetric(S), i=(1, N), k=(1, N))
    where = point(model, size=2)
    places = [(r, c) for r in (1, 2) for c in (1, 2)]
    where.fixed = {(name, at_): fmpq(rows[at_[0] - 1][at_[1] - 1]) for name, rows in entries.items() for at_ in places}
    return where


@pytest.mark.parametrize(
    ("inverse", "holds_"), [([[1, -1], [0, 1]], True), ([[1, 1], [0, 1]], False), ([[1, -1], [1, 1]], False)]
)
def test_a_pair_of_inverses_is_looked_at_again(inverse: list[list[int]], holds_: bool) -> None:  # noqa: FBT001 -- a case
    """Where one of the two is used; a pair that nothing mentions is left alone."""
    where = matrices(G=[[1, 1], [0, 1]], H=inverse)
    for used in (("G", (1, 1)), ("H", (2, 1))):
        place = at(where)
        _ = place.entry(used)
        assert facts_hold(place, where) is holds_
    elsewhere = at(where)
    _ = elsewhere.entry(("a", ()))
    assert facts_hold(elsewhere, where)


def test_a_definition_may_break_a_symmetry() -> None:
    """S[i, j] = x_i y_j is symmetric at hardly any point."""
    model = asked(Sum(S[i, j], (i, 1, N), (j, 1, N)), symmetric(S), Eq(S[i, j], x[i] * y[j]))
    where = point(model)
    for key, expected in ((("S", (1, 1)), True), (("S", (1, 2)), False)):
        place = at(where)
        _ = place.entry(key)
        assert facts_hold(place, where) is expected


def test_statements_hold_provably_or_not_at_all() -> None:
    """Each relation at -1, 0 and 1; a ball around 0 is not 0; without a value nothing holds."""
    for relation, expected in (("<", "-"), ("<=", "-0"), ("==", "0"), (">=", "0+"), (">", "+")):
        found = ""
        for value, letter in ((-1, "-"), (0, "0"), (1, "+")):
            goal = prepare((a, 0), relation, (), None).question.goal
            where = point(asked(a))
            where.fixed = {("a", ()): fmpq(value)}
            found += letter if holds(goal, at(where)) else ""
        assert found == expected, relation
    for nowhere in (1 / Add(a, -a, evaluate=False), exp(a) - exp(Mul(a, 1, evaluate=False)) + log(-1 - a**2)):
        assert not holds(asked(nowhere).question.goal, at(point(asked(a))))


def test_what_is_broken_is_named() -> None:
    """By the entries that it mentions; what was solved for outside of its domain breaks all of them."""
    model = asked(total(x[i]) + a + b, Eq(a * b, 6), Ge(total(x[i]), 1), positive(b))
    where = point(model, size=2)
    where.fixed = {("a", ()): fmpq(2), ("b", ()): fmpq(3), ("x", (1,)): ONE, ("x", (2,)): ONE}
    assert violated(where, Reals(), Meter(float("inf"), 1000)) == []
    where.fixed |= {("x", (1,)): fmpq(-9)}
    assert violated(where, Reals(), Meter(float("inf"), 1000)) == [{("x", (1,)), ("x", (2,))}]
    where.fixed |= {("x", (1,)): ONE, ("a", ()): fmpq(-2), ("b", ()): fmpq(-3)}
    (named,) = violated(where, Reals(), Meter(float("inf"), 1000))
    assert named == {("a", ()), ("b", ()), ("x", (1,)), ("x", (2,))}
