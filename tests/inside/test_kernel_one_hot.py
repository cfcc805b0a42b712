"""One-hot families: what a factor of theirs says, how functions are told apart by them, and where neither is so."""

from __future__ import annotations

from derive import kernel
from derive.kernel import NONNEGATIVE, POSITIVE, Index, freeze, sign_of_terms
from derive.kernel.one_hot import at_values
from derive.kernel.ring import ONE_HOT
from tests.polynomials import Number, World


def world() -> World:
    """Return a world in which Y is one-hot along its last index, over 1..D."""
    w = World()
    assert kernel.one_hot(w.ring, "Y", w.wide) == "Y"
    return w


def over(w: World, body: Number, *bound: Index) -> Number:
    """Return a sum over indices."""
    return Number(w.ring, kernel.sum_over(w.ring, bound, body.poly))


def test_a_factor_says_what_the_value_is() -> None:
    """Beside Y[i, d], every Y[i, e] is the delta of d and e, under a root too; another Y[j, e] is not."""
    w = world()
    i, j, d, e = w.i, w.j, w.d, w.e
    here = w("Y", i, d)
    assert here * here == here
    assert here * w("Y", i, e) == here * w.delta(d, e)
    assert here * w("Y", j, e) != here * w.delta(d, e)
    assert here * (w("a") + w("Y", i, e)) ** -1 == here * (w("a") + w.delta(d, e)) ** -1
    assert here * w("Y", i, w.at(1)) * w("Y", i, w.at(2)) == 0


def test_one_value_of_the_whole_range() -> None:
    """The family adds up to 1 over its own range alone, and not beside another factor that holds the index."""
    w = world()
    fresh, short = w.ring.fresh(w.wide), w.ring.fresh(w.range("1..D - 1", 1, w("D") - 1, nonempty=False))
    assert over(w, w("Y", w.i, fresh), fresh) == 1
    assert over(w, w("Y", w.i, short), short) != 1
    assert over(w, w("Y", w.i, fresh) * w("x", fresh), fresh) != over(w, w("x", fresh), fresh)


def test_functions_are_told_apart_by_the_value() -> None:
    """A function of x at the value is that of x, at the value; so are a quotient, a square and a root."""
    w = world()
    fresh = w.ring.fresh(w.wide)
    at_value = over(w, w("Y", w.i, fresh) * w("x", fresh), fresh)
    for function in (abs, lambda z: z**2, lambda z: (1 + z**2) ** -1, w.exp):
        again = w.ring.fresh(w.wide)
        assert function(at_value) == over(w, w("Y", w.i, again) * function(w("x", again)), again)
    one = w("Y", w.i, w.d)
    assert w.exp(one) == one * w.exp(w.one) + (1 - one)
    assert (w("a") + one) ** -1 == one * (w("a") + 1) ** -1 + (1 - one) * w("a") ** -1


def test_what_has_no_value_at_0_is_not_told_apart() -> None:
    """1 / Y[i, d] has a value where Y[i, d] is 1 only, so it stays."""
    w = world()
    inverse = w("Y", w.i, w.d) ** -1
    assert inverse.holds("Y")
    assert list(at_values(w.ring, w.one.poly)) == [w.one.poly]


def test_the_sign_at_the_value() -> None:
    """It is positive if all of them are, and nothing is known if one may be 0."""
    w = World(p="positive", q="nonnegative")
    _ = kernel.one_hot(w.ring, "Y", w.wide)
    fresh = w.ring.fresh(w.wide)
    for name, sign in (("p", POSITIVE), ("q", NONNEGATIVE)):
        found = over(w, w("Y", w.i, fresh) * w(name, fresh), fresh)
        assert sign_of_terms(w.ring, freeze(found.poly)) == sign


def test_a_few_values_are_told_one_by_one() -> None:
    """Of two values, one index for both would say less: Y[i, 1] + Y[i, 2] = 1."""
    w = World()
    two = w.range("1..2", 1, 2)
    _ = kernel.one_hot(w.ring, "Y", two)
    total = w("Y", w.i, w.at(1)) + w("Y", w.i, w.at(2)) - 1
    assert len(list(at_values(w.ring, total.poly))) == 2
    assert total.zero() is not None
    assert (w("Y", w.i, w.at(1)) - 1).zero() is None
    assert ONE_HOT in w.ring.tensor("Y").traits
