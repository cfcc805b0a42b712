"""Functions of one number: as SymPy has them, as mpmath computes them, and their derivatives as in books."""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp
from sympy import E, Pow, Rational, digamma, factorial, log, pi

t = sp.Symbol("t")


class sigmoid(sp.Function):  # noqa: N801 -- the name by which it is known
    """A declared function, as opposed to an undefined one of the same name."""


FUNCTIONS: dict[str, tuple[Any, Any, Any]] = {
    "sin": (sp.sin(t), mpmath.sin, sp.cos(t)),
    "cos": (sp.cos(t), mpmath.cos, -sp.sin(t)),
    "tan": (sp.tan(t), mpmath.tan, 1 + sp.tan(t) ** 2),
    "exp": (sp.exp(t), mpmath.exp, sp.exp(t)),
    "e to a power": (Pow(E, t, evaluate=False), mpmath.exp, sp.exp(t)),
    "log": (log(t), mpmath.log, 1 / t),
    "log to another base": (log(t, 3, evaluate=False), lambda u: mpmath.log(u, 3), 1 / (t * log(3))),
    "sinh": (sp.sinh(t), mpmath.sinh, sp.cosh(t)),
    "cosh": (sp.cosh(t), mpmath.cosh, sp.sinh(t)),
    "tanh": (sp.tanh(t), mpmath.tanh, 1 - sp.tanh(t) ** 2),
    "asin": (sp.asin(t), mpmath.asin, 1 / sp.sqrt(1 - t**2)),
    "acos": (sp.acos(t), mpmath.acos, -1 / sp.sqrt(1 - t**2)),
    "atan": (sp.atan(t), mpmath.atan, 1 / (1 + t**2)),
    "erf": (sp.erf(t), mpmath.erf, 2 * sp.exp(-(t**2)) / sp.sqrt(pi)),
    "gamma": (sp.gamma(t), mpmath.gamma, sp.gamma(t) * digamma(t)),
    "loggamma": (sp.loggamma(t), mpmath.loggamma, digamma(t)),
    "a factorial": (factorial(t), mpmath.factorial, sp.gamma(t + 1) * digamma(t + 1)),
    "a root": (t ** Rational(1, 3), mpmath.cbrt, t ** Rational(-2, 3) / 3),
    "a negative power of a root": (
        t ** Rational(-5, 2),
        lambda u: u ** mpmath.mpf(-2.5),
        -5 * t ** Rational(-7, 2) / 2,
    ),
    "a real power": (t**t, lambda u: u**u, t**t * (log(t) + 1)),
    "a power of pi": (t**pi, lambda u: u**mpmath.pi, pi * t ** (pi - 1)),
    "sigmoid, undefined": (sp.Function("sigmoid")(t), lambda u: 1 / (1 + mpmath.exp(-u)), sigmoid(t) * sigmoid(-t)),
    "sigmoid, a class": (sigmoid(t), lambda u: 1 / (1 + mpmath.exp(-u)), sigmoid(t) * sigmoid(-t)),
    "softplus": (sp.Function("softplus")(t), lambda u: mpmath.log1p(mpmath.exp(u)), sigmoid(t)),
}
