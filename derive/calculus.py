"""What one does with an expression: differentiate it, substitute in it, bring it into normal form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Idx, Indexed, IndexedBase, Integer, MatrixSymbol, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import kernel
from derive.errors import (
    BadFactError,
    BadIndexError,
    NotAnExpressionError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UnsupportedError,
)
from derive.facts import as_assumptions
from derive.language import Question, as_expression, ask, guarded
from derive.language.matrices import axis, is_matrix
from derive.language.matrixform import matrix_expression
from derive.language.read import place_of
from derive.language.rewrite import rename_indices, replace_entries
from derive.language.survey import survey
from derive.language.symbols import tensor_name
from derive.language.write import names_for, write
from derive.limits import Limits

VARIABLE_WAY_OUT = "use an entry such as w[j] or W[i, j], or a Symbol"


@dataclass(frozen=True, slots=True)
class Family:
    """An expression for every value of some indices, such as a gradient: `family[k]` is its member at k.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> j, k, D = symbols("j k D", integer=True, positive=True)
    >>> w = IndexedBase("w")
    >>> gradient(Sum(w[j] ** 2, (j, 1, D)), w)[k]
    2*w[k]
    """

    indices: tuple[Any, ...]
    expr: Any

    def __getitem__(self, at: Any) -> Any:
        """Return the member at these indices, without capture. Raises `ShapeMismatchError` for too few or many."""
        given = tuple(at) if isinstance(at, tuple) else (at,)
        if len(given) != len(self.indices):
            reason = f"this family has {len(self.indices)} indices"
            raise ShapeMismatchError(str(at), reason=reason, way_out=f"give {len(self.indices)} indices")
        values = [_place(i, self.expr) for i in given]
        return rename_indices(self.expr, dict(zip(self.indices, values, strict=True)))


def differentiate(expr: Any, by: Any, *, assuming: Any = (), limits: Limits | None = None) -> Any:
    """Return the derivative of an expression by one entry or symbol, in normal form.

    The entry's index is free even where the expression binds an index of the same name. `assuming` may define
    tensors, as in `Eq(p[n], sigmoid(z[n]))`: definitions are put in first, whatever they depend on. Raises
    `UnsupportedError` where the derivative is outside of the engine, `LimitError` where a budget runs out, and
    `BadFactError` for an assumption that is no definition, as it need not hold around the point.

    >>> from sympy import IndexedBase, Sum, exp, log, symbols
    >>> j, K = symbols("j K", integer=True, positive=True)
    >>> z = IndexedBase("z")
    >>> differentiate(log(Sum(exp(z[j]), (j, 1, K))), z[j])
    exp(z[j])/Sum(exp(z[i]), (i, 1, K))
    """
    expr, by = as_expression(expr), _smooth(by)
    with guarded(expr):
        question = ask([expr, by], assuming=as_assumptions(assuming), limits=limits)
        _refuse_facts(question, assuming)
        place = place_of(by, question.session, {})
        if not is_matrix(expr):
            return question.write(kernel.differentiate(question.ring, question.read(expr), place))
        at = axis(question.session, expr.shape[0]), axis(question.session, expr.shape[1])
        entries = kernel.differentiate(question.ring, question.read_at(expr, at), place)
        return matrix_expression(entries, at, expr.shape, question.session)


def gradient(expr: Any, by: Any, *, limits: Limits | None = None) -> Any:
    """Return the gradient: a matrix for a `MatrixSymbol`, a `Family` for an `IndexedBase`, else the derivative.

    >>> from sympy import MatrixSymbol, Trace, symbols
    >>> N, D = symbols("N D", integer=True, positive=True)
    >>> X = MatrixSymbol("X", N, D)
    >>> gradient(Trace(X.T * X), X)
    2*X
    """
    expr = as_expression(expr)
    if isinstance(by, MatrixSymbol):
        with guarded(expr):
            question = ask([expr, by], limits=limits)
            at = _matrix_place(question, by)
            entries = kernel.differentiate(
                question.ring, question.read(_scalar(expr)), (question.session.tensor(by), at)
            )
            return matrix_expression(entries, at, by.shape, question.session)
    return _family(expr, by, 1, limits) if isinstance(by, IndexedBase) else differentiate(expr, by, limits=limits)


def hessian(expr: Any, by: Any, other: Any = None, *, limits: Limits | None = None) -> Any:
    """Return the second derivatives: a matrix for a column `MatrixSymbol`, a `Family` of twice the rank for tensors.

    For an entry or a symbol, the second derivative by it, or by it and `other`.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> j, k, D = symbols("j k D", integer=True, positive=True)
    >>> w = IndexedBase("w")
    >>> hessian(Sum(w[j] ** 2, (j, 1, D)), w)[j, k]
    2*KroneckerDelta(j, k)
    """
    expr = as_expression(expr)
    if isinstance(by, IndexedBase):
        return _family(expr, by, 2, limits)
    if not isinstance(by, MatrixSymbol):
        return differentiate(differentiate(expr, by, limits=limits), by if other is None else other, limits=limits)
    with guarded(expr):
        question = ask([expr, by], limits=limits)
        first, second = _matrix_place(question, by), _matrix_place(question, by)
        name = question.session.tensor(by)
        once = kernel.differentiate(question.ring, question.read(_scalar(expr)), (name, first))
        twice = kernel.differentiate(question.ring, once, (name, second))
        moving = [i for i in (*first, *second) if i.dim is not None]
        if 1 not in by.shape or not moving:
            return _named(question, twice, moving)
        size = by.shape[0] if by.shape[1] == 1 else by.shape[1]
        return matrix_expression(twice, (moving[0], moving[1]), (size, size), question.session)


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
        _ = ask([expr]), ask([replacement]), survey([(expr,), (what, replacement)])
        result = _replaced(expr, what, replacement)
        _ = ask([result])
    return result


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


def normalize(expr: Any, *, limits: Limits | None = None) -> Any:
    """Return the normal form as a SymPy expression: equal expressions of the decided core get the same one.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> i, j, N = symbols("i j N", integer=True, positive=True)
    >>> x = IndexedBase("x")
    >>> normalize(Sum(x[i], (i, 1, N)) - Sum(x[j], (j, 1, N)))
    0
    """
    expr = as_expression(expr)
    with guarded(expr):
        question = ask([expr], limits=limits)
        if not is_matrix(expr):
            return question.write(question.read(expr), own_names=False)
        at = axis(question.session, expr.shape[0]), axis(question.session, expr.shape[1])
        return matrix_expression(question.read_at(expr, at), at, expr.shape, question.session)


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


def _refuse_facts(question: Question, assuming: Any) -> None:
    """An assumption that holds at some values only says nothing about a derivative."""
    for number, fact in enumerate(as_assumptions(assuming), 1):
        if not question.is_definition(number):
            way_out = "differentiate first, and assume it where the results are compared"
            raise BadFactError(fact, reason="only definitions can be differentiated through", way_out=way_out)


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


def _matrix_place(question: Question, by: MatrixSymbol) -> tuple[kernel.Index, kernel.Index]:
    return axis(question.session, by.shape[0]), axis(question.session, by.shape[1])


def _family(expr: Any, by: IndexedBase, times: int, limits: Limits | None) -> Family:
    """Return the derivatives by every entry of a tensor, taken once or twice."""
    with guarded(expr):
        question = ask([_scalar(expr)], limits=limits)
        name = tensor_name(by)
        rank = question.session.seen.ranks.get(name, len(by.shape) if by.shape is not None else None)
        if rank is None:
            raise NotAnExpressionError(
                name, place=expr, reason="it does not occur", way_out="differentiate by something that does"
            )
        places = [question.session.ranges.places.get((name, n)) for n in range(rank)]
        if None in places:
            reason = f"nothing shows which range place {places.index(None) + 1} has"
            raise UndeclaredRangeError(name, place=expr, reason=reason, way_out=f"declare the shape of {name}")
        result = question.read(expr)
        indices: list[kernel.Index] = []
        for _ in range(times):
            at = [question.ring.fresh(question.session.dim(where)) for where in places if where is not None]
            result = kernel.differentiate(question.ring, result, (question.session.tensor(by), tuple(at)))
            indices += at
        return _named(question, result, indices)


def _named(question: Question, poly: kernel.Poly, indices: list[kernel.Index]) -> Family:
    """Return a family with readable symbols for its indices."""
    names = names_for(poly, question.session)
    for index in indices:
        names = names.bind((index,), frozenset())
    return Family(tuple(names.symbol(i) for i in indices), write(poly, names))
