"""Explanations by the terms of the loss: a regulariser that is missing or scaled, labels read in another coding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.diagnosis.factors import factor_of
from numeric.verify.result import Diagnosis

WITHIN = 1e-4
CODINGS: dict[tuple[float, ...], tuple[tuple[str, Callable[[Any], Any]], ...]] = {
    (0.0, 1.0): (("2y - 1", lambda y: 2 * y - 1), ("1 - y", lambda y: 1 - y)),
    (-1.0, 1.0): (("(y + 1)/2", lambda y: (y + 1) / 2), ("-y", lambda y: -y), ("(1 - y)/2", lambda y: (1 - y) / 2)),
}


def regulariser(case: Case) -> Diagnosis | None:
    """The gradient is a multiple of the data term plus a multiple of the term in one setting."""
    for setting in case.hypers():
        parts = [data_and_term(case, c, setting) for c in case.contexts]
        if not parts or any(p is None for p in parts):
            continue
        found = [c.fitted(list(p)) for c, p in zip(case.contexts, parts, strict=True) if p is not None]
        if any(f is None for f in found):
            continue
        data, term = [f[0] for f in found if f is not None], [f[1] for f in found if f is not None]
        told = _told(case, setting, data, term)
        if told is not None:
            return told
    return None


def regulariser_of_one(case: Case) -> Diagnosis | None:
    """The term in a setting is missing or scaled for some parameters, and all others are right."""
    names = {n for c in case.contexts for n in c.wrong_names()}
    if len(names) == len(case.search.first.params):
        return None
    for setting in case.hypers():
        parts = [data_and_term(case, c, setting) for c in case.contexts]
        if not parts or any(p is None for p in parts):
            continue
        blocks = [np.isin(c.of, list(names)) for c in case.contexts]
        found = [c.fitted(list(p), b) for c, p, b in zip(case.contexts, parts, blocks, strict=True) if p is not None]
        if any(f is None or abs(f[0] - 1) > WITHIN for f in found):
            continue
        told = _told(case, setting, [1.0] * len(found), [f[1] for f in found if f is not None])
        if told is not None:
            return Diagnosis(told.label, f"for {' and '.join(sorted(names))}, {told.sentence}")
    return None


def data_and_term(case: Case, context: Context, setting: str) -> tuple[Numbers, Numbers] | None:
    """Return the slopes of the data term and of the term in the setting; None where the setting is no regulariser's."""
    without = context.elsewhere(("without", setting), {setting: 0.0 * context.at.data[setting]})
    if without is None:
        return None
    data, term = without[0], context.true - without[0]
    if np.max(np.abs(data)) < 1e-6 * context.top or np.max(np.abs(term)) < 1e-9 * context.top:
        return None
    return (data, term) if _free_of_data(case, context, setting, term) else None


def _free_of_data(case: Case, context: Context, setting: str, term: Numbers) -> bool:
    """Return whether the term stays what it is when all examples are replaced by the first."""
    if not case.batched:
        return True
    same = {n: np.repeat(context.at.data[n][:1], len(context.at.data[n]), axis=0) for n in case.batched}
    full = context.elsewhere("same examples", same)
    without = context.elsewhere(("same without", setting), {**same, setting: 0.0 * context.at.data[setting]})
    if full is None or without is None:
        return False
    slack = 40 * (full[1] + without[1]) + 1e-5 * np.max(np.abs(term))
    return bool(np.all(np.abs(full[0] - without[0] - term) <= slack))


def _told(case: Case, setting: str, data: list[float], term: list[float]) -> Diagnosis | None:
    def _all_are(values: list[float], wanted: float) -> bool:
        return all(abs(v - wanted) < WITHIN for v in values)

    if _all_are(data, 1.0):
        if _all_are(term, 0.0):
            return Diagnosis("missing-reg", f"the term in {setting} is missing")
        if _all_are(term, -1.0):
            return Diagnosis("reg-sign", f"the term in {setting} has the wrong sign")
        return Diagnosis("reg-scale", f"the term in {setting} is {_times(case, term)}, the rest is right")
    if _all_are(term, 1.0):
        if _all_are(data, -1.0):
            return Diagnosis("data-sign", f"the data term has the wrong sign, the term in {setting} is right")
        return Diagnosis("data-scale", f"the data term is {_times(case, data)}, the term in {setting} is right")
    return None


def _times(case: Case, values: list[float]) -> str:
    factor = factor_of(case, values)
    shown = list(dict.fromkeys(f"{v:.6g}" for v in values))
    told = factor.label.removeprefix("scale:") if factor else ", ".join(shown)
    return f"{told} times what it should be" + (f" ({', '.join(shown)})" if factor and len(shown) > 1 else "")


def regulariser_of_other_form(case: Case) -> Diagnosis | None:
    """Right where a setting is 0, wrong otherwise, and no multiple of its term."""
    for setting in case.hypers():
        if not all(data_and_term(case, c, setting) is not None for c in case.contexts):
            continue
        without = [c.at.fed({setting: 0.0 * c.at.data[setting]}) for c in case.contexts]
        if all(case.wrong_at(at) is False for at in without):
            return Diagnosis("reg-form", f"right at {setting} = 0, else the term in {setting} has another form")
    return None


def recoded(case: Case) -> Diagnosis | None:
    """The gradient is that of labels in another coding."""
    for name, values in _labels(case):
        for says, change in CODINGS.get(values, ()):
            if case.every(lambda c, n=name, s=says, f=change: _is_with(c, (n, s), {n: f(c.at.data[n])})):
                told = says.replace("y", name)
                return Diagnosis(
                    "label-coding",
                    f"it is the gradient for labels {told} in the place of {name}: another coding is assumed",
                )
    return None


def shifted_class(case: Case) -> Diagnosis | None:
    """The gradient is that of class numbers that are off by one."""
    roles = case.layout.roles
    for name, role in roles.items():
        if role.kind != "labels" or np.dtype(role.dtype).kind not in "iu" or name not in case.search.first.data:
            continue
        for shift in (-1, 1):
            if case.every(lambda c, n=name, s=shift: _is_with(c, (n, s), {n: _shifted(case, c, n, s)})):
                return Diagnosis("off-by-one", f"the class numbers {name} are off by {shift}")
    return None


def _shifted(case: Case, context: Context, name: str, shift: int) -> Any:
    """Return the class numbers moved by one place around; the number of classes is the size they are bound to."""
    labels, role = context.at.data[name], case.layout.roles[name]
    sizes = case.sizes(context.at)
    count = sizes.get(role.of_axis, 0) if role.of_axis is not None else 0
    return (labels + shift) % max(count, int(labels.max()) + 1)


def _is_with(context: Context, key: Any, data: dict[str, Any]) -> bool:
    found = context.elsewhere(("labels", *key), data)
    return found is not None and context.matches(*found)


def _labels(case: Case) -> list[tuple[str, tuple[float, ...]]]:
    roles = case.layout.roles
    data = case.search.first.data
    return [(n, role.values) for n, role in roles.items() if role.kind == "labels" and n in data]
