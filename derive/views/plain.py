"""Formulas as one types them: for terminals, where neither LaTeX nor SymPy's constructors read well."""

from __future__ import annotations

from typing import Any

from sympy import Add, MatAdd, Pow
from sympy.core.relational import Relational
from sympy.printing.str import StrPrinter

from derive.formula.write.order import applied, factors, is_reciprocal, limits, split_fraction, split_sign, terms

RELATIONS = {"==": "="}
BRACKETED = (Add, MatAdd, Relational)


def plain(expr: Any) -> str:
    """Return an expression or a relation in plain text.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> y, p, X, n, j, N = IndexedBase("y"), IndexedBase("p"), IndexedBase("X"), *symbols("n j N")
    >>> plain(Sum((y[n] - p[n]) ** 2 * X[n, j], (n, 1, N)))
    'sum[n=1..N](X[n,j]*(y[n] - p[n])^2)'
    """
    return PlainPrinter().doprint(expr).replace("**", "^")


def sign(relation: str) -> str:
    """Return the sign of a relation."""
    return RELATIONS.get(relation, relation)


class PlainPrinter(StrPrinter):
    """The printer; a method for each kind that is printed otherwise than by SymPy."""

    printmethod = "_plain"  # an Indexed would print itself, with SymPy's spaces

    def _print_Add(self, expr: Any, order: Any = None) -> str:  # noqa: ARG002 -- SymPy passes it
        parts: list[str] = []
        for term in terms(expr):
            minus, rest = split_sign(term)
            shown = self._bracketed(rest, isinstance(rest, BRACKETED))
            parts.append((" - " if parts else "-") + shown if minus else (" + " if parts else "") + shown)
        return "".join(parts)

    def _print_Mul(self, expr: Any) -> str:
        minus, rest = split_sign(expr)
        if minus:
            return "-" + self._bracketed(rest, isinstance(rest, BRACKETED))
        above, below = split_fraction(factors(expr))
        shown = self._product(above) or "1"
        if not below:
            return shown
        return f"{shown}/({self._product(below)})" if len(below) > 1 else f"{shown}/{self._product(below)}"

    def _product(self, found: list[Any]) -> str:
        ratios = [bool(f.is_Rational and f.q != 1) for f in found]
        needed = [isinstance(f, BRACKETED) or f.is_Mul or ratio for f, ratio in zip(found, ratios, strict=True)]
        return "*".join(map(self._bracketed, found, needed))

    def _bracketed(self, expr: Any, needed: bool) -> str:  # noqa: FBT001 -- the condition is the subject
        return f"({self._print(expr)})" if needed else self._print(expr)

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:  # noqa: FBT001, FBT002 -- SymPy's signature
        if is_reciprocal(expr):
            below = expr.base if expr.exp == -1 else Pow(expr.base, -expr.exp, evaluate=False)
            return f"1/{self._product([below])}"
        return super()._print_Pow(expr, rational)

    def _print_Sum(self, expr: Any) -> str:
        return self._big("sum", expr)

    def _print_Product(self, expr: Any) -> str:
        return self._big("prod", expr)

    def _big(self, name: str, expr: Any) -> str:
        shown = (map(self._print, limit) for limit in limits(expr))
        ranges = ", ".join(f"{index}={low}..{high}" for index, low, high in shown)
        return f"{name}[{ranges}]({self._print(expr.function)})"

    def _print_Derivative(self, expr: Any) -> str:
        order = sum(int(count) for _, count in expr.variable_count)
        by = " ".join(f"d{self._print(v)}" + (f"^{count}" if count != 1 else "") for v, count in expr.variable_count)
        return f"d{'' if order == 1 else f'^{order}'}/{by}({self._print(expr.expr)})"

    def _print_Indexed(self, expr: Any) -> str:
        return f"{self._print(expr.base)}[{','.join(map(self._print, expr.indices))}]"

    def _print_MatrixElement(self, expr: Any) -> str:
        base = self._bracketed(expr.parent, not expr.parent.is_symbol)
        return f"{base}[{self._print(expr.i)},{self._print(expr.j)}]"

    def _print_IndexedBase(self, expr: Any) -> str:
        return self._print(expr.label)

    _print_Idx = _print_IndexedBase  # noqa: N815 -- SymPy's name for it

    def _print_KroneckerDelta(self, expr: Any) -> str:
        i, j = map(self._print, expr.args[:2])
        return f"delta[{i},{j}]"

    def _print_Relational(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} {sign(expr.rel_op)} {self._print(expr.rhs)}"

    def _print_OneMatrix(self, expr: Any) -> str:
        return "ones.T" if expr.shape[0] == 1 else "ones"

    def _print_ElementwiseApplyFunction(self, expr: Any) -> str:
        names = applied(expr.function)
        if names is None:
            return str(expr)
        return "".join(f"{type(name).__name__}(" for name in names) + self._print(expr.expr) + ")" * len(names)
