"""Mathematics of machine learning, checked line by line: sums that differentiate, substitute, compare and prove.

>>> from sympy import Sum
>>> from derive import differentiate, index, prove, size, tensor
>>> N = size("N")
>>> i, k, x = index("i", N), index("k", N), tensor("x", N)
>>> prove(differentiate(Sum(x[i] ** 2, i), x[k]), 2 * x[k]).status
'proved'

Whoever reads the code begins with `decide/prove.py`, where a question becomes a verdict, and goes down from there:

    decide      a question, answered: proved, refuted, sampled or undecided
    recheck     the second opinion, which shares no code with what proves
    calculus    derivatives, substitution and the normal form, for users
    statements  what a verdict is about, with every quantifier;  expr  the tree that it is made of, and SymPy in and out
    normal      from a statement to the kernel's polynomials, and back
    kernel      the normal form itself; it knows nothing of SymPy

Or upwards, to what is made of verdicts:

    derivation  chains of relations, each link decided when it is added
    lectures    the mathematics of five lectures, written in such chains
    lower       formulas as NumPy programs
    latex       formulas written as LaTeX and MathML, and read from LaTeX
    documents   a homework or a paper, read to single steps;  judge  the verdict on each
    notes, report, render, commands, cli  what a user sees
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derive.calculus import Family, differentiate, gradient, hessian, normalize, substitute
    from derive.decide import prove
    from derive.facts import (
        Fact,
        binary,
        inverse_pair,
        labels,
        nonnegative,
        one_hot,
        positive,
        sign,
        simplex,
        symmetric,
    )
    from derive.lectures.access import derivations
    from derive.limits import Limits
    from derive.lower import Lowered, lambdify
    from derive.names import index, sigmoid, size, softplus, tensor
    from derive.statements import Statement, statement
    from derive.verdict import Condition, Counterexample, Verdict

__version__ = "0.1.0"

_HOMES = {
    "derive.calculus": ("Family", "differentiate", "gradient", "hessian", "normalize", "substitute"),
    "derive.decide": ("prove",),
    "derive.facts": (
        "Fact",
        "binary",
        "inverse_pair",
        "labels",
        "nonnegative",
        "one_hot",
        "positive",
        "sign",
        "simplex",
        "symmetric",
    ),
    "derive.lectures.access": ("derivations",),
    "derive.limits": ("Limits",),
    "derive.lower": ("Lowered", "lambdify"),
    "derive.names": ("index", "sigmoid", "size", "softplus", "tensor"),
    "derive.statements": ("Statement", "statement"),
    "derive.verdict": ("Condition", "Counterexample", "Verdict"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Condition",
    "Counterexample",
    "Fact",
    "Family",
    "Limits",
    "Lowered",
    "Statement",
    "Verdict",
    "binary",
    "derivations",
    "differentiate",
    "gradient",
    "hessian",
    "index",
    "inverse_pair",
    "labels",
    "lambdify",
    "nonnegative",
    "normalize",
    "one_hot",
    "positive",
    "prove",
    "sigmoid",
    "sign",
    "simplex",
    "size",
    "softplus",
    "statement",
    "substitute",
    "symmetric",
    "tensor",
]


def __getattr__(name: str) -> object:
    """Load a public name on first use, so that `derive --help` does not pay for SymPy."""
    if name not in _HOME_OF:
        message = f"module 'derive' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """Return the public names, for those who look around with `dir`."""
    return sorted([*__all__, "__version__"])
