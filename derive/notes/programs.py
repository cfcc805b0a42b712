"""The NumPy programs in a note: each beside the formula that it was made from."""

from __future__ import annotations

from typing import Any

import derive
from derive.formula.notation import Notation
from derive.formula.tree import Fence, Node, joined
from derive.formula.write import Page, node_of, page_for
from derive.notes.model import Evidence, Line, Program
from numeric.functions import functions_of
from numeric.lowered import LoweredFunction


def programs_of(derivation: str, notation: Notation) -> tuple[Program, ...]:
    """Return the programs of the functions that come from a derivation, with their formulas in a notation.

    >>> [program.call for program in programs_of("logistic-hessian", Notation())]
    ['numeric.logistic.hessian(w, X)[j, k]']
    """
    return tuple(_program(name, function, notation) for name, function in functions_of(derivation))


def _program(name: str, function: LoweredFunction, notation: Notation) -> Program:
    exprs = [each.expr if isinstance(each, derive.Family) else each for each in _values(function.formula)]
    page = page_for(exprs, notation).around(exprs)
    formula = _formula(exprs, page)
    axes = ", ".join(page.label(str(getattr(axis, "label", axis))) for axis in function.axes)
    call = f"{name}{function.__signature__}" + (f"[{axes}]" if axes else "")
    line = Line(0, formula, None, None, (), (), "given", Evidence())
    return Program(call, line, function.source.strip())


def _values(formula: Any) -> tuple[Any, ...]:
    return formula if isinstance(formula, tuple) else (formula,)


def _formula(exprs: list[Any], page: Page) -> Node:
    nodes = [node_of(expr, page) for expr in exprs]
    return nodes[0] if len(nodes) == 1 else Fence("(", joined(nodes, ","), ")")
