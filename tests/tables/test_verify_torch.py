"""torch functions are verified as NumPy's are: their graphs, and the rules that people wrote for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric.verify import Verification, verify_gradient
from tests import asks_sizes

torch: Any = pytest.importorskip("torch")
functional = torch.nn.functional
pytestmark = pytest.mark.slow  # torch takes seconds to load and to follow

Function = Callable[..., Any]
RNG = np.random.default_rng(0)
ROWS, WEIGHTS = torch.tensor(RNG.standard_normal((6, 3))), torch.tensor(RNG.standard_normal(3))
LABELS = torch.tensor([0.0, 1.0, 1.0, 0.0, 1.0, 0.0], dtype=torch.float64)
SCORES = {"W": torch.tensor(RNG.standard_normal((3, 2))), "b": torch.tensor(RNG.standard_normal(2))}
CLASSES, POINT, PAIR = torch.tensor([0, 1, 1, 0, 1, 0]), (WEIGHTS, ROWS, LABELS), (ROWS, ROWS.flip(0) ** 2)


def verified(loss: Function, slope: Function | None, *inputs: Any) -> Verification:
    """Return what is found at the inputs given alone."""
    return verify_gradient(loss, slope, *inputs, generate=False)


def logistic(w: Any, X: Any, y: Any) -> Any:
    """Return the mean logistic loss."""
    z = X @ w
    return torch.mean(torch.log1p(torch.exp(z)) - y * z)


def by_logistic(w: Any, X: Any, y: Any) -> Any:
    """Return its gradient."""
    return X.T @ (torch.sigmoid(X @ w) - y) / len(y)


def _in_place(w: Any, X: Any, y: Any) -> Any:
    g = by_logistic(w, X, y)
    g[1:] += 0.2 * w[1:]
    return g


def _scores(p: Any, X: Any) -> Any:
    return X @ p["W"] + p["b"]


def _squared(p: Any, X: Any, y: Any) -> Any:
    return functional.mse_loss(torch.relu(_scores(p, X)).sum(1), y)


def _rule(slope: Function) -> Function:
    """Return a sum of softplus with a backward of one's own."""
    held = {
        "forward": staticmethod(lambda ctx, z: (ctx.save_for_backward(z), torch.log1p(torch.exp(z)).sum())[1]),
        "backward": staticmethod(lambda ctx, g: g * slope(ctx.saved_tensors[0])),
    }
    softplus: Any = type("Softplus", (torch.autograd.Function,), held)
    return lambda w, X: softplus.apply(X @ w)


SINGLE = {name: part.to(torch.float32) for name, part in SCORES.items()}, ROWS.float(), LABELS.float()
CLASSED, GUARDS = (SCORES, ROWS, CLASSES), {"numerical guards are left out"}
PROVED: dict[str, tuple[Function, Function | None, tuple[Any, ...], set[str]]] = {
    "by hand": (logistic, by_logistic, POINT, set()),
    "by torch": (logistic, None, POINT, set()),
    "a part written": (lambda w, X, y: logistic(w, X, y) + 0.1 * (w[1:] ** 2).sum(), _in_place, POINT, set()),
    "a network": (_squared, None, (SCORES, ROWS, LABELS), {"kinks are left out"}),
    "in single precision": (_squared, None, SINGLE, {"kinks are left out", "the arrays are in single precision"}),
    "cross entropy": (lambda p, X, y: functional.cross_entropy(_scores(p, X), y), None, CLASSED, set()),
    "a sum": (lambda p, X, y: functional.cross_entropy(_scores(p, X), y, reduction="sum"), None, CLASSED, set()),
    "gather": (
        lambda p, X, y: -torch.log_softmax(_scores(p, X), -1).gather(1, y[:, None]).mean(),
        None,
        CLASSED,
        set(),
    ),
    "of two": (lambda w, X, y: functional.binary_cross_entropy(torch.sigmoid(X @ w), y), by_logistic, POINT, GUARDS),
    "softplus": (lambda w, X, y: (functional.softplus(X @ w) - y * (X @ w)).mean(), by_logistic, POINT, GUARDS),
    "batch norm": (lambda x, g: (functional.batch_norm(x, None, None, training=True) * g).sum(), None, PAIR, set()),
    "layer norm": (lambda x, g: (functional.layer_norm(x, (x.shape[1],)) * g).sum(), None, PAIR, set()),
    "a rule of one's own": (_rule(torch.sigmoid), None, (WEIGHTS, ROWS), set()),
}


@pytest.mark.parametrize("name", PROVED)
def test_a_right_gradient_is_proved(name: str) -> None:
    """At every size, on conditions that are said: torch takes sizes for larger than 1."""
    loss, slope, inputs, kinds = PROVED[name]
    found = verified(loss, slope, *inputs)
    assert found.verdict == "proved", str(found)
    assert [kind for kind in kinds if kind not in " ".join(found.conditions)] == []
    assert "N > 1 (as torch reads shapes)" in found.conditions


def test_wrong_ones_are_refuted() -> None:
    """By the sign, by a rule of one's own, and in a module, where the parameter is named."""
    found = verified(logistic, lambda *inputs: -by_logistic(*inputs), *POINT)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "sign")
    assert verified(_rule(torch.tanh), None, WEIGHTS, ROWS).verdict == "refuted"
    module = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2)).double()
    given = {name: value.detach().clone() for name, value in module.named_parameters()}

    def loss(p: Any, X: Any, y: Any) -> Any:
        return functional.cross_entropy(torch.func.functional_call(module, p, (X,)), y)

    def wrong(p: Any, X: Any, y: Any) -> Any:
        held = {name: leaf.detach().requires_grad_() for name, leaf in p.items()}
        slopes = torch.autograd.grad(loss(held, X, y), list(held.values()))
        return {**dict(zip(held, slopes, strict=True)), "2.bias": -slopes[-1]}

    assert verified(loss, None, given, ROWS, CLASSES).verdict == "proved"
    found = verify_gradient(loss, wrong, given, ROWS, CLASSES)
    assert found.diagnosis is not None
    assert (found.diagnosis.label, str(found.where)) == ("block-sign", "2.bias")


@pytest.mark.parametrize(
    ("precision", "times"), [("float64", 1.0), ("float64", 2.0), ("float32", 1.0), ("float32", 2.0)]
)
def test_numbers_alone_decide_too(precision: str, times: float) -> None:
    """In both precisions, for gradients by hand and for rules of one's own, whose factor is named."""
    held = {
        "forward": staticmethod(lambda ctx, x: (ctx.save_for_backward(x), x**2)[1]),
        "backward": staticmethod(lambda ctx, g: times * ctx.saved_tensors[0] * g),
    }
    rule: Any = type("Square", (torch.autograd.Function,), held)
    arrays = [torch.tensor(a.numpy(), dtype=getattr(torch, precision)) for a in POINT]
    loss: Function = lambda w, X, y: torch.mean(rule.apply(X @ w - y))  # noqa: E731 -- one line each
    found = verify_gradient(loss, None, *arrays, trace=False)
    assert (found.diagnosis.label if found.diagnosis else found.verdict) == ("sampled" if times == 2 else "scale:1/2")
    assert verify_gradient(loss, asks_sizes.slope, *arrays, trace=False).verdict == "sampled"


def test_what_cannot_be_followed_is_sampled() -> None:
    """A loop over the rows, and an operation that is not known, whose name is said."""

    def looped(w: Any, X: Any, y: Any) -> Any:
        rows = [(torch.sigmoid(X[i] @ w) - y[i]) * X[i] for i in range(X.shape[0])]
        return torch.stack(rows).sum(0) / X.shape[0]

    assert verified(logistic, looped, *POINT).verdict == "sampled"
    found = verified(lambda w: torch.sort(w)[0].sum(), torch.ones_like, WEIGHTS)
    assert found.verdict == "sampled"
    assert "sort" in "".join(found.notes)


@pytest.mark.parametrize("name", asks_sizes.WRONG)
def test_code_that_asks_for_its_shape_is_not_proved_right(name: str) -> None:
    """torch keeps what it took for granted, and the proof names it."""
    arguments = [torch.tensor(array) for array in (asks_sizes.WEIGHTS, asks_sizes.ROWS, asks_sizes.TARGETS)]
    assert asks_sizes.honest(name, verified(asks_sizes.loss, asks_sizes.WRONG[name], *arguments))
