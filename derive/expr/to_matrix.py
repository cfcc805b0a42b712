"""From entries back to matrix algebra: chains of factors that share an index become products, cycles become traces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sympy import (
    Add,
    Determinant,
    FunctionMatrix,
    Identity,
    Integer,
    Inverse,
    Lambda,
    MatAdd,
    MatMul,
    MatrixSymbol,
    Mul,
    Pow,
    Symbol,
    Trace,
    ZeroMatrix,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.expr import tree
from derive.expr.to_sympy import Writing, write
from derive.expr.tree import Node

At = tuple[Node, Node]
Edge = tuple[Node, Node, Any]
"""A matrix between what stands as its row and what stands as its column."""
Sizes = Mapping[Node, Any]
"""How many values each moving index has from 0 on; None for one that begins elsewhere."""


def matrix_of(entries: Node, at: At, shape: tuple[Any, ...], writing: Writing) -> Any:
    """Return the matrix with these entries as matrix algebra where it has such a form, else entry by entry."""
    if entries is tree.ZERO:
        return ZeroMatrix(*shape)
    sizes = {index: size for index, size in zip(at, shape, strict=True) if _moves(index)}
    terms = [
        _term(term, at, sizes, writing) for term in (entries.terms if isinstance(entries, tree.Add) else (entries,))
    ]
    if all(term is not None for term in terms):
        return MatAdd(*terms) if len(terms) > 1 else terms[0]
    return _by_entries(entries, at, shape, writing)


def _moves(index: Node) -> bool:
    return isinstance(index, tree.Index | tree.Bound)


def _by_entries(entries: Node, at: At, shape: tuple[Any, ...], writing: Writing) -> Any:
    symbols, inside = [], writing
    for number, (index, size) in enumerate(zip(at, shape, strict=True)):
        used = {str(s) for s in symbols}
        free = writing.candidates((Integer(0), size - 1))
        symbol = next(
            s
            for s in free
            if str(s) not in {*writing.occupied, *entries.names, *used, *map(str, inside.indices.values())}
        )
        symbols.append(symbol if _moves(index) else Symbol(f"_{number}"))
        inside = replace(inside, indices={**inside.indices, index: symbols[-1]}) if _moves(index) else inside
    return FunctionMatrix(*shape, Lambda(tuple(symbols), write(entries, inside)))


def _opened(node: Node, sizes: Sizes, writing: Writing) -> tuple[list[Node], Sizes]:
    """Return the factors below the sums of a term, and how many values their indices have."""
    if isinstance(node, tree.Mul):
        parts = [_opened(factor, sizes, writing) for factor in node.factors]
        return [each for found, _ in parts for each in found], {k: v for _, more in parts for k, v in more.items()}
    if isinstance(node, tree.Sum):
        index = tree.Index(f"~{len(sizes)}.{node.at}.{id(node)}")
        ends = [write(end, replace(writing, evaluate=True)) for end in (node.first, node.last)]
        # Only a sum from 0 on is one over the places of a matrix.
        size = Add(ends[1], 1) if ends[0] == 0 else None
        return _opened(tree.opened(node, index), {**sizes, index: size}, writing)
    if isinstance(node, tree.Power) and node.exponent is tree.number(2) and isinstance(node.base, tree.Entry):
        return [node.base, node.base], sizes
    return [node], sizes


def _term(term: Node, at: At, sizes: Sizes, writing: Writing) -> Any:
    """Return one term as a product of matrices times scalars, or None where it is no such product."""
    ends = [index for index in at if _moves(index)]
    scalars: list[Any] = []
    edges: list[Edge] = []
    for factor in term.factors if isinstance(term, tree.Mul) else (term,):
        if _holds(factor, ends):
            found = _edges(factor, sizes, writing)
            if found is None:
                return None
            edges += found
        else:
            scalars.append(_scalar(factor, sizes, writing))
    chain = _between(edges, at)
    if chain is None:
        return None
    scalar = Mul(*scalars)
    factors = [m for m in chain if not isinstance(m, Identity)] or chain[:1]
    whole = factors if scalar == 1 else [scalar, *factors]
    return MatMul(*whole) if len(whole) > 1 else whole[0]


def _holds(node: Node, indices: list[Node]) -> bool:
    return any(each in indices for each in tree.walk(node))


def _scalar(factor: Node, sizes: Sizes, writing: Writing) -> Any:
    """Return a factor without the row and column; a closed chain of matrices as a trace."""
    base, exponent = (factor.base, factor.exponent) if isinstance(factor, tree.Power) else (factor, tree.ONE)
    edges = _edges(base, sizes, writing) if isinstance(base, tree.Sum) else None
    closed = _closed(edges) if edges else None
    return write(factor, writing) if closed is None else Pow(closed, write(exponent, writing))


def _edges(node: Node, sizes: Sizes, writing: Writing) -> list[Edge] | None:
    """Return the matrices in a factor, its sums opened, or None where something else is in it."""
    factors, inner = _opened(node, sizes, writing)
    found = [_edge(each, inner, writing) for each in factors]
    return [each for each in found if each is not None] if None not in found else None


def _edge(node: Node, sizes: Sizes, writing: Writing) -> Edge | None:
    if isinstance(node, tree.Entry) and len(node.indices) == 2:
        matrix = writing.names.tensors.get(node.name, (None, 0))[0]
        fits = isinstance(matrix, MatrixSymbol) and _fit(node.indices, matrix.shape, sizes)
        return (*node.indices, matrix) if fits else None
    if isinstance(node, tree.Inverse) and not any(isinstance(each, tree.Index) for each in tree.walk(node.body)):
        inverse = Inverse(_inner(node, writing))
        return (node.row, node.column, inverse) if _fit((node.row, node.column), inverse.shape, sizes) else None
    size = sizes.get(node.left) if isinstance(node, tree.Delta) else None
    if isinstance(node, tree.Delta) and size is not None and sizes.get(node.right) == size:
        return node.left, node.right, Identity(size)
    return None


def _fit(indices: tuple[Node, ...], shape: tuple[Any, ...], sizes: Sizes) -> bool:
    """Return whether every moving index runs over the whole axis on which it stands."""
    return all(not _moves(i) or sizes.get(i) == size for i, size in zip(indices, shape, strict=True))


def _inner(node: tree.Determinant | tree.Inverse, writing: Writing) -> Any:
    size = write(node.size, replace(writing, evaluate=True))
    at = tree.Index(f"~{node.at}"), tree.Index(f"~{node.at - 1}")
    return matrix_of(tree.opened(node, *at), at, (size, size), writing)


@write.register
def _determinant(node: tree.Determinant, writing: Writing) -> Any:
    return Determinant(_inner(node, writing))


@write.register
def _inverse(node: tree.Inverse, writing: Writing) -> Any:
    # `Inverse(...)[i, j]` inverts a matrix of few rows entry by entry, for minutes where these are sums.
    return MatrixElement(Inverse(_inner(node, writing)), write(node.row, writing), write(node.column, writing))


def _between(edges: list[Edge], at: At) -> list[Any] | None:
    """Return the factors of a product from the row to the column; every edge must be used."""
    if not _is_chain(edges, at):
        return None
    first, edges, end = _walk(at[0], edges)
    if first is None:
        return None
    if not _moves(at[1]) or end is at[1]:
        return first if not edges else None
    second, edges, other = _walk(at[1], edges)
    if second is None or edges or _moves(end) or _moves(other):
        return None
    return [*first, *(matrix.T for matrix in reversed(second))]


def _is_chain(edges: list[Edge], ends: tuple[Node, ...]) -> bool:
    """Return whether each moving index joins two edges, and each of the ends is met once: products sum over pairs."""
    met = Counter(i for row, column, _ in edges for i in (row, column) if _moves(i))
    met.update(i for i in ends if _moves(i))
    return set(met.values()) <= {2}


def _walk(start: Node, edges: list[Edge]) -> tuple[list[Any] | None, list[Edge], Node]:
    """Follow edges from an index until a fixed one, or one that no other edge touches."""
    chain: list[Any] = []
    while _moves(start):
        place = next((n for n, (a, b, _) in enumerate(edges) if start is a or start is b), None)
        if place is None:
            break
        row, column, matrix = edges[place]
        edges = edges[:place] + edges[place + 1 :]
        chain.append(matrix if start is row else matrix.T)
        start = column if start is row else row
    return (chain or None), edges, start


def _closed(edges: list[Edge]) -> Any:
    """Return the trace of a cycle, or of a chain between two fixed ends; None for anything else."""
    if not _is_chain(edges, ()):
        return None
    fixed = [n for n, (a, b, _) in enumerate(edges) if not (_moves(a) and _moves(b))]
    if fixed:
        row, column, matrix = edges[fixed[0]]
        first, start = (matrix, column) if not _moves(row) else (matrix.T, row)
    else:
        row, start, first = edges[0]
    rest = [e for n, e in enumerate(edges) if n != (fixed[0] if fixed else 0)]
    chain, left, end = _walk(start, rest)
    whole = not left and (not _moves(end) if fixed else end is row)
    return Trace(MatMul(first, *(chain or []))) if whole else None
