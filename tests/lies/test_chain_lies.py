"""Chains that must not be believed: kept under a condition, kept unproved, inductions that leave numbers out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Eq, Ge, Gt, IndexedBase, Le, Symbol, symbols

from derive import nonnegative, size
from derive.derivation import Chain, Constraint, Induction, Program
from derive.errors import BadFactError, NotAnExpressionError

N = size("N")
n = Symbol("n", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
a, x, T, U = (IndexedBase(name) for name in "axTU")
p, q = symbols("p q", real=True)


def test_chain_under_a_condition_is_not_kept() -> None:
    """What was shown `using` a condition is refused: it is not known without it."""
    chain = Chain("conditional", "p <= q, if so")
    chain.start(p, "a number")
    chain.link("<=", q, "under a condition", using=Le(p, q))

    with pytest.raises(BadFactError, match="it was shown under"):
        _ = chain.keep()


def test_unproved_chain_is_not_known() -> None:
    """A chain with a link that is not proved proves nothing later on."""
    chain = Chain("unproved", "p <= q, they say")
    chain.start(p, "a number")
    chain.link("<=", q, "no reason")
    chain.claim(p, q, "as if shown", relation="<=", by=chain.keep())

    assert [step.status for step in chain.steps[1:]] == ["refuted", "refuted"]


@pytest.mark.parametrize(
    "move",
    [
        lambda chain: chain.equals(p, "from nothing"),
        lambda chain: chain.differentiate(p, 1, "of nothing"),
        lambda chain: chain.solve(p, 0, "nothing is zero"),
        lambda chain: chain.solve_for(p, "nothing is zero"),
        lambda chain: chain.put(p, 1, 1, "into nothing"),
    ],
    ids=["equals", "differentiate", "solve", "solve_for", "put"],
)
def test_nothing_goes_on_from_no_chain(move: Callable[[Chain], object]) -> None:
    """The way out is to start one."""
    chain = Chain("nothing", "Nothing at all")
    with pytest.raises(NotAnExpressionError, match="Begin with `start`"):
        _ = move(chain)
    assert chain.steps == []


def test_nothing_is_kept_of_no_chain() -> None:
    """Without a chain there is nothing to keep."""
    with pytest.raises(NotAnExpressionError, match="no expression to go on from"):
        _ = Chain("empty", "Nothing").keep()


def growing(counter: Symbol) -> Induction:
    """Return an induction that claims a product a_n T_n to be nonnegative."""
    start, update = Eq(T[n], 0), Eq(U[n], T[n] * x[n])
    return Induction(lambda state, _: Ge(a[n] * state[n], 0), counter, start, update, at=((a[n], a[n] * x[n]),))


def test_induction_that_leaves_out_zero_is_refused() -> None:
    """A counter that is positive never takes the step from 0 to 1."""
    with pytest.raises(BadFactError, match="every number from 0 on"):
        _ = Chain("gap", "A gap").induct(growing(Symbol("k", integer=True, positive=True)))


def test_induction_with_an_assumed_counter_is_refused() -> None:
    """Nor does one of which something is assumed."""
    chain = Chain("gap", "A gap")
    chain.assume(Gt(k, 0), reason="skips a step")

    with pytest.raises(BadFactError, match="every number from 0 on"):
        _ = chain.induct(growing(k))


def test_induction_at_other_values_needs_a_free_tensor() -> None:
    """A hypothesis about a nonnegative tensor says nothing of others."""
    chain = Chain("narrow", "Not for all")
    chain.assume(nonnegative(a), reason="so the claim is not about all a")

    with pytest.raises(BadFactError, match="something is assumed of it"):
        _ = chain.induct(growing(k))


def test_a_whole_of_which_a_part_fails_is_not_called_proved() -> None:
    """Neither by its status nor by its method, which every view prints beside it."""
    chain = Chain("partly", "p + p = 2 p = 3 p")
    chain.start(p + p, "twice")
    chain.equals(2 * p, "so much is right")
    chain.equals(3 * p, "and this is not")
    result = chain.done().result

    assert (result.status, result.method) == ("undecided", "not every part is proved")
    assert result.verdict is not None
    assert result.verdict.reason == "line 3 is refuted"


def test_an_inequality_does_not_count_as_an_equation_in_a_dual() -> None:
    """With a multiplier of any sign the dual is a bound only where the constraint is an equation."""
    dual = -(q**2) / 2 - q
    verdicts = [
        Program(p**2 / 2, (Constraint(p - 1, q, equality=equality),)).weak_duality(dual, ())
        for equality in (True, False)
    ]

    assert [verdict.status for verdict in verdicts] == ["proved", "refuted"]
