"""Determinants and inverses in the kernel, one matrix or a family of them."""

from __future__ import annotations

import pytest

from derive.kernel import Index, Undefined
from tests.polynomials import Bodies, Number, World

w = World()
i, j, k, d, e, N, delta = w.i, w.j, w.k, w.d, w.e, w.N, w.delta
c = w("c")
M, A, B = (lambda *at, name=name: w(name, *at) for name in "MAB")


def transposed(body: Bodies) -> Bodies:
    """Return the entries of the transpose."""
    return lambda row, column: body(column, row)


def gram(row: Index, column: Index) -> Number:
    """Return an entry of M^T M."""
    return w.sum(lambda at: M(at, row) * M(at, column), w.wide)


def scaled(row: Index, column: Index) -> Number:
    """Return an entry of c M."""
    return c * M(row, column)


EQUAL = [
    (w.sum(lambda at: M(i, at) * w.inverse(M, at, j)), delta(i, j)),
    (w.sum(lambda at: w.inverse(M, i, at) * M(at, j)), delta(i, j)),
    (w.determinant(scaled), c**N * w.determinant(M)),
    (w.inverse(scaled, i, j), w.inverse(M, i, j) / c),
    (w.determinant(transposed(M)), w.determinant(M)),
    (w.inverse(transposed(M), i, j), w.inverse(M, j, i)),
    (w.inverse(gram, i, j), w.inverse(gram, j, i)),
    (w.determinant(delta), w.one),
    (w.inverse(delta, i, j), delta(i, j)),
    (w.determinant(lambda _, __: w.number(0)), w.number(0)),
]


def test_determinants_and_inverses() -> None:
    """Scalars leave them, both sides of an inverse cancel, and the transpose of an inverse is another matrix."""
    assert [pair for pair in EQUAL if pair[0] != pair[1]] == []
    assert w.inverse(M, i, j) != w.inverse(M, j, i)
    with pytest.raises(Undefined):
        _ = w.inverse(lambda _, __: w.number(0), i, j)


def shifted(body: Bodies) -> Bodies:
    """Return the entries of 1 + a matrix."""
    return lambda row, column: delta(row, column) + body(row, column)


def product(first: Bodies, second: Bodies) -> Bodies:
    """Return the entries of the product of two matrices."""
    return lambda row, column: w.sum(lambda at: first(row, at) * second(at, column))


def resolvent(body: Bodies) -> Bodies:
    """Return the entries of the inverse of 1 + a matrix."""
    return lambda row, column: w.inverse(shifted(body), row, column)


complement = lambda row, column: delta(row, column) - resolvent(M)(row, column)  # noqa: E731 -- 1 - (1 + M)^-1
COMMUTES: dict[str, tuple[Bodies, Bodies]] = {
    "M commutes with (1 + M)^-1": (product(resolvent(M), M), product(M, resolvent(M))),
    "1 - (1 + M)^-1 = (1 + M)^-1 M": (complement, product(resolvent(M), M)),
    "1 - (1 + M)^-1 = M (1 + M)^-1": (complement, product(M, resolvent(M))),
    "(1 + A B)^-1 A = A (1 + B A)^-1": (product(resolvent(product(A, B)), A), product(A, resolvent(product(B, A)))),
}


@pytest.mark.parametrize("case", COMMUTES)
def test_inverses_are_multiplied_away_from_either_side(case: str) -> None:
    """Whichever side is first; and with rows and columns exchanged on one of them, or twice it, nothing is shown."""
    left, right = (body(i, j) for body in COMMUTES[case])
    method = "normal form, inverses multiplied away" if "B" in case else "normal form"
    assert (left - right).zero() == (right - left).zero() == method
    turned = COMMUTES[case][1](j, i)
    assert [wrong for wrong in (turned, 2 * right) if (left - wrong).zero() is not None] == []


def test_inverses_of_other_products_are_not_multiplied_away() -> None:
    """Not (1 + A B)^-1 A = A (1 + A B)^-1, nor with A transposed."""
    left = product(resolvent(product(A, B)), A)(i, j)
    for wrong in (product(A, resolvent(product(A, B))), product(transposed(A), resolvent(product(B, A)))):
        assert (left - wrong(i, j)).zero() is None


def at(own: World, *family: Index) -> Bodies:
    """Return the entries of the matrix A at these indices."""
    return lambda row, column: own("A", *family, row, column)


def cancelled(own: World, family: tuple[Index, ...], inverted: tuple[Index, ...]) -> Number:
    """Return the entries of a matrix of a family times the inverse of one, at i and j."""
    body = lambda m: at(own, *family)(own.i, m) * own.inverse(at(own, *inverted), m, own.j)  # noqa: E731 -- at m
    return own.sum(body)


@pytest.mark.parametrize("second", ["e", "1", "m"])
def test_an_inverse_cancels_its_matrix_wherever_the_family_stands(second: str) -> None:
    """At the index it was met at, at another one, at a number, in another range; and no matrix cancels another."""
    own = World()
    other = {"e": own.e, "1": own.at(1), "m": own.ring.index("m", own.full)}[second]
    unit = own.delta(own.i, own.j)
    assert cancelled(own, (own.d,), (own.d,)) == cancelled(own, (other,), (other,)) == unit
    assert unit not in [cancelled(own, (own.d,), (other,)), cancelled(own, (other,), (own.d,))]


@pytest.mark.parametrize("step", [1, -1])
def test_a_family_with_two_indices_is_more_than_its_diagonal(step: int) -> None:
    """What is known of A_dd for every d says nothing of A_de; both are cancelled, in either order."""
    own = World()
    for pair in [(own.d, own.d), (own.d, own.e), (own.e, own.d)][::step]:
        assert cancelled(own, pair, pair) == own.delta(own.i, own.j)


def test_a_family_is_assumed_once_however_often_it_is_opened() -> None:
    """The sum of A_d^-1 over d has an index that is new each time."""
    own = World()
    inverse, z = own.inverse(at(own, own.d), own.i, own.j), own("z", own.i)
    total = own.total(inverse, own.d)
    for _ in range(3):
        assert own.total(z * total, own.i) == own.total(z * inverse, own.d, own.i)
    assert len(own.ring.inverses) == 1


def test_families_at_each_others_indices_come_to_an_end() -> None:
    """Matching one family tries the other at every index; each trial would once have assumed a further one."""
    own = World()
    whole = lambda row, column: own.delta(row, column) + at(own, own.k)(row, column)  # noqa: E731 -- 1 + A_k
    body = own.inverse(whole, own.i, own.j) * own.inverse(at(own, own.i), own.k, own.j) * whole(own.i, own.j)
    total = own.total(body, own.i, own.j, own.k)
    assert total == own.total(body, own.k, own.i, own.j)
    assert len(total.poly) == len(body.poly)
