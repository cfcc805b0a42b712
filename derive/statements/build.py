"""`statement`: from SymPy's objects to a `Statement`, which says everything or is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sympy import IndexedBase, Integer, MatrixSymbol, Symbol
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from derive.errors import BadFactError, BeyondKernelError, NotAnExpressionError, ShapeMismatchError
from derive.expr import tree
from derive.expr.axes import Axis, Choice, axis_of, common, free_places
from derive.expr.blocks import is_put_together
from derive.expr.from_sympy import Scope, as_expression, from_sympy
from derive.expr.matrices import entry_of, is_matrix, scalar
from derive.expr.tree import Node
from derive.expr.vocabulary import Vocabulary, name_of, tensor_name, vocabulary
from derive.facts import Assumption, Fact, as_assumptions
from derive.statements.labels import standing_as_index, with_labels
from derive.statements.ranges import (
    Axes,
    Given,
    Leaf,
    axes_of,
    ends_given,
    free_indices,
    given_ranges,
    least_sizes,
    leaves,
    same_axis,
)
from derive.statements.sizes import difference, lowest, required
from derive.statements.types import EVERYWHERE, FreeIndex, Name, Property, Range, Relation, Sign, Size, Statement

RELATIONS: Mapping[str, type[Relational]] = {
    "==": Equality,
    "<=": LessThan,
    "<": StrictLessThan,
    ">=": GreaterThan,
    ">": StrictGreaterThan,
}
KINDS = ("positive", "nonnegative", "integer", "negative", "nonpositive", "nonzero")
"""What SymPy's assumptions may say of a name beyond that it is real."""
AXES: Mapping[str, int] = {"one-hot": 1, "simplex": 1, "symmetric": 2, "inverse pair": 2}
"""How many of its last axes a property speaks of; those of a matrix must be of one size."""
NEEDS_AXES = frozenset({"one-hot", "simplex", "inverse pair"})
"""The properties that add up over an axis, and so say nothing of a tensor that has none."""


def statement(
    lhs: Any,
    rhs: Any = None,
    assuming: Any = (),
    *,
    relation: str | None = None,
    ranges: Mapping[Any, Any] | None = None,
) -> Statement:
    """Return the statement `lhs relation rhs` under the assumptions, closed: with every size, name, index and range.

    `lhs` may be a relation such as `Le(a, b)`, then `rhs` is left away. `ranges` declares what the objects do not say:
    `{k: (1, K)}` over what an index runs, `{q: (1, K)}` or `{X: ((1, N), (1, D))}` the axes of a base without a shape.
    Raises the `ReadError` that fits: for two ranges of one index, an index out of its axis, matrices that do not fit
    together, and `BadFactError` for a property of an axis that nothing declares.

    >>> from sympy import IndexedBase, symbols
    >>> q, k, K = IndexedBase("q"), symbols("k", integer=True), symbols("K", integer=True, positive=True)
    >>> print(statement(q[k] ** 2, 0, relation=">=", ranges={q: (1, K)}))
    for all K >= 1, q in R^K, numbered 1..K, and every k in 1..K: q[k]**2 >= 0
    """
    left, right, sign = _sides(lhs, rhs, relation)
    facts = as_assumptions(assuming)
    reader = _reader((left, right), facts, ranges)
    goal, rows = reader.relation(sign, left, right)
    return reader.statement(goal, rows, facts)


def closed(
    expr: Any, *others: Any, assuming: Any = (), ranges: Mapping[Any, Any] | None = None
) -> tuple[Statement, tuple[Node, ...], tuple[Any, ...]]:
    """Return expressions as nodes, with a statement that says of all of them what `statement` says of two sides.

    Of a matrix, the node is its entry at the rows of the statement; then its shape comes back too. Raises what
    `statement` raises, and `BeyondKernelError` for a matrix of blocks or a Kronecker product, whose rows have
    no one index.
    """
    if is_matrix(expr) and is_put_together(expr):
        way_out = "ask for an entry of a block or of a factor, or for a trace"
        raise BeyondKernelError(expr, reason="its places are pairs, or lie in blocks", way_out=way_out)
    facts = as_assumptions(assuming)
    reader = _reader((expr, *others), facts, ranges)
    goal, rows = reader.relation("==", expr, Integer(0))
    shape = tuple(expr.shape) if is_matrix(expr) else ()
    nodes = tuple(scalar(each, Scope(reader.names)) for each in others)
    indices = reader.free((goal.left, *nodes), reader.given_with(rows))
    claim = reader.statement(replace(goal, right=tree.add(*nodes, tree.ZERO), indices=indices), rows, facts)
    return claim, (goal.left, *nodes), shape


def _reader(sides: tuple[Any, ...], facts: tuple[Assumption, ...], ranges: Mapping[Any, Any] | None) -> _Reader:
    assumed = [[as_expression(side) for side in fact.args] for fact in facts if not isinstance(fact, Fact)]
    ends = [end for fact in facts if isinstance(fact, Fact) for end in fact.among]
    names = vocabulary(sides, apart=assumed, ends=[*ends_given(ranges), *ends], ranged=_ranged(ranges))
    given = given_ranges(ranges, names)
    return _Reader(names, axes_of(names, given), given)


def _ranged(ranges: Mapping[Any, Any] | None) -> list[Any]:
    """Return the symbols of which the caller says over what they run: they are indices, where they stand alone too."""
    return [what for what in ranges or () if isinstance(what, Symbol)]


def _sides(lhs: Any, rhs: Any, relation: str | None) -> tuple[Any, Any, Any]:
    if isinstance(lhs, Relational):
        if rhs is not None or relation is not None:
            way_out = "call prove(Eq(a, b)) or prove(a, b); assumptions go into `assuming`"
            raise NotAnExpressionError(str(lhs), reason="a relation has both its sides already", way_out=way_out)
        if lhs.rel_op not in RELATIONS:
            way_out = "use Eq, Le, Lt, Ge or Gt"
            raise NotAnExpressionError(str(lhs), reason="this relation is not decided here", way_out=way_out)
        return as_expression(lhs.lhs), as_expression(lhs.rhs), lhs.rel_op
    if rhs is None:
        way_out = "give both sides, or a relation such as Eq(a, b)"
        raise NotAnExpressionError(str(lhs), reason="one side alone states nothing", way_out=way_out)
    sign = "==" if relation is None else relation
    if sign not in RELATIONS:
        way_out = f"use one of {', '.join(RELATIONS)}"
        raise NotAnExpressionError(repr(relation), reason="this relation is not decided here", way_out=way_out)
    return as_expression(lhs), as_expression(rhs), sign


class _Reader:
    """What all sides and hypotheses of one statement are read with."""

    def __init__(self, names: Vocabulary, axes: Axes, given: Given) -> None:
        """Keep the names, the axes of the tensors and what the caller declares."""
        self.names, self.axes, self.given = names, axes, given
        self._leaves: dict[tuple[Node, ...], tuple[Leaf, ...]] = {}

    def apart(self, indices: Mapping[str, Any]) -> _Reader:
        """Return a reader for a hypothesis, whose free indices are its own."""
        return _Reader(replace(self.names, indices=indices), self.axes, self.given)

    def leaves(self, *sides: Node) -> tuple[Leaf, ...]:
        """Return the entries and deltas in some sides, looked up once."""
        if sides not in self._leaves:
            self._leaves[sides] = leaves(*sides)
        return self._leaves[sides]

    def relation(self, sign: Sign, left: Any, right: Any) -> tuple[Relation, Mapping[str, Any]]:
        """Return a relation of two sides, of matrices entry by entry, and the sizes by the names of row and column."""
        if not (is_matrix(left) or is_matrix(right)):
            nodes = scalar(left, Scope(self.names)), scalar(right, Scope(self.names))
            return Relation(sign, *nodes, self.free(nodes, self.given)), {}
        shape = _common_shape(left, right)
        names, ranges = self._rows(), dict[str, Any]()
        row, column = (free_places(axis, names, ranges) for axis in _common_axes(left, right, shape))
        nodes = self._entry(left, row, column), self._entry(right, row, column)
        found = self.free(nodes, self.given_with(ranges))
        indices = tuple(replace(i, source="an entry of the matrices") if i.name in ranges else i for i in found)
        return Relation(sign, *nodes, indices), ranges

    def free(self, sides: tuple[Node, ...], given: Given) -> tuple[FreeIndex, ...]:
        """Return the free indices of some sides with their ranges."""
        return free_indices(sides, self.leaves(*sides), self.names, self.axes, given)

    def given_with(self, rows: Mapping[str, Any]) -> Given:
        """Return what is declared, with the ranges of the row and the column of a matrix."""
        return {**self.given, **{name: (self._axis(size),) for name, size in rows.items()}}

    def statement(self, goal: Relation, rows: Mapping[str, Any], facts: tuple[Assumption, ...]) -> Statement:
        """Return the statement of a relation under assumptions."""
        relations = iter(self.names.apart)
        readers = [self if isinstance(fact, Fact) else self.apart(next(relations)) for fact in facts]
        read = (reader.hypothesis(fact) for reader, fact in zip(readers, facts, strict=True))
        hypotheses = tuple(each for each in read if each is not None)
        stated = [goal, *(each for each in hypotheses if isinstance(each, Relation))]
        names = self.names_of(stated)
        used = standing_as_index(leaf for each in stated for leaf in self.leaves(each.left, each.right))
        if used:
            hypotheses = with_labels(hypotheses, [name for name in names if name.name in used])
        sides = goal.left, goal.right, self.sizes(stated, _labels(hypotheses)), names
        return Statement(goal.sign, *sides, goal.indices, hypotheses, tuple(rows), vocabulary=self.names)

    def _entry(self, side: Any, rows: list[Choice], columns: list[Choice]) -> Node:
        scope = Scope(self.names)
        if not is_matrix(side):
            return scalar(side, scope)
        return tree.add(
            *(
                tree.multiply(*row.chosen, *column.chosen, entry_of(side, (row.place, column.place), scope))
                for row in rows
                for column in columns
            )
        )

    def _axis(self, size: Any) -> Range:
        return Range(tree.ZERO, tree.subtract(from_sympy(as_expression(size), Scope(self.names)), tree.ONE))

    def _rows(self) -> Iterator[str]:
        """Return names that nothing else has."""
        used = {*self.names.symbols, *self.names.tensors, *(str(symbol) for _, symbol in self.names.binders)}
        return (letter for letter in "ijklmnpqrstuvabcdefgh" if letter not in used)

    def hypothesis(self, fact: Assumption) -> Relation | Property | None:
        """Return an assumption as a hypothesis; None for a property of what does not occur."""
        if isinstance(fact, Fact):
            return self._property(fact)
        left, right = (as_expression(side) for side in fact.args)
        if (is_matrix(left) or is_matrix(right)) and fact.rel_op != "==":
            raise BadFactError(
                fact, reason="this relation is no assumption", way_out="use Eq, Le, Lt, Ge or Gt of numbers"
            )
        relation, _ = self.relation(fact.rel_op, left, right)
        return relation

    def _property(self, fact: Fact) -> Property | None:
        tensors: list[Name] = []
        for tensor in fact.tensors:
            if isinstance(tensor, Symbol) and name_of(tensor) in self.names.symbols:
                tensors.append(self._scalar(tensor))
            elif not isinstance(tensor, Symbol) and tensor_name(tensor) in self.names.tensors:
                tensors.append(self._tensor(tensor_name(tensor)))
        for each in tensors:
            _check_axes(fact, each)
        if len(tensors) < len(fact.tensors):
            return None
        if fact.kind == "inverse pair" and not _agree([axis for each in tensors for axis in each.axes]):
            raise BadFactError(fact, reason="their sizes differ", way_out="both must be square, of one size")
        among = tuple(from_sympy(end, Scope(self.names)) for end in fact.among)
        return Property(fact.kind, tuple(tensors), Range(*among) if among else None)

    def _tensor(self, name: str) -> Name:
        base, _ = self.names.tensors[name]
        return Name(name, self.axes[name], _kind(base.label if isinstance(base, IndexedBase) else base))

    def _scalar(self, symbol: Any) -> Name:
        return Name(name_of(symbol), (), _kind(symbol))

    def names_of(self, stated: list[Relation]) -> tuple[Name, ...]:
        """Return all tensors and scalars that occur, in the order of their names."""
        occurring = tree.NO_NAMES.union(*(side.names for one in stated for side in (one.left, one.right)))
        standing = [leaf.node for one in stated for leaf in self.leaves(one.left, one.right)]
        tensors = {node.name for node in standing if isinstance(node, tree.Entry)}
        taken = {*self.names.sizes, *self.names.indices, *(name for one in stated for name in _free_names(one))}
        scalars = {name for name in occurring if name in self.names.symbols and name not in taken}
        found = [self._tensor(name) for name in tensors]
        found += [self._scalar(self.names.symbols[name]) for name in scalars]
        return tuple(sorted(found, key=lambda each: (each.name, len(each.axes))))

    def sizes(self, stated: list[Relation], labels: Mapping[str, Range]) -> tuple[Size, ...]:
        """Return the sizes, so large that every entry that counts stands inside of its axis, and every label exists."""
        least = {
            name: 0 if symbol.is_nonnegative and not symbol.is_positive else 1
            for name, symbol in self.names.sizes.items()
        }
        for each in stated:
            free = {index.name: index.range for index in each.indices}
            least = least_sizes(self.leaves(each.left, each.right), self.axes, free, least, labels)
        for name, where in labels.items():
            least = _with_room(name, where, least)
        return tuple(Size(name, least[name]) for name in sorted(least))


def _labels(hypotheses: tuple[Relation | Property, ...]) -> Mapping[str, Range]:
    known = (each for each in hypotheses if isinstance(each, Property) and each.among is not None)
    return {each.tensors[0].name: each.among or EVERYWHERE for each in known}


def _with_room(name: str, where: Range, least: dict[str, int]) -> dict[str, int]:
    """Return sizes at which a range of labels has an integer. Raises `BadFactError` where none is known to have."""
    gap = None if where.first is None or where.last is None else difference(where.last, where.first)
    low = None if gap is None else lowest(gap, least)
    wanted = None if gap is None or (low is not None and low >= 0) else required(gap, least)
    if gap is None or (wanted is None and (low is None or low < 0)):
        reason = f"nothing shows that the range of {name} has an integer"
        raise BadFactError("labels", reason=reason, way_out="give a range such as K, or (1, K)")
    return {**least, **(wanted or {})}


def _free_names(relation: Relation) -> Iterator[str]:
    return (index.name for index in relation.indices)


def _kind(label: Any) -> frozenset[str]:
    if isinstance(label, MatrixSymbol) or not isinstance(label, Symbol):
        return frozenset()
    return frozenset(word for word in KINDS if getattr(label, f"is_{word}"))


def _check_axes(fact: Fact, tensor: Name) -> None:
    wanted = AXES.get(fact.kind, 0)
    if len(tensor.axes) < wanted or (fact.kind == "inverse pair" and len(tensor.axes) != wanted):
        raise BadFactError(fact, reason=f"{tensor.name} has {len(tensor.axes)} indices", way_out=f"it takes {wanted}")
    last = tensor.axes[len(tensor.axes) - wanted :]
    if fact.kind in NEEDS_AXES and None in last:
        reason = f"{tensor.name} has no declared axis that it could speak of"
        way_out = f'declare the shape, as in tensor("{tensor.name}", K), or ranges={{{tensor.name}: (1, K)}}'
        raise BadFactError(fact, reason=reason, way_out=way_out)
    if wanted == 2 and not _agree(list(last)):
        raise BadFactError(fact, reason=f"{tensor.name} is not square", way_out="only a square matrix can be so")


def _agree(axes: list[Range | None]) -> bool:
    return all(one is None or axes[0] is None or same_axis(one, axes[0]) for one in axes)


def _common_shape(left: Any, right: Any) -> tuple[Any, Any]:
    """Return the shape of two matrices that are compared; the number 0 stands for a zero matrix."""
    if is_matrix(left) and is_matrix(right):
        if any((a - b) != 0 for a, b in zip(left.shape, right.shape, strict=True)):
            reason = (
                f"a {left.shape[0]} x {left.shape[1]} matrix cannot equal a {right.shape[0]} x {right.shape[1]} matrix"
            )
            raise ShapeMismatchError(f"{left} = {right}", reason=reason, way_out="transpose one side or correct a size")
        return tuple(left.shape)
    matrix, other = (left, right) if is_matrix(left) else (right, left)
    if other != 0:
        reason = f"a {matrix.shape[0]} x {matrix.shape[1]} matrix cannot equal a number"
        way_out = "multiply the number by Identity or OneMatrix"
        raise ShapeMismatchError(f"{left} = {right}", reason=reason, way_out=way_out)
    return tuple(matrix.shape)


def _common_axes(left: Any, right: Any, shape: tuple[Any, Any]) -> Iterator[Axis]:
    """Yield how the rows and the columns of two matrices are counted that are compared."""
    matrices = [side for side in (left, right) if is_matrix(side)]
    for side, size in enumerate(shape):
        axis: Axis = None
        for matrix in matrices:
            axis = common(matrix, axis, axis_of(matrix, side))
        yield size if axis is None else axis
