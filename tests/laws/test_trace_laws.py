"""What was traced is what the code computes, and its derivative is the slope that differences see."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from derive import Limits
from derive.errors import DeriveError
from numeric.verify.trace.confirm import assembled, gradient_at, point_at
from numeric.verify.trace.defined import Total
from numeric.verify.trace.errors import Learned, UntraceableError
from numeric.verify.trace.evaluate import evaluate
from numeric.verify.trace.inputs import Inputs
from numeric.verify.trace.named import without_maxima
from numeric.verify.trace.run import Written, run
from numeric.verify.trace.session import Trace

SECONDS = 2.0

Step = tuple[str, Callable[..., Any]]

ELEMENTWISE: tuple[Step, ...] = (
    ("exp", lambda a: np.exp(0.1 * a)),
    ("tanh", np.tanh),
    ("square", np.square),
    ("softplus", lambda a: np.logaddexp(0, a)),
    ("stable softplus", lambda a: np.maximum(a, 0) + np.log1p(np.exp(-np.abs(a)))),
    ("abs", np.abs),
    ("relu", lambda a: np.maximum(a, 0)),
    ("clip", lambda a: np.clip(a, -1, 2)),
    ("where", lambda a: np.where(a > 0.5, a, 2 * a - 0.5)),
    ("root", lambda a: np.sqrt(1 + a**2)),
    ("halves", lambda a: a / 2 - 0.25),
    ("root of sigma", lambda a: 1 / (1 + np.exp(-a))),
)
MATRICES: tuple[Step, ...] = (
    ("centre", lambda M: M - M.mean(axis=0)),
    ("softmax", lambda M: np.exp(M - M.max(1, keepdims=True)) / np.exp(M - M.max(1, keepdims=True)).sum(1)[:, None]),
    ("normalise", lambda M: M / np.sqrt(1 + (M**2).sum(axis=1, keepdims=True))),
    ("gram", lambda M: M @ (M.T @ M) / M.shape[0]),
    ("twice transposed", lambda M: M.T.T),
    ("folded", lambda M: M.reshape(-1).reshape(M.shape)),
    ("side by side", lambda M: np.hstack([M, M**2])[:, : M.shape[1]]),
    ("ones", lambda M: np.c_[np.ones(len(M)), M][:, 1:]),
    ("einsum", lambda M: np.einsum("nd,md->nm", M, M) @ M),
)
ENDS: tuple[Step, ...] = (
    ("sum", lambda M: M.sum()),
    ("mean of rows", lambda M: M.sum(axis=1).mean()),
    ("variance", lambda M: M.var()),
    ("norm", lambda M: np.linalg.norm(M + 0.5)),
    ("first column", lambda M: M[:, 0].sum() + M[:, 1:].mean()),
    ("trace", lambda M: np.trace(M.T @ M)),
    ("log-sum-exp", lambda M: np.log(np.exp(M).sum(axis=-1)).sum() / M.size),
)


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, Callable[..., Any]]:
    """Return a loss of W and X: some steps on X W, and an end."""
    steps = draw(st.lists(st.sampled_from((*ELEMENTWISE, *MATRICES)), max_size=3))
    name, end = draw(st.sampled_from(ENDS))

    def loss(W: Any, X: Any) -> Any:
        value = X @ W
        for _, step in steps:
            value = step(value)
        return end(value)

    return " -> ".join([step for step, _ in steps] + [name]), loss


def _written(
    loss: Callable[..., Any] | None, grad: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Written, Inputs]:
    """Return what a run writes down, with all that is learned of sizes put in."""
    inputs = Inputs.of(loss or grad, arguments)
    table = inputs.table()
    while True:
        try:
            return run(loss, grad, inputs, Trace(table, thread_time() + SECONDS, table.names())), inputs
        except Learned as lesson:
            lesson.change(table)
        except UntraceableError:
            reject()


def _slopes(loss: Callable[..., Any], W: Any, X: Any) -> Any:
    found = np.zeros_like(W)
    for at in np.ndindex(*W.shape):
        ends: list[float] = []
        for step in (1e-6, -1e-6):
            moved = W.copy()
            moved[at] += step
            ends.append(float(loss(moved, X)))
        found[at] = (ends[0] - ends[1]) / 2e-6
    return found


@given(programs(), st.integers(2, 4), st.integers(2, 3), st.integers(2, 3), st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_a_trace_at_numbers_is_the_code_at_numbers(
    program: tuple[str, Callable[..., Any]], N: int, D: int, K: int, seed: int
) -> None:
    """Evaluated at the example, the traced loss is the number that the code returns."""
    _, loss = program
    rng = np.random.default_rng(seed)
    W, X = 0.5 * rng.standard_normal((D, K)), rng.standard_normal((N, D))
    written, inputs = _written(loss, lambda W, X: 0 * W + 0 * X.sum(), (W, X))
    point = point_at(written, inputs, {leaf.number: leaf.value for leaf in inputs.leaves})
    assert np.allclose(evaluate(written.loss, point), loss(W, X), rtol=1e-9, atol=1e-9)


@given(programs(), st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_the_derivative_of_a_trace_is_the_slope_of_the_code(program: tuple[str, Callable[..., Any]], seed: int) -> None:
    """The derivative that a zero gradient is compared with is the one that central differences see, off kinks."""
    _, loss = program
    rng = np.random.default_rng(seed)
    W, X = 0.5 * rng.standard_normal((2, 3)), rng.standard_normal((4, 2))
    slopes = _slopes(loss, W, X)
    coarse = _slopes(lambda V, Y: loss(W + 100 * (V - W), Y), W, X) / 100
    _ = assume(np.allclose(slopes, coarse, rtol=1e-3, atol=1e-5))
    written, inputs = _written(loss, lambda W, X: 0 * W + 0 * X.sum(), (W, X))
    slope = {at: cell.places for (_, at), cell in written.gradient.items()}
    try:
        expr = without_maxima(written.trace, written.loss, ())
        cells = {at: (places, _derivative(written, at, places, expr)) for at, places in slope.items()}
    except DeriveError:
        reject()
    point = point_at(written, inputs, {leaf.number: leaf.value for leaf in inputs.leaves})
    try:
        found = assembled(written, inputs.leaves[0], point, cells)
    except UntraceableError:
        reject()
    assert np.allclose(found, slopes, rtol=1e-3, atol=1e-5)


def _derivative(written: Written, at: tuple[int, ...], places: tuple[tuple[Any, ...], ...], expr: Any) -> Any:
    base = written.tensors.bases[0, at]
    indices = tuple(i for place in places for i in place)
    return Total(written.trace, base[indices] if indices else base, Limits(seconds=SECONDS)).of(expr)


KEYS = (
    np.s_[0],
    np.s_[-1],
    np.s_[1:],
    np.s_[:-1],
    np.s_[:, 0],
    np.s_[..., -1],
    np.s_[None, :, 1:],
    np.s_[1:-1, :1],
)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(("=", "+=", "*="))), max_size=3), st.integers(0, 99))
@settings(max_examples=60)
def test_writing_to_parts_is_what_numpy_does(writes: list[tuple[Any, str]], seed: int) -> None:
    """After the same writes to slices, a traced array holds what NumPy's holds."""

    def gradient(W: Any) -> Any:
        out = W * 2
        for number, (key, kind) in enumerate(writes):
            part = W[key] * (number + 1)
            if kind == "=":
                out[key] = part
            elif kind == "+=":
                out[key] += part
            else:
                out[key] *= 3
        return out

    W = np.random.default_rng(seed).standard_normal((4, 3))
    written, inputs = _written(None, gradient, (W,))
    point = point_at(written, inputs, {0: W})
    assert np.allclose(gradient_at(written, inputs.leaves[0], point), gradient(W))
