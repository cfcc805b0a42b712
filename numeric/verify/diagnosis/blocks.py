"""Explanations of one parameter or of a few coordinates, while all others are right."""

from __future__ import annotations

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context
from numeric.verify.diagnosis.whole import named_factor
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
    known = {name: named_factor(values, case.counts()) for name, values in factors.items()}
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


def few_coordinates(case: Case) -> Diagnosis | None:
    """One coordinate, or a few, are wrong; all others are right."""

    def _holds(context: Context) -> bool:
        wrong = context.wrong
        whole = any(is_array(context.at.params[n]) and wrong[context.of == n].all() for n in context.wrong_names())
        alone = int(wrong.sum()) == 1
        few = int(wrong.sum()) <= max(1, len(wrong) // 4)
        return context.exact and few and (alone or not whole)

    usable = [c for c in case.contexts if len(c.lines) > 3]  # noqa: PLR2004 -- of so few, one is no exception
    if not usable or not all(_holds(c) for c in usable):
        return None
    label = "one-coord" if all(int(c.wrong.sum()) == 1 for c in usable) else "some-coords"
    c = usable[0]
    at = int(np.flatnonzero(c.wrong)[0])
    off = (c.claimed[at] - c.true[at]) / (c.true[at] or 1.0)
    return Diagnosis(label, f"{_places(c)} is off by a relative {off:.2g}; all others are right")


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


def reparametrised(case: Case) -> Diagnosis | None:
    """The gradient of a parameter is multiplied, entry by entry, by a power of a parameter."""
    names = _wrong(case)
    if len(names) != 1:
        return None
    for other in case.search.first.params:
        for power in (1, -1, 2, -2):
            for times in (1.0, 0.5, 2.0, -1.0):
                if case.every(lambda c, o=other, p=power, t=times: _multiplied(c, names[0], o, p, t)):
                    told = f"the gradient of {names[0]} has a factor {times:g} {other}^{power} entry by entry"
                    return Diagnosis(
                        "reparam", f"{told}: is it the one by another quantity, such as a square or a logarithm?"
                    )
    return None


def _multiplied(context: Context, name: str, other: str, power: int, times: float) -> bool:
    if np.shape(context.at.params[other]) != np.shape(context.at.params[name]):
        return False

    def _multiply(direction: Direction) -> Direction:
        factor = times * np.asarray(context.at.params[other], float) ** power
        return {n: v * factor if n == name else v for n, v in direction.items()}

    found = context.elsewhere(("power", name, other, power, times), lines=_multiply)
    return found is not None and bool(np.isfinite(found[0]).all()) and context.matches(*found)


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
