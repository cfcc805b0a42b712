"""Programs as people write them: the right gradient is proved for every size, its lies are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric import verify_gradient
from tests.traced_programs import PROGRAMS
from tests.traced_programs.program import Program

UNROLLED = {"loops", "rosenbrock"}
"""These run a loop over the rows, or shift an array against itself: they agree, and are not proved."""
SLOW = {"gaussian_process", "mlp_relu_mask"}
"""A second proof of these takes seconds."""
KINDS = (
    *("kinks are left out", "numerical guards are left out", "a common shift", "is square", "one-hot"),
    *("class labels", "more than 1 places", "in a denominator", "under a root", "has an inverse"),
    *("determinants are positive", "has length", "are -1 or 1", "are 0 or 1", "sum to one"),
)
"""What a condition of a proof is about."""
CONDITIONS: tuple[tuple[set[str], str], ...] = (
    ({"more than 1 places"}, "ridge_skip_bias ridge_reg0"),
    (
        {"kinks are left out"},
        "quantile elastic logistic_flat_zeros multilabel mlp_relu_mask contrastive elu perceptron",
    ),
    ({"under a root"}, "cosine"),
    ({"under a root", "in a denominator"}, "layernorm batchnorm"),
    ({"is square"}, "rnn"),
    ({"is square", "has an inverse"}, "solve"),
    ({"is square", "has an inverse", "determinants are positive"}, "gp"),
    ({"has an inverse", "determinants are positive"}, "gaussian_process"),
    ({"one-hot"}, "softmax_flat"),
    ({"one-hot", "a common shift"}, "code columns hidden_layer"),
    ({"one-hot", "a common shift", "in a denominator"}, "product"),
    ({"class labels"}, "onehot_built label_smoothing"),
    ({"class labels", "a common shift"}, "softmax_by_index word_vector label"),
    ({"class labels", "kinks are left out"}, "class_margin"),
    ({"sum to one", "a common shift"}, "examples_as_columns"),
    ({"a common shift"}, "attention"),
    ({"numerical guards are left out"}, "clip_probs"),
    ({"in a denominator", "are -1 or 1"}, "fisher"),
    ({"has length"}, "normal_taken_apart data_of_the_module"),
)
"""Of all other programs the proof has no condition."""


def changed(program: Program, change: Callable[[Any, Any], Any], *, first: bool = False) -> Callable[..., Any]:
    """Return the gradient of a program with each part, or the first alone, changed: a function of it and the part."""

    def parts(given: Any, slope: Any) -> Any:
        if isinstance(slope, dict):
            names = list(slope)[: 1 if first else None]
            return {**slope, **{name: change(slope[name], given[name]) for name in names}}
        if isinstance(slope, tuple) and isinstance(given, tuple):
            made = [change(part, of) for part, of in zip(slope, given, strict=True)]
            return (made[0], *slope[1:]) if first else tuple(made)
        return (slope[0], change(slope[1], given)) if isinstance(slope, tuple) else change(slope, given)

    return lambda params, *data: parts(params, program.gradient(params, *data))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_right_gradient_is_proved(program: Program) -> None:
    """For every size, under the conditions of its row; where a loop ends the record, it agrees wherever it is tried."""
    # to turn: clip_probs is refuted at inputs that are made, where the guard acts, at logits that no example has.
    made = program.name != "clip_probs"
    found = verify_gradient(program.loss, program.gradient, *program.arguments, generate=made)
    assert found.verdict == ("sampled" if program.name in UNROLLED else "proved"), str(found)
    assert found.confidence.proved == (found.verdict == "proved")
    kinds = {next((kind for kind in KINDS if kind in words), words) for words in found.conditions}
    expected = next((kinds for kinds, names in CONDITIONS if program.name in names.split()), set[str]())
    assert kinds - {"are 0 or 1"} == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_lie_about_it_is_not_passed(program: Program) -> None:
    """The other sign is named; what agrees at the only input that is tried, and nowhere else, is not proved."""
    loss, given = program.loss, program.arguments
    at = float(np.sum(_first(given[0])))
    found = verify_gradient(loss, changed(program, lambda slope, _: -slope), *given, generate=False)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "sign")
    if program.name not in SLOW:
        lie = changed(program, lambda slope, part: slope * (1 + np.sum(part) - at), first=True)
        assert verify_gradient(loss, lie, *given, generate=False).verdict in {"refuted", "sampled", "undecided"}


def _first(params: Any) -> Any:
    return (
        next(iter(params.values())) if isinstance(params, dict) else params[0] if isinstance(params, tuple) else params
    )
