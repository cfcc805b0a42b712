"""Gradients as people write them: the right ones are proved, and where tracing ends, small shapes are exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import Add, Symbol

from derive import Limits
from numeric.verify.trace import Traced, prove_gradient
from tests.traced_programs.classifiers import CLASSIFIERS
from tests.traced_programs.homework import HOMEWORK
from tests.traced_programs.linear import LINEAR
from tests.traced_programs.networks import NETWORKS
from tests.traced_programs.program import BINARY, LABELS, ROWS, SIGNS, WEIGHTS, D, K, Program, normal

UNROLLED = {"loops", "softmax_loops", "logistic_zip", "rosenbrock"}
"""These run a loop over the rows, or shift an array against itself."""
PROGRAMS = (*LINEAR, *CLASSIFIERS, *NETWORKS, *HOMEWORK)
PATIENT = Limits(seconds=60)


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.name not in UNROLLED], ids=lambda p: p.name)
def test_a_right_gradient_is_proved_for_all_sizes(program: Program) -> None:
    """A gradient in whole arrays is the derivative of its loss at symbolic size."""
    result = prove_gradient(program.loss, program.gradient, *program.arguments, limits=PATIENT)
    assert (result.verdict, result.method, result.reason) == ("proved", "traced, all sizes", "")
    assert result.difference == {}


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.name in UNROLLED], ids=lambda p: p.name)
def test_a_loop_is_exact_at_small_shapes(program: Program) -> None:
    """Where tracing ends, agreement of exact symbols at small shapes is a sample, and says at which shapes."""
    result = prove_gradient(program.loss, program.gradient, *program.arguments, limits=PATIENT)
    assert result.verdict == "sampled"
    assert result.method.startswith("exact at N=")
    assert "tracing ended at" in result.reason


def _logistic_loss(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    return np.mean(np.logaddexp(0, z) - y * z)


@pytest.mark.parametrize(
    ("name", "gradient", "verdict"),
    [
        ("logistic-gradient", lambda w, X, y: X.T @ (1 / (1 + np.exp(-X @ w)) - y), "proved"),
        ("logistic-gradient", lambda w, X, y: X.T @ (1 / (1 + np.exp(-X @ w)) - y) / len(y), "refuted"),
        ("normal-equations", lambda w, X, y: X.T @ (X @ w - y), "proved"),
        ("normal-equations", lambda w, X, y: X.T @ (X @ w + y), "refuted"),
    ],
)
def test_a_derivation_takes_the_place_of_the_loss(name: str, gradient: Any, verdict: str) -> None:
    """`against` compares with what a lecture derives, and refutes by numbers."""
    result = prove_gradient(None, gradient, WEIGHTS, ROWS, BINARY, against=name)
    assert result.verdict == verdict
    if verdict == "proved":
        assert result.conditions == (f"in {name}, {_roles(name)} (matched by name and shape)",)


def _roles(name: str) -> str:
    return {"logistic-gradient": "w is w, X is X, y is y", "normal-equations": "w is w, x is X, y is y"}[name]


def test_labels_play_one_hot_rows_of_a_derivation() -> None:
    """Class labels stand for the one-hot rows of the lecture, and a transposed W for its W."""

    def gradient(W: Any, X: Any, y: Any) -> Any:
        E = np.exp(X @ W)
        P = E / E.sum(1, keepdims=True)
        P[np.arange(len(y)), y] -= 1
        return X.T @ P

    result = prove_gradient(None, gradient, normal((D, K)), ROWS, LABELS, against="softmax-gradient")
    assert result.method == "traced, all sizes"
    assert "y holds class labels" in " ".join((*result.conditions, result.reason)) or "overflows" in result.reason


def test_the_extra_term_is_shown() -> None:
    """A penalised bias is seen as the term that is too much."""

    def loss(p: Any, X: Any, y: Any, lam: Any) -> Any:
        return _logistic_loss(p["w"], X, y - p["b"]) + 0.5 * lam * p["w"] @ p["w"]

    def gradient(p: Any, X: Any, y: Any, lam: Any) -> Any:
        z = X @ p["w"]
        r = 1 / (1 + np.exp(-z)) - y + p["b"]
        return {"w": X.T @ r / len(y) + lam * p["w"], "b": z.mean() + lam * p["b"]}

    result = prove_gradient(loss, gradient, {"w": WEIGHTS, "b": np.array(0.3)}, ROWS, BINARY, 0.2)
    assert result.verdict == "refuted"
    assert {str(place): str(extra) for place, extra in result.difference.items()} == {"b": "b*lam"}
    assert result.counterexample is not None
    assert result.counterexample.parameter == "b"
    assert "your gradient of b has b*lam too much" in str(result)


def test_kinks_are_conditions() -> None:
    """A hinge is proved off its kinks, and says so."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        return np.maximum(0, 1 - y * (X @ w)).sum()

    def gradient(w: Any, X: Any, y: Any) -> Any:
        return -X.T @ (y * (y * (X @ w) < 1))

    result = prove_gradient(loss, gradient, WEIGHTS, ROWS, SIGNS)
    assert result.verdict == "proved"
    assert result.conditions == ("y[n]*Sum(X[n, i]*w[i], (i, 0, D - 1)) - 1 != 0 (kinks are left out)",)


def test_a_common_shift_is_noted() -> None:
    """Taking the maximum off the logits changes nothing, and the proof says that it used this."""

    def loss(W: Any, X: Any, Y: Any) -> Any:
        z = X @ W
        z = z - z.max(axis=1, keepdims=True)
        return -np.sum(Y * (z - np.log(np.exp(z).sum(axis=1, keepdims=True))))

    def gradient(W: Any, X: Any, Y: Any) -> Any:
        z = X @ W
        e = np.exp(z - z.max(axis=1, keepdims=True))
        return X.T @ (e / e.sum(axis=1, keepdims=True) - Y)

    result = prove_gradient(loss, gradient, normal((D, K)), ROWS, np.eye(K)[LABELS])
    assert result.verdict == "proved"
    assert "a common shift of all logits changes nothing" in result.conditions
    assert "the rows of Y are one-hot" in result.conditions


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g, *_: g / 2, "your gradient of w[d] is 1/2 times what it should be"),
        (lambda g, *_: -g, "your gradient of w[d] is -1 times what it should be"),
        (lambda g, _, y: g * len(y), "your gradient of w[d] is N times what it should be"),
        (lambda g, w, y: g * len(y) / len(w), "your gradient of w[d] is N/D times what it should be"),
        (lambda g, w, _: g + w, "your gradient of w[d] has w[d] too much"),
        (lambda g, w, _: g - 3 * w, "your gradient of w[d] lacks 3*w[d]"),
        (lambda g, w, _: g - 3 * w + w**2, "your gradient of w[d] has w[d]**2 too much and lacks 3*w[d]"),
    ],
)
def test_what_is_wrong_is_told_in_symbols(change: Any, told: str) -> None:
    """A multiple as such, and anything else as the term that is too much."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        return np.mean((X @ w - y) ** 2)

    def gradient(w: Any, X: Any, y: Any) -> Any:
        return change(2 * X.T @ (X @ w - y) / len(y), w, y)

    result = prove_gradient(loss, gradient, WEIGHTS, ROWS, BINARY, limits=PATIENT)
    assert result.faults() == [told]


def test_a_long_difference_is_shortened() -> None:
    """Of a sum that nobody reads to its end the first terms are shown, and how many there are besides."""
    powers = [Symbol("w") ** n * Symbol("lam") for n in range(1, 20)]
    (told,) = Traced("refuted", "traced", difference={"w": Add(*powers)}).faults()
    assert told == (
        "your gradient of w has lam*w**19 + lam*w**18 + lam*w**17 + lam*w**16 + lam*w**15 + lam*w**14 "
        "and 13 more terms too much"
    )


def test_a_part_of_an_array_has_the_name_that_the_code_gives_it() -> None:
    """The bias is a place of the weights, whose penalty is too much."""

    def loss(p: Any, X: Any, y: Any, lam: Any) -> Any:
        w = p["w"]
        return np.sum((X @ w[1:] + w[0] - y) ** 2) + lam * np.sum(w[1:] ** 2)

    def gradient(p: Any, X: Any, y: Any, lam: Any) -> Any:
        w = p["w"]
        r = X @ w[1:] + w[0] - y
        return {"w": np.concatenate([[2 * r.sum()], 2 * X.T @ r]) + 2 * lam * w}

    result = prove_gradient(loss, gradient, {"w": normal(D + 1)}, ROWS, BINARY, 0.2, limits=PATIENT)
    assert result.faults() == ["your gradient of w[0] has 2*lam*w[0] too much"]


def test_data_of_the_module_are_no_other_sizes() -> None:
    """What is proved for arrays that the code holds is proved for their lengths, and says so."""
    program = next(p for p in HOMEWORK if p.name == "data_of_the_module")
    result = prove_gradient(program.loss, program.gradient, *program.arguments, limits=PATIENT)
    assert (result.verdict, result.conditions) == ("proved", ("w has length 4 along axis 0",))
