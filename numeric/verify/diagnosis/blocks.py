"""Explanations of one parameter or of a few coordinates, while all others are right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.diagnosis.factors import factor_of
from numeric.verify.directions import Direction
from numeric.verify.point import is_array
from numeric.verify.result import Diagnosis

WITHIN = 1e-4


def regularised(case: Case) -> Diagnosis | None:
    """A parameter that the regulariser leaves out is regularised."""
    for name in _wrong(case):
        for setting in case.hypers():
            for times in (1.0, 2.0, 0.5):
                if case.every(lambda c, n=name, s=setting, t=times: _penalised(c, n, s, t)):
                    share = "" if times == 1 else f"{times:g} "
                    return Diagnosis(
                        "reg-bias", f"{name} is regularised: its gradient has {share}{setting} {name} too much"
                    )
    return None


def _penalised(context: Context, name: str, setting: str, times: float) -> bool:
    without = context.elsewhere(("without", setting), {setting: 0.0 * context.at.data[setting]})
    block = context.of == name
    if without is None or not np.any(context.at.params[name]):
        return False
    touched = np.abs((context.true - without[0])[block]) > 1e-7 * context.top
    extra = {name: times * context.at.data[setting] * np.asarray(context.at.params[name])}
    added = np.array([directions.dot(extra, v) if name in v else 0.0 for v in context.lines])
    return not touched.any() and context.matches(context.true + added)


def decayed(case: Case) -> Diagnosis | None:
    """The gradient of a parameter has a constant multiple of the parameter too much: it is regularised by a number."""
    names = _wrong(case)
    found = [_multiples(c, names) for c in case.contexts]
    times = [t for t in found if t is not None]
    if not names or len(times) < len(found) or np.ptp(times) > WITHIN * abs(times[0]) or times[0] <= 0:
        return None
    told = " and ".join(names)
    return Diagnosis("reg-bias", f"{told} is regularised: its gradient has {times[0]:.6g} {told} too much")


def _multiples(context: Context, names: Sequence[str]) -> float | None:
    """Return the number with which the parameters themselves, at the wrong blocks, make up the difference."""
    own = np.array(
        [directions.dot({n: np.asarray(context.at.params[n]) * (n in names) for n in v}, v) for v in context.lines]
    )
    size = float(own @ own)
    if not size > 0:
        return None
    times = float(own @ (context.claimed - context.true)) / size
    return times if context.matches(context.true + times * own) else None


def zero_block(case: Case) -> Diagnosis | None:
    """The gradient of some parameters is zero, of the others right."""
    names = _wrong(case)
    if (
        names
        and len(names) < len(case.search.first.params)
        and case.every(lambda c: not np.any(c.claimed[np.isin(c.of, names)]))
    ):
        return Diagnosis("block-zero", f"the gradient of {' and '.join(names)} is 0")
    return None


def scaled_blocks(case: Case) -> Diagnosis | None:
    """The gradient of each parameter is the right one times a factor of its own."""
    names = list(case.search.first.params)
    if len(names) == 1:
        return None
    factors: dict[str, list[float]] = {}
    for name in _wrong(case):
        found = [c.fitted([c.true], c.of == name) for c in case.contexts]
        if any(f is None for f in found):
            return None
        factors[name] = [f[0] for f in found if f is not None]
    if not factors or (len(factors) == len(names) and len({round(v, 4) for f in factors.values() for v in f}) == 1):
        return None
    if all(abs(v + 1) < WITHIN for f in factors.values() for v in f):
        return Diagnosis(
            "block-sign", f"the sign of the gradient of {' and '.join(factors)} is flipped, the rest is right"
        )
    known = {name: factor_of(case, values) for name, values in factors.items()}
    constant = all(max(f) - min(f) <= WITHIN * abs(f[0]) for f in factors.values())
    if constant or all(k is not None for k in known.values()):
        told = "; ".join(f"{n}: {k.says if k else f'factor {factors[n][0]:.6g}'}" for n, k in known.items())
        return Diagnosis("block-scale", f"single parameters are scaled: {told}")
    return None


def zero_coordinates(case: Case) -> Diagnosis | None:
    """Some coordinates are exactly 0, and all others are right."""

    def _holds(context: Context) -> bool:
        wrong = context.wrong
        return bool(context.exact and wrong.any() and not wrong.all() and not np.any(context.claimed[wrong]))

    if not case.every(_holds):
        return None
    counts = [int(c.wrong.sum()) for c in case.contexts]
    if all(n == 1 for n in counts):
        return Diagnosis("one-coord", f"one coordinate is 0: {_places(case.contexts[0])}; all others are right")
    return Diagnosis("zero-coords", f"some coordinates are 0: {_places(case.contexts[0])}; all others are right")


def one_coordinate(case: Case) -> Diagnosis | None:
    """One coordinate is wrong, all others are right."""
    return _few(case, alone=True)


def some_coordinates(case: Case) -> Diagnosis | None:
    """A few coordinates are wrong, all others are right."""
    return _few(case, alone=False)


def _few(case: Case, *, alone: bool) -> Diagnosis | None:
    usable = [c for c in case.contexts if len(c.lines) > 3]  # noqa: PLR2004 -- of so few, one is no exception
    if not usable or not all(_few_wrong(c) for c in usable) or all(int(c.wrong.sum()) == 1 for c in usable) != alone:
        return None
    c = usable[0]
    at = int(np.flatnonzero(c.wrong)[0])
    off = (c.claimed[at] - c.true[at]) / (c.true[at] or 1.0)
    told = f"{_places(c)} is off by a relative {off:.2g}; all others are right"
    return Diagnosis("one-coord" if alone else "some-coords", told)


def _few_wrong(context: Context) -> bool:
    wrong = context.wrong
    whole = any(wrong[context.of == n].all() for n in context.wrong_names())
    alone = int(wrong.sum()) == 1 and any(is_array(context.at.params[n]) for n in context.wrong_names())
    few = int(wrong.sum()) <= max(1, len(wrong) // 4)
    return context.exact and few and (alone or not whole)


def transposed(case: Case) -> Diagnosis | None:
    """The gradient of a matrix is transposed."""
    for name, leaf in case.search.first.params.items():
        if np.ndim(leaf) == 2 and case.every(lambda c, n=name: _transposed(c, n)):  # noqa: PLR2004 -- a matrix
            return Diagnosis("transposed", f"the gradient of {name} is transposed")
    return None


def _transposed(context: Context, name: str) -> bool:
    rows, columns = np.shape(context.at.params[name])

    def _turn(direction: Direction) -> Direction:
        return {n: v.reshape(columns, rows).T if n == name else v for n, v in direction.items()}

    found = context.elsewhere(("transposed", name), lines=_turn)
    return found is not None and context.matches(*found)


QUANTITIES: tuple[tuple[str, Callable[[Numbers], Numbers]], ...] = (
    ("{}", lambda x: x),
    ("1/{}", lambda x: 1 / x),
    ("{}^2", lambda x: x * x),
    ("1/{}^2", lambda x: 1 / (x * x)),
    ("exp({})", np.exp),
    ("exp(-{})", lambda x: np.exp(-x)),
    ("exp(2 {})", lambda x: np.exp(2 * x)),
    ("exp(-2 {})", lambda x: np.exp(-2 * x)),
    ("exp({}/2)", lambda x: np.exp(x / 2)),
    ("exp(-{}/2)", lambda x: np.exp(-x / 2)),
)
"""What the derivative by another quantity, such as a square or a logarithm, differs by."""


def reparametrised(case: Case) -> Diagnosis | None:
    """The gradient of each wrong parameter is multiplied entry by entry by a function of a parameter."""
    names = _wrong(case)
    if not names or all(np.size(c.at.params[n]) == 0 for c in case.contexts for n in names):
        return None
    told = [_by_another(case, name) for name in names]
    if any(t is None for t in told):
        return None
    shown = " and ".join(t for t in told if t is not None)
    return Diagnosis("reparam", f"{shown}: is it the one by another quantity, such as a square or a logarithm?")


def _by_another(case: Case, name: str) -> str | None:
    for other in (name, *(p for p in case.search.first.params if p != name)):
        for says, function in QUANTITIES:
            for times in (1.0, 0.5, 2.0, -1.0):
                if case.every(lambda c, o=other, f=function, t=times, s=says: _multiplied(c, (name, o, s, t), f)):
                    told = f"{times:g} {says.format(other)}" if times != 1 else says.format(other)
                    return f"the gradient of {name} has a factor {told} entry by entry"
    return None


def _multiplied(context: Context, key: tuple[str, str, str, float], function: Callable[[Numbers], Numbers]) -> bool:
    name, other, _, times = key
    if np.shape(context.at.params[other]) != np.shape(context.at.params[name]):
        return False

    def _multiply(direction: Direction) -> Direction:
        factor = times * function(np.asarray(context.at.params[other], float))
        return {n: v * factor if n == name else v for n, v in direction.items()}

    block = context.of == name
    if not context.exact:
        found = context.elsewhere(("multiplied", *key), lines=_multiply)
        return found is not None and bool(np.isfinite(found[0]).all()) and context.matches(*found, only=block)
    factor = times * np.ravel(function(np.asarray(context.at.params[other], float)))
    places = [p or 0 for p, inside in zip(context.places, block, strict=True) if inside]
    predicted = np.array(context.true)
    predicted[block] = predicted[block] * factor[places]
    return bool(np.isfinite(predicted).all()) and context.matches(predicted, only=block)


def one_parameter(case: Case) -> Diagnosis | None:
    """Only some parameters are wrong, at every context; why is not known."""
    names = _wrong(case)
    if len(names) < len(case.search.first.params) and case.every(lambda c: set(c.wrong_names()) <= set(names)):
        told = f"only the gradient of {' and '.join(names)} is wrong; the others are right"
        return Diagnosis("block-wrong", told)
    return None


def _wrong(case: Case) -> list[str]:
    return [n for n in case.search.first.params if any(n in c.wrong_names() for c in case.contexts)]


def _places(context: Context) -> str:
    told: list[str] = []
    for n in np.flatnonzero(context.wrong)[:6]:
        name, at = context.names[n], context.places[n]
        shape = np.shape(context.at.params[name])
        told.append(f"{name}[{', '.join(map(str, np.unravel_index(at or 0, shape)))}]" if shape else name)
    return ", ".join(told)
