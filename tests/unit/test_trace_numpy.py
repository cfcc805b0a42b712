"""Each function of NumPy and SciPy that is traced gives what the real one gives: one row a function."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np
import pytest
from scipy import special

from numeric.verify.trace.confirm import point_at
from numeric.verify.trace.errors import Fork, Learned, UntraceableError
from numeric.verify.trace.evaluate import evaluate
from numeric.verify.trace.inputs import Inputs
from numeric.verify.trace.run import Written, run
from numeric.verify.trace.session import Trace

RNG = np.random.default_rng(5)
W, X = RNG.standard_normal((3, 2)), RNG.standard_normal((4, 3))
LABELS = np.array([0, 2, 1, 0])

ROWS: dict[str, Callable[..., Any]] = {
    "add.outer": lambda W, X: np.add.outer(W[:, 0], X[:, 0]),
    "append": np.append,
    "arange": lambda W, _: W * np.arange(W.shape[0])[:, None],
    "array of parts": lambda W, X: np.array([W.sum(), X.sum(), 1.0]),
    "average": lambda W, X: np.average(X @ W, axis=0, weights=np.ones(X.shape[0])),
    "broadcast_to": lambda W, X: np.broadcast_to(W.sum(0), (len(X), W.shape[1])),
    "column_stack": lambda W, X: np.column_stack([X[:, 0], X @ W]),
    "concatenate": lambda W, X: np.concatenate([X @ W, W], axis=0),
    "diag of a vector": lambda W, _: np.diag(W[:, 0]) @ W,
    "diagonal": lambda W, _: np.diag(W @ W.T),
    "dot": lambda W, X: np.dot(X, W),
    "einsum with a trace": lambda W, _: np.einsum("ij,ij->", W, W),
    "einsum without an arrow": lambda W, X: np.einsum("ij,jk", X, W),
    "expand_dims": lambda W, _: np.expand_dims(W, 1),
    "eye": lambda W, X: (np.eye(len(X)) + 0.5) @ X @ W,
    "eye by labels": lambda _, X: np.eye(3)[LABELS] * X.sum(1)[:, None],
    "flatten": lambda W, _: W.flatten(),
    "full_like": lambda W, _: np.full_like(W, 2.0) * W,
    "full": lambda W, X: np.full(X.shape[0], 0.5) @ X @ W,
    "heaviside": lambda W, _: np.heaviside(W, 0.5) * W,
    "hypot": lambda W, _: np.hypot(W, 2.0),
    "inner": lambda W, _: np.inner(W, W),
    "log_softmax": lambda W, _: special.log_softmax(W, axis=1),
    "logsumexp": lambda W, _: special.logsumexp(W, axis=0),
    "max of two": lambda W, _: np.maximum(W[:, 0], W[:, 1]),
    "max along": lambda W, X: (X @ W).max(axis=0) * W[0],
    "min along": lambda W, X: (X @ W).min(axis=1),
    "moveaxis": lambda W, _: np.moveaxis(W[None], 0, -1),
    "norm along": lambda W, _: np.linalg.norm(W, axis=0),
    "norm 1": lambda W, _: np.linalg.norm(W[:, 0], 1),
    "ones": lambda W, X: np.ones((len(X), W.shape[0])) @ W,
    "outer": np.outer,
    "power": lambda W, _: (1 + W**2) ** 0.5,
    "prod": lambda W, _: W.prod(axis=0),
    "ravel and back": lambda W, _: W.ravel().reshape(W.shape).T,
    "select": lambda W, _: np.select([W > 1, W > 0], [W, 2 * W], -W),
    "softmax": lambda W, X: special.softmax(X @ W, axis=1),
    "sign": lambda W, _: np.sign(W) * W,
    "squeeze": lambda W, _: np.squeeze(W[None]),
    "stack": lambda W, _: np.stack([W, 2 * W], axis=-1),
    "std": lambda W, _: W.std(axis=0, ddof=1),
    "sum of a mask": lambda W, _: (W > 0).sum(axis=0) * W[0],
    "swapaxes": lambda W, X: X @ np.swapaxes(W.T, 0, 1),
    "tensordot": lambda W, X: np.tensordot(X, W, axes=1),
    "tensordot of axes": lambda W, X: np.tensordot(X, W, axes=([1], [0])),
    "tile by ones": lambda W, X: X.sum(axis=1, keepdims=True) * W[None, 0],
    "vdot": lambda W, _: np.vdot(W, W),
    "vstack": lambda W, X: np.vstack([W[:, 0], X]),
    "xlogy": lambda W, _: special.xlogy(W**2, 1 + W**2),
    "zeros written to": lambda W, _: _filled(W),
    "masked": lambda W, _: _masked(W),
    "labels as a mask": lambda W, X: (LABELS[:, None] == np.arange(3)) @ W * X.sum(),
    "logical": lambda W, _: np.where((W > 0) & ~(W > 1) | (W < -1), W, 0.0),
    "clip by method": lambda W, _: W.clip(-0.5, 0.5),
    "var with keepdims": lambda W, _: (W - W.mean(axis=0, keepdims=True)) / W.var(axis=0, keepdims=True),
    "sum of a selection": lambda W, _: (W[W > 0] ** 2).sum() + W[W > 0].size,
    "mean of a selection": lambda W, X: np.mean(2 * X[X @ W[:, 0] > 0] @ W, axis=0),
    "product of selections": lambda W, X: (X[W[0, 0] < X[:, 0]].T @ X[W[0, 0] < X[:, 0]]) @ W,
    "rows of a selection": lambda _, X: X[:, 0][X[:, 1] > 0] @ X[X[:, 1] > 0],
    "a selection with an axis": lambda W, X: (X[:, 0][X[:, 1] > 0, None] * X[X[:, 1] > 0] @ W).sum(0),
    "a selection written": lambda W, _: _doubled(W),
    "taken apart": lambda W, _: _apart(W),
    "range as an index": lambda _, X: (X @ X.T)[range(len(X)), np.arange(len(X))],
    "dot with out": lambda W, X: np.dot(X, W, out=np.zeros((len(X), W.shape[1]))),
    "sum with out": lambda W, _: np.sum(W, axis=0, out=np.zeros(W.shape[1])),
    "builtins": lambda W, _: sum(max(W[i, 0], W[i, 1]) * len(W) for i in (0, 1)) + abs(W[0, 0]),
    "special": lambda W, _: special.expit(W) + special.erf(W) + special.gammaln(1 + W**2) + special.log_expit(W),
}


def _filled(W: Any) -> Any:
    out = np.zeros((W.shape[0], W.shape[1] + 1))
    out[:, 1:] = W
    out[:, 0] += W.sum(axis=1)
    return out


def _masked(W: Any) -> Any:
    out = W.copy()
    out[W < 0] = 0.25
    return out


def _doubled(W: Any) -> Any:
    out = W.copy()
    out[W < 0] = -2 * W[W < 0]
    out[W > 1] *= 3
    return out


def _apart(W: Any) -> Any:
    left, right = W.T
    return left * right - right


def _settled(loss: Callable[..., Any] | None, gradient: Callable[..., Any]) -> tuple[Written, Inputs]:
    """Return what a run writes down, with all that is learned of sizes put in."""
    inputs = Inputs.of(loss or gradient, (W, X))
    table = inputs.table()
    while True:
        try:
            return run(loss, gradient, inputs, Trace(table, thread_time() + 60, table.names())), inputs
        except Learned as lesson:
            lesson.change(table)
        except Fork as fork:
            table.answers[fork.question] = False


@pytest.mark.parametrize("name", ROWS)
def test_a_function_is_traced_as_numpy_computes_it(name: str) -> None:
    """A cubic of what a traced call gives, added up, is that of what the real call gives."""

    def loss(W: Any, X: Any) -> Any:
        value = ROWS[name](W, X)
        return np.sum(value * value * (value - 0.5))

    written, inputs = _settled(loss, lambda W, _: 0 * W)
    point = point_at(written, inputs, {0: W, 1: X})
    assert evaluate(written.loss, point) == pytest.approx(loss(W, X), rel=1e-9)


ENDS: dict[str, Callable[..., Any]] = {
    "a branch on a traced value": lambda W, _: W if W.sum() > 0 else -W,
    "a loop over a symbolic size": lambda W, _: sum(row.sum() for row in W),
    "symbolic size is used as a number": lambda W, _: W * int(W.shape[0]),
    "the shape of the result depends on values": lambda W, _: np.sort(W[W > 0]),
    "sums up to a place": lambda W, _: np.cumsum(W),
    "this function is not traced": lambda W, _: np.sort(W),
    "this attribute of an array is not traced": lambda W, _: W.cumprod(),
    "turned into a number": lambda W, _: W[0, 0].item(),
    "changes its input in place": lambda W, _: W.__iadd__(1),
    "slice with steps": lambda W, _: W[::2],
    "sizes that do not fit": lambda W, X: W + X,
    "a cut inside of an axis": lambda W, _: W[5:7],
    "truth values are added": lambda W, _: (W > 0) + (W > 1),
    "about numbers, not about truth values": lambda W, _: W & W,
    "an index that is computed": lambda W, _: W[np.array([0, 1, 1])],
    "the quotient of sizes": lambda W, _: W[: len(W) // 2],
}


@pytest.mark.parametrize("reason", ENDS)
def test_what_ends_a_trace_says_why(reason: str) -> None:
    """The error names the reason in words."""

    def gradient(W: Any, X: Any) -> Any:
        return ENDS[reason](W, X)

    with pytest.raises(UntraceableError, match=reason):
        _ = _settled(None, gradient)
