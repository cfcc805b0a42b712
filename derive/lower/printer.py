"""How each step of a program is written in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy.printing.numpy import NumPyPrinter
from sympy.printing.pycode import PythonCodePrinter

from derive.lower.code import Code, is_plain

ATOM, POWER, UNARY, TIMES, PLUS, ANY = 5, 4, 3, 2, 1, 0
"""How tightly the parts of a text hold together."""


class ArrayPrinter(NumPyPrinter):
    """The printer that `sympy.lambdify` asks for the text of a step.

    >>> ArrayPrinter().doprint(Code.of("call", "np.exp", Code.of("name", "z")))
    'np.exp(z)'
    """

    def doprint(self, expr: Any, assign_to: Any = None) -> str:
        """Return a step, or a Python number, as an expression; nothing is assigned to."""
        return super().doprint(expr, assign_to) if assign_to is not None else text(expr)


def text(value: Any) -> str:
    """Return a step, or a Python number, as an expression.

    >>> from sympy import sqrt, symbols
    >>> text(sqrt(symbols("N")) / 2)
    '(1/2)*math.sqrt(N)'
    """
    return _text(value)[0]


def _text(value: Any) -> tuple[str, int]:
    if not is_plain(value):
        return WRITERS[value.operation](value)
    plain = PythonCodePrinter({"fully_qualified_modules": True}).doprint(value)
    if value.is_Symbol or value.is_NumberSymbol or (value.is_Integer and not value.is_negative):
        return plain, ATOM
    return plain, UNARY if value.is_Integer else ANY


def _within(value: Any, level: int) -> str:
    inner, own = _text(value)
    return f"({inner})" if own < level else inner


def _list(values: tuple[Any, ...]) -> str:
    return ", ".join(_within(value, ANY) for value in values)


def _name(code: Code) -> tuple[str, int]:
    return code.detail, ATOM


def _call(code: Code) -> tuple[str, int]:
    return f"{code.detail}({_list(code.operands)})", ATOM


def _reduce(code: Code) -> tuple[str, int]:
    function, axis = code.detail.split("|")
    return f"{function}({_list(code.operands)}, axis={axis})", ATOM


def _view(code: Code) -> tuple[str, int]:
    return f"{_within(code.operands[0], ATOM)}[{code.detail}]", ATOM


def _slice(code: Code) -> tuple[str, int]:
    """Write a part of an array; each place is a position, or where it begins and ends."""
    parts = [_list((place,)) if is_plain(place) else _range(place) for place in code.operands[1:]]
    return f"{_within(code.operands[0], ATOM)}[{', '.join(parts)}]", ATOM


def _range(place: Code) -> str:
    return ":".join("" if is_plain(end) and end.is_Symbol and end.name == "_" else text(end) for end in place.operands)


def _transpose(code: Code) -> tuple[str, int]:
    if code.detail == "1, 0":
        return f"{_within(code.operands[0], ATOM)}.T", ATOM
    return f"np.transpose({_list(code.operands)}, ({code.detail}))", ATOM


def _plus(code: Code) -> tuple[str, int]:
    """Write a sum; the detail has a sign for each term."""
    first, *rest = zip(code.detail, code.operands, strict=True)
    begin = _within(first[1], PLUS) if first[0] == "+" else f"-{_within(first[1], TIMES)}"
    return begin + "".join(f" {sign} {_within(term, TIMES)}" for sign, term in rest), PLUS


def _times(code: Code) -> tuple[str, int]:
    first, *rest = code.operands
    return " * ".join([_within(first, TIMES), *(_within(factor, UNARY) for factor in rest)]), TIMES


def _divide(code: Code) -> tuple[str, int]:
    above, below = code.operands
    return f"{_within(above, TIMES)} / {_within(below, UNARY)}", TIMES


def _matmul(code: Code) -> tuple[str, int]:
    left, right = code.operands
    return f"{_within(left, UNARY)} @ {_within(right, UNARY)}", TIMES


def _negate(code: Code) -> tuple[str, int]:
    return f"-{_within(code.operands[0], UNARY)}", UNARY


def _power(code: Code) -> tuple[str, int]:
    base, exponent = code.operands
    return f"{_within(base, ATOM)}**{_within(exponent, POWER)}", POWER


def _einsum(code: Code) -> tuple[str, int]:
    return f'np.einsum("{code.detail}", {_list(code.operands)})', ATOM


def _tensordot(code: Code) -> tuple[str, int]:
    return f"np.tensordot({_list(code.operands)}, axes={code.detail})", ATOM


def _broadcast(code: Code) -> tuple[str, int]:
    operand, *lengths = code.operands
    return f"np.broadcast_to({_list((operand,))}, ({_list(tuple(lengths))},))", ATOM


def _length(code: Code) -> tuple[str, int]:
    return f"{_within(code.operands[0], ATOM)}.shape[{code.detail}]", ATOM


WRITERS: dict[str, Callable[[Code], tuple[str, int]]] = {
    "name": _name,
    "call": _call,
    "reduce": _reduce,
    "view": _view,
    "slice": _slice,
    "transpose": _transpose,
    "plus": _plus,
    "times": _times,
    "divide": _divide,
    "matmul": _matmul,
    "negate": _negate,
    "power": _power,
    "einsum": _einsum,
    "tensordot": _tensordot,
    "broadcast": _broadcast,
    "length": _length,
}
