"""Programs as people write them: the right gradient is proved for every size, its lies are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric import verify_gradient
from tests.programs import PROGRAMS, Function, Program

KINDS = frozenset().union(*(program.on for program in PROGRAMS))


def changed(program: Program, change: Callable[[Any, Any], Any]) -> Function:
    """Return the gradient of a program with each part changed: a function of it and of the parameter."""

    def parts(given: Any, slope: Any) -> Any:
        if isinstance(slope, dict):
            return {name: change(part, given[name]) for name, part in slope.items()}
        if isinstance(slope, tuple):
            return tuple(change(part, of) for part, of in zip(slope, given, strict=True))
        return change(slope, given)

    return lambda params, *data: parts(params, program.gradient(params, *data))


def first(params: Any) -> Any:
    """Return the first array of parameters."""
    parts = [*params.values()] if isinstance(params, dict) else params
    return parts[0] if isinstance(params, dict | tuple) else params


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_right_gradient_is_proved(program: Program) -> None:
    """For every size, under the conditions of its row; where a loop ends the record, it agrees."""
    # to turn: clip_probs is refuted at inputs that are made, where the guard acts, at logits that no example has.
    found = verify_gradient(program.loss, program.gradient, *program.arguments, generate=False)
    assert found.verdict == program.verdict, str(found)
    assert found.confidence.proved == (found.verdict == "proved")
    kinds = {next((kind for kind in KINDS if kind in words), words) for words in found.conditions}
    assert {kind for kind in kinds if "are 0 or 1" not in kind} == program.on


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_lie_about_it_is_not_passed(program: Program) -> None:
    """The other sign is named; what agrees at the only input that is tried, and nowhere else, is not proved."""
    loss, given, at = program.loss, program.arguments, np.sum(first(program.arguments[0]))
    found = verify_gradient(loss, changed(program, lambda slope, _: -slope), *given, generate=False, trace=False)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "sign")
    off: Function = lambda params, *data: changed(  # noqa: E731 -- it asks for the parameters as a whole
        program, lambda slope, _: slope + np.sum(first(params)) - at
    )(params, *data)
    assert verify_gradient(loss, off, *given, generate=False).verdict in {"refuted", "sampled", "undecided"}
