"""Comparison with a derivation: the gradient is the derived one, a multiple of it, or another.

A derivation may speak of the likelihood where a loss is its negative, or of a sum where a loss is a mean. What a
loss says decides which multiple is right; without a loss only the derived gradient itself is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import signature
from itertools import product
from typing import Any

import numpy as np

from numeric.verify.result import Confidence, Counterexample, Diagnosis, Verification, Where
from numeric.verify.trace import Mismatch, Traced, prove_gradient

WITHIN = 1e-6


@dataclass(frozen=True, slots=True)
class Multiple:
    """A number that gradients differ by: how it is said, its label, and its value for the data."""

    says: str
    label: str
    of: Callable[[tuple[Any, ...]], Any]


@dataclass(frozen=True, slots=True)
class Relation:
    """How a gradient is related to a derived one: what was traced, and the multiple where it is proved to be one."""

    name: str
    traced: Traced
    multiple: Multiple | None = None

    @property
    def proved(self) -> bool:
        """Return whether the gradient is the derived one or a multiple of it."""
        return self.traced.verdict == "proved" or self.multiple is not None

    def __str__(self) -> str:
        """Return it as words."""
        if self.traced.verdict == "proved":
            return f"the gradient of {self.name}"
        return f"{self.multiple.says if self.multiple else 'no multiple of'} times the gradient of {self.name}"


def relation(grad: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> Relation:
    """Return how a gradient is related to that of a derivation. Raises `UnknownDerivationError`."""
    traced = prove_gradient(None, grad, *arguments, against=name)
    if traced.verdict != "refuted" or traced.counterexample is None:
        return Relation(name, traced)
    for multiple in _fitting(traced.counterexample):
        again = prove_gradient(None, _divided(grad, multiple), *arguments, against=name)
        if again.verdict == "proved":
            return Relation(name, replace(traced, conditions=again.conditions, opinion=again.opinion), multiple)
    return Relation(name, traced)


def by_derivation(grad: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> Verification:
    """Return whether a gradient is the one of a derivation, by tracing alone: there is no loss to probe."""
    found = relation(grad, arguments, name)
    traced, mismatch = found.traced, found.traced.counterexample
    shown = Verification(
        verdict=traced.verdict,
        method=f"{traced.method}, against {name}",
        confidence=Confidence(math.inf, proved=traced.verdict == "proved"),
        conditions=traced.conditions,
        opinion=traced.opinion,
    )
    if traced.verdict != "refuted" or mismatch is None:
        return replace(shown, method=f"{shown.method}: {traced.reason}") if traced.reason else shown
    return replace(shown, **_refuted(found, mismatch), conditions=())


def _refuted(found: Relation, mismatch: Mismatch) -> dict[str, Any]:
    """Return what a refutation has to show."""
    tag = "the inputs that tracing found"
    known = Diagnosis(
        "other", f"it is not the gradient of {found.name}, nor a simple multiple of it", found.traced.in_symbols()
    )
    if found.multiple is not None:
        hint = f"if your loss is {found.multiple.says} times the objective of {found.name}, give the loss as well"
        known = Diagnosis(found.multiple.label, f"it is {found}; {hint}")
    return {
        "verdict": "refuted",
        "diagnosis": known,
        "where": Where(mismatch.parameter, (tuple(mismatch.at),) if mismatch.at else ()),
        "counterexample": Counterexample(mismatch.arguments, tag, mismatch.expected, mismatch.got),
    }


def with_derivation(by_loss: Verification, found: Relation) -> Verification:
    """Return a verification of the loss, with what a derivation says beside it.

    Where the loss is probed and the derivation traced, the proof rests on the loss being the objective.
    """
    if by_loss.verdict == "refuted":
        note = f"it is {found}; the loss is another function, or another multiple of its objective"
        return replace(by_loss, notes=(*by_loss.notes, note)) if found.proved else by_loss
    mismatch = found.traced.counterexample
    if found.proved and by_loss.verdict in {"proved", "sampled"}:
        times = f"{found.multiple.says} times " if found.multiple is not None else ""
        seen = "" if by_loss.verdict == "proved" else f" (it agrees at {len(by_loss.inputs_tried)} inputs)"
        said = f"the loss is {times}the objective of {found.name}, up to terms without the parameters{seen}"
        conditions = tuple(dict.fromkeys((*by_loss.conditions, *found.traced.conditions, said)))
        confidence = replace(by_loss.confidence, proved=True)
        method = f"traced, all sizes, against {found.name}"
        shown = replace(by_loss, verdict="proved", method=method, conditions=conditions, confidence=confidence)
        return replace(shown, opinion=found.traced.opinion or by_loss.opinion)
    if found.traced.verdict == "refuted" and mismatch is not None:
        other = f"it is the gradient of the loss, and not that of {found.name}, nor a simple multiple of it"
        shown = _refuted(found, mismatch) | {"diagnosis": Diagnosis("other", other, found.traced.in_symbols())}
        return replace(by_loss, **shown, method=f"{found.traced.method}, against {found.name}")
    why = f"{by_loss.verdict} for the loss, and not compared with {found.name}: {found.traced.reason}"
    return replace(by_loss, verdict="undecided", method=why)


def _fitting(mismatch: Mismatch) -> Iterator[Multiple]:
    """Yield the multiples that explain the numbers of a counterexample."""
    for multiple in _multiples(mismatch.arguments[1:]):
        value = multiple.of(mismatch.arguments)
        if abs(mismatch.got - value * mismatch.expected) <= WITHIN * abs(value * mismatch.expected):
            yield multiple


SIGNS = ((1, "", ""), (-1, "-", "sign"))
NUMBERS = ((1.0, "1", ""), (2.0, "2", "scale:2"), (0.5, "1/2", "scale:1/2"))


def _multiples(data: tuple[Any, ...]) -> Iterator[Multiple]:
    lengths = [number for number, one in enumerate(data, 1) if np.ndim(one) > 0]
    counts = [(None, 0), *((number, power) for number in lengths for power in (1, -1))]
    for (number, power), (c, says, scale), (s, sign, flip) in product(counts, NUMBERS, SIGNS):
        label = {1: "scale:N", -1: "scale:1/N"}.get(power, scale or flip)
        if label:
            told = {1: f"{sign}N" if c == 1 else f"{sign}{says} N", -1: f"{sign}{says}/N"}.get(power, sign + says)
            yield Multiple(told, label, lambda a, c=c * s, n=number, p=power: _value(a, c, n, p))


def _value(arguments: tuple[Any, ...], number: float, argument: int | None, power: int) -> Any:
    if argument is None:
        return number
    length = arguments[argument].shape[0]
    return number * length if power == 1 else number / length


def _divided(grad: Callable[..., Any], multiple: Multiple) -> Callable[..., Any]:
    def _by(part: Any, value: Any) -> Any:
        if isinstance(part, dict):
            return {key: _by(inner, value) for key, inner in part.items()}
        return type(part)(_by(inner, value) for inner in part) if isinstance(part, list | tuple) else part / value

    def _call(*arguments: Any) -> Any:
        return _by(grad(*arguments), multiple.of(arguments))

    with suppress(TypeError, ValueError):
        vars(_call)["__signature__"] = signature(grad)
    return _call
