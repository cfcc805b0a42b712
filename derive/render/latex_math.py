"""Formulas in LaTeX as one writes them by hand: SymPy's printer, and what it prints otherwise than a lecturer would."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sympy import Add, MatAdd, Piecewise, Pow, Product, Sum, Symbol, Trace
from sympy.core.relational import Relational
from sympy.printing.latex import LatexPrinter

from derive.render.order import BIG, applied, factors, is_reciprocal, limits, split_fraction, split_sign, terms

RELATIONS = {
    "": "",
    "==": "=",
    "=": "=",
    "!=": r"\ne",
    ":=": ":=",
    "<=": r"\le",
    "<": r"\lt",
    ">=": r"\ge",
    ">": r"\gt",
}
"""Relations as steps hold them; `<` would begin a tag on a web page."""

FUNCTIONS = {"sigmoid": r"\sigma", "softplus": r"\operatorname{softplus}", "log": r"\log", "exp": r"\exp"}
"""Functions by name; any other name is set as SymPy sets it."""

BRACKETED = (Add, MatAdd, Relational, Piecewise)
SHORT = 12
"""The longest LaTeX of an exponent that is still read easily above the line."""

WORD = re.compile(r"^[A-Za-z]{2,}(?=$|_)|(?<=_\{)[A-Za-z]{3,}(?=\})")
"""Names and subscripts that are words, and are set upright."""

SUBSCRIPT = re.compile(r"_\{[^{}]*\}$")

NUMBERS = re.compile(r"(?:\d|\\frac\{\d+\}\{\d+\})$"), re.compile(r"\d|\\frac\{\d")
WORDS = re.compile(r"\\mathrm\{\w+\}$"), re.compile(r"\\mathrm\{")
"""How the left factor ends and the right one begins, where a product needs its dot."""


def latex(expr: Any) -> str:
    r"""Return an expression or a relation in LaTeX, without dollar signs.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> y, p, X, n, j, N = IndexedBase("y"), IndexedBase("p"), IndexedBase("X"), *symbols("n j N")
    >>> print(latex(Sum((y[n] - p[n]) * X[n, j], (n, 1, N))))
    \sum_{n=1}^{N} X_{n,j} \left(y_{n} - p_{n}\right)
    """
    return FormulaPrinter().doprint(expr)


def latex_relation(lhs: str, relation: str, rhs: str) -> str:
    """Return two printed sides with the sign of a relation between them."""
    return f"{lhs} {sign(relation)} {rhs}"


def sign(relation: str) -> str:
    """Return the sign of a relation; a word for what is no sign."""
    return RELATIONS.get(relation, rf"\;\text{{{relation}}}\;")


class FormulaPrinter(LatexPrinter):
    """The printer; a method for each kind that is printed otherwise than by SymPy."""

    def _print_Add(self, expr: Any, order: Any = None) -> str:  # noqa: ARG002 -- SymPy passes it
        parts: list[str] = []
        for term in terms(expr):
            minus, rest = split_sign(term)
            shown = self._bracketed(rest, isinstance(rest, BRACKETED))
            parts.append((" - " if parts else "- ") + shown if minus else (" + " if parts else "") + shown)
        return "".join(parts)

    def _print_Mul(self, expr: Any) -> str:
        minus, rest = split_sign(expr)
        if minus:
            return "- " + self._bracketed(rest, isinstance(rest, BRACKETED))
        above, below = split_fraction(factors(expr))
        if not below:
            return self._product(above)
        if any(factor.has(Sum, Product) for factor in below):
            return rf"\frac{{{self._product(above)}}}{{{self._product(below)}}}"
        inside = [factor for factor in above if not isinstance(factor, (*BIG, Trace))]
        outside = [factor for factor in above if isinstance(factor, (*BIG, Trace))]
        fraction = rf"\frac{{{self._product(inside)}}}{{{self._product(below)}}}"
        return f"{fraction} {self._product(outside)}" if outside else fraction

    def _print_MatMul(self, expr: Any) -> str:
        minus, rest = split_sign(expr)
        return "- " + self._print(rest) if minus else self._product(list(rest.args))

    def _product(self, found: list[Any]) -> str:
        if not found:
            return "1"
        tex = ""
        for place, factor in enumerate(found, 1):
            first, last = place == 1, place == len(found)
            shown = self._bracketed(
                factor, not (first and last) and self._needs_brackets(factor, first=first, last=last)
            )
            dot = r" \cdot " if any(end.search(tex) and start.match(shown) for end, start in (NUMBERS, WORDS)) else " "
            tex += dot + shown if tex else shown
        return tex

    def _needs_brackets(self, factor: Any, *, first: bool, last: bool) -> bool:
        if split_sign(factor)[0]:
            return not first
        return isinstance(factor, BRACKETED) or (isinstance(factor, BIG) and not last)

    def _bracketed(self, expr: Any, needed: bool) -> str:  # noqa: FBT001 -- the condition is the subject
        return rf"\left({self._print(expr)}\right)" if needed else self._print(expr)

    def _print_Pow(self, expr: Any) -> str:
        if is_reciprocal(expr):
            below = expr.base if expr.exp == -1 else Pow(expr.base, -expr.exp, evaluate=False)
            return rf"\frac{{1}}{{{self._print(below)}}}"
        return super()._print_Pow(expr)

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        named = Symbol(expr.name.lstrip("_")) if expr.name.startswith("_") else expr
        return WORD.sub(r"\\mathrm{\g<0>}", super()._print_Symbol(named, style))

    def _print_Sum(self, expr: Any) -> str:
        return self._big(r"\sum", expr)

    def _print_Product(self, expr: Any) -> str:
        return self._big(r"\prod", expr)

    def _big(self, symbol: str, expr: Any) -> str:
        """Print one sign for each index."""
        ranges = (map(self._print, limit) for limit in limits(expr))
        signs = (f"{symbol}_{{{name}={low}}}^{{{high}}}" for name, low, high in ranges)
        return " ".join([*signs, self._operand(expr.function)])

    def _operand(self, body: Any) -> str:
        return self._bracketed(body, isinstance(body, BRACKETED) or split_sign(body)[0])

    def _print_Derivative(self, expr: Any) -> str:
        d = r"\partial" if expr.expr.free_symbols - {v for v, _ in expr.variable_count} else "d"
        order = sum(int(count) for _, count in expr.variable_count)
        by = " ".join(
            rf"{d} {self._print(v)}" + (f"^{{{count}}}" if count != 1 else "") for v, count in expr.variable_count
        )
        power = "" if order == 1 else f"^{{{order}}}"
        return rf"\frac{{{d}{power}}}{{{by}}} " + self._operand(expr.expr)

    def _print_Indexed(self, expr: Any) -> str:
        return self._entry(self._print(expr.base), expr.indices)

    def _print_MatrixElement(self, expr: Any) -> str:
        return self._entry(self._bracketed(expr.parent, not expr.parent.is_symbol), (expr.i, expr.j))

    def _entry(self, base: str, indices: Iterable[Any]) -> str:
        """Print indices below a name; one that has a subscript of its own keeps it in front of them."""
        places = ",".join(map(self._print, indices))
        return f"{base[:-1]},{places}}}" if SUBSCRIPT.search(base) else f"{base}_{{{places}}}"

    def _print_Idx(self, expr: Any) -> str:
        return self._print(expr.label)

    def _print_KroneckerDelta(self, expr: Any, exp: Any = None) -> str:
        i, j = map(self._print, expr.args[:2])
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\delta_{{{i}{'' if len(i) == len(j) == 1 else ','}{j}}}{power}"

    def _print_Function(self, expr: Any, exp: Any = None) -> str:
        name = type(expr).__name__
        if name not in FUNCTIONS and hasattr(LatexPrinter, f"_print_{name}"):
            return super()._print_Function(expr, exp)
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"{self._name(expr)}{power}\left({', '.join(map(self._print, expr.args))}\right)"

    def _name(self, function: Any) -> str:
        name = type(function).__name__
        return FUNCTIONS.get(name) or self._hprint_Function(name)

    _print_log = _print_Function

    def _print_exp(self, expr: Any, exp: Any = None) -> str:
        """Print what would be too small in an exponent on the line."""
        argument = self._print(expr.args[0])
        if len(argument) > SHORT or exp is not None:
            return rf"\exp{'' if exp is None else f'^{{{exp}}}'}\left({argument}\right)"
        return f"e^{{{argument}}}"

    _print_ExpBase = _print_exp  # noqa: N815 -- SymPy's name for it

    def _print_Relational(self, expr: Any) -> str:
        return latex_relation(self._print(expr.lhs), expr.rel_op, self._print(expr.rhs))

    def _print_Transpose(self, expr: Any) -> str:
        return rf"{self._bracketed(expr.arg, not expr.arg.is_symbol)}^{{\top}}"

    def _print_OneMatrix(self, expr: Any) -> str:
        return r"\mathbf{1}^{\top}" if expr.shape[0] == 1 else r"\mathbf{1}"

    def _print_ElementwiseApplyFunction(self, expr: Any) -> str:
        """Print f of a matrix, entry by entry, as f of the matrix where f has a name."""
        names = applied(expr.function)
        if names is None:
            return super()._print_ElementwiseApplyFunction(expr)
        opened = "".join(rf"{self._name(name)}\left(" for name in names)
        return opened + self._print(expr.expr) + r"\right)" * len(names)
