"""torch functions are read from their graphs at small shapes, with the rules that people wrote for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derive import Limits
from numeric.verify.trace import Traced, prove_gradient

torch: Any = pytest.importorskip("torch")

RNG = np.random.default_rng(0)
ROWS, WEIGHTS = torch.tensor(RNG.standard_normal((6, 3))), torch.tensor(RNG.standard_normal(3))
LABELS = torch.tensor([0.0, 1.0, 1.0, 0.0, 1.0, 0.0], dtype=torch.float64)
MATRIX, BIAS = torch.tensor(RNG.standard_normal((3, 2))), torch.tensor(RNG.standard_normal(2))


def _decided(*arguments: Any) -> Traced:
    """Return the verdict, with time enough on a busy machine."""
    return prove_gradient(*arguments, limits=Limits(seconds=60))


def _loss(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    return torch.mean(torch.log1p(torch.exp(z)) - y * z)


def _gradient(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (torch.sigmoid(X @ w) - y) / len(y)


def test_a_right_gradient_is_exact_at_small_shapes() -> None:
    """What agrees at exact small shapes is sampled, never proved: a graph has numbers for sizes."""
    result = _decided(_loss, _gradient, WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("sampled", "exact at N=3, D=2 and at N=2, D=3")


def test_a_wrong_gradient_is_refuted_by_the_real_code() -> None:
    """The refutation holds in torch's own numbers."""
    result = _decided(_loss, lambda w, X, y: -_gradient(w, X, y), WEIGHTS, ROWS, LABELS)
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    assert result.counterexample.got == pytest.approx(-result.counterexample.expected)


@pytest.mark.parametrize(("slope", "verdict"), [(torch.sigmoid, "sampled"), (torch.tanh, "refuted")])
def test_a_backward_of_ones_own_is_what_is_checked(slope: Any, verdict: str) -> None:
    """Without a gradient, torch's own is taken, by the custom rule in it."""
    softplus: Any = type(
        "Softplus",
        (torch.autograd.Function,),
        {
            "forward": staticmethod(lambda ctx, z: (ctx.save_for_backward(z), torch.log1p(torch.exp(z)).sum())[1]),
            "backward": staticmethod(lambda ctx, g: g * slope(ctx.saved_tensors[0])),
        },
    )
    assert _decided(lambda w, X: softplus.apply(X @ w), None, WEIGHTS, ROWS).verdict == verdict


@pytest.mark.parametrize("kind", [torch.float64, torch.float32])
def test_a_network_is_exact_in_either_precision(kind: Any) -> None:
    """Parameters in a dict, a kink, and single precision."""

    def loss(p: Any, X: Any, y: Any) -> Any:
        return torch.nn.functional.mse_loss(torch.relu(X @ p["W"] + p["b"]).sum(1), y)

    params = {"W": MATRIX.to(kind), "b": BIAS.to(kind)}
    result = _decided(loss, None, params, ROWS.to(kind), LABELS.to(kind))
    assert result.verdict == "sampled"
    assert any("kinks are left out" in words for words in result.conditions)


def test_an_operation_that_is_not_known_decides_nothing() -> None:
    """The reason names the operation."""
    result = _decided(lambda w: torch.sort(w)[0].sum(), torch.ones_like, WEIGHTS)
    assert result.verdict == "undecided"
    assert "sort" in result.reason
