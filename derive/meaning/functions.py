"""Functions that are known by a command or a word, and what each does with a vector or a matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.functions import FUNCTIONS, fold
from derive.meaning.axes import Axis, unify
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.powers import determinant, trace
from derive.meaning.values import Value, divided, kind, mapped, scalar
from derive.shorthands import SHORTHANDS


@dataclass(frozen=True, slots=True)
class Known:
    """A function: the table's `call`, taken of each entry, or what it makes of a whole value."""

    call: str = ""
    whole: Callable[[Value, Here], Value] | None = None


def _softmax(value: Value, here: Here) -> Value:
    if value.rank == 1:
        axis = value.axis

        def total(_row: Expression | None) -> Expression:
            """Return the sum over all entries."""
            return here.total(axis, lambda k: tree.Call("exp", (value.along(k),)))
    else:
        columns = _columns(value)
        here.record.read_as.add("softmax of a matrix is taken of each row")

        def total(_row: Expression | None) -> Expression:
            """Return the sum over the entries of a row."""
            return here.total(columns, lambda k: tree.Call("exp", (value.at(_row, k),)))

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return an entry: its exponential over the sum of all."""
        return divided(tree.Call("exp", (value.at(row, column),)), total(row))

    return Value(value.rows, value.columns, at)


def _columns(value: Value) -> Axis:
    if value.columns is None:
        raise Clash("a matrix is wanted here", shapes=True)
    return value.columns


def _log_softmax(value: Value, here: Here) -> Value:
    return mapped(_softmax(value, here), lambda entry: tree.Call("log", (entry,)))


def _logsumexp(value: Value, here: Here) -> Value:
    axis = value.axis
    return scalar(lambda: tree.Call("log", (here.total(axis, lambda k: tree.Call("exp", (value.along(k),))),)))


def _mean(value: Value, here: Here) -> Value:
    axis = value.axis

    def make() -> Expression:
        """Return the sum over the number of entries."""
        first, last = here.known_ends(axis)
        return divided(here.total(axis, value.along), tree.add(tree.subtract(last, first), tree.ONE))

    return scalar(make)


def _diagonal(value: Value, here: Here) -> Value:
    if value.rank == 1:
        axis = value.axis

        def at(row: Expression | None, column: Expression | None) -> Expression:
            """Return an entry of the vector on the diagonal, 0 elsewhere."""
            if row is None or column is None:
                raise Clash("a diagonal matrix without its places")
            return tree.multiply(value.along(row), tree.Delta(row, column))

        return Value(axis, axis, at)
    if value.rows is None or value.columns is None:
        raise Clash(f"the diagonal of a {kind(value)}", shapes=True)
    unify(value.rows, value.columns)
    here.record.read_as.add("diag of a matrix is the column of its diagonal")
    return Value(value.rows, None, lambda row, _column: value.at(row, row))


WHOLE: dict[str, Callable[[Value, Here], Value]] = {
    "softmax": _softmax,
    "logsoftmax": _log_softmax,
    "logsumexp": _logsumexp,
    "lse": _logsumexp,
    "mean": _mean,
    "diag": _diagonal,
    "det": determinant,
    "trace": trace,
}
"""Functions of a whole vector or matrix."""
CALLS = {
    **{name: row.name for row in (*FUNCTIONS, *SHORTHANDS) for name in row.names.read},
    "ln": "log",
    "sign": "sign",
    "sgn": "sign",
    "factorial": "factorial",
    "sqrt": "sqrt",
    "sig": "sigmoid",
    "logistic": "sigmoid",
    "expit": "sigmoid",
}
KNOWN: dict[str, Known] = {
    **{name: Known(call=call) for name, call in CALLS.items()},
    **{name: Known(whole=whole) for name, whole in WHOLE.items()},
}
"""What a function is, by the name that the reader of formulas gives it."""
BY_WORD: dict[str, Known] = {
    f"{font}{spelling}": known
    for name, known in KNOWN.items()
    for font in ("roman ", "sans ")
    for spelling in {name, name.capitalize(), name.upper(), {"relu": "ReLU", "logsumexp": "LogSumExp"}.get(name, name)}
}
"""The same, of words in an upright font that the reader of formulas takes for names."""
WRITTEN_OUT = {row.name: row for row in SHORTHANDS}


def applied(known: Known, value: Value, here: Here) -> Value:
    """Return a known function of a value."""
    if known.whole is not None:
        if not value.rank and known.whole is not trace:
            raise Clash("a function of a vector, of what is a number as it is read", shapes=True)
        return known.whole(value, here)
    if value.rank == 2 and known.call in {"exp", "log"}:
        here.pay(("function of a matrix",), 1.0)
        here.record.generalised.add(f"{known.call} of a matrix is taken of each entry")
    elif value.rank:
        here.record.read_as.add(f"{known.call} is taken of each entry")
    return mapped(value, lambda entry: call_of(known.call, entry))


def call_of(name: str, *arguments: Expression) -> Expression:
    """Return a function of the table as a node; a shorthand is written out by its definition."""
    row = WRITTEN_OUT.get(name)
    if row is None or row.definition is None:
        return tree.Call(name, arguments)
    given = dict(zip(row.arguments, arguments, strict=True))

    def leaf(value: Any) -> Expression:
        """Return a number, an argument or a constant."""
        return given.get(value) or tree.Constant(value) if isinstance(value, str) else tree.number(value)

    return fold(row.definition, leaf, _node)


def _node(name: str, parts: list[Expression]) -> Expression:
    made: dict[str, Callable[..., Expression]] = {
        "+": tree.add,
        "*": tree.multiply,
        "-": lambda first, *rest: tree.add(first, *map(tree.negative, rest)),
        "/": divided,
        "^": tree.Power,
    }
    return made[name](*parts) if name in made else call_of(name, *parts)
