"""ECE M146: a check of an altered number, sign or bound comes out otherwise than the claim that is registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from derive.lectures.register import m146_algorithm, m146_convergence, m146_example, m146_theorem
from derive.lectures.register.claim import Finding
from derive.lectures.register.m146 import CLAIMS
from derive.lectures.worked import below_zero, not_above_zero, sequential, updates, vector

WRONG = {"refuted", "wrong as printed"}


# A number that is altered

EX, AL = m146_example, m146_algorithm
OTHER_LABEL = (EX.EXAMPLES[0], (EX.EXAMPLES[1][0], 1))


@pytest.mark.parametrize(
    ("module", "constant", "value", "line"),
    [
        (EX, "EXAMPLES", OTHER_LABEL, 241),
        (EX, "WEIGHTS", ((251, vector(-1, -2, 1)), EX.WEIGHTS[1]), 251),
        (EX, "WEIGHTS", (EX.WEIGHTS[0], (275, vector(0, 1, 1))), 275),
        (EX, "SCORES", ((255, 0, 1, "-5", -1), *EX.SCORES[1:]), 255),
        (EX, "SCORES", (*EX.SCORES[:3], (287, 1, 1, "-1", 1)), 287),
        (EX, "UNDECIDED", vector(-1, 0, 0), 305),
        (AL, "THREE", EX.EXAMPLES, 532),
        (AL, "THREE", EX.EXAMPLES, 546),
        (AL, "XOR", AL.XOR[:3], 561),
        (AL, "XOR", (*AL.XOR[:3], (vector(1, 1, 1), 1)), 561),
    ],
)
def test_altered_number_is_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, constant: str, value: object, line: int
) -> None:
    """What is printed is altered, or what it is computed from: then a claim at that line comes out otherwise."""
    monkeypatch.setattr(module, constant, value)
    there = [claim for claim in CLAIMS if claim.line == line]

    assert [claim.name for claim in there if claim.find().outcome != claim.expected] != []


# A statement that is altered

C, T = m146_convergence, m146_theorem
LIES: dict[str, Callable[[], Finding]] = {
    "the line everywhere": m146_algorithm.line_everywhere,
    "a point without the constant": partial(m146_algorithm.score_of, 2),
    "a row plus a column": lambda: m146_algorithm.transposed_update(transposed=False),
    "a stream that is right once": m146_algorithm.unbounded_stream,
    "from zero with a strict test": lambda: m146_example.separates(below_zero),
    "sign(0) = -1": lambda: m146_example.sign_of_zero(0, -1),
    "another first mistake": lambda: m146_example.first_mistake(not_above_zero),
    "twice the margin": lambda: C.gains(2 * C.gamma),
    "a gain by the radius alone": lambda: C.gains(C.gamma, C.RADIUS),
    "twice the margin, by induction": lambda: C.first_result(2 * C.gamma),
    "strict for a tie": lambda: C.fourth_row("<", C.WRONG_OR_TIE),
    "longer than before": lambda: C.shorter(">"),
    "a projection that is longer": lambda: T.projection(">"),
    "a length of k": lambda: T.long_enough(C.k),
    "half the bound": lambda: T.bound_is(C.R**2 / C.gamma**2 / 2),
    "the bound without a square": lambda: T.bound_is(C.R / C.gamma**2),
    "the bound for any letter": lambda: T.updates_at_most(2),
}


@pytest.mark.parametrize("name", LIES)
def test_lie_is_refuted(name: str) -> None:
    """A statement with one thing altered is refuted, or wrong as printed."""
    assert LIES[name]().outcome in WRONG


def test_bound_holds_for_the_example() -> None:
    """Two updates are made; along (0, -1, 1) the squared margin is 1/2, and R^2 = 6: at most 12."""
    assert len(updates(sequential(m146_example.EXAMPLES, vector(0, 0, 0), not_above_zero))) == 2
    assert m146_theorem.updates_at_most(1).outcome == "proved"
