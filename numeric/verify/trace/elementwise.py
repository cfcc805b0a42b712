"""NumPy's and SciPy's functions of one entry at a time, as mathematics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from sympy import Integer, Rational, digamma, exp, log, sqrt, tanh

from derive.functions import FUNCTIONS, Function, Leaf, applied, fold
from derive.names import function
from numeric.verify.elementary import ROWS, is_special, numpy_function
from numeric.verify.trace import named
from numeric.verify.trace.blocks import Block, elementwise
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.codes import same_code
from numeric.verify.trace.errors import Learned
from numeric.verify.trace.gathering import gathered
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import SizeTable

ZERO, ONE = Integer(0), Integer(1)


def exponential(a: Any) -> Any:
    """Return e to a power, without the many rules that SymPy would try on it."""
    return ONE if a == 0 else exp(a, evaluate=False)


def logarithm(a: Any) -> Any:
    """Return the natural logarithm, likewise."""
    return ZERO if a == 1 else log(a, evaluate=False)


def sigmoid(z: Any) -> Any:
    """Return 1 / (1 + exp(-z)), which the engine knows in all its forms."""
    return 1 / (1 + exponential(-z))


def _power(base: Any, exponent: Any) -> Any:
    return base**exponent


def written(row: Function) -> Callable[[Any], Any]:
    """Return a function as an expression; what is a shorthand for others is written out."""
    meant = (row.name, "z") if row.definition is None or row in FUNCTIONS else row.definition
    return lambda a: fold(meant, partial(_leaf, a), lambda name, parts: applied(name, parts, _named))


def _leaf(argument: Any, leaf: Leaf) -> Any:
    return argument if isinstance(leaf, str) else Rational(leaf.numerator, leaf.denominator)


def _named(name: str) -> Any:
    return {"exp": exponential, "log": logarithm}.get(name) or function(name)


def _is_smooth(row: Function) -> bool:
    return row.derivative is not None and not row.kinks


SMOOTH: dict[Any, Callable[..., Any]] = {
    **{numpy_function(row): written(row) for row in ROWS if _is_smooth(row) and not is_special(row)},
    np.add: lambda a, b: a + b,
    np.subtract: lambda a, b: a - b,
    np.multiply: lambda a, b: a * b,
    np.power: _power,
    np.float_power: _power,
    np.negative: lambda a: -a,
    np.positive: lambda a: a,
    np.conjugate: lambda a: a,
    np.logaddexp: lambda a, b: logarithm(exponential(a) + exponential(b)),
    np.hypot: lambda a, b: sqrt(a**2 + b**2),
}
"""Functions that have a derivative wherever they are defined."""


GUARD = Rational(1, 10**6)
"""Up to here a bound off 0 or 1 is taken as a guard against log 0, and not as a part of the mathematics."""


FLOOR = -50
"""Below it a bound of a logarithm is taken as a guard against log 0, as in torch's cross-entropy."""


def larger(trace: Trace, a: Any, b: Any) -> Entry:
    """Return the larger one of two expressions."""
    for value, bound in ((a, b), (b, a)):
        if bound.is_Rational and 0 < bound <= GUARD and not value.is_number:
            return trace.guard(value, f"maximum(..., {float(bound):g})")
        if bound.is_Rational and bound <= FLOOR and isinstance(value, log):
            return trace.guard(value, f"maximum(log(...), {float(bound):g})")
    return trace.choose(a - b, b, b, a)


def smaller(trace: Trace, a: Any, b: Any) -> Entry:
    """Return the smaller one of two expressions."""
    for value, bound in ((a, b), (b, a)):
        if bound.is_Rational and 0 < 1 - bound <= GUARD and not value.is_number:
            return trace.guard(value, f"minimum(..., 1 - {float(1 - bound):g})")
    return trace.choose(a - b, a, a, b)


def magnitude(trace: Trace, a: Any) -> Entry:
    """Return the absolute value; at zero it is the quantity itself."""
    return trace.choose(a, -a, a, a)


def both(_trace: Trace, a: Any, b: Any) -> Any:
    """Return the conjunction of two truth values 0 or 1."""
    return a * b


def either(_trace: Trace, a: Any, b: Any) -> Any:
    """Return the disjunction of two truth values 0 or 1."""
    return a + b - a * b


def quotient(trace: Trace, a: Any, b: Any) -> Any:
    """Return a quotient; deep in a network, the logistic function is recognised and gets a name."""
    exponent = _of_one_plus_exp(b) if trace.table.deep else None
    if exponent is not None and a == exponential(exponent):
        return named.activation(trace, "sigmoid", exponent)
    return a / b if exponent is None else a * named.activation(trace, "sigmoid", -exponent)


def _of_one_plus_exp(expr: Any) -> Any:
    rest = expr - 1
    return rest.args[0] if isinstance(rest, exp) else None


def logistic(trace: Trace, a: Any) -> Any:
    """Return the logistic function, deep in a network under a name."""
    return named.activation(trace, "sigmoid", a) if trace.table.deep and not a.is_number else sigmoid(a)


def hyperbolic_tangent(trace: Trace, a: Any) -> Any:
    """Return tanh; one inside of another is a sign of a deep network, where activations get names."""
    if not trace.table.deep and a.has(tanh):
        raise Learned(deepen)
    return named.activation(trace, "tanh", a) if trace.table.deep and not a.is_number else tanh(a)


def deepen(table: SizeTable) -> None:
    """Learn that activations get names."""
    table.deep = True


WITH_TRACE: dict[Any, Callable[..., Any]] = {
    np.true_divide: quotient,
    np.reciprocal: lambda t, a: quotient(t, ONE, a),
    np.tanh: hyperbolic_tangent,
}
BY_SIGN: dict[Any, Callable[..., Entry]] = {
    np.maximum: larger,
    np.minimum: smaller,
    np.fmax: larger,
    np.fmin: smaller,
    np.absolute: magnitude,
    np.fabs: magnitude,
    np.sign: lambda t, a: t.choose(a, -ONE, ZERO, ONE),
    np.heaviside: lambda t, a, h: t.choose(a, ZERO, h, ONE),
}
TRUTHS: dict[Any, Callable[..., Entry]] = {
    np.greater: lambda t, a, b: t.choose(a - b, ZERO, ZERO, ONE),
    np.greater_equal: lambda t, a, b: t.choose(a - b, ZERO, ONE, ONE),
    np.less: lambda t, a, b: t.choose(a - b, ONE, ZERO, ZERO),
    np.less_equal: lambda t, a, b: t.choose(a - b, ONE, ONE, ZERO),
    np.equal: lambda t, a, b: t.choose(a - b, ZERO, ONE, ZERO),
    np.not_equal: lambda t, a, b: t.choose(a - b, ONE, ZERO, ONE),
    np.signbit: lambda t, a: t.choose(a, ONE, ZERO, ZERO),
}
LOGIC: dict[Any, Callable[..., Entry]] = {
    np.logical_and: both,
    np.logical_or: either,
    np.logical_xor: lambda _, a, b: a + b - 2 * a * b,
    np.logical_not: lambda _, a: 1 - a,
    np.bitwise_and: both,
    np.bitwise_or: either,
    np.invert: lambda _, a: 1 - a,
}
CERTAIN: dict[Any, Entry] = {np.isfinite: ONE, np.isnan: ZERO, np.isinf: ZERO}
"""What is asked about floating point: entries are real numbers."""


def _smooth(function: Callable[..., Any], *, with_trace: bool = False) -> Callable[..., Block]:
    def apply(trace: Trace, *given: Block) -> Block:
        """A function of picked entries is what is picked from the function's values."""
        of = partial(function, trace) if with_trace else function
        if all(block.boolean for block in given):
            raise trace.end("arithmetic", "truth values are added or multiplied, which stays a truth value")
        found = [block.gathered for block in given if block.gathered is not None]
        if len(found) != 1 or any(block.axes for block in given if block.gathered is None):
            return elementwise(trace, of, *given)
        (source,) = found
        inner = [source.values if block.gathered is not None else block for block in given]
        return gathered(trace, elementwise(trace, of, *inner), source.weights, source.count)

    return apply


def _by_sign(function: Callable[..., Entry], *, boolean: bool) -> Callable[..., Block]:
    def apply(trace: Trace, *given: Block) -> Block:
        """Return what the function makes of these arguments."""
        return elementwise(trace, lambda *leaves: function(trace, *leaves), *given, boolean=boolean)

    return apply


def _truth(ufunc: Any, function: Callable[..., Entry]) -> Callable[..., Block]:
    plain = _by_sign(function, boolean=True)

    def apply(trace: Trace, *given: Block) -> Block:
        """Return what the function makes of these arguments."""
        if ufunc in {np.equal, np.not_equal} and any(block.codes is not None for block in given):
            return same_code(trace, *given, negated=ufunc is np.not_equal)
        return plain(trace, *given)

    return apply


def _logic(function: Callable[..., Entry]) -> Callable[..., Block]:
    apply = _by_sign(function, boolean=True)

    def checked(trace: Trace, *given: Block) -> Block:
        """Return the result for truth values, and refuse numbers."""
        for block in given:
            if not block.boolean:
                raise trace.end("logical operation", "it is about numbers, not about truth values")
        return apply(trace, *given)

    return checked


UFUNCS: dict[Any, Callable[..., Block]] = {
    **{ufunc: _smooth(function) for ufunc, function in SMOOTH.items()},
    **{ufunc: _by_sign(function, boolean=False) for ufunc, function in BY_SIGN.items()},
    **{ufunc: _smooth(function, with_trace=True) for ufunc, function in WITH_TRACE.items()},
    **{ufunc: _truth(ufunc, function) for ufunc, function in TRUTHS.items()},
    **{ufunc: _logic(function) for ufunc, function in LOGIC.items()},
    **{u: (lambda t, a, v=v: elementwise(t, lambda _: v, a, boolean=True)) for u, v in CERTAIN.items()},
}


def known(ufunc: Any) -> Callable[..., Block] | None:
    """Return what a universal function of NumPy or SciPy does to blocks, or None."""
    return UFUNCS.get(ufunc) or special_functions().get(ufunc)


@cache
def special_functions() -> dict[Any, Callable[..., Block]]:
    """Return those of `scipy.special`, which is imported for them."""
    from scipy import special  # noqa: PLC0415 -- heavy, and not always needed

    smooth: dict[Any, Callable[..., Any]] = {
        **{numpy_function(row): written(row) for row in ROWS if _is_smooth(row) and is_special(row)},
        special.xlogy: lambda x, y: x * logarithm(y),
        special.xlog1py: lambda x, y: x * logarithm(1 + y),
        special.entr: lambda x: -x * logarithm(x),
        special.digamma: digamma,
        special.psi: digamma,
    }
    return {**{u: _smooth(f) for u, f in smooth.items()}, special.expit: _smooth(logistic, with_trace=True)}
