"""What tracing must not prove: gradients with a mistake, and code that behaves otherwise than it looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from derive import Limits
from numeric.verify import tree
from numeric.verify.trace import prove_gradient
from numeric.verify.trace.errors import UnknownDerivationError
from tests.traced_programs.classifiers import CLASSIFIERS
from tests.traced_programs.homework import HOMEWORK
from tests.traced_programs.linear import LINEAR
from tests.traced_programs.networks import NETWORKS
from tests.traced_programs.program import BINARY, ROWS, SIGNS, TARGETS, WEIGHTS, D, Program, normal

PATIENT = Limits(seconds=60)
SLOW = {"softmax_loops", "rnn", "multiclass_hinge"}
PROGRAMS = [p for p in (*LINEAR, *CLASSIFIERS, *NETWORKS, *HOMEWORK) if p.name not in SLOW]


def _first(change: Callable[[Any, Any], Any], result: Any, params: Any) -> Any:
    """Return a gradient with its first leaf changed."""
    value, grad = (
        result if isinstance(result, tuple) and np.ndim(result[0]) == 0 and np.ndim(params) else (None, result)
    )
    found, given = tree.leaves(grad, "p"), tree.leaves(params, "p")
    name = next(iter(found))
    changed = tree.rebuild(grad, {**found, name: change(found[name], given[name])}, "p")
    return changed if value is None else (value, changed)


LIES: dict[str, Callable[[Any, Any], Any]] = {
    "sign": lambda g, _: -g,
    "twice": lambda g, _: 2 * g,
    "a little": lambda g, _: g * (1 + 1e-4),
    "too much": lambda g, p: g + p,
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_changed_gradient_is_not_proved(program: Program, lie: str) -> None:
    """A right gradient with one leaf changed is refuted by numbers, or left undecided; it is never proved."""

    def wrong(params: Any, *data: Any) -> Any:
        return _first(LIES[lie], program.gradient(params, *data), params)

    result = prove_gradient(program.loss, wrong, *program.arguments, limits=PATIENT)
    assert result.verdict in {"refuted", "undecided"}
    if result.verdict == "refuted":
        found = result.counterexample
        assert found is not None
        assert abs(found.expected - found.got) > 1e-9


def _loss(w: Any, X: Any, y: Any) -> Any:
    return 0.5 * np.mean((X @ w - y) ** 2)


def _right(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (X @ w - y) / len(y)


def _in_place(w: Any, X: Any, y: Any) -> Any:
    y -= X @ w
    return -X.T @ y / len(y)


def _single(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y).astype(np.float32)


def _noisy(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) + 1e-9 * np.random.default_rng().standard_normal(len(w))


def _of_arrays_only(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) * (2.0 if isinstance(w, np.ndarray) else 1.0)


def _square_only(w: Any, X: Any, y: Any) -> Any:
    return X @ (X @ w - y) / len(y) if X.shape[0] == X.shape[1] else _right(w, X, y)


def _single_row(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (X @ w - y) / max(len(y) - 1, 1)


def _few_rows(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) * (2 if len(y) < 3 else 1)


def _one_row(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) * (2 if len(y) == 1 else 1)


def _squeezed(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) * (2 if np.squeeze(y).ndim == 0 else 1)


def _first_rows(w: Any, X: Any, y: Any) -> Any:
    return X[:3].T @ (X[:3] @ w - y[:3]) / len(y)


def _broadcast(w: Any, X: Any, y: Any) -> Any:
    return X.T @ ((X @ w)[:, None] - y[None, :]).mean(1) / len(y)


def _row_loop(w: Any, X: Any, y: Any) -> Any:
    g = np.zeros(len(w))
    for i in range(len(y)):
        g = X[i] * (X[i] @ w - y[i])
    return g / len(y)


def _swallows(w: Any, X: Any, y: Any) -> Any:
    try:
        return _right(w, X, y) * float(np.sign(abs(w[0]) + 1) + 1) / 2 * 3
    except Exception:  # noqa: BLE001 -- the lie is to swallow what ends the trace
        return _right(w, X, y)


def _by_value(w: Any, X: Any, y: Any) -> Any:
    return _right(w, X, y) if w.sum() < 100 else 0 * w


WRONG: dict[str, Callable[..., Any]] = {
    "in place": _in_place,
    "single precision": _single,
    "noise": _noisy,
    "arrays only": _of_arrays_only,
    "square": _square_only,
    "N - 1": _single_row,
    "few rows": _few_rows,
    "one row": _one_row,
    "squeezed": _squeezed,
    "first rows": _first_rows,
    "broadcast": _broadcast,
    "row loop": _row_loop,
    "swallows": _swallows,
    "by value": _by_value,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_behind_a_shape_or_a_type_is_not_proved(name: str) -> None:
    """What is right at the example, or for the tracer only, is not proved."""
    result = prove_gradient(_loss, WRONG[name], WEIGHTS, ROWS, TARGETS.copy(), limits=PATIENT)
    assert result.verdict in {"refuted", "undecided"}


@pytest.mark.parametrize("name", ["square", "few rows", "one row", "squeezed", "N - 1", "first rows", "broadcast"])
def test_it_is_refuted_where_the_shape_shows_it(name: str) -> None:
    """Both ways of a question about shapes are followed; the counterexample has the shape that shows the mistake."""
    result = prove_gradient(_loss, WRONG[name], WEIGHTS, ROWS, TARGETS, limits=PATIENT)
    assert result.verdict == "refuted"
    found = result.counterexample
    assert found is not None
    w, X, y = found.arguments
    assert np.isclose(WRONG[name](w, X, y)[found.at], found.got)
    assert np.isclose(_right(w, X, y)[found.at], found.expected)


def _stale() -> Callable[..., Any]:
    kept: dict[str, Any] = {}

    def gradient(w: Any, X: Any, y: Any) -> Any:
        r = kept.setdefault("r", X @ w - y)
        return X.T @ r / len(y)

    return gradient


def _buffer() -> Callable[..., Any]:
    out: list[Any] = []

    def gradient(w: Any, X: Any, y: Any) -> Any:
        if not out:
            out.append(np.zeros_like(w))
        out[0][...] = _right(w, X, y)
        return out[0]

    return gradient


@pytest.mark.parametrize("make", [_stale, _buffer])
def test_what_is_remembered_is_not_proved(make: Callable[[], Callable[..., Any]]) -> None:
    """A gradient that keeps what an earlier call was given, or returns one buffer, is not proved, nor changed."""
    gradient = make()
    assert prove_gradient(_loss, gradient, WEIGHTS, ROWS, TARGETS).verdict == "undecided"
    assert np.array_equal(gradient(WEIGHTS, ROWS, TARGETS), _right(WEIGHTS, ROWS, TARGETS))


def test_an_overflow_is_not_proved() -> None:
    """What is right in exact arithmetic, but no number at large logits, is not proved."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        return np.sum(np.logaddexp(0, X @ w) - y * (X @ w))

    def gradient(w: Any, X: Any, y: Any) -> Any:
        e = np.exp(X @ w)
        return X.T @ (e / (1 + e) - y)

    result = prove_gradient(loss, gradient, WEIGHTS, ROWS, BINARY)
    assert result.verdict == "undecided"
    assert "overflows" in result.reason


@pytest.mark.parametrize("at_kink", [0.5, 2.0, -1.0])
def test_a_value_at_a_kink_must_lie_between_its_sides(at_kink: float) -> None:
    """At a kink any subgradient will do, and nothing else."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        return np.sum(np.maximum(0, 1 - y * (X @ w)))

    def gradient(w: Any, X: Any, y: Any) -> Any:
        m = 1 - y * (X @ w)
        return -X.T @ (y * ((m > 0) + at_kink * (m == 0)))

    result = prove_gradient(loss, gradient, WEIGHTS, ROWS, SIGNS)
    assert result.verdict == ("proved" if at_kink == 0.5 else "undecided")


def test_axes_that_happen_to_be_equal_are_not_one() -> None:
    """A transposed product is not proved because the example is square, unless the code needs it square."""
    X, y = normal((D, D)), normal(D)
    result = prove_gradient(_loss, lambda w, X, y: X @ (X @ w - y) / len(y), WEIGHTS, X, y, limits=PATIENT)
    assert result.verdict == "refuted"


def test_a_right_gradient_at_square_shapes_says_so() -> None:
    """What needs a square matrix is proved on that condition."""
    A, b = normal((D, D)), normal(D)
    loss, gradient = (lambda w, A, b: 0.5 * w @ A @ w - b @ w), (lambda w, A, b: 0.5 * (A + A.T) @ w - b)
    result = prove_gradient(loss, gradient, WEIGHTS, A, b)
    assert (result.verdict, result.conditions) == ("proved", ("A is square",))


@pytest.mark.parametrize(
    "gradient",
    [
        lambda *_: None,
        lambda *_: "gradient",
        lambda w, *_: {"v": w},
        lambda w, *_: w @ w,
        lambda *_: 1 / 0,
        lambda *_: np.linalg.eigh(np.eye(3)),
        lambda w, *_: w[10],
        lambda w, *_: w.reshape(3, 7),
        lambda w, *_: [x for x in w],  # noqa: C416 -- the loop is the point
    ],
)
def test_a_broken_gradient_decides_nothing_and_raises_nothing(gradient: Callable[..., Any]) -> None:
    """Whatever the code does, the answer is a verdict."""
    result = prove_gradient(_loss, gradient, WEIGHTS, ROWS, TARGETS)
    assert result.verdict == "undecided"
    assert result.reason


def test_only_names_of_derivations_stand_for_a_loss() -> None:
    """A name that no derivation has is refused, with the nearest ones."""
    with pytest.raises(UnknownDerivationError, match="logistic-gradient"):
        _ = prove_gradient(None, _right, WEIGHTS, ROWS, TARGETS, against="logistic-gradent")
    with pytest.raises(UnknownDerivationError, match="derives no gradient"):
        _ = prove_gradient(None, _right, WEIGHTS, ROWS, TARGETS, against="metrics")


def test_nothing_stays_patched() -> None:
    """After tracing, NumPy and the traced module are what they were."""
    before = np.zeros, np.asarray, len, globals().get("len")
    _ = prove_gradient(_loss, lambda *_: 1 / 0, WEIGHTS, ROWS, TARGETS)
    assert (np.zeros, np.asarray, len, globals().get("len")) == before
    assert "float" not in globals()
