"""What one does with an expression: differentiate it, substitute in it, bring it into normal form."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from sympy import Dummy, Idx, Indexed, IndexedBase, Integer, MatrixSymbol, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import kernel
from derive.errors import (
    BadFactError,
    BadIndexError,
    BeyondKernelError,
    LimitError,
    NotAnExpressionError,
    ReadError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UndefinedError,
    UnsupportedError,
)
from derive.expr import tree
from derive.expr.from_sympy import as_expression
from derive.expr.matrices import is_matrix
from derive.expr.rewrite import rename_indices, replace_entries
from derive.expr.to_matrix import matrix_of
from derive.expr.to_sympy import LETTERS, Writing, to_sympy
from derive.expr.tree import Node
from derive.expr.vocabulary import name_of, tensor_name, vocabulary
from derive.facts import as_assumptions
from derive.limits import Limits
from derive.names import Numbered
from derive.normal import Question, ask
from derive.normal.definitions import definitions
from derive.normal.write import node_of
from derive.statements import Statement
from derive.statements.build import closed
from derive.statements.ranges import least_sizes, leaves, same_axis

if TYPE_CHECKING:
    from collections.abc import Generator

Ranges = Mapping[Any, Any] | None
VARIABLE_WAY_OUT = "use an entry such as w[j] or W[i, j], or a Symbol"


@dataclass(frozen=True, slots=True)
class Family:
    """An expression for every value of some indices, such as a gradient: `family[k]` is its member at k.

    `ranges` are the first and the last value of each index, where they are known.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> j, k, D = symbols("j k D", integer=True, positive=True)
    >>> w = IndexedBase("w")
    >>> gradient(Sum(w[j] ** 2, (j, 1, D)), w, ranges={w: (1, D)})[k]
    2*w[k]
    """

    indices: tuple[Any, ...]
    expr: Any
    ranges: tuple[tuple[Any, Any], ...] = field(default=(), compare=False, repr=False)

    def __getitem__(self, at: Any) -> Any:
        """Return the member at these indices, without capture. Raises `ShapeMismatchError` for too few or many."""
        given = tuple(at) if isinstance(at, tuple) else (at,)
        if len(given) != len(self.indices):
            reason = f"this family has {len(self.indices)} indices"
            raise ShapeMismatchError(str(at), reason=reason, way_out=f"give {len(self.indices)} indices")
        values = [_place(i, self.expr) for i in given]
        return rename_indices(self.expr, dict(zip(self.indices, values, strict=True)))


def differentiate(
    expr: Any, by: Any, *, assuming: Any = (), ranges: Ranges = None, limits: Limits | None = None
) -> Any:
    """Return the derivative of an expression by one entry or symbol, in normal form.

    It is right for every value of the entry's index: where a sum does not reach an entry, a delta keeps the two cases
    apart. The index is free even where the expression binds one of the same name. `assuming` may define
    tensors, as in `Eq(p[n], sigmoid(z[n]))`: definitions are put in first, whatever they depend on; `ranges` declares
    what the objects do not say, as for `derive.statement`. Raises
    `UnsupportedError` where the derivative is outside of the engine, `LimitError` where a budget runs out, and
    `BadFactError` for an assumption that is no definition, as it need not hold around the point.

    >>> from sympy import Sum, exp, log, symbols
    >>> from derive import index, size, tensor
    >>> K = size("K"); j, z = index("j", K), tensor("z", K)
    >>> differentiate(log(Sum(exp(z[j]), (j, 0, K - 1))), z[j])
    exp(z[j])/Sum(exp(z[i]), (i, 0, K - 1))
    """
    return _derivative(as_expression(expr), (_smooth(by),), assuming, ranges, limits)


def _derivative(expr: Any, by: tuple[Any, ...], assuming: Any, ranges: Ranges, limits: Limits | None) -> Any:
    with guarded(expr):
        claim, (body, *variables), shape = closed(expr, *by, assuming=assuming, ranges=ranges)
        _refuse_facts(claim, assuming)
        question = ask(claim, limits=limits)
        slope = _slope(question, body, variables)
        names = claim.vocabulary
        if not shape:
            return to_sympy(slope, names, evaluate=True)
        return matrix_of(slope, _rows(claim, shape), shape, _writing(claim))


def _slope(question: Question, body: Node, variables: list[Node]) -> Node:
    for variable in variables:
        _refuse_index(variable, question.claim)
        body = tree.Derivative(body, ((variable, 1),))
    return _inside(node_of(_everywhere(question, question.read(body)), question.session), question.claim)


def _refuse_index(variable: Node, claim: Statement) -> None:
    sizes = {size.name for size in claim.sizes}
    if isinstance(variable, tree.Index) or (isinstance(variable, tree.Scalar) and variable.name in sizes):
        shown, way_out = to_sympy(variable, claim.vocabulary), "use an entry or a number that is no size"
        raise UnsupportedError(shown, reason="a size or an index does not vary smoothly", way_out=way_out)


def _everywhere(question: Question, poly: kernel.Poly) -> kernel.Poly:
    """Return a result that has a value in every case. Raises `BeyondKernelError` for one with a gap."""
    if any(need.kind == "holds" for need in question.session.needs):
        way_out = "end it with (value, True)"
        raise BeyondKernelError("Piecewise", reason="it has no value outside of its cases", way_out=way_out)
    return poly


def _inside(node: Node, claim: Statement) -> Node:
    """Return a result whose entries all stand inside of their axes. Raises `UnsupportedError` for another one.

    The tests around an entry may have become factors that are 0 there; as a program, that would look for the entry.
    """
    axes = {each.name: each.axes for each in claim.names if each.axes}
    free, least = {each.name: each.range for each in claim.indices}, {each.name: each.least for each in claim.sizes}
    try:
        if least_sizes(leaves(node), axes, free, least, claim.labels) == least:
            return node
    except ReadError:
        pass
    reason = "its entries would stand outside of their axes, times what is 0 there"
    raise UnsupportedError(
        to_sympy(node, claim.vocabulary), reason=reason, way_out="write it without a test of an index"
    )


def _writing(claim: Statement) -> Writing:
    free = frozenset(str(symbol) for symbol, _ in claim.vocabulary.indices.values())
    return Writing(claim.vocabulary, evaluate=True, occupied=free)


def _rows(claim: Statement, shape: tuple[Any, ...]) -> tuple[Node, Node]:
    moving = iter(claim.rows)
    row, column = (tree.ZERO if size == 1 else tree.Index(next(moving)) for size in shape)
    return row, column


def gradient(expr: Any, by: Any, *, assuming: Any = (), ranges: Ranges = None, limits: Limits | None = None) -> Any:
    """Return the gradient: a matrix for a `MatrixSymbol`, a `Family` for an `IndexedBase`, else the derivative.

    An `IndexedBase` has a gradient along its declared axes: those of its shape, or those that `ranges` gives, as in
    `{w: (1, D)}`. `assuming` gives definitions and labels, as for `differentiate`.
    Raises `UndeclaredRangeError` where nothing declares them.

    >>> from sympy import MatrixSymbol, Trace, symbols
    >>> N, D = symbols("N D", integer=True, positive=True)
    >>> X = MatrixSymbol("X", N, D)
    >>> gradient(Trace(X.T * X), X)
    2*X
    """
    return _slopes(expr, (by,), assuming, ranges, limits)


def hessian(
    expr: Any,
    by: Any,
    other: Any = None,
    *,
    assuming: Any = (),
    ranges: Ranges = None,
    limits: Limits | None = None,
) -> Any:
    """Return the second derivatives by `by` and `other`, which is `by` again where it is left away.

    A matrix for column `MatrixSymbol`s, a `Family` for tensors, a number for entries and symbols.

    >>> from sympy import Sum
    >>> from derive import index, size, tensor
    >>> D = size("D"); j, k, w = index("j", D), index("k", D), tensor("w", D)
    >>> hessian(Sum(w[j] ** 2, (j, 0, D - 1)), w)[j, k]
    2*KroneckerDelta(j, k)
    """
    return _slopes(expr, (by, by if other is None else other), assuming, ranges, limits)


def _slopes(expr: Any, by: tuple[Any, ...], assuming: Any, ranges: Ranges, limits: Limits | None) -> Any:
    """Return the derivatives by entries of all variables, at indices of their own, in the form that fits them."""
    expr = _scalar(as_expression(expr))
    if not any(isinstance(each, IndexedBase | MatrixSymbol) for each in by):
        return _derivative(expr, tuple(map(_smooth, by)), assuming, ranges, limits)
    entries, indices = _entries(expr, by, ranges)
    with guarded(expr):
        claim, (body, *variables), _ = closed(expr, *entries, assuming=assuming, ranges=ranges)
        _refuse_facts(claim, assuming)
        slope = _slope(ask(claim, limits=limits), body, variables)
        moving = [index for index in indices if isinstance(index, Symbol)]
        shape = _shape_of(by, indices)
        if shape is not None:
            at = [tree.Index(name_of(index)) if isinstance(index, Symbol) else tree.ZERO for index in shape[0]]
            return matrix_of(slope, (at[0], at[1]), shape[1], _writing(claim))
        sizes = (size for each in by for size in _extents(expr, each, ranges) if size != 1)
        return Family(tuple(moving), to_sympy(slope, claim.vocabulary, evaluate=True), tuple(map(_ends, sizes)))


def _entries(expr: Any, by: tuple[Any, ...], ranges: Ranges) -> tuple[list[Any], list[Any]]:
    """Return an entry of each variable at readable indices of its own, and all these indices."""
    used = {str(each) for each in (*expr.free_symbols, *by)}
    entries: list[Any] = []
    indices: list[Any] = []
    for variable in by:
        at = [Integer(0) if size == 1 else _fresh(expr, size, used) for size in _extents(expr, variable, ranges)]
        indices += at
        entries.append(variable[tuple(at)] if at else _smooth(variable))
    return entries, indices


def _extents(expr: Any, variable: Any, ranges: Ranges) -> tuple[Any, ...]:
    """Return the sizes of the axes of a variable, or its ranges; nothing for an entry or a symbol."""
    if isinstance(variable, MatrixSymbol):
        return tuple(variable.shape)
    if not isinstance(variable, IndexedBase):
        return ()
    given = None if ranges is None else ranges.get(variable)
    if isinstance(variable, Numbered):
        return variable.ranges
    if variable.shape is not None:
        return tuple(size if size != 1 else (0, 0) for size in variable.shape)
    if given is None:
        if tensor_name(variable) not in {tensor_name(each) for each in expr.atoms(IndexedBase)}:
            way_out = "differentiate by something that does"
            raise NotAnExpressionError(tensor_name(variable), place=expr, reason="it does not occur", way_out=way_out)
        name = tensor_name(variable)
        way_out = f'declare the shape, as in tensor("{name}", D), or ranges={{{name}: (1, D)}}'
        raise UndeclaredRangeError(name, place=expr, reason="nothing declares its axes", way_out=way_out)
    several = isinstance(given[0], tuple | list)
    return tuple(given) if several else (given,)


def _ends(size: Any) -> tuple[Any, Any]:
    return (size[0], size[1]) if isinstance(size, tuple | list) else (Integer(0), size - 1)


def _fresh(expr: Any, size: Any, used: set[str]) -> Symbol:
    """Return a readable index: one that the author binds over the same range, else a letter."""
    ends = _ends(size)
    limits = [limit for each in expr.find(lambda e: hasattr(e, "limits")) for limit in each.limits if len(limit) == 3]
    own = (limit[0] for limit in limits if tuple(limit[1:]) == ends and type(limit[0]) is Symbol)
    bound = {str(limit[0]) for limit in limits}
    letters = (Symbol(letter, integer=True) for letter in LETTERS if letter not in bound)
    chosen = next(s for s in chain(own, letters) if str(s) not in used)
    used.add(str(chosen))
    return chosen


def _shape_of(by: tuple[Any, ...], indices: list[Any]) -> tuple[list[Any], tuple[Any, Any]] | None:
    """Return row, column and shape of a result that is a matrix; None for one that is a family."""
    if not all(isinstance(each, MatrixSymbol) for each in by):
        return None
    if len(by) == 1:
        return indices, tuple(by[0].shape)
    moving = [
        (index, size)
        for each, two in zip(by, (indices[:2], indices[2:]), strict=True)
        for index, size in zip(two, each.shape, strict=True)
        if size != 1
    ]
    if any(1 not in each.shape for each in by) or len(moving) != 2:
        return None
    return [index for index, _ in moving], (moving[0][1], moving[1][1])


def substitute(expr: Any, what: Any, replacement: Any) -> Any:
    """Return the expression with a whole family of entries replaced, its index in `replacement` moving along.

    Nothing is captured: an index bound in the expression steps aside where the replacement uses its name.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> n, j, k, N, D = symbols("n j k N D", integer=True, positive=True)
    >>> w, a, X = map(IndexedBase, "waX")
    >>> substitute(Sum(w[j] * X[n, j], (j, 1, D)), w[k], a[k] * X[n, k])
    Sum(X[n, j]**2*a[j], (j, 1, D))
    """
    expr, what, replacement = as_expression(expr), _variable(what), as_expression(replacement)
    if is_matrix(replacement):
        reason = f"a {replacement.shape[0]} x {replacement.shape[1]} matrix cannot take the place of a number"
        raise ShapeMismatchError(replacement, place=what, reason=reason, way_out="give one entry of it")
    with guarded(expr):
        _ = closed(expr), closed(replacement), vocabulary([expr, what])
        _refuse_part(closed(what, replacement)[0], what)
        result = _replaced(expr, what, replacement)
        _ = closed(result)
    return result


def _refuse_part(claim: Statement, what: Any) -> None:
    """Raise `UnsupportedError` for a family on a part of its axis: the other entries would have to stay."""
    ranges = {index.name: index.range for index in claim.indices}
    if isinstance(what, Symbol):
        return
    indices = what.indices
    axes = claim.name(tensor_name(what.base if isinstance(what, Indexed) else what.parent), len(indices)).axes
    for index, axis in zip(indices, axes, strict=True):
        own = ranges.get(name_of(index))
        if axis is not None and own is not None and not same_axis(own, axis):
            reason = f"{index} does not run over the whole axis"
            raise UnsupportedError(what, reason=reason, way_out="give an index of the whole axis")


def _replaced(expr: Any, what: Any, replacement: Any) -> Any:
    if isinstance(what, Symbol):
        return rename_indices(expr, {what: replacement})
    tensor: Any = what.base if isinstance(what, Indexed) else what.parent
    indices = tuple(what.indices)
    if any(not isinstance(i, Symbol | Idx) for i in indices) or len(set(indices)) != len(indices):
        reason = "the indices of a family must be different names"
        raise UnsupportedError(
            what, reason=reason, way_out=f"write {tensor} with one name for each place, such as {tensor}[j]"
        )
    return replace_entries(expr, tensor, indices, replacement)


def normalize(expr: Any, *, assuming: Any = (), ranges: Ranges = None, limits: Limits | None = None) -> Any:
    """Return the normal form as a SymPy expression: equal expressions of the decided core get the same one.

    What is assumed is used in it, and `labels(y, K)` lets `z[y[n]]` stand in it.

    >>> from sympy import Sum, symbols
    >>> from derive import size, tensor
    >>> i, j = symbols("i j", integer=True)
    >>> N = size("N"); x = tensor("x", N)
    >>> normalize(Sum(x[i], (i, 0, N - 1)) - Sum(x[j], (j, 0, N - 1)))
    0
    """
    expr = as_expression(expr)
    with guarded(expr):
        claim, (body,), shape = closed(expr, assuming=assuming, ranges=ranges)
        question = ask(claim, limits=limits)
        node = _inside(node_of(_everywhere(question, question.read(body)), question.session), claim)
        if not shape:
            return to_sympy(node, claim.vocabulary, evaluate=True, own_names=False)
        return matrix_of(node, _rows(claim, shape), shape, _writing(claim))


def members(lhs: Any, rhs: Any, ranges: Ranges) -> tuple[Any, Any, Ranges]:
    """Return two families at common indices, and the ranges with these. Raises `ShapeMismatchError`."""
    if not (isinstance(lhs, Family) and isinstance(rhs, Family)):
        family, other = (lhs, rhs) if isinstance(lhs, Family) else (rhs, lhs)
        reason = "a family has a value for every index, the other side has one"
        way_out = f"compare a member, such as family[{family.indices[0]}]"
        raise ShapeMismatchError(str(other), reason=reason, way_out=way_out)
    if len(lhs.indices) != len(rhs.indices):
        reason = f"one family has {len(lhs.indices)} indices, the other {len(rhs.indices)}"
        raise ShapeMismatchError(str(rhs.expr), reason=reason, way_out="compare families of the same rank")
    common = tuple(Dummy(str(i), integer=True) for i in lhs.indices)
    return lhs[common], rhs[common], ranges


@contextmanager
def guarded(expr: object) -> Generator[None]:
    """Turn what ends a computation inside into an error of the family, for calls that return no verdict."""
    try:
        yield
    except kernel.LimitReached as reached:
        way_out = "give larger limits or a smaller expression"
        raise LimitError(str(expr)[:80], reason=str(reached), way_out=way_out) from None
    except RecursionError:
        raise LimitError(type(expr).__name__, reason="it is nested too deeply", way_out="split it into parts") from None
    except kernel.Undefined:
        reason = "it has no value: it divides by 0 or takes log 0"
        raise UndefinedError(str(expr)[:80], reason=reason, way_out="correct it") from None
    except kernel.UnstableLabelError:
        reason = "its sums have no stable form"
        raise UnsupportedError(str(expr)[:80], reason=reason, way_out="simplify a denominator") from None
    except kernel.NoDerivativeError as missing:
        reason = f"the derivative of {missing} is outside of the engine"
        way_out = "differentiate where the function is smooth"
        raise UnsupportedError(str(expr)[:80], reason=reason, way_out=way_out) from None


def _place(index: Any, expr: Any) -> Any:
    if isinstance(index, int) and not isinstance(index, bool):
        return Integer(index)
    if not isinstance(index, Integer | Symbol | Idx):
        raise BadIndexError(
            str(index), place=expr, reason="this is no index", way_out="use an integer, a Symbol or an Idx"
        )
    return index


def _variable(by: Any) -> Any:
    if not isinstance(by, Indexed | MatrixElement | Symbol):
        way_out = VARIABLE_WAY_OUT + (
            f"; or gradient(expr, {by}) for the whole" if isinstance(by, IndexedBase | MatrixSymbol) else ""
        )
        raise NotAnExpressionError(str(by), reason="one entry or symbol is wanted here", way_out=way_out)
    return by


def _refuse_facts(claim: Statement, assuming: Any) -> None:
    """An assumption that holds at some values only says nothing about a derivative; labels do not vary."""
    if len(definitions(claim)) < len(claim.hypotheses) - len(claim.labels):
        way_out = "differentiate first, and assume it where the results are compared"
        reason = "only definitions can be differentiated through, one for each name, and labels"
        raise BadFactError(as_assumptions(assuming), reason=reason, way_out=way_out)


def _smooth(by: Any) -> Any:
    if isinstance(by, Symbol) and by.is_integer:
        reason = "it is an integer: a size or an index, which does not vary smoothly"
        raise NotAnExpressionError(str(by), reason=reason, way_out=VARIABLE_WAY_OUT)
    return _variable(by)


def _scalar(expr: Any) -> Any:
    if is_matrix(expr):
        reason = f"a gradient is taken of a number, and this is a {expr.shape[0]} x {expr.shape[1]} matrix"
        raise ShapeMismatchError(expr, reason=reason, way_out="take one entry of it, a trace or a norm")
    return expr
