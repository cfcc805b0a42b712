"""Lies that a derivation could be made to tell: by a changed name, a fact that leaks, a part for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from sympy import Derivative, Eq, Ge, Gt, Idx, IndexedBase, Le, MatrixSymbol, Rational, Sum, Symbol, Trace, log, symbols

from derive import index, nonnegative, sigmoid, sign, simplex, size, tensor
from derive.derivation import Chain, Constraint, Induction, Program
from derive.errors import BadFactError, DeriveError, UndeclaredRangeError

N = size("N")
n, m, whole_number = symbols("n m Z", integer=True)
A, C = MatrixSymbol("A", N, N), MatrixSymbol("C", N, N)
k, other = (Symbol(name, integer=True, nonnegative=True) for name in "kl")
i, j = index("i", N), index("j", N)
p, x, y, z = (tensor(name, N) for name in "pxyz")
w, W, B = IndexedBase("w"), IndexedBase("W"), IndexedBase("b", positive=True)
P, Q = symbols("p q", positive=True)
a, q, r, s, t, v = symbols("a q r s t v", real=True)
CROSS_ENTROPY = -Sum(y[i] * log(p[i]), i)
NAMED = (p[i], sigmoid(z[i]))
PART, WHOLE = Idx("n", (1, N - 1)), Idx("n", (0, N - 1))
Claim = tuple[Any, ...]


def chain_of(definitions: Iterable[Any] = (), facts: Iterable[Any] = ()) -> Chain:
    """Return a chain with these definitions and assumptions."""
    chain = Chain("lie", "None of it follows")
    for what, value in definitions:
        chain.define(what, value, "a name")
    chain.assume(*facts, reason="given")
    return chain


def status(claim: Callable[[], Chain]) -> str:
    """Return the status of the last line, or that of a line that is refused."""
    try:
        return claim().steps[-1].status
    except DeriveError:
        return "error"


def slope(expr: Any, by: Any) -> Any:
    """Return a derivative that is not taken."""
    return Derivative(expr, by, evaluate=False)


def told(lhs: Any, rhs: Any, *, definitions: Any = (), facts: Any = ()) -> Callable[[], Chain]:
    """Return what makes a chain of one claim."""

    def claim() -> Chain:
        chain = chain_of(definitions, facts)
        chain.claim(lhs, rhs, "claimed")
        return chain

    return claim


BY_A_NAME: dict[str, tuple[Any, Any, Any, Any]] = {
    "the loss, by the probability": ((NAMED,), CROSS_ENTROPY, p[j], -y[j] / p[j]),
    "the loss through another name": ((NAMED, (x[i], log(p[i]))), -Sum(y[i] * x[i], i), p[j], -y[j] / p[j]),
    "a number": (((q, 3 * a),), a * q**2, q, 2 * a * q),
    "a matrix": (((A, 2 * C),), Trace(A.T * A), A, 2 * A),
    "what it stands for, by its own variable": ((NAMED,), CROSS_ENTROPY, z[j], -y[j] * (1 - p[j])),
}


def test_a_derivative_by_a_name_is_by_that_name() -> None:
    """It is not 0, as if what the name stands for did not vary with it; the right one is proved, with an opinion."""
    for name, (definitions, loss, by, right) in BY_A_NAME.items():
        for rhs, expected in (
            (right, {"proved"}),
            (0, {"undecided", "refuted"}),
            (2 * right, {"undecided", "refuted"}),
        ):
            chain = chain_of(definitions)
            chain.start(loss, "the loss")
            chain.differentiate(by, rhs, "claimed")
            assert chain.steps[-1].status in expected, name
            assert (str(chain.done().opinion) == "agrees with 1 of 1 proofs") == ("proved" in expected)


SLOPE = tensor("g", N)
UNDER_A_DERIVATIVE: dict[str, Callable[[], Chain]] = {
    "an equation, as if it were a definition": told(slope(a * s, a), 2 * a, facts=(Eq(s, a),)),
    "one that can be solved": told(slope(a * s, a), 2 * a, facts=(Eq(s - a, 0),)),
    "one that ties the variable by another name": told(
        slope(a * s, a), s + 2 * a, definitions=((q, 2 * a),), facts=(Eq(s, q),)
    ),
    "a point": told(slope(a**2, a), 0, facts=(Eq(a, 1),)),
    "a family": told(slope(Sum(p[i] * z[i], i), z[j]), 2 * z[j], facts=(Eq(p[i], z[i]),)),
    "a sum": told(slope(Sum(p[i], i) ** 2, p[j]), 0, facts=(Eq(Sum(p[i], i), 1),)),
    "a sign": told(slope(a**2, a), 0, facts=(sign(a),)),
    "probabilities": told(slope(Sum(p[i], i), p[j]), 0, facts=(simplex(p),)),
    "an equation about a derivative": told(a, Rational(5, 2), facts=(Eq(s, a), Eq(slope(a * s, a), 5))),
    "by a name for the derivative": told(SLOPE[j], 0, definitions=(NAMED, (SLOPE[j], slope(CROSS_ENTROPY, p[j])))),
    "a matrix by its entries": told(slope(Trace(A), C[n, n]), 0, definitions=((A[n, m], C[n, m] ** 2),)),
    "a matrix by another": told(slope(Trace(A), C[n, n]), 0, definitions=((A, 2 * C),)),
    "free here and defined there": told(slope(CROSS_ENTROPY, p[j]) * slope(p[j], z[j]), 0, definitions=(NAMED,)),
}


def test_nothing_that_holds_at_points_is_differentiated() -> None:
    """Neither facts nor equations; a definition is, through all that it stands for."""
    assert [name for name, claim in UNDER_A_DERIVATIVE.items() if status(claim) == "proved"] == []
    true = (
        told(slope(a * s, a), s, facts=(Eq(s, a),)),
        told(slope(a**2, a), 2 * a, facts=(Eq(a, 1),)),
        told(slope(s * q, a), 2 * s, definitions=((q, 2 * a),), facts=(Eq(t, 1),)),
        told(SLOPE[j], -y[j] / p[j], definitions=(NAMED, (SLOPE[j], slope(CROSS_ENTROPY, p[j])))),
    )
    assert [status(claim) for claim in true] == ["proved"] * 4


def test_what_is_shown_is_not_differentiated_either() -> None:
    """A kept line is an equation at points as any other; after the derivative it may be used."""
    chain = chain_of(facts=(Eq(q, a), Eq(q, s)))
    chain.start(s, "one")
    chain.equals(a, "both are q")
    kept = chain.keep()
    assert kept in chain.assumptions
    chain.claim(slope(a * s, a), 2 * a, "as if s were a")
    chain.start(a * s, "a product")
    chain.differentiate(a, s, "s is held")
    chain.equals(a, "and is a, here")
    assert [step.status for step in chain.steps[-4:]] == ["undecided", "given", "proved", "proved"]


TWICE: dict[str, tuple[Any, ...]] = {
    "a number": ((s, a), (s, v)),
    "a family, by another index": ((p[i], z[i]), (p[n], y[n])),
    "in a circle": ((s, a), (a, s + 1)),
    "by itself": ((s, s + 1),),
    "one value for all entries": ((s, z[n]),),
    "an entry, then all": ((p[0], a), (p[i], z[i])),
}


def test_a_name_has_one_meaning() -> None:
    """Two would make any two things equal."""
    for name, definitions in TWICE.items():
        with pytest.raises(BadFactError):
            raise AssertionError(name) if chain_of(definitions) else AssertionError
    chain = chain_of()
    chain.claim(s**2, s * s, "for any s")
    with pytest.raises(BadFactError, match="'s := a' in line 2: s is free in line 1 already"):
        chain.define(s, a, "not any s")


def test_a_solution_is_not_known_afterwards() -> None:
    """It solves its equation, and need not be the only one; the unknown stays free."""
    chain = chain_of()
    chain.start(a**2 - 1, "an equation")
    chain.solve(a, 1, "one of two")
    with pytest.raises(BadFactError, match=r"it solves a\*\*2 - 1 = 0 only"):
        _ = chain.keep()
    assert str(chain.done().result).startswith("a**2 - 1 = 0 at a = 1 ")
    chain.claim(a, 1, "as if it were known")
    assert chain.steps[-1].status == "refuted"


def equation(lhs: Any, rhs: Any) -> Any:
    """Return an equation that SymPy has not evaluated."""
    return Eq(lhs, rhs, evaluate=False)


def induction(claim: Any, start: Any, update: Any, counter: Any = k, at: Any = ()) -> Induction:
    """Return an induction from pairs of sides."""
    return Induction(claim, counter, equation(*start), equation(*update), at)


def induced(
    given: Induction, *then: Claim, facts: Any = (), definitions: Any = (), using: Any = ()
) -> Callable[[], Chain]:
    """Return what makes a chain of an induction, and of claims after it."""

    def claim() -> Chain:
        chain = chain_of(definitions, facts)
        _ = chain.induct(given, using=using)
        for lhs, relation, rhs in then:
            chain.claim(lhs, rhs, "claimed", relation=relation)
        return chain

    return claim


def zero(state: Any, _: Any) -> Any:
    """Return the claim that a number is 0 after every step."""
    return equation(state, 0)


INDUCTIONS: dict[str, Callable[[], Chain]] = {
    "v := v + 1 leaves 0": induced(induction(zero, (v, 0), (v, v + 1))),
    "v := v - 1 stays at 0 or above": induced(induction(lambda u, _: Ge(u, 0), (v, 0), (v, v - 1))),
    "a family that is added to": induced(induction(lambda u, _: equation(u[n], 0), (w[n], 0), (w[n], w[n] + x[n]))),
    "what holds at each step": induced(induction(zero, (v, 0), (t, v + a)), (v + a, "==", a), using=(Eq(a, 0),)),
    "the same, by the fact itself": induced(induction(zero, (v, 0), (t, v + a)), (a, "==", 0), using=(Eq(a, 0),)),
    "the hypothesis": induced(induction(zero, (v, 0), (t, v + 1)), (v, "==", 0)),
    "a counter that may be negative": induced(
        induction(lambda u, steps: Ge(steps + 0 * u, 0, evaluate=False), (v, 0), (t, v), whole_number),
        (whole_number, ">=", 0),
    ),
    "a counter that is no integer": induced(induction(equation, (v, 0), (t, v + 1), q)),
    "the counter, in the start": induced(induction(lambda u, _: equation(u, k), (v, k), (t, v))),
    "the counter, in the claim": induced(induction(lambda u, _: equation(u, k), (v, 0), (t, v))),
    "a next state that is known": induced(induction(lambda u, _: Gt(u, 0), (v, 1), (t, v - 5)), facts=(Gt(t, 0),)),
    "a next state in the start": induced(induction(lambda u, _: Ge(u, t), (v, t), (t, v - 5))),
    "a start by itself": induced(induction(lambda u, _: equation(u, 5), (v, v + 1), (t, v))),
    "a start that is all of an axis": induced(induction(lambda u, _: equation(u, x[0]), (v, x[n]), (t, v))),
    "a state that is defined": induced(induction(lambda u, _: Le(u, 3), (v, 0), (t, v + 1)), definitions=((v, 3),)),
    "the state before, in the claim": induced(
        induction(lambda u, _: Gt(v + 0 * u, 0, evaluate=False), (v, 1), (v, v - 5))
    ),
    "the state by another name": induced(
        induction(lambda u, _: Gt(q + 0 * u, 0, evaluate=False), (v, 1), (v, v - 5)), definitions=((q, v),)
    ),
    "a start that a fact denies by another name": induced(
        induction(lambda u, _: Ge(u, 1), (v, 0), (t, v)), definitions=((q, 2 * v),), facts=(Gt(q, 3),)
    ),
    "another claim at first": induced(
        induction(lambda u, steps: Le(u, 5 if steps == 0 else 0, evaluate=False), (v, 5), (t, v))
    ),
    "a sign that the state is declared to have": induced(
        induction(lambda u, _: Gt(u, 0, evaluate=False), (P, 1), (Q, P - 5))
    ),
    "and that of a family": induced(induction(lambda u, _: Ge(u[n], 0, evaluate=False), (B[n], 1), (B[n], B[n] - 5))),
    "all values of a positive tensor": induced(
        induction(
            lambda u, _: Ge(Sum(x[n] * B[n] * u[n], (n, 0, N - 1)), 0), (w[n], x[n]), (W[n], -w[n]), at=((B[n], -B[n]),)
        )
    ),
}


def test_no_induction_shows_more_than_its_steps() -> None:
    """Neither of the state, nor of what it rests on, nor of its counter."""
    assert [name for name, claim in INDUCTIONS.items() if status(claim) == "proved"] == []
    true = (
        induced(induction(equation, (v, 0), (v, v + 1)), (v, "==", k)),
        induced(induction(lambda u, steps: equation(u[n], steps * x[n]), (w[n], 0), (w[n], w[n] + x[n]))),
        induced(induction(zero, (v, 0), (t, v + a)), using=(Eq(a, 0),)),
        induced(induction(lambda u, _: Ge(u, 0), (v, 0), (t, v + a)), (v, ">=", 0), facts=(Ge(a, 0),)),
    )
    assert [status(claim) for claim in true] == ["proved"] * 4


def test_an_induction_says_what_it_rests_on() -> None:
    """The start, the update, what is used at each step, and what is assumed of the state."""
    chain = induced(induction(zero, (v, 0), (t, v + a)), facts=(Le(v, 1),), using=(Eq(a, 0),))()
    said = "for all k >= 0: v == 0 where v^(0) = 0, v^+ = a + v, a = 0, v <= 1 "
    assert str(chain.steps[-1]).startswith(said)
    assert str(chain.steps[-2]).startswith("t = 0 where t = a + v, v = 0, a = 0 ")
    assert chain.assumptions == [Le(v, 1)]


def test_a_state_is_one_sequence_at_one_step() -> None:
    """Two under one name would be equal: k = 2 k, or k = l."""
    for second in (induction(equation, (v, 0), (v, v + 2)), induction(equation, (v, 0), (v, v + 1), other)):
        chain = induced(induction(equation, (v, 0), (v, v + 1)))()
        with pytest.raises(BadFactError, match="'v' in line 5: v is another sequence, or at another step, in line 1"):
            _ = chain.induct(second)
        assert len(chain.steps) == 4


def bound(first: Any, last: Any) -> tuple[Program, Any]:
    """Return a program with a constraint on a part of an axis, and its dual."""
    limits = (n, first, last)
    constraint = Constraint(z[n] - 1, x[n], (limits,))
    return Program(Sum(z[n] ** 2, limits), (constraint,)), -Sum(x[n] + x[n] ** 2 / 4, limits)


def test_weak_duality_on_a_part_of_an_axis() -> None:
    """A constraint holds in its range and not beside it, and a multiplier must have its sign in all of that range."""
    beside = Program(s, (Constraint(p[n] - s, x[n], ((n, 1, N - 1),)),))
    assert (beside.weak_duality(p[0], ()).status, beside.weak_duality(p[PART], ()).status) == ("refuted", "proved")
    program, dual = bound(0, N - 1)
    signs = {
        nonnegative(x): True,
        Ge(x[WHOLE], 0): True,
        Ge(x[PART], 0): False,
        Le(x[WHOLE], 0): False,
    }
    found = {fact: program.weak_duality(dual, (fact,)).status == "proved" for fact in signs}
    assert found == signs
    assert program.weak_duality(dual, ()).status != "proved"
    with pytest.raises(UndeclaredRangeError, match=r"'n' in .*: it has no range"):
        _ = Constraint(p[n] - s, x[n])
