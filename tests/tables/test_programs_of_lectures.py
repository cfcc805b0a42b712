"""Every formula of the lectures as a program, against plain loops; those that have none are derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import Derivative, Idx, Integer, Symbol, preorder_traversal

from derive.inference.ranges import resolve
from derive.inference.survey import survey
from derive.lectures import CATALOGUE, Entry
from derive.lower import StepProgram, sources
from tests.balls import drawn

pytestmark = pytest.mark.slow  # every formula of every lecture


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_the_formulas_of_a_derivation(entry: Entry) -> None:
    """Each expression of each step has a program, worth what the expression is, or else is a derivative."""
    programs = sources(entry.derive())
    assert programs
    compared = [compare(program, entry.name) for program in programs]
    assert any(compared)


def compare(program: StepProgram, name: str) -> bool:
    """Assert that a program is worth what its expression is, or that it is right that there is none."""
    if program.lowered is None:
        assert any(isinstance(part, Derivative) for part in preorder_traversal(program.expr)), program.refusal
        return False
    seen = survey([[program.expr]])
    free = {own: where for (_, own), where in resolve(seen).free.items()}
    scalars = [s for s in program.expr.free_symbols if isinstance(s, Symbol) and not isinstance(s, Idx)]
    ends = [symbol.name for where in free.values() for end in where for symbol in end.free_symbols]
    sizes = {own: 2 if own[0] in "Dd" else 3 for own in (*seen.sizes, *ends)}
    axes = [(own, number(low, sizes), number(high, sizes)) for own, (low, high) in free.items()]
    source = np.random.default_rng(len(name))
    tensors = {str(own): tensor for own, tensor in seen.tensors.items()}
    known = {*tensors, *sizes, *free}
    args = [*tensors.values(), *sorted((s for s in scalars if s.name not in known), key=lambda s: s.name)]
    arrays, expected = drawn(program.expr, args, sizes, axes, lambda shape: source.uniform(0.2, 0.9, shape), whole=3)
    got = program.lowered(*arrays)
    assert np.shape(got) == np.shape(expected)
    largest = np.max(np.abs(expected), initial=1)
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12 * largest)
    return True


def number(end: Any, sizes: dict[str, int]) -> int:
    """Return an end of a range."""
    return int(end.xreplace({symbol: Integer(sizes[symbol.name]) for symbol in end.free_symbols}))
