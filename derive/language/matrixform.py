"""From entries back to matrix algebra: chains of factors that share an index become products, cycles become traces."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sympy import (
    Add,
    Determinant,
    Expr,
    FunctionMatrix,
    Identity,
    Inverse,
    Lambda,
    MatAdd,
    MatMul,
    MatrixSymbol,
    Mul,
    Pow,
    Rational,
    Symbol,
    Trace,
    ZeroMatrix,
)

from derive import kernel
from derive.kernel import nodes
from derive.kernel.label import dim_of
from derive.kernel.sums import open_sum
from derive.language.session import Session
from derive.language.write import Names, names_for, write, write_form

At = tuple[kernel.Index, kernel.Index]
Edge = tuple[kernel.Index, kernel.Index, Any]
"""A matrix between the index of its row and the index of its column."""


def matrix_expression(entries: kernel.Poly, at: At, shape: tuple[Expr, ...], session: Session) -> Any:
    """Return the matrix with these entries as matrix algebra where it has such a form, else entry by entry."""
    return _matrix(entries, at, shape, names_for(entries, session))


def _matrix(entries: kernel.Poly, at: At, shape: tuple[Expr, ...], names: Names) -> Any:
    if not entries:
        return ZeroMatrix(*shape)
    terms = [_term(mono, coef, at, names) for mono, coef in kernel.freeze(entries)]
    if all(term is not None for term in terms):
        return MatAdd(*terms) if len(terms) > 1 else terms[0]
    return _by_entries(entries, at, shape, names)


def _by_entries(entries: kernel.Poly, at: At, shape: tuple[Expr, ...], names: Names) -> Any:
    moving = tuple(i for i in at if i.dim is not None)
    for index in moving:
        names = names.bind((index,), nodes.free_of(entries))
    rows, columns = (names.symbol(i) if i.dim is not None else Symbol(f"_{n}") for n, i in enumerate(at))
    return FunctionMatrix(*shape, Lambda((rows, columns), write(entries, names)))


def _term(mono: kernel.Mono, coef: kernel.Coef, at: At, names: Names) -> Any:
    """Return one term as a product of matrices times scalars, or None where it is no such product."""
    ends = frozenset(i for i in at if i.dim is not None)
    scalars = [_scalar(atom, e, names) for atom, e in mono.factors if atom.free.isdisjoint(ends)]
    edges: list[Edge] = []
    for atom, exponent in mono.factors:
        if not atom.free.isdisjoint(ends):
            opened = _edges(names, atom) if exponent == 1 else None
            if opened is None:
                return None
            edges += opened
    chain = _between(edges, at)
    if chain is None:
        return None
    scalar = Mul(_rational(coef), *scalars)
    factors = [m for m in chain if not isinstance(m, Identity)] or chain[:1]
    whole = factors if scalar == 1 else [scalar, *factors]
    return MatMul(*whole) if len(whole) > 1 else whole[0]


def _rational(value: kernel.Coef) -> Rational:
    return Rational(value.numerator, value.denominator)


def _scalar(atom: nodes.Atom, exponent: kernel.Coef, names: Names) -> Any:
    """Return a factor without the row and column; a closed chain of matrices as a trace."""
    if isinstance(atom.form, nodes.Exp):
        return write({names.session.ring.mono(((atom, exponent),)): 1}, names)
    edges = _edges(names, atom) if isinstance(atom.form, nodes.Sum) else None
    closed = _closed(edges) if edges else None
    return Pow(write_form(atom.form, names) if closed is None else closed, _rational(exponent))


def _edges(names: Names, atom: nodes.Atom) -> list[Edge] | None:
    """Return the matrices in an atom, its sum opened, or None where something else is in it."""
    form = atom.form
    if not isinstance(form, nodes.Sum):
        edge = _edge(form, names)
        return None if edge is None else [edge]
    _, body = open_sum(names.session.ring, form)
    if len(body) != 1:
        return None
    ((mono, coef),) = body.items()
    edges = [_edge(a.form, names) for a, e in mono.factors for _ in range(int(e)) if e in {1, 2}]
    complete = all(e in {1, 2} for _, e in mono.factors) and coef == 1
    return [e for e in edges if e is not None] if complete and None not in edges else None


def _edge(form: nodes.Form, names: Names) -> Edge | None:
    if isinstance(form, nodes.Entry) and len(form.indices) == 2:
        matrix = names.session.objects.get(form.tensor.name)
        return (*form.indices, matrix) if isinstance(matrix, MatrixSymbol) else None
    if isinstance(form, nodes.InverseEntry) and not any(m.free.difference(form.bound) for m, _ in form.terms):
        return form.row, form.column, Inverse(matrix_of(form, names))
    if isinstance(form, nodes.Delta) and not (form.left.shift or form.right.shift):
        low, high = (
            names.session.limits.get(form.right.dim, (None, None)) if form.right.dim is not None else (None, None)
        )
        return None if low is None else (form.left, form.right, Identity(Add(high, -low, 1)))
    return None


def matrix_of(form: nodes.Determinant | nodes.InverseEntry, names: Names) -> Any:
    """Return the matrix below a determinant or an inverse."""
    low, high = names.session.limits_of(dim_of(form.bound[0]))
    size: Any = high - low + 1
    return _matrix(dict(form.terms), (form.bound[0], form.bound[1]), (size, size), names)


@write_form.register
def _determinant(form: nodes.Determinant, names: Names) -> Any:
    return Determinant(matrix_of(form, names))


@write_form.register
def _inverse(form: nodes.InverseEntry, names: Names) -> Any:
    inverse: Any = Inverse(matrix_of(form, names))
    return inverse[names.symbol(form.row), names.symbol(form.column)]


def _between(edges: list[Edge], at: At) -> list[Any] | None:
    """Return the factors of a product from the row to the column; every edge must be used."""
    if not _is_chain(edges, at):
        return None
    first, edges, end = _walk(at[0], edges)
    if first is None:
        return None
    if at[1].dim is None or end is at[1]:
        return first if not edges else None
    second, edges, other = _walk(at[1], edges)
    if second is None or edges or end.dim is not None or other.dim is not None:
        return None
    return [*first, *(_transposed(m) for m in reversed(second))]


def _is_chain(edges: list[Edge], ends: tuple[kernel.Index, ...]) -> bool:
    """Return whether each moving index joins two edges, and each of the ends is met once: products sum over pairs."""
    met = Counter(i for row, column, _ in edges for i in (row, column) if i.dim is not None)
    met.update(i for i in ends if i.dim is not None)
    return set(met.values()) <= {2}


def _walk(start: kernel.Index, edges: list[Edge]) -> tuple[list[Any] | None, list[Edge], kernel.Index]:
    """Follow edges from an index until a fixed one, or one that no other edge touches."""
    chain: list[Any] = []
    while start.dim is not None:
        place = next((n for n, (a, b, _) in enumerate(edges) if start is a or start is b), None)
        if place is None:
            break
        row, column, matrix = edges[place]
        edges = edges[:place] + edges[place + 1 :]
        forward = start is row
        chain.append(matrix if forward else _transposed(matrix))
        start = column if forward else row
    return (chain or None), edges, start


def _closed(edges: list[Edge]) -> Any:
    """Return the trace of a cycle, or of a chain between two fixed ends; None for anything else."""
    if not _is_chain(edges, ()):
        return None
    fixed = [n for n, (a, b, _) in enumerate(edges) if a.dim is None or b.dim is None]
    if fixed:
        row, column, matrix = edges[fixed[0]]
        first, start = (matrix, column) if row.dim is None else (_transposed(matrix), row)
    else:
        row, start, first = edges[0]
    rest = [e for n, e in enumerate(edges) if n != (fixed[0] if fixed else 0)]
    chain, left, end = _walk(start, rest)
    whole = not left and (end.dim is None if fixed else end is row)
    return Trace(MatMul(first, *(chain or []))) if whole else None


def _transposed(matrix: Any) -> Any:
    return matrix.T
