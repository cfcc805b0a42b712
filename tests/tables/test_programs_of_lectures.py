"""Every formula of the lectures as a program, against plain loops; those that have none are derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import Derivative, Integer, preorder_traversal

from derive.expr.to_sympy import to_sympy
from derive.expr.vocabulary import Vocabulary
from derive.lectures import CATALOGUE, Entry
from derive.lower import StepProgram, sources
from derive.statements.build import closed
from derive.statements.types import FreeIndex
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
    claim, _, _ = closed(program.expr)
    names, free = claim.vocabulary, [index for index in claim.indices if index.name not in claim.rows]
    sizes = {own: 2 if own[0] in "Dd" else 3 for own in names.sizes}
    axes = [axis(index, free, names, sizes) for index in free]
    source = np.random.default_rng(len(name))
    args = [*(base for base, _ in names.tensors.values()), *(names.symbols[n.name] for n in claim.names if not n.axes)]
    arrays, expected = drawn(program.expr, args, sizes, axes, lambda shape: source.uniform(0.2, 0.9, shape), whole=3)
    got = program.lowered(*arrays)
    assert np.shape(got) == np.shape(expected)
    largest = np.max(np.abs(expected), initial=1)
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12 * largest)
    return True


def axis(index: FreeIndex, free: list[FreeIndex], names: Vocabulary, sizes: dict[str, int]) -> tuple[str, int, int]:
    """Return over what an index runs: one that stands in a delta only, over the classes."""
    where = next(each.range for each in (index, *reversed(free)) if not each.range.is_open and beside(index, each))
    first, last = (number(to_sympy(end, names), sizes) for end in (where.first, where.last) if end is not None)
    return index.name, first, last


def beside(index: FreeIndex, other: FreeIndex) -> bool:
    """Return whether two indices are one, or both of classes."""
    return index == other or {index.name, other.name} <= {"k", "l", "j", "q"}


def number(end: Any, sizes: dict[str, int]) -> int:
    """Return an end of a range."""
    return int(end.xreplace({symbol: Integer(sizes[symbol.name]) for symbol in end.free_symbols}))
