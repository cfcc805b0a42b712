"""The same programs on the arrays of PyTorch and JAX: values, types, compilation and derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from sympy import IndexedBase, KroneckerDelta, Max, Piecewise, Sum, exp, log, symbols

from derive import Lowered, lambdify, sigmoid, size, softplus
from derive.functions import FUNCTIONS, Names
from derive.shorthands import SHORTHANDS
from tests.rows import values_of

N, D, K = size("N"), size("D"), size("K")
n, m, d, j, k, ell = symbols("n m d j k l", integer=True)
X, W, w, y, z, Y = (IndexedBase(name) for name in ("X", "W", "w", "y", "z", "Y"))
SCORE = Sum(X[n, d] * w[d], (d, 1, D))
SHARE = exp(z[k]) / Sum(exp(z[j]), (j, 1, K))
LOGIT = Sum(W[k, d] * X[n, d], (d, 1, D))
CHANCE = exp(LOGIT) / Sum(exp(LOGIT), (k, 1, K))
source = np.random.default_rng(2)
VALUES = {
    "X": source.normal(size=(6, 3)),
    "W": source.normal(size=(4, 3)),
    "w": source.normal(size=3),
    "y": source.integers(0, 2, 6).astype(float),
    "z": source.normal(size=4) * 40,
    "Y": np.eye(4)[[0, 1, 2, 3, 0, 1]],
}
CASES: dict[str, tuple[tuple[Any, ...], str]] = {
    "logistic loss": ((Sum(softplus(SCORE) - y[n] * SCORE, (n, 1, N)), [w, X, y]), "w X y"),
    "logistic gradient": ((Sum((sigmoid(SCORE) - y[n]) * X[n, j], (n, 1, N)), [w, X, y], [j]), "w X y"),
    "logistic Hessian": (
        (Sum(sigmoid(SCORE) * (1 - sigmoid(SCORE)) * X[n, j] * X[n, k], (n, 1, N)), [w, X], [j, k]),
        "w X",
    ),
    "cross-entropy": ((-Sum(Y[n, k] * log(CHANCE), (k, 1, K), (n, 1, N)), [W, X, Y]), "W X Y"),
    "log of one minus softmax": ((log(1 - SHARE), [z], [k]), "z"),
    "Jacobian": ((SHARE * (KroneckerDelta(k, ell) - SHARE.xreplace({k: ell})), [z], [k, ell]), "z"),
    "entropy": ((-Sum(y[n] * log(y[n]), (n, 1, N)), [y]), "y"),
    "hinge": ((Sum(Max(0, 1 - y[n] * SCORE), (n, 1, N)), [w, X, y]), "w X y"),
    "cases": ((Sum(Piecewise((y[n], SCORE < 1), (0, True)) * X[n, j], (n, 1, N)), [w, X, y], [j]), "w X y"),
    "distances": ((Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D)), [X], [n, m]), "X"),
    "identity": ((Sum(X[n, j] * X[n, k], (n, 1, N)) + 2 * KroneckerDelta(j, k), [X], [j, k]), "X"),
    "quadratic form": ((Sum(w[d] * w[j] * X[n, d] * X[n, j], (n, 1, N), (d, 1, D), (j, 1, D)), [w, X]), "w X"),
    "places": ((Sum(n * y[n], (n, 1, N)), [y]), "y"),
}


@pytest.fixture
def jax() -> Iterator[Any]:
    """JAX in double precision."""
    module = pytest.importorskip("jax")
    before = module.config.jax_enable_x64
    module.config.update("jax_enable_x64", val=True)
    yield module
    module.config.update("jax_enable_x64", val=before)


def program(name: str) -> Lowered:
    """Return the program of a case."""
    return lambdify(*CASES[name][0])


def arrays(name: str) -> list[Any]:
    """Return the arrays of a case."""
    return [VALUES[own] for own in CASES[name][1].split()]


def test_torch_gives_what_numpy_gives() -> None:
    """Values on tensors."""
    torch = pytest.importorskip("torch")
    for name in CASES:
        function = program(name)
        got = function(*(torch.as_tensor(array) for array in arrays(name)))
        assert isinstance(got, torch.Tensor), name
        np.testing.assert_allclose(got.numpy(), function(*arrays(name)), rtol=1e-10, atol=1e-12, err_msg=name)


def test_jax_gives_what_numpy_gives(jax: Any) -> None:
    """Values on JAX's arrays, compiled."""
    for name in CASES:
        function = program(name)
        got = jax.jit(function)(*(jax.numpy.asarray(array) for array in arrays(name)))
        np.testing.assert_allclose(np.asarray(got), function(*arrays(name)), rtol=1e-10, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
@pytest.mark.parametrize("name", ["logistic loss", "cross-entropy"])
def test_automatic_derivatives_are_those_of_the_formulas(name: str, scale: float) -> None:
    """By torch, and finite where exponentials overflow."""
    torch = pytest.importorskip("torch")
    weights, *given = (torch.as_tensor(array) for array in arrays(name))
    weights = (weights * scale).requires_grad_()
    program(name)(weights, *given).backward()
    np.testing.assert_allclose(weights.grad.numpy(), slope(name, scale), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
@pytest.mark.parametrize("name", ["logistic loss", "cross-entropy"])
def test_automatic_derivatives_of_jax(name: str, scale: float, jax: Any) -> None:
    """The same with JAX."""
    weights, *given = (jax.numpy.asarray(array) for array in arrays(name))
    got = jax.grad(program(name))(weights * scale, *given)
    np.testing.assert_allclose(np.asarray(got), slope(name, scale), rtol=1e-9, atol=1e-12)


def slope(name: str, scale: float) -> Any:
    """Return the derivative by the weights, from its own formula."""
    weights, *given = arrays(name)
    if name == "logistic loss":
        return program("logistic gradient")(weights * scale, *given)
    residual = lambdify(Sum((CHANCE - Y[n, k]) * X[n, j], (n, 1, N)), [W, X, Y], [k, j])
    return residual(weights * scale, *given)


def test_the_type_of_a_tensor_is_kept() -> None:
    """Single precision stays, whole numbers follow, plain numbers do not widen."""
    torch = pytest.importorskip("torch")
    function = program("logistic gradient")
    single = [torch.as_tensor(array, dtype=torch.float32) for array in arrays("logistic gradient")]
    assert function(*single).dtype == torch.float32
    assert function(single[0], single[1], single[2].to(torch.int64)).dtype == torch.float32
    assert function(single[0], single[1].to(torch.float64), single[2]).dtype == torch.float64


def off_by_name(named: Callable[[Names], str], found: Callable[[str], Any]) -> list[str]:
    """Return the functions of the table that have other values under their names in a library."""
    rows = {named(row.names): row for row in (*FUNCTIONS, *SHORTHANDS) if named(row.names)}
    given = {name: [np.float64(0.3), np.float64(0.7)][: len(row.arguments)] for name, row in rows.items()}
    return [
        name
        for name, row in rows.items()
        if not np.isclose(float(found(name)(*given[name])), float(values_of(row)(*given[name])))
    ]


def test_torch_calls_functions_as_the_table_says() -> None:
    """Those that it has."""
    torch = pytest.importorskip("torch")
    functions = {**vars(torch.nn.functional), **vars(torch)}
    on_tensors = lambda name: lambda *given: functions[name](*map(torch.as_tensor, given))  # noqa: E731 -- a column
    assert off_by_name(lambda names: names.torch, on_tensors) == []
    # If all had one name, it would be that of the last one, which is no exponential.
    assert off_by_name(lambda names: names.torch and "exp", on_tensors) == ["exp"]


def test_jax_calls_functions_as_the_table_says(jax: Any) -> None:
    """Those that are primitives."""
    assert off_by_name(lambda names: names.jax, lambda name: getattr(jax.lax, name)) == []
