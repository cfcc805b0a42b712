"""A term of a matrix as a product of matrices: the indices summed over, walked along from the row to the column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from derive.kernel.arithmetic import accumulate, scale
from derive.kernel.entries import delta
from derive.kernel.label import dim_of
from derive.kernel.nodes import Atom, Coef, Delta, Factors, Index, InverseEntry, Mono, Poly, Sum, freeze
from derive.kernel.polynomials import multiply, rename
from derive.kernel.ring import Ring
from derive.kernel.spell import spell_terms
from derive.kernel.sums import open_sum, sum_over


@dataclass(frozen=True, slots=True)
class Link:
    """A factor of a product of matrices: its entries at a row and a column, None where it has one only, as a vector."""

    entries: Poly
    row: Index | None
    column: Index | None

    @property
    def is_square(self) -> bool:
        """Return whether rows and columns are numbered alike."""
        return self.row is not None and self.column is not None and self.row.dim is self.column.dim

    @property
    def ends(self) -> tuple[Index, Index]:
        """Return row and column. Raises `TypeError` for a vector."""
        if self.row is None or self.column is None:
            raise TypeError(self)
        return self.row, self.column

    def inverted(self) -> InverseEntry | None:
        """Return the form where the link is an inverse or its transpose; some rows and columns of one are none."""
        (mono, *more), coefs = self.entries, list(self.entries.values())
        form = mono.factors[0][0].form if len(mono.factors) == 1 and not more else None
        if not isinstance(form, InverseEntry) or mono.factors[0][1] != 1 or coefs[0] != 1 or not self.is_square:
            return None
        whole = form.bound[0].dim is self.ends[0].dim and {form.row, form.column} == set(self.ends)
        return form if whole else None


@dataclass(frozen=True, slots=True)
class Chain:
    """A term of a matrix: a scalar times a product of links; the identity where there is none."""

    scalar: Poly
    links: tuple[Link, ...]


def chains_of(ring: Ring, row: Index, column: Index, entries: Poly) -> list[Chain] | None:
    """Return every term of a matrix as a product of matrices; None where one has another form, as A[i,k] B[i,j] has."""
    found: list[Chain] = []
    for mono, coef in entries.items():
        chain = chain_of(ring, row, column, mono, coef)
        if chain is None:
            return None
        found.append(chain)
    return found


def chain_of(ring: Ring, row: Index, column: Index, mono: Mono, coef: Coef = 1) -> Chain | None:
    """Return one term of a matrix as a product of matrices, or None where it has another form."""
    scalar: list[tuple[Atom, Coef]] = []
    body: Poly = ring.constant(coef)
    places = {row, column}
    for atom, exponent in mono.factors:
        if atom.free.isdisjoint((row, column)):
            scalar.append((atom, exponent))
        elif isinstance(atom.form, Sum):
            if exponent != 1:
                return None
            fresh, inner = open_sum(ring, atom.form)
            places.update(fresh)
            body = multiply(ring, body, inner)
        else:
            body = multiply(ring, body, {ring.mono(((atom, exponent),)): 1})
    if len(body) != 1:
        return None
    ((inside, number),) = body.items()
    walk = _Walk(ring, places, dict(inside.factors))
    links = walk.links(row, column)
    return None if links is None else Chain(scale({ring.mono(scalar): 1}, number), links)


@dataclass(slots=True)
class _Walk:
    """The factors that are left, and the indices at which they meet."""

    ring: Ring
    places: set[Index]
    left: Factors

    def links(self, row: Index, column: Index) -> tuple[Link, ...] | None:
        """Return the links from the row to the column: through, or by two vectors with nothing between."""
        found = self._from(row, column)
        if found is None:
            return None
        if found and found[-1].column is None:
            tail = self._from(column, None)
            if tail is None or tail[-1].column is not None:
                return None
            found += [Link(each.entries, each.column, each.row) for each in reversed(tail)]
        return None if self.left else tuple(found)

    def _from(self, here: Index, stop: Index | None) -> list[Link] | None:
        found: list[Link] = []
        while here is not stop:
            own, onward = self._at(here)
            if not onward:
                return [*found, Link(self._taken(own), here, None)]
            others = {i for atom in onward for i in atom.free & self.places} - {here}
            if len(others) != 1:
                return None
            (there,) = others
            entries, same = self._taken(onward), _is_identity(onward, here, there)
            if own:
                found.append(self._diagonal(own, here))
            found += [] if same else [Link(entries, here, there)]
            here = there
        own, onward = self._at(here)
        found += [self._diagonal(own, here)] if own else []
        return None if onward else found

    def _at(self, here: Index) -> tuple[list[Atom], list[Atom]]:
        """Return the factors that have this index alone, and those that lead on."""
        touching = [atom for atom in self.left if here in atom.free]
        own = [atom for atom in touching if len(atom.free & self.places) == 1]
        return own, [atom for atom in touching if atom not in own]

    def _taken(self, atoms: Iterable[Atom]) -> Poly:
        return {self.ring.mono([(atom, self.left.pop(atom)) for atom in atoms]): 1}

    def _diagonal(self, own: list[Atom], here: Index) -> Link:
        there = self.ring.fresh(here.dim)
        return Link(multiply(self.ring, self._taken(own), delta(self.ring, here, there)), here, there)


def _is_identity(atoms: Sequence[Atom], here: Index, there: Index) -> bool:
    """Return whether there is a delta alone, of one range and with nothing added: another one cuts rows off."""
    form = atoms[0].form
    whole = isinstance(form, Delta) and {form.left, form.right} == {here, there}
    return whole and len(atoms) == 1 and here.dim is there.dim


def product_of(ring: Ring, links: Sequence[Link], row: Index | None, column: Index | None) -> Poly:
    """Return the entry of a product of links at a row and a column; a number where neither is there."""
    if not links:
        return ring.constant(1) if row is None or column is None else delta(ring, row, column)
    here, between, result = row, list[Index](), ring.constant(1)
    for link in links:
        last = link is links[-1]
        there = column if last else None if link.column is None else ring.fresh(dim_of(link.column))
        names = [(link.row, here), (link.column, there)]
        entries = rename(ring, link.entries, {old: new for old, new in names if old is not None and new is not None})
        result = multiply(ring, result, entries)
        between += [] if last or there is None else [there]
        here = there
    return sum_over(ring, between, result)


def matrix_of(ring: Ring, chains: Iterable[Chain], row: Index | None, column: Index | None) -> Poly:
    """Return the entry of a sum of products."""
    total: Poly = {}
    for each in chains:
        accumulate(total, multiply(ring, each.scalar, product_of(ring, each.links, row, column)))
    return total


def square_factors(ring: Ring, row: Index, column: Index, entries: Poly) -> list[Link]:
    """Return the square factors of a matrix that is one product; none for another."""
    chains = chains_of(ring, row, column, entries) if len(entries) == 1 else None
    return pieces_of(ring, chains[0].links) if chains else []


def pieces_of(ring: Ring, links: Sequence[Link]) -> list[Link]:
    """Return a product of links as a product of square ones: joined where what stands between has another size."""
    found: list[Link] = []
    waiting: list[Link] = []
    for link in links:
        waiting.append(link)
        start, end = waiting[0].row, link.column
        if start is not None and end is not None and start.dim is end.dim:
            row, column = ring.fresh(start.dim), ring.fresh(end.dim)
            found.append(link if waiting == [link] else Link(product_of(ring, waiting, row, column), row, column))
            waiting = []
    return found


def key_of(ring: Ring, link: Link) -> tuple[str, str, str]:
    """Return what two links have in common that are the same matrix: ranges and entries, wherever they stand."""
    names = {index: name for index, name in ((link.row, "?r"), (link.column, "?s")) if index is not None}
    ranges = [dim_of(index).name if index is not None else "" for index in (link.row, link.column)]
    return ranges[0], ranges[1], spell_terms(freeze(link.entries), names, ring.meter)
