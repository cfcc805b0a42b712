"""torch and JAX: their functions are verified as NumPy's are; skipped where they are not installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numeric.verify import verify_gradient

RNG = np.random.default_rng(1)
X, Y, W = RNG.standard_normal((8, 3)), RNG.standard_normal(8), RNG.standard_normal(3)
RIGHT = {"proved", "sampled"}


def label(found: Any) -> str:
    """Return the label of the diagnosis."""
    return found.diagnosis.label if found.diagnosis is not None else ""


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of the mean square, in any framework."""
    return 2 * X.T @ (X @ w - y) / len(y)


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_torch(precision: str) -> None:
    """Gradients by hand, rules of an `autograd.Function`, in both precisions."""
    torch: Any = pytest.importorskip("torch")
    kind = getattr(torch, precision)

    def square(times: float) -> Any:
        def backward(ctx: Any, g: Any) -> Any:
            return times * ctx.saved_tensors[0] * g

        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**2

        held = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        return type("Square", (torch.autograd.Function,), held)

    def loss(times: float) -> Any:
        return lambda w, X, y: torch.mean(square(times).apply(X @ w - y))

    arrays = [torch.tensor(a, dtype=kind) for a in (W, X, Y)]
    assert verify_gradient(loss(2.0), slope, *arrays).verdict in RIGHT
    assert verify_gradient(loss(2.0), None, *arrays).verdict in RIGHT
    assert label(verify_gradient(loss(1.0), None, *arrays)) == "scale:1/2"
    assert label(verify_gradient(loss(2.0), lambda *a: -slope(*a), *arrays)) == "sign"


def test_torch_modules() -> None:
    """A module, its parameters as a dict, in single precision."""
    torch: Any = pytest.importorskip("torch")
    _ = torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    params = {name: leaf.detach().clone() for name, leaf in model.named_parameters()}
    data = [torch.tensor(a, dtype=torch.float32) for a in (X, Y)]

    def loss(p: Any, X: Any, y: Any) -> Any:
        return ((torch.func.functional_call(model, p, (X,))[:, 0] - y) ** 2).mean()

    def wrong(p: Any, X: Any, y: Any) -> Any:
        held = {name: leaf.detach().requires_grad_() for name, leaf in p.items()}
        slopes = torch.autograd.grad(loss(held, X, y), list(held.values()))
        return {**dict(zip(held, slopes, strict=True)), "2.bias": -slopes[-1]}

    assert verify_gradient(loss, None, params, *data).verdict in RIGHT
    found = verify_gradient(loss, wrong, params, *data)
    assert label(found) == "block-sign"
    assert found.where is not None
    assert found.where.parameter == "2.bias"


def test_jax() -> None:
    """Gradients by hand, custom rules, compiled functions."""
    jax: Any = pytest.importorskip("jax")

    def square(times: float) -> Any:
        rule = jax.custom_vjp(lambda x: x**2)
        rule.defvjp(lambda x: (x**2, x), lambda x, g: (times * x * g,))
        return rule

    def loss(times: float) -> Any:
        rule = square(times)
        return jax.jit(lambda w, X, y: jax.numpy.mean(rule(X @ w - y)))

    arrays = [jax.numpy.asarray(a) for a in (W, X, Y)]
    assert verify_gradient(loss(2.0), jax.jit(slope), *arrays).verdict in RIGHT
    assert verify_gradient(loss(2.0), None, *arrays).verdict in RIGHT
    assert label(verify_gradient(loss(1.0), None, *arrays)) == "scale:1/2"
    assert label(verify_gradient(loss(2.0), lambda *a: slope(*a) * len(Y), *arrays)) != ""
