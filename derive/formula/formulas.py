r"""Formulas as an author of lecture notes would type them, in LaTeX and MathML, in any notation.

>>> from sympy import IndexedBase, Sum, symbols
>>> from derive.formula.formulas import latex
>>> y, p, x, i, j, N = IndexedBase("y"), IndexedBase("p"), IndexedBase("x"), *symbols("i j N")
>>> print(latex(-Sum((y[i] - p[i]) * x[i, j], (i, 1, N))))
-\sum_{i=1}^N (y_i - p_i) x_{ij}
"""

from __future__ import annotations

from typing import Any

from derive.formula.as_latex import as_latex
from derive.formula.as_mathml import mathml as mathml_of_tree
from derive.formula.notation import Notation
from derive.formula.write import node_of, page_for

NEUTRAL = Notation()


def latex(expr: Any, notation: Notation = NEUTRAL) -> str:
    r"""Return an expression or a relation in LaTeX, without dollar signs.

    >>> from sympy import MatrixSymbol, symbols
    >>> N, D = symbols("N D", integer=True, positive=True)
    >>> X, w, y = MatrixSymbol("X", N, D), MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1)
    >>> print(latex(X.T * (X * w - y)))
    X^\top (Xw - y)
    """
    return as_latex(node_of(expr, page_for([expr], notation).around([expr])))


def mathml(expr: Any, notation: Notation = NEUTRAL) -> str:
    """Return an expression or a relation as a `math` element.

    >>> from sympy import Symbol
    >>> mathml(Symbol("x"))
    '<math><mi>x</mi></math>'
    """
    return mathml_of_tree(node_of(expr, page_for([expr], notation).around([expr])))
