"""torch functions are read from their graphs at symbolic sizes, with the rules that people wrote for them."""

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


@pytest.mark.parametrize("gradient", [_gradient, None])
def test_a_right_gradient_is_proved_for_all_sizes(gradient: Any) -> None:
    """A graph at symbolic sizes is what NumPy code is; torch takes sizes for larger than 1, and that is said."""
    result = _decided(_loss, gradient, WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("proved", "traced, all sizes")
    assert result.conditions == ("D > 1 (as torch reads shapes)", "N > 1 (as torch reads shapes)")


def test_a_loop_over_rows_is_exact_at_small_shapes() -> None:
    """A loop needs a number, so no other size is spoken of."""

    def looped(w: Any, X: Any, y: Any) -> Any:
        rows = [(torch.sigmoid(X[i] @ w) - y[i]) * X[i] for i in range(X.shape[0])]
        return torch.stack(rows).sum(0) / X.shape[0]

    result = _decided(_loss, looped, WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("sampled", "exact at N=3, D=2 and at N=2, D=3")
    assert "a symbolic size is used as a number" in result.reason


def test_a_wrong_gradient_is_refuted_by_the_real_code() -> None:
    """The refutation holds in torch's own numbers."""
    result = _decided(_loss, lambda w, X, y: -_gradient(w, X, y), WEIGHTS, ROWS, LABELS)
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    assert result.counterexample.got == pytest.approx(-result.counterexample.expected)


@pytest.mark.parametrize(("slope", "verdict"), [(torch.sigmoid, "proved"), (torch.tanh, "refuted")])
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
def test_a_network_is_proved_in_either_precision(kind: Any) -> None:
    """Parameters in a dict, a kink, and single precision."""

    def loss(p: Any, X: Any, y: Any) -> Any:
        return torch.nn.functional.mse_loss(torch.relu(X @ p["W"] + p["b"]).sum(1), y)

    params = {"W": MATRIX.to(kind), "b": BIAS.to(kind)}
    result = _decided(loss, None, params, ROWS.to(kind), LABELS.to(kind))
    assert result.verdict == "proved"
    assert any("kinks are left out" in words for words in result.conditions)
    single = "the arrays are in single precision (the proof is about real numbers)"
    assert (single in result.conditions) == (kind is torch.float32)


def test_an_operation_that_is_not_known_decides_nothing() -> None:
    """The reason names the operation."""
    result = _decided(lambda w: torch.sort(w)[0].sum(), torch.ones_like, WEIGHTS)
    assert result.verdict == "undecided"
    assert "sort" in result.reason


functional = torch.nn.functional
SCORES = {"W": MATRIX, "b": BIAS}
CLASSES = torch.tensor([0, 1, 1, 0, 1, 0])


def _scores(p: Any, X: Any) -> Any:
    return X @ p["W"] + p["b"]


LOSSES: dict[str, Any] = {
    "cross entropy": lambda p, X, y: functional.cross_entropy(_scores(p, X), y),
    "a sum": lambda p, X, y: functional.cross_entropy(_scores(p, X), y, reduction="sum"),
    "gather": lambda p, X, y: -torch.log_softmax(_scores(p, X), -1).gather(1, y[:, None]).mean(),
}


@pytest.mark.parametrize("name", LOSSES)
def test_labels_pick_from_rows(name: str) -> None:
    """Class labels as an index are followed, at any number of classes."""
    assert _decided(LOSSES[name], None, SCORES, ROWS, CLASSES).verdict == "proved"


def _written_in_place(w: Any, X: Any, y: Any) -> Any:
    g = _gradient(w, X, y)
    g[1:] += 0.2 * w[1:]
    return g


def test_writing_to_a_part_is_followed() -> None:
    """A bias without a penalty, added in place."""
    result = _decided(
        lambda w, X, y: _loss(w, X, y) + 0.1 * (w[1:] ** 2).sum(), _written_in_place, WEIGHTS, ROWS, LABELS
    )
    assert result.verdict == "proved"


def test_a_module_is_proved_with_torch_as_the_gradient() -> None:
    """The parameters are those of a module."""
    module = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2)).double()
    given = {name: value.detach() for name, value in module.named_parameters()}

    def loss(p: Any, X: Any, y: Any) -> Any:
        return functional.cross_entropy(torch.func.functional_call(module, p, (X,)), y)

    assert _decided(loss, None, given, ROWS, CLASSES).verdict == "proved"


@pytest.mark.parametrize(("threshold", "verdict"), [(None, "proved"), (20, "proved")])
def test_guards_of_losses_are_conditions(threshold: Any, verdict: str) -> None:
    """What torch does against overflow is left out, and said."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        z = X @ w
        if threshold is None:
            return functional.binary_cross_entropy(torch.sigmoid(z), y)
        return (functional.softplus(z) - y * z).mean()

    result = _decided(loss, _gradient, WEIGHTS, ROWS, LABELS)
    assert result.verdict == verdict
    assert any("numerical guards are left out" in words for words in result.conditions)


LAYERS: dict[str, Any] = {
    "batch norm": lambda x, g: (functional.batch_norm(x, None, None, training=True) * g).sum(),
    "layer norm": lambda x, g: (functional.layer_norm(x, (x.shape[1],)) * g).sum(),
}


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_in_standard_form_is_proved(name: str) -> None:
    """What torch derives for its own layers, at any number of rows and columns."""
    assert _decided(LAYERS[name], None, ROWS, torch.tensor(RNG.standard_normal((6, 3)))).verdict == "proved"
