"""What must hold of `lambdify` for every expression, every shape, type and scale."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Expr, IndexedBase, Sum, Symbol

from derive import lambdify, size
from derive.lower.contraction import Tree, cheapest
from derive.lower.runtime import log_complement, log_total, others, peak
from tests.balls import exact
from tests.maker import FREE, POSITIVE, SCALARS, SHAPES, TENSORS, Maker
from tests.strategies import randoms

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))
PX = IndexedBase(Symbol("px", positive=True), shape=TENSORS["px"].shape)
"""The tensor that is positive by a fact elsewhere is so by declaration here, where facts are not known."""
ARGS = [*(PX if name == "px" else tensor for name, tensor in TENSORS.items()), *SCALARS, POSITIVE]
LARGEST = 1e290
WORLDS = ({"N": 3, "D": 2, "K": 2}, {"N": 1, "D": 1, "K": 2}, {"N": 2, "D": 3, "K": 1})


def values(source: Random, sizes: dict[str, int]) -> dict[str, Any]:
    """Return arrays in which the facts of the tensors hold."""
    rng = np.random.default_rng(source.getrandbits(32))
    arrays: dict[str, Any] = {name: rng.uniform(-1, 1, [sizes[axis] for axis in axes]) for name, axes in SHAPES.items()}
    arrays["tb"] = rng.integers(0, 2, sizes["N"]).astype(float)
    arrays["sg"] = rng.choice([-1.0, 1.0], sizes["N"])
    arrays["px"] = rng.uniform(0.1, 2, sizes["N"])
    return arrays | {"a": 0.3, "b": -0.7, "p": 1.3}


def compare(expr: Expr, arrays: dict[str, Any], sizes: dict[str, int], most: float) -> None:
    """Assert that the program and the loops agree, where the value is a floating-point number."""
    expected = exact(expr, arrays, sizes, [(index.name, 1, sizes[axis]) for index, axis in FREE.items()])
    _ = assume(bool(np.all(np.abs(expected) < LARGEST)))
    function = lambdify(expr, ARGS, list(FREE))
    got = function(*(arrays[str(getattr(arg, "label", arg))] for arg in ARGS))
    assert got.shape == expected.shape
    assert np.max(np.abs(got - expected)) <= most * np.max(np.abs(expected))


@law
@given(randoms(), st.sampled_from(WORLDS))
def test_a_program_is_worth_what_its_expression_is(source: Random, sizes: dict[str, int]) -> None:
    """Sums, products, deltas, exponentials, sigmoids, reciprocals; sizes of one among them."""
    compare(Maker(source).anchored(3).xreplace({TENSORS["px"]: PX}), values(source, sizes), sizes, 1e-12)


@law
@given(randoms(), st.sampled_from(WORLDS))
def test_logarithms_of_positive_expressions(source: Random, sizes: dict[str, int]) -> None:
    """Logarithms of products, sums, roots and reciprocals of what is positive by structure."""
    compare(Maker(source).logarithmic().xreplace({TENSORS["px"]: PX}), values(source, sizes), sizes, 1e-12)


@law
@given(randoms(), st.sampled_from([8.0, 30.0]))
def test_large_inputs(source: Random, scale: float) -> None:
    """Inputs that are scaled up, so that exponentials are enormous, with the error of one rounding of each exponent."""
    sizes = WORLDS[0]
    expr = Maker(source).logarithmic().xreplace({TENSORS["px"]: PX})
    arrays = {name: value * scale if name in "zXW" else value for name, value in values(source, sizes).items()}
    compare(expr, arrays, sizes, 1e-11)


LETTERS = "abcdef"


@st.composite
def contractions(draw: st.DrawFn) -> tuple[list[str], str, dict[str, int]]:
    """Return the axes of some operands, those that are kept, and a length for each."""
    operands = draw(
        st.lists(
            st.text(LETTERS, min_size=1, max_size=3).map(lambda s: "".join(sorted(set(s)))), min_size=2, max_size=5
        )
    )
    seen = sorted(set("".join(operands)))
    kept = draw(st.lists(st.sampled_from(seen), unique=True, max_size=3))
    lengths = {axis: draw(st.sampled_from((2, 10, 50, 3000))) for axis in seen}
    return operands, "".join(sorted(kept)), lengths


@law
@given(contractions())
def test_no_order_of_contraction_is_cheaper(case: tuple[list[str], str, dict[str, int]]) -> None:
    """NumPy's optimal path has no fewer operations, by more than 5 %."""
    operands, kept, lengths = case
    tree = cheapest([frozenset(operand) for operand in operands], frozenset(kept), lengths)
    ours = counted(tree, operands, kept, lengths)
    assert ours == tree.cost
    arrays = [np.broadcast_to(0.0, [lengths[axis] for axis in operand]) for operand in operands]
    path, _ = np.einsum_path(f"{','.join(operands)}->{kept}", *arrays, optimize=("optimal", 10**30))
    assert ours <= 1.05 * of_path(path[1:], operands, kept, lengths)


def counted(tree: Tree, operands: list[str], kept: str, lengths: dict[str, int]) -> int:
    """Return the operations of a tree, from what is multiplied and summed at each of its pairs."""
    if tree.pair is None:
        (number,) = tree.operands
        alone = set(operands[number]) - tree.axes
        return prod(lengths[axis] for axis in operands[number]) if alone else 0
    one, other = tree.pair
    whole = one.axes | other.axes
    outside = set(kept).union(*(set(o) for n, o in enumerate(operands) if n not in tree.operands))
    assert tree.axes == whole & outside
    work = prod(lengths[axis] for axis in whole) * (2 if whole - outside else 1)
    return work + counted(one, operands, kept, lengths) + counted(other, operands, kept, lengths)


def of_path(path: Any, operands: list[str], kept: str, lengths: dict[str, int]) -> int:
    """Return the operations of one of NumPy's paths, counted as it counts them."""
    left, total = [set(operand) for operand in operands], 0
    for places in path:
        taken = [left[place] for place in places]
        left = [axes for place, axes in enumerate(left) if place not in places]
        whole = set[str]().union(*taken)
        result = whole & set(kept).union(*left)
        factor = max(1, len(taken) - 1) + bool(whole - result)
        total += factor * prod(lengths[axis] for axis in whole)
        left.append(result)
    return total


@law
@given(contractions(), randoms())
def test_contractions_are_those_of_einsum(case: tuple[list[str], str, dict[str, int]], source: Random) -> None:
    """A sum of products at small sizes, by whatever mixture of `@`, `tensordot` and `einsum`."""
    operands, kept, lengths = case
    small = {axis: 1 + length % 4 for axis, length in lengths.items()}
    rng = np.random.default_rng(source.getrandbits(32))
    sizes = {axis: size(f"N_{axis}") for axis in small}
    indices = {axis: Symbol(axis, integer=True) for axis in small}
    tensors = [IndexedBase(f"T{number}", shape=tuple(sizes[a] for a in o)) for number, o in enumerate(operands)]
    arrays = [rng.normal(size=[small[axis] for axis in operand]) for operand in operands]
    body: Any = 1
    for tensor, operand in zip(tensors, operands, strict=True):
        body *= tensor[tuple(indices[axis] for axis in operand)]
    bound = [(indices[axis], 0, sizes[axis] - 1) for axis in small if axis not in kept]
    expr = Sum(body, *bound) if bound else body
    got = lambdify(expr, tensors, [(indices[axis], 0, sizes[axis] - 1) for axis in kept])(*arrays)
    expected = np.einsum(f"{','.join(operands)}->{kept}", *arrays)
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-12)


@law
@given(randoms(), st.integers(1, 5), st.sampled_from([0.1, 1.0, 30.0, 1000.0]))
def test_shares_of_a_total(source: Random, count: int, scale: float) -> None:
    """The helpers for a softmax against their definitions, where these can be computed."""
    rng = np.random.default_rng(source.getrandbits(32))
    x = np.round(rng.normal(size=(3, count)) * scale, 1)
    shifted = x - peak(x, axis=1)[:, None]
    e = np.exp(shifted)
    np.testing.assert_allclose(log_total(e, axis=1), np.log(np.sum(e, axis=1)), rtol=1e-12, atol=1e-15)
    rest = np.array([[np.sum(np.delete(row, at)) for at in range(count)] for row in e])
    np.testing.assert_allclose(others(e, axis=1), rest, rtol=1e-13)
    if count > 1 and scale <= 1:
        expected = np.log(rest / np.sum(e, axis=1)[:, None])
        np.testing.assert_allclose(log_complement(shifted, axis=1), expected, rtol=1e-12, atol=1e-15)
