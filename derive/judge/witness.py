"""What the engine found, for programs and for readers: counterexamples, numbers, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sympy import Basic, Idx

from derive.display import is_long, rounded
from derive.formula import tree
from derive.formula.tree import Node, Script, Sign, row
from derive.formula.write import node_of, page_for
from derive.judge.told import Told, joined, sentence
from derive.verdict import Condition, Counterexample

FIGURES = 6
"""How many digits of a number that is not exact a reader is shown."""
BITS = 60
"""How many bits an exact number may have that is told with all its digits."""
LONG, DECIMAL = 100, 10**9
"""A fraction with a denominator above the first is written as a decimal, where one of nine digits is exact."""
NUMBERED = re.compile(r"(?P<letter>[A-Za-z]+)_\d+")
"""A letter that a reading made different from others of its name, by a number behind it."""


def witness(found: Counterexample) -> dict[str, Any]:
    """Return a counterexample as JSON has it: whole numbers as numbers, fractions as text, exactly.

    >>> witness(Counterexample({"N": 2}, {}, {"x[1]": Fraction(1, 2)}, Fraction(1), 0.5))["values"]
    {'x[1]': '1/2'}
    """
    return {
        "sizes": dict(found.sizes),
        "indices": dict(found.indices),
        "values": {name: _number(value) for name, value in found.values.items()},
        "functions": dict(found.functions),
        "lhs": _number(found.lhs),
        "relation": found.relation,
        "rhs": _number(found.rhs),
    }


def _number(value: Fraction | float) -> int | float | str:
    if isinstance(value, float):
        return value
    if is_long(value):
        return f"about {rounded(value)}"
    return int(value) if value == int(value) else str(value)


def number(value: Fraction | float) -> Node:
    """Return a number as it is set; one that is not exact with six figures.

    >>> from derive.formula.as_text import as_text
    >>> as_text(number(Fraction(-3, 2))), as_text(number(2 / 3))
    ('−3/2', '0.666667')
    """
    if isinstance(value, float) or max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
        written = f"{abs(value):.{FIGURES}g}" if isinstance(value, float) else rounded(Fraction(abs(value)), FIGURES)
        digits, _, exponent = written.partition("e")
        shown: Node = tree.Number(digits)
        if exponent:
            shown = row(shown, Sign("cdot"), Script(tree.Number("10"), None, number(Fraction(int(exponent)))))
    else:
        exact = Fraction(abs(value))
        if exact.denominator > LONG and DECIMAL % exact.denominator == 0:
            return number(float(value))
        above, below = tree.Number(str(exact.numerator)), tree.Number(str(exact.denominator))
        shown = above if exact.denominator == 1 else tree.Fraction(above, below)
    return row(Sign("negative"), shown) if value < 0 else shown


def told_condition(condition: Condition | str) -> Told:
    """Return a side condition with its reason, in formulas where it is one.

    >>> from sympy import Symbol
    >>> told_condition(Condition(Symbol("lambda") > 0, "argument of log")).text
    'λ > 0 (argument of log)'
    """
    if isinstance(condition, str) or not isinstance(condition.statement, Basic):
        return Told(str(condition))
    statement = clear(condition.statement)
    shown = sentence("{0}", [node_of(statement, page_for([statement]))])
    return joined([shown, Told(f"({condition.reason})")], " ") if condition.reason else shown


def clear(expr: Basic) -> Basic:
    """Return an expression whose letters that a reading numbered are as they were written, where they stay apart.

    >>> from sympy import Indexed, Sum, symbols
    >>> i, n = Idx("i_2"), symbols("n", integer=True)
    >>> clear(Sum(Indexed("x", i), (i, 1, n)))
    Sum(x[i], (i, 1, n))
    """
    taken = {str(symbol) for symbol in expr.free_symbols}
    changes: dict[Any, Any] = {}
    for index in sorted(expr.atoms(Idx), key=str):
        match = NUMBERED.fullmatch(str(index))
        if match is not None and match["letter"] not in taken:
            changes[index] = Idx(match["letter"], *_limits(index))
            taken.add(match["letter"])
    return expr.xreplace(changes)


def _limits(index: Any) -> Iterable[Any]:
    return () if index.lower is None or index.upper is None else ((index.lower, index.upper),)
