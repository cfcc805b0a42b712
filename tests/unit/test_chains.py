"""Chains: what a step rests on, what is kept for later steps, and inductions that hold for all values of a tensor."""

from __future__ import annotations

from sympy import Eq, Ge, Gt, IndexedBase, Le, Sum, Symbol, symbols

from derive import nonnegative, positive, size
from derive.derivation import Chain, Induction

N = size("N")
n, m = symbols("n m", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
a, x, T, U = (IndexedBase(name) for name in "axTU")
p, q, r = symbols("p q r", real=True)
FORM = Sum(a[n] * a[m] * T[n, m], (n, 1, N), (m, 1, N))


def ordered() -> Chain:
    """Return a chain that has shown p <= q <= r."""
    chain = Chain("order", "An order of three")
    chain.assume(Le(p, q), Le(q, r), reason="given")
    chain.start(p, "the smallest")
    chain.link("<=", q, "the first assumption", by=Le(p, q))
    chain.link("<=", r, "the second assumption", by=Le(q, r))
    return chain


def test_step_rests_on_what_it_names() -> None:
    """With `by`, a step is decided under the named assumptions and no other."""
    chain = ordered()
    chain.claim(p, r, "both", relation="<=", by=(Le(p, q), Le(q, r)))
    chain.claim(p, r, "one is not enough", relation="<=", by=Le(p, q))

    assert [step.status for step in chain.steps[-2:]] == ["proved", "refuted"]


def test_what_is_not_known_counts_for_nothing() -> None:
    """`by` cannot bring in what was neither assumed nor kept."""
    chain = ordered()
    chain.claim(r, p, "the other way", relation="<=", by=Le(r, p))

    assert chain.steps[-1].status == "refuted"


def test_kept_chain_is_known() -> None:
    """A kept chain is one relation between its ends, and later steps may rest on it alone."""
    chain = ordered()
    kept = chain.keep()
    chain.claim(p, r, "as shown", relation="<=", by=kept)

    assert (kept, chain.steps[-1].status) == (Le(p, r), "proved")


def test_induction_may_use_other_values() -> None:
    """A claim for all a may be used at a_n x_n: the entrywise powers of x x' are positive semidefinite."""
    start, update = Eq(T[n, m], 1), Eq(U[n, m], T[n, m] * x[n] * x[m])
    chain = Chain("powers", "Powers of x x'")
    claim = Induction(lambda state, _: Ge(FORM.xreplace({T: state}), 0), k, start, update, at=((a[n], a[n] * x[n]),))
    kept = chain.induct(claim)

    assert (chain.steps[-1].status, kept) == ("proved", Ge(FORM, 0))


def test_nonnegative_counter_and_facts_of_the_step() -> None:
    """Facts known at every step count in the step, and not for the base."""
    s, t = symbols("s t", real=True)
    chain = Chain("growth", "A number that never shrinks")
    chain.assume(nonnegative(r), reason="what is added")
    chain.assume(positive(q), reason="the start")
    _ = chain.induct(Induction(lambda state, _: Gt(state, 0), k, Eq(s, q), Eq(t, s + r)))

    assert [step.status for step in chain.steps[-4:]] == ["proved", "assumed", "proved", "proved"]
