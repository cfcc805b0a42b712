"""The generated program as a SymPy tree: calls, operators and views of arrays, printed by `printer.py`."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr
from sympy.core.symbol import Str


class Code(Basic):
    """A step of a program: an operation, what says how (an axis, a subscript), and what it is done to.

    >>> Code.of("call", "np.exp", name("z")).operation
    'call'
    """

    @classmethod
    def of(cls, operation: str, detail: str, *operands: Any) -> Code:
        """Return a step."""
        return cls(Str(operation), Str(detail), *operands)

    @property
    def operation(self) -> str:
        """Return what is done."""
        return self.args[0].name

    @property
    def detail(self) -> str:
        """Return how it is done."""
        return self.args[1].name

    @property
    def operands(self) -> tuple[Any, ...]:
        """Return what it is done to."""
        return self.args[2:]


def is_plain(value: Any) -> bool:
    """Return whether a value is a Python number, or made of such: no array.

    >>> from sympy import Symbol
    >>> is_plain(Symbol("N")), is_plain(name("x"))
    (True, False)
    """
    return isinstance(value, Expr)


def name(text: str) -> Code:
    """Return a variable."""
    return Code.of("name", text)


def function(text: str, *operands: Any) -> Code:
    """Return a call."""
    return Code.of("call", text, *operands)


def reduction(text: str, operand: Any, axis: int) -> Code:
    """Return a call that takes an axis away, or works along it."""
    return Code.of("reduce", f"{text}|{axis}", operand)


def view(operand: Any, subscript: str) -> Any:
    """Return a part of an array, or the array with axes of length one put in."""
    return Code.of("view", subscript, operand)


def transposed(operand: Any, order: tuple[int, ...]) -> Any:
    """Return the array with its axes in another order."""
    if order == tuple(range(len(order))):
        return operand
    if isinstance(operand, Code) and operand.operation == "transpose":
        inner = tuple(map(int, operand.detail.split(",")))
        return transposed(operand.operands[0], tuple(inner[n] for n in order))
    return Code.of("transpose", ", ".join(map(str, order)), operand)
