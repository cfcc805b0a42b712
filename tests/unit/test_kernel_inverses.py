"""Families of inverses in the kernel: M_k^-1 for every k is one family, whatever k is called."""

from __future__ import annotations

import pytest

from derive.kernel import Index, Poly, add, delta
from derive.kernel.matrices import inverse_entry
from tests.unit.test_kernel_matching import World


class Families(World):
    """A world with a matrix for each index."""

    def matrix(self, name: str, *at: Index, row: Index, column: Index) -> Poly:
        """Return an entry of the matrix of that name at an index."""
        return self(name, *at, row, column)

    def inverse(self, name: str, *at: Index, row: Index, column: Index) -> Poly:
        """Return an entry of its inverse."""
        one, two = self.ring.fresh(self.full), self.ring.fresh(self.full)
        return inverse_entry(self.ring, (row, column), one, two, self.matrix(name, *at, row=one, column=two))

    def shifted(self, name: str, at: Index, *, row: Index, column: Index) -> Poly:
        """Return an entry of the inverse of the identity and that matrix."""
        one, two = self.ring.fresh(self.full), self.ring.fresh(self.full)
        whole = add(delta(self.ring, one, two), self.matrix(name, at, row=one, column=two))
        return inverse_entry(self.ring, (row, column), one, two, whole)

    def cancelled(self, name: str, at: Index, inverted: Index) -> Poly:
        """Return the entries of M_at times the inverse of M_inverted, at i and j."""
        body = self.times(
            self.matrix(name, at, row=self.i, column=self.k), self.inverse(name, inverted, row=self.k, column=self.j)
        )
        return self.total(body, self.k)


@pytest.mark.parametrize("second", ["d", "e", "1"])
def test_an_inverse_cancels_its_matrix_wherever_the_family_stands(second: str) -> None:
    """At the index it was met at, at another one, at a number; and no matrix cancels another."""
    w = Families()
    e = w.ring.literal(1) if second == "1" else w.ring.index(second, w.wide)
    unit = delta(w.ring, w.i, w.j)
    assert w.cancelled("A", w.d, w.d) == unit
    assert w.cancelled("A", e, e) == unit
    if e is not w.d:
        assert w.cancelled("A", w.d, e) != unit
        assert w.cancelled("A", e, w.d) != unit


def test_an_index_of_another_range_has_its_own_family() -> None:
    """A_d over 1..D and A_k over 1..N are cancelled alike, each by its own."""
    w = Families()
    other = w.ring.index("m", w.full)
    assert w.cancelled("A", w.d, w.d) == delta(w.ring, w.i, w.j)
    assert w.cancelled("A", other, other) == delta(w.ring, w.i, w.j)


@pytest.mark.parametrize("step", [1, -1])
def test_a_family_with_two_indices_is_more_than_its_diagonal(step: int) -> None:
    """What is known of A_dd for every d says nothing of A_de; both are cancelled, in either order."""
    w = Families()
    e = w.ring.index("e", w.wide)
    pairs = [(w.d, w.d), (w.d, e), (e, w.d)]
    for at in pairs[::step]:
        body = w.times(
            w.matrix("A", *at, row=w.i, column=w.k),
            w.inverse("A", *at, row=w.k, column=w.j),
        )
        assert w.total(body, w.k) == delta(w.ring, w.i, w.j)


def test_a_family_is_assumed_once_however_often_it_is_opened() -> None:
    """The sum of A_d^-1 over d has an index that is new each time."""
    w = Families()
    total = w.total(w.inverse("A", w.d, row=w.i, column=w.j), w.d)
    known = len(w.ring.inverses)
    for _ in range(3):
        assert w.total(w.times(w("z", w.i), total), w.i) == w.total(
            w.times(w("z", w.i), w.inverse("A", w.d, row=w.i, column=w.j)), w.d, w.i
        )
    assert len(w.ring.inverses) == known == 1


def test_families_at_each_others_indices_come_to_an_end() -> None:
    """Matching one family tries the other at every index; each trial would once have assumed a further one."""
    w = Families()
    first = w.shifted("A", w.k, row=w.i, column=w.j)
    second = w.inverse("A", w.i, row=w.k, column=w.j)
    whole = add(delta(w.ring, w.i, w.j), w.matrix("A", w.k, row=w.i, column=w.j))
    body = w.times(first, second, whole)
    total = w.total(body, w.i, w.j, w.k)
    assert total == w.total(body, w.k, w.i, w.j)
    assert len(total) == len(body)
